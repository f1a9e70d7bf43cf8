/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ACCEPT_TEXT_H
#define RENDER_ACCEPT_TEXT_H
/*
 * The report of accept for people: the verdict in one sentence, then what decides it, what it costs and what to do.
 *
 * Everything that a person reads is translated here, into the language that was set.
 */
#include "render/page.h"
#include "render/report.h"

/* `all`: every finding in full; else what passed is one line a family. */
void render_accept_text(struct arena *arena, struct page *page, const struct report *report, bool all);
/* The same for a lease alone: what is wrong in it, what it leaves open, what it says well. */
void render_lease_check_text(struct arena *arena, struct page *page, const struct report *report);

#endif
