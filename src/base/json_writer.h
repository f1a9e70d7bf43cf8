/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H
/*
 * JSON written piece by piece, indented by two blanks, into a buffer.
 *
 * The writer sets commas and line ends. A value is written after json_key() inside an object, or alone inside a list. Text
 * may hold any bytes: what is not UTF-8 becomes U+FFFD, so that the output is always valid JSON. Nothing depends on the
 * locale. Small objects and lists can be kept on one line.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

#define JSON_DEPTH 16

struct json {
	struct buf *buf;
	int depth;
	bool any[JSON_DEPTH];	 /* something stands at this depth */
	bool inline_[JSON_DEPTH]; /* this depth is kept on one line */
	bool after_key;
};

#define JSON_INIT(buffer) { .buf = (buffer) }

void json_object(struct json *json);
void json_list(struct json *json);
/* Until the matching end everything inside is kept on one line. */
void json_object_inline(struct json *json);
void json_list_inline(struct json *json);
void json_object_end(struct json *json);
void json_list_end(struct json *json);

void json_key(struct json *json, const char *key);
void json_text(struct json *json, struct slice text);
void json_int(struct json *json, int64_t value);
void json_bool(struct json *json, bool value);
void json_null(struct json *json);

/* key and value in one call */
void json_key_text(struct json *json, const char *key, struct slice text);
void json_key_int(struct json *json, const char *key, int64_t value);
/* The last line end. */
void json_end(struct json *json);

#endif
