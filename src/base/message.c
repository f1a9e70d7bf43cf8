/* SPDX-License-Identifier: Apache-2.0 */
#include "base/message.h"

#include <assert.h>
#include <string.h>

#include "base/buf.h"

#define MESSAGE_MAX ((size_t)64 * 1024)

struct message message_make(const char *id, const struct arg *args, size_t n)
{
	struct message m = { .id = id, .n = (int)n };

	assert(n <= MESSAGE_ARGS);
	for (size_t i = 0; i < n; i++)
		m.args[i] = args[i + 1];
	return m;
}

static const char *english(const char *id)
{
	return id;
}

static struct slice arg_text(struct arena *arena, const struct arg *arg, const char *(*translate)(const char *))
{
	switch (arg->kind) {
	case ARG_QUANTITY:
		return quantity_text(arena, arg->value, arg->unit);
	case ARG_WORD:
		return slice_of(translate(arena_text(arena, arg->text)));
	case ARG_TEXT:
		break;
	}
	return arg->text;
}

struct slice message_text(struct arena *arena, const struct message *message, const char *(*translate)(const char *))
{
	struct buf buf = BUF_INIT(MESSAGE_MAX);

	if (!message->id)
		return (struct slice){ NULL, 0 };
	if (!translate)
		translate = english;
	for (const char *p = translate(message->id); *p; p++) {
		if (*p != '%') {
			buf_char(&buf, *p);
			continue;
		}
		p++;
		if (*p >= '1' && *p < '1' + message->n)
			buf_slice(&buf, arg_text(arena, &message->args[*p - '1'], translate));
		else
			assert(*p == '%'), buf_char(&buf, '%');
	}
	struct slice text = arena_slice(arena, buf_view(&buf));
	buf_release(&buf);
	return text;
}
