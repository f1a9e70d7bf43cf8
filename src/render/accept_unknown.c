/* SPDX-License-Identifier: Apache-2.0 */
/* What could not be seen, under the command that would show it. */
#include "render/accept_section.h"

/* Bytes of a list of checks; a list that is longer ends there. */
#define LIST_MAX ((size_t)64 * 1024)

/* The groups that are still to be shown: a group that was shown has no findings any more. */
struct unknowns {
	const struct accept_section *s;
	struct group *groups;
	size_t n;
	bool promised; /* those that a clause promises, or those that none does */
};

static bool is_wanted(const struct unknowns *u, size_t i)
{
	return u->groups[i].n && (u->groups[i].findings[0]->term != NULL) == u->promised;
}

/* The next one after `i` that the same command would show; u->n when there is none. */
static size_t next_of_command(const struct unknowns *u, size_t first, size_t i)
{
	struct slice show = message_text(u->s->arena, &u->groups[first].findings[0]->show, NULL);

	for (; i < u->n; i++)
		if (is_wanted(u, i) && slice_eq(message_text(u->s->arena, &u->groups[i].findings[0]->show, NULL), show))
			break;
	return i;
}

static void with_reason(const struct accept_section *s, const struct group *g)
{
	const struct finding *f = g->findings[0];

	page_sides(s->page, FIELD_INDENT, COLOUR_CYAN, group_name(s->arena, g), finding_clause(s->arena, s->lease, f));
	page_text(s->page, FIELD_INDENT + 2, COLOUR_NONE, accept_words(s, f->measured));
}

/* A command is shown to be copied; a sentence ("ask for root") is a sentence. */
static void show_heading(const struct accept_section *s, struct message show)
{
	if (!show.id)
		page_text(s->page, INDENT, COLOUR_BOLD, slice_of(tr("no command shows these:")));
	else if (slice_is(slice_of(show.id), "%1"))
		page_command(s->page, INDENT, accept_words(s, show));
	else
		page_text(s->page, INDENT, COLOUR_BOLD, accept_words(s, show));
}

/* Each thing that the command would show, with the reason why it was not seen. */
static void in_full(struct unknowns *u, size_t first)
{
	show_heading(u->s, u->groups[first].findings[0]->show);
	for (size_t i = first; (i = next_of_command(u, first, i)) < u->n; i++) {
		with_reason(u->s, &u->groups[i]);
		if (i != first)
			u->groups[i].n = 0;
	}
	u->groups[first].n = 0;
}

/* The command and the names of what it would show, in one line where they fit. */
static void in_short(struct unknowns *u, size_t first)
{
	struct slice show = accept_words(u->s, u->groups[first].findings[0]->show);
	struct buf list = BUF_INIT(LIST_MAX);

	for (size_t i = first; (i = next_of_command(u, first, i)) < u->n; i++) {
		buf_text(&list, list.len ? ", " : "");
		buf_slice(&list, group_name(u->s->arena, &u->groups[i]));
		if (i != first)
			u->groups[i].n = 0;
	}
	u->groups[first].n = 0;
	page_command_sides(u->s->page, INDENT, show, buf_view(&list));
	buf_release(&list);
}

void accept_unknowns(const struct accept_section *s)
{
	struct unknowns u = { .s = s, .promised = true };

	u.groups = group_findings(s->arena, s->box->findings, VERDICT_UNKNOWN, &u.n);
	for (int pass = 0; pass < 2; pass++, u.promised = false) {
		bool any = false;
		for (size_t i = 0; i < u.n; i++) {
			if (!is_wanted(&u, i))
				continue;
			if (!any)
				accept_heading(s, u.promised ? tr("Promised, and not seen: run the command and judge again") :
							       tr("Not seen; these commands would show it"));
			any = true;
			if (u.promised || s->all || !u.groups[i].findings[0]->show.id)
				in_full(&u, i);
			else
				in_short(&u, i);
		}
	}
}
