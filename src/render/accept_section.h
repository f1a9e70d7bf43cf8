/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ACCEPT_SECTION_H
#define RENDER_ACCEPT_SECTION_H
/*
 * The parts of accept's text about one box, in their order on the page. Each prints its heading and findings, or nothing.
 */
#include "render/group.h"
#include "render/page.h"
#include "render/report.h"

struct accept_section {
	struct arena *arena;
	struct page *page;
	const struct lease *lease;
	const struct report_box *box;
	bool all; /* every finding in full */
};

/* Broken promises, the dearest first, then faults that no clause is needed for; each with evidence, meaning and remedy. */
void accept_fails(const struct accept_section *s);
void accept_warnings(const struct accept_section *s);
/* What could not be seen, under the command that would show it; promised things first. */
void accept_unknowns(const struct accept_section *s);
/* What was seen and no clause decides, with the line to write into the contract. */
void accept_unagreed(const struct accept_section *s);
/* What passed: one line a family, or everything. */
void accept_passes(const struct accept_section *s);

/* ---- for these parts ---- */

#define INDENT	     2
#define FIELD_INDENT 4

struct slice accept_words(const struct accept_section *s, struct message message);
void accept_heading(const struct accept_section *s, const char *text);
enum colour verdict_colour(enum verdict verdict);

#endif
