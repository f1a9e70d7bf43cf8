/* SPDX-License-Identifier: Apache-2.0 */
#include "render/lease_text.h"

#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "lease/lease_write.h"
#include "render/columns.h"

/* Columns of the line number, and where the sentence starts. */
#define NUMBER_WIDTH 5
#define SENTENCE_AT  7

void lease_init_text(struct arena *arena, struct buf *out, const struct card *card, int count)
{
	lease_write(arena, out, card, count, tr);
}

static struct slice value_text(struct arena *arena, const struct term *term)
{
	if (term_info(term->key)->kind == KIND_FLAG)
		return slice_of(tr(term->i ? N_("yes") : N_("no")));
	return term_text(arena, term);
}

/* Which of several disks or credits a term is about, counted as people do. */
static struct message term_sentence(struct arena *arena, const struct term *term)
{
	const struct term_info *info = term_info(term->key);
	struct slice value = value_text(arena, term);

	if (strstr(info->name, "[]"))
		return MSG("%1, no. %2: %3", A_WORD(info->sentence), A_INT(term->item + 1), A_TEXT(value));
	return MSG("%1: %2", A_WORD(info->sentence), A_TEXT(value));
}

static void add_term(struct arena *arena, struct buf *out, const struct term *term)
{
	struct message sentence = term_sentence(arena, term);

	if (term->line > 0)
		buf_printf(out, "%*d  ", NUMBER_WIDTH, term->line);
	else
		buf_printf(out, "%*s  ", NUMBER_WIDTH, "");
	column_wrap(out, message_text(arena, &sentence, tr), SENTENCE_AT, SENTENCE_AT + 2);
}

static void add_silence(struct arena *arena, struct buf *out, const struct lease *lease)
{
	struct slice names = { NULL, 0 };

	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++) {
		if (key == TERM_LEASE || lease_term(lease, key))
			continue;
		names = names.len ? arena_printf(arena, "%.*s, %s", SLICE_ARG(names), term_info(key)->name)
				  : slice_of(term_info(key)->name);
	}
	if (names.len == 0)
		return;
	buf_printf(out, "\n%s\n  ", tr(N_("Not written, so not promised:")));
	column_wrap(out, names, 2, 2);
}

void lease_terms_text(struct arena *arena, struct buf *out, const struct lease *lease)
{
	struct message title = MSG("What %1 promises, by its lines:", A_TEXT(lease->file));

	column_wrap(out, message_text(arena, &title, tr), 0, 2);
	/* The version of the format is no promise. */
	for (size_t i = 0; i < lease->n; i++)
		if (lease->terms[i].key != TERM_LEASE)
			add_term(arena, out, &lease->terms[i]);
	add_silence(arena, out, lease);
}
