/* SPDX-License-Identifier: Apache-2.0 */
#include "render/accept_section.h"

#include <stdlib.h>

#define FIELD_COLUMN 15
/* A line of a log is quoted up to here; the file and line tell where the rest stands. */
#define QUOTE_COLUMNS 110

enum colour verdict_colour(enum verdict verdict)
{
	static const enum colour colours[] = { COLOUR_GREEN, COLOUR_YELLOW, COLOUR_RED, COLOUR_CYAN, COLOUR_CYAN };

	return colours[verdict];
}

/* The verdict as a person reads it. */
static const char *verdict_words(enum verdict verdict)
{
	static const char *const names[] = { N_("pass"), N_("warn"), N_("fail"), N_("unknown"), N_("unagreed") };

	return tr(names[verdict]);
}

struct slice accept_words(const struct accept_section *s, struct message message)
{
	return message_text(s->arena, &message, tr);
}

void accept_heading(const struct accept_section *s, const char *text)
{
	page_blank(s->page);
	page_text(s->page, 0, COLOUR_BOLD, slice_of(text));
}

static void field(const struct accept_section *s, const char *label, struct slice text)
{
	if (text.len)
		page_field(s->page, FIELD_INDENT, slice_of(label), FIELD_COLUMN, text);
}

/* Blanks and tabs in a row become one blank, and a long line is cut. */
static struct slice quote(struct arena *arena, struct slice line)
{
	struct slice text = { NULL, 0 }, word;

	while (slice_word(&line, &word)) {
		if (text.len + word.len > QUOTE_COLUMNS)
			return text.len ? arena_printf(arena, "%.*s ...", SLICE_ARG(text)) :
					  arena_printf(arena, "%.*s...", QUOTE_COLUMNS, word.ptr);
		text = text.len ? arena_printf(arena, "%.*s %.*s", SLICE_ARG(text), SLICE_ARG(word)) : word;
	}
	return text;
}

/* Whether an earlier piece of evidence stands in the same line. */
static bool evidence_again(const struct finding *f, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (f->evidence[i]->section == f->evidence[at]->section && f->evidence[i]->line == f->evidence[at]->line)
			return true;
	return false;
}

static void evidence(const struct accept_section *s, const struct finding *f)
{
	for (size_t i = 0; i < f->n_evidence; i++) {
		const struct fact *fact = f->evidence[i];
		if (evidence_again(f, i))
			continue;
		struct slice blob = s->box->facts->sections[fact->section].blob;
		struct slice line = quote(s->arena, fact_line(s->box->facts, fact));
		field(s, i ? "" : tr("evidence"), arena_printf(s->arena, "%.*s:%d: %.*s", SLICE_ARG(blob), fact->line, SLICE_ARG(line)));
	}
}

/* "gpu0-7  pcie.width           lease.yaml:6 gpu.card" */
static void title(const struct accept_section *s, const struct group *g)
{
	const struct finding *f = g->findings[0];
	struct slice name = arena_printf(s->arena, "%s  %.*s  %.*s", verdict_words(f->verdict), SLICE_ARG(f->id),
					 SLICE_ARG(group_subjects(s->arena, g)));
	struct slice source = finding_clause(s->arena, s->lease, f);

	if (!source.len && f->check->source)
		source = accept_words(s, MSG("baseline: %1", A_STR(f->check->source)));
	page_sides(s->page, INDENT, verdict_colour(f->verdict), name, source);
}

static struct slice promised_words(const struct accept_section *s, const struct finding *f)
{
	if (f->expected.id || !f->term)
		return accept_words(s, f->expected);
	return term_text(s->arena, f->term);
}

static void in_full(const struct accept_section *s, const struct group *g)
{
	const struct finding *f = g->findings[0];

	title(s, g);
	field(s, f->term ? tr("promised") : tr("expected"), promised_words(s, f));
	field(s, tr("measured"), accept_words(s, f->measured));
	evidence(s, f);
	if (f->verdict == VERDICT_WARN || f->verdict == VERDICT_FAIL) {
		field(s, tr("means"), accept_words(s, finding_meaning(f)));
		field(s, tr("do"), accept_words(s, finding_remedy(f)));
	}
	field(s, tr("costs"), accept_words(s, f->cost));
}

static int order_by_cost(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->cost != y->cost)
		return x->cost > y->cost ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static void fails_of(const struct accept_section *s, const struct group *groups, size_t n, bool promised, const char *text)
{
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if ((groups[i].findings[0]->term != NULL) != promised)
			continue;
		if (!any)
			accept_heading(s, text);
		else
			page_blank(s->page);
		in_full(s, &groups[i]);
		any = true;
	}
}

void accept_fails(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_FAIL, &n);

	qsort(groups, n, sizeof(*groups), order_by_cost);
	fails_of(s, groups, n, true, tr("Broken promises"));
	fails_of(s, groups, n, false, tr("Faults, whatever the contract says"));
}

void accept_warnings(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_WARN, &n);

	if (n)
		accept_heading(s, tr("Warnings"));
	for (size_t i = 0; i < n; i++) {
		if (i && s->all)
			page_blank(s->page);
		if (s->all) {
			in_full(s, &groups[i]);
			continue;
		}
		title(s, &groups[i]);
		field(s, tr("measured"), accept_words(s, groups[i].findings[0]->measured));
		evidence(s, groups[i].findings[0]);
		field(s, tr("means"), accept_words(s, finding_meaning(groups[i].findings[0])));
		field(s, tr("do"), accept_words(s, finding_remedy(groups[i].findings[0])));
	}
}

/* ---- unagreed and pass ---- */

void accept_unagreed(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_UNAGREED, &n);

	if (n)
		accept_heading(s, tr("Seen, and only a contract could decide: if this is what you agreed, write"));
	for (size_t i = 0; i < n; i++) {
		const struct finding *f = groups[i].findings[0];
		page_sides(s->page, INDENT, COLOUR_CYAN, group_name(s->arena, &groups[i]), accept_words(s, f->clause));
		page_text(s->page, FIELD_INDENT, COLOUR_NONE, accept_words(s, f->measured));
		if (s->all)
			evidence(s, f);
	}
}

/* The part of an id before the first dot: "pcie". */
static struct slice family_name(const struct finding *f)
{
	return slice_sub(f->id, 0, slice_find_char(f->id, '.'));
}

/* One line of what passed: how many, and which checks, each named once. */
struct family {
	struct slice name;
	int64_t n;
	const struct check *last;
	struct buf list;
};

#define FAMILIES_MAX 64
/* Bytes of a list of checks; a list that is longer ends there. */
#define LIST_MAX     ((size_t)16 * 1024)

static struct family *family_find(struct family *families, size_t *n, struct slice name)
{
	for (size_t i = 0; i < *n; i++)
		if (slice_eq(families[i].name, name))
			return &families[i];
	if (*n == FAMILIES_MAX)
		return &families[FAMILIES_MAX - 1];
	families[*n] = (struct family){ .name = name, .list = BUF_INIT(LIST_MAX) };
	return &families[(*n)++];
}

static void family_add(struct family *family, const struct finding *f)
{
	size_t dot = slice_find_char(f->id, '.');

	family->n++;
	if (family->last == f->check)
		return;
	family->last = f->check;
	buf_text(&family->list, family->list.len ? ", " : "");
	buf_slice(&family->list, dot == SLICE_NONE ? f->id : slice_sub(f->id, dot + 1, f->id.len));
}

static void family_lines(const struct accept_section *s)
{
	struct family families[FAMILIES_MAX];
	size_t n = 0;

	for (size_t i = 0; i < s->box->findings->n; i++) {
		const struct finding *f = s->box->findings->findings[i];
		if (f->verdict == VERDICT_PASS)
			family_add(family_find(families, &n, family_name(f)), f);
	}
	for (size_t i = 0; i < n; i++) {
		page_field(s->page, INDENT, families[i].name, FIELD_COLUMN,
			   accept_words(s, MSG("%1 passed: %2", A_INT(families[i].n), A_TEXT(buf_view(&families[i].list)))));
		buf_release(&families[i].list);
	}
}

void accept_passes(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_PASS, &n);

	if (n)
		accept_heading(s, s->all ? tr("Passed") : tr("Passed (--all shows each)"));
	for (size_t i = 0; s->all && i < n; i++)
		in_full(s, &groups[i]);
	if (!s->all)
		family_lines(s);
}
