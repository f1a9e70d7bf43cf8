/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/json_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"

/* Marks of the formats stand near the top of their output. */
#define LINES_AHEAD 60
/* Far more than any of these tools prints. */
#define JSON_MAX ((size_t)64 << 20)

/* A blank line and then text that no JSON value goes on with: the value was cut, another output begins. */
static bool value_broken(const struct reader *r, size_t offset)
{
	struct slice next = reader_peek(r, offset + 1);

	if (slice_trim(reader_peek(r, offset)).len)
		return false;
	return next.len && !strchr(" \t\"}]", next.ptr[0]);
}

/* What stands behind the opening bracket, on its line or the next one. */
static bool opens_value(const struct reader *r)
{
	struct slice first = slice_trim(reader_peek(r, 0));

	if (!slice_starts(first, "{") && !slice_starts(first, "["))
		return false;
	struct slice inside = slice_trim(slice_sub(first, 1, first.len));
	if (!inside.len)
		inside = slice_trim(reader_peek(r, 1));
	return !inside.len || strchr(first.ptr[0] == '{' ? "\"}" : "{[\"]-0123456789tfn", inside.ptr[0]);
}

bool json_begins(const struct reader *r, const char *mark)
{
	if (!opens_value(r))
		return false;
	for (size_t i = 0; i < LINES_AHEAD && r->pos + i < r->n && !value_broken(r, i); i++)
		if (slice_has(r->lines[r->pos + i].text, mark))
			return true;
	return false;
}

/* Where in a JSON text the scan stands. */
struct scan {
	size_t depth;
	bool in_string, escaped;
};

/* Moves over a line; the number of bytes up to the end of the value when it ends there, else 0. */
static size_t scan_line(struct scan *scan, struct slice line)
{
	for (size_t i = 0; i < line.len; i++) {
		char c = line.ptr[i];
		if (scan->in_string) {
			scan->in_string = scan->escaped || c != '"';
			scan->escaped = !scan->escaped && c == '\\';
		} else if (c == '"') {
			scan->in_string = true;
		} else if (c == '{' || c == '[') {
			scan->depth++;
		} else if ((c == '}' || c == ']') && --scan->depth == 0) {
			return i + 1;
		}
	}
	return 0;
}

static void take_back_unread(struct reader *r, size_t start)
{
	for (size_t i = start; i < r->pos; i++)
		r->fates[i] = FATE_UNREAD;
	reader_cut(r);
}

/*
 * The end of the value is looked for first, so that only its own lines are joined: what a long blob costs stays in
 * proportion to its length, however often a value in it is broken.
 */
json_t *json_take(struct reader *r)
{
	struct buf text = BUF_INIT(JSON_MAX);
	struct scan scan = { .depth = 0 };
	size_t start = r->pos, end = 0;
	json_error_t error;
	json_t *tree = NULL;
	struct slice line;

	while (!end && !value_broken(r, 0) && reader_next(r, &line)) {
		end = scan_line(&scan, line);
		buf_slice(&text, end ? slice_sub(line, 0, end) : line);
		buf_char(&text, '\n');
	}
	if (end && !text.full)
		tree = json_loadb(text.ptr, text.len, 0, &error);
	buf_release(&text);
	if (!tree)
		take_back_unread(r, start);
	r->line = r->lines[start].number;
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
