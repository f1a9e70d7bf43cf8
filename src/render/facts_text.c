/* SPDX-License-Identifier: Apache-2.0 */
#include "render/facts_text.h"

#include "base/message.h"
#include "base/text.h"

#define VALUE_COLUMN 4
#define FIELD_COLUMN 12

const char *fact_kind_name(enum fact_kind kind)
{
	static const char *const names[] = { "integer", "text", "flag" };

	return names[kind];
}

const char *subject_kind_name(enum subject_kind kind)
{
	static const char *const names[] = { "box", "gpu", "link", "nic", "disk", "fs", "lease" };

	return names[kind];
}

static void field(struct page *page, const char *label, const char *text)
{
	page_field(page, VALUE_COLUMN, slice_of(label), FIELD_COLUMN + VALUE_COLUMN, slice_of(text));
}

void render_vocabulary_text(struct arena *arena, struct page *page)
{
	for (enum key key = KEY_NONE + 1; key < KEY_MAX; key++) {
		const struct key_info *info = key_info(key);
		const char *unit = unit_name(info->unit);
		struct slice kind = arena_printf(arena, "%s%s%s, %s", fact_kind_name(info->kind), unit[0] ? " " : "", unit,
						 subject_kind_name(info->subject));
		page_sides(page, 0, COLOUR_BOLD, slice_of(info->name), kind);
		field(page, tr("what"), tr(info->sentence));
		field(page, tr("how"), info->how);
	}
}

static struct slice value(struct arena *arena, const struct fact *fact)
{
	if (fact->absence != PRESENT)
		return fact->text.len ? arena_printf(arena, "(%s: %.*s)", absence_name(fact->absence), SLICE_ARG(fact->text)) :
					arena_printf(arena, "(%s)", absence_name(fact->absence));
	return fact_text(arena, fact);
}

static void one(struct arena *arena, struct page *page, const struct facts *facts, const struct fact *fact)
{
	struct slice subject = subject_text(arena, fact->subject);
	struct slice name = slice_of(key_info(fact->key)->name);
	struct slice blob = facts->sections[fact->section].blob;

	if (fact->item)
		name = arena_printf(arena, "%.*s[%d]", SLICE_ARG(name), fact->item);
	page_sides(page, 0, COLOUR_NONE,
		   arena_printf(arena, "%.*s %.*s = %.*s", SLICE_ARG(subject), SLICE_ARG(name), SLICE_ARG(value(arena, fact))),
		   arena_printf(arena, "%.*s:%d", SLICE_ARG(blob), fact->line));
}

void render_facts_text(struct arena *arena, struct page *page, const struct facts *facts)
{
	for (enum key key = KEY_NONE + 1; key < KEY_MAX; key++) {
		const struct fact *fact = NULL;
		while ((fact = fact_next_key(facts, key, fact)))
			one(arena, page, facts, fact);
	}
	for (size_t i = 0; i < facts->n_unread; i++) {
		const struct unread *u = &facts->unread[i];
		struct message message = MSG("not understood: %1:%2 (lines: %3): %4", A_TEXT(u->blob), A_INT(u->first_line),
					     A_INT(u->n_lines), A_TEXT(slice_trim(u->text)));
		page_text(page, 0, COLOUR_YELLOW, message_text(arena, &message, tr));
	}
}
