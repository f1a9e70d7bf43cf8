/* SPDX-License-Identifier: Apache-2.0 */
#include "render/facts_json.h"

#include "base/json_writer.h"
#include "render/facts_text.h"

void render_vocabulary_json(struct buf *buf)
{
	struct json json = JSON_INIT(buf);

	json_object(&json);
	json_key(&json, "facts");
	json_list(&json);
	for (enum key key = KEY_NONE + 1; key < KEY_MAX; key++) {
		const struct key_info *info = key_info(key);
		json_object(&json);
		json_key_text(&json, "name", slice_of(info->name));
		json_key_text(&json, "kind", slice_of(fact_kind_name(info->kind)));
		json_key_text(&json, "unit", slice_of(unit_name(info->unit)));
		json_key_text(&json, "subject", slice_of(subject_kind_name(info->subject)));
		json_key_text(&json, "what", slice_of(info->sentence));
		json_key_text(&json, "how", slice_of(info->how));
		json_object_end(&json);
	}
	json_list_end(&json);
	json_object_end(&json);
	json_end(&json);
}

static void value(struct json *json, const struct fact *fact)
{
	if (fact->absence != PRESENT) {
		json_key_text(json, "absent", slice_of(absence_name(fact->absence)));
	} else if (key_info(fact->key)->kind == KIND_INTEGER) {
		json_key_int(json, "value", fact->i);
	} else if (key_info(fact->key)->kind == KIND_FLAG) {
		json_key(json, "value");
		json_bool(json, fact->i != 0);
	} else {
		json_key_text(json, "value", fact->text);
		return;
	}
	if (fact->text.len)
		json_key_text(json, "text", fact->text);
}

static void one(struct arena *arena, struct json *json, const struct facts *facts, const struct fact *fact)
{
	const struct section *section = &facts->sections[fact->section];

	json_object_inline(json);
	json_key_text(json, "fact", slice_of(key_info(fact->key)->name));
	json_key_text(json, "subject", subject_text(arena, fact->subject));
	json_key_int(json, "item", fact->item);
	value(json, fact);
	json_key_text(json, "file", section->blob);
	json_key_int(json, "line", fact->line);
	json_key_text(json, "output", slice_of(section->format));
	json_object_end(json);
}

static void unread(struct json *json, const struct facts *facts)
{
	json_key(json, "unread");
	json_list(json);
	for (size_t i = 0; i < facts->n_unread; i++) {
		const struct unread *u = &facts->unread[i];
		json_object_inline(json);
		json_key_text(json, "file", u->blob);
		json_key_int(json, "line", u->first_line);
		json_key_int(json, "lines", u->n_lines);
		json_key_text(json, "text", u->text);
		json_object_end(json);
	}
	json_list_end(json);
}

void render_facts_json(struct arena *arena, struct buf *buf, struct facts *const boxes[], size_t n)
{
	struct json json = JSON_INIT(buf);

	json_object(&json);
	json_key(&json, "boxes");
	json_list(&json);
	for (size_t i = 0; i < n; i++) {
		json_object(&json);
		json_key_text(&json, "name", arena_printf(arena, "box%zu", i + 1));
		json_key(&json, "facts");
		json_list(&json);
		for (enum key key = KEY_NONE + 1; key < KEY_MAX; key++)
			for (const struct fact *f = NULL; (f = fact_next_key(boxes[i], key, f));)
				one(arena, &json, boxes[i], f);
		json_list_end(&json);
		unread(&json, boxes[i]);
		json_object_end(&json);
	}
	json_list_end(&json);
	json_object_end(&json);
	json_end(&json);
}
