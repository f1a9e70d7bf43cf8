/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/json_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"

/* Marks of the formats stand near the top of their output. */
#define LINES_AHEAD 60
/* Far more than any of these tools prints. */
#define JSON_MAX ((size_t)64 << 20)

bool json_begins(const struct reader *r, const char *mark)
{
	struct slice first = slice_trim(reader_peek(r, 0));

	if (!slice_starts(first, "{") && !slice_starts(first, "["))
		return false;
	for (size_t i = 0; i < LINES_AHEAD && r->pos + i < r->n; i++)
		if (slice_has(r->lines[r->pos + i].text, mark))
			return true;
	return false;
}

static void take_unread(struct reader *r)
{
	struct slice line;

	while (reader_next(r, &line)) {
		reader_unread(r);
		if (slice_trim(reader_peek(r, 0)).len == 0)
			break;
	}
	reader_cut(r);
}

json_t *json_take(struct reader *r)
{
	struct buf text = BUF_INIT(JSON_MAX);
	json_error_t error;

	for (size_t i = r->pos; i < r->n; i++) {
		buf_slice(&text, r->lines[i].text);
		buf_char(&text, '\n');
	}
	json_t *tree = text.len ? json_loadb(text.ptr, text.len, JSON_DISABLE_EOF_CHECK, &error) : NULL;
	buf_release(&text);
	if (!tree) {
		take_unread(r);
		return NULL;
	}
	size_t left = error.position > 0 ? (size_t)error.position : 1;
	r->line = r->lines[r->pos].number;
	int first = r->line;
	while (left > 0 && r->pos < r->n) {
		size_t len = r->lines[r->pos].text.len + 1;
		r->fates[r->pos++] = FATE_READ;
		left = left > len ? left - len : 0;
	}
	r->line = first;
	return tree;
}

struct slice json_words(struct reader *r, const json_t *object, const char *name)
{
	const json_t *value = name ? json_object_get(object, name) : object;

	if (json_is_string(value))
		return arena_slice(r->arena, (struct slice){ json_string_value(value), json_string_length(value) });
	if (json_is_integer(value))
		return arena_printf(r->arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	if (json_is_real(value))
		return arena_printf(r->arena, "%.0f", json_real_value(value));
	if (json_is_boolean(value))
		return json_is_true(value) ? SLICE("1") : SLICE("0");
	return (struct slice){ NULL, 0 };
}
