/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json_writer.h"

#include <assert.h>

#include "base/utf8.h"

static void line_start(struct json *json)
{
	static const char indent[] = "\n                                ";

	_Static_assert(sizeof(indent) == 2 * JSON_DEPTH + 2, "two blanks a level");
	buf_add(json->buf, indent, 1 + 2 * (size_t)json->depth);
}

/* What stands between the last thing and the next. */
static void separate(struct json *json)
{
	if (json->after_key) {
		json->after_key = false;
		return;
	}
	if (json->any[json->depth])
		buf_char(json->buf, ',');
	if (json->inline_[json->depth] && json->any[json->depth])
		buf_char(json->buf, ' ');
	else if (json->depth && !json->inline_[json->depth])
		line_start(json);
	json->any[json->depth] = true;
}

static void open_(struct json *json, char bracket, bool one_line)
{
	separate(json);
	buf_char(json->buf, bracket);
	assert(json->depth + 1 < JSON_DEPTH);
	one_line |= json->inline_[json->depth];
	json->depth++;
	json->any[json->depth] = false;
	json->inline_[json->depth] = one_line;
}

static void close_(struct json *json, char bracket)
{
	bool line = json->any[json->depth] && !json->inline_[json->depth];

	assert(json->depth > 0);
	json->depth--;
	if (line)
		line_start(json);
	buf_char(json->buf, bracket);
}

void json_object(struct json *json)
{
	open_(json, '{', false);
}

void json_list(struct json *json)
{
	open_(json, '[', false);
}

void json_object_inline(struct json *json)
{
	open_(json, '{', true);
}

void json_list_inline(struct json *json)
{
	open_(json, '[', true);
}

void json_object_end(struct json *json)
{
	close_(json, '}');
}

void json_list_end(struct json *json)
{
	close_(json, ']');
}

static void character(struct buf *buf, uint32_t c, struct slice bytes)
{
	switch (c) {
	case '"':
		buf_text(buf, "\\\"");
		return;
	case '\\':
		buf_text(buf, "\\\\");
		return;
	case '\t':
		buf_text(buf, "\\t");
		return;
	case '\n':
		buf_text(buf, "\\n");
		return;
	default:
		break;
	}
	if (c < 0x20 || c == 0x7F)
		buf_printf(buf, "\\u%04x", (unsigned)c);
	else if (c == UTF8_REPLACEMENT)
		buf_text(buf, "\xEF\xBF\xBD");
	else
		buf_slice(buf, bytes);
}

/* Length of the front that stands in JSON as it is: nearly all of every text. */
static size_t plain_length(struct slice text)
{
	size_t n = 0;

	while (n < text.len && text.ptr[n] >= ' ' && text.ptr[n] < 0x7f && text.ptr[n] != '"' && text.ptr[n] != '\\')
		n++;
	return n;
}

static void quoted(struct buf *buf, struct slice text)
{
	buf_char(buf, '"');
	for (;;) {
		size_t plain = plain_length(text);
		buf_add(buf, text.ptr, plain);
		text = slice_sub(text, plain, text.len);
		if (!text.len)
			break;
		struct slice before = text;
		uint32_t c = utf8_take_any(&text);
		character(buf, c, slice_sub(before, 0, before.len - text.len));
	}
	buf_char(buf, '"');
}

void json_key(struct json *json, const char *key)
{
	separate(json);
	quoted(json->buf, slice_of(key));
	buf_text(json->buf, ": ");
	json->after_key = true;
}

void json_text(struct json *json, struct slice text)
{
	separate(json);
	quoted(json->buf, text);
}

void json_int(struct json *json, int64_t value)
{
	separate(json);
	buf_printf(json->buf, "%jd", (intmax_t)value);
}

void json_bool(struct json *json, bool value)
{
	separate(json);
	buf_text(json->buf, value ? "true" : "false");
}

void json_null(struct json *json)
{
	separate(json);
	buf_text(json->buf, "null");
}

void json_key_text(struct json *json, const char *key, struct slice text)
{
	json_key(json, key);
	json_text(json, text);
}

void json_key_int(struct json *json, const char *key, int64_t value)
{
	json_key(json, key);
	json_int(json, value);
}

void json_end(struct json *json)
{
	assert(json->depth == 0);
	buf_char(json->buf, '\n');
}
