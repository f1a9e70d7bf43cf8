/* SPDX-License-Identifier: Apache-2.0 */
#include "render/accept_section.h"

#include <stdlib.h>

#define INDENT	     2
#define FIELD_INDENT 4
#define FIELD_COLUMN 15
/* A line of a log is quoted up to here; the file and line tell where the rest stands. */
#define QUOTE_COLUMNS 110
/* Bytes of a list of checks; a list that is longer ends there. */
#define LIST_MAX ((size_t)64 * 1024)

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

static struct slice words(const struct accept_section *s, struct message message)
{
	return message_text(s->arena, &message, tr);
}

static void heading(const struct accept_section *s, const char *text)
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

static void evidence(const struct accept_section *s, const struct finding *f)
{
	for (size_t i = 0; i < f->n_evidence; i++) {
		const struct fact *fact = f->evidence[i];
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
		source = words(s, MSG("baseline: %1", A_STR(f->check->source)));
	page_sides(s->page, INDENT, verdict_colour(f->verdict), name, source);
}

static struct slice promised_words(const struct accept_section *s, const struct finding *f)
{
	if (f->expected.id || !f->term)
		return words(s, f->expected);
	return term_text(s->arena, f->term);
}

static void in_full(const struct accept_section *s, const struct group *g)
{
	const struct finding *f = g->findings[0];

	title(s, g);
	field(s, f->term ? tr("promised") : tr("expected"), promised_words(s, f));
	field(s, tr("measured"), words(s, f->measured));
	evidence(s, f);
	if (f->verdict == VERDICT_WARN || f->verdict == VERDICT_FAIL) {
		field(s, tr("means"), words(s, finding_meaning(f)));
		field(s, tr("do"), words(s, finding_remedy(f)));
	}
	field(s, tr("costs"), words(s, f->cost));
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
			heading(s, text);
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
		heading(s, tr("Warnings"));
	for (size_t i = 0; i < n; i++) {
		if (i && s->all)
			page_blank(s->page);
		if (s->all) {
			in_full(s, &groups[i]);
			continue;
		}
		title(s, &groups[i]);
		field(s, tr("measured"), words(s, groups[i].findings[0]->measured));
		field(s, tr("means"), words(s, finding_meaning(groups[i].findings[0])));
	}
}

/* ---- unknown ---- */

static struct slice show_of(const struct accept_section *s, const struct group *g)
{
	return message_text(s->arena, &g->findings[0]->show, NULL);
}

/* "pcie.width gpu0-7", and for a promise its clause */
static struct slice named(const struct accept_section *s, const struct group *g)
{
	struct slice subjects = group_subjects(s->arena, g);

	if (slice_is(subjects, "box"))
		return g->findings[0]->id;
	return arena_printf(s->arena, "%.*s %.*s", SLICE_ARG(g->findings[0]->id), SLICE_ARG(subjects));
}

static void promised_line(const struct accept_section *s, const struct group *g)
{
	const struct finding *f = g->findings[0];

	page_sides(s->page, FIELD_INDENT, COLOUR_CYAN, named(s, g), finding_clause(s->arena, s->lease, f));
	page_text(s->page, FIELD_INDENT + 2, COLOUR_NONE, words(s, f->measured));
}

/* A command is shown to be copied; a sentence ("ask for root") is a sentence. */
static void show_heading(const struct accept_section *s, struct message show)
{
	if (!show.id)
		page_text(s->page, INDENT, COLOUR_BOLD, slice_of(tr("no command shows these:")));
	else if (slice_is(slice_of(show.id), "%1"))
		page_command(s->page, INDENT, words(s, show));
	else
		page_text(s->page, INDENT, COLOUR_BOLD, words(s, show));
}

/* All unknowns that one command would settle: promised ones (or all, with --all) line by line, the others as a list. */
static void under_command(const struct accept_section *s, struct group *groups, size_t n, size_t first, bool promised)
{
	struct slice show = show_of(s, &groups[first]);
	struct buf list = BUF_INIT(LIST_MAX);

	show_heading(s, groups[first].findings[0]->show);
	for (size_t i = first; i < n; i++) {
		struct group *g = &groups[i];
		if (!g->n || (g->findings[0]->term != NULL) != promised || !slice_eq(show_of(s, g), show))
			continue;
		if (promised || s->all) {
			promised_line(s, g);
		} else {
			buf_text(&list, list.len ? ", " : "");
			buf_slice(&list, named(s, g));
		}
		g->n = 0; /* shown */
	}
	if (list.len)
		page_text(s->page, FIELD_INDENT, COLOUR_NONE, buf_view(&list));
	buf_release(&list);
}

void accept_unknowns(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_UNKNOWN, &n);

	for (int promised = 1; promised >= 0; promised--) {
		bool any = false;
		for (size_t i = 0; i < n; i++) {
			if (!groups[i].n || (groups[i].findings[0]->term != NULL) != promised)
				continue;
			if (!any)
				heading(s, promised ? tr("Promised, and not seen: run the command and judge again") :
						      tr("Not seen; these commands would show it"));
			any = true;
			under_command(s, groups, n, i, promised);
		}
	}
}

/* ---- unagreed and pass ---- */

void accept_unagreed(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_UNAGREED, &n);

	if (n)
		heading(s, tr("Seen, and no clause decides: ask for these lines in the contract"));
	for (size_t i = 0; i < n; i++) {
		const struct finding *f = groups[i].findings[0];
		page_sides(s->page, INDENT, COLOUR_CYAN, named(s, &groups[i]), words(s, f->clause));
		page_text(s->page, FIELD_INDENT, COLOUR_NONE, words(s, f->measured));
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
			   words(s, MSG("%1 passed: %2", A_INT(families[i].n), A_TEXT(buf_view(&families[i].list)))));
		buf_release(&families[i].list);
	}
}

void accept_passes(const struct accept_section *s)
{
	size_t n;
	struct group *groups = group_findings(s->arena, s->box->findings, VERDICT_PASS, &n);

	if (n)
		heading(s, s->all ? tr("Passed") : tr("Passed (--all shows each)"));
	for (size_t i = 0; s->all && i < n; i++)
		in_full(s, &groups[i]);
	if (!s->all)
		family_lines(s);
}
