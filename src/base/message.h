/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_MESSAGE_H
#define BASE_MESSAGE_H
/*
 * A sentence for people, kept as message id and values and put into words late: one report renders in every language.
 *
 * The id is English text in which %1 to %6 stand for the values; "%%" is a percent sign. MSG() builds one; its first
 * argument is found by xgettext (keyword MSG), as are the words of A_WORD().
 *
 *	MSG("%1 in use where the card has %2", A_QTY(8, UNIT_LANES), A_QTY(16, UNIT_LANES))
 */
#include "base/arena.h"
#include "base/slice.h"
#include "base/unit.h"

#define MESSAGE_ARGS 6

struct arg {
	enum { ARG_TEXT, ARG_QUANTITY, ARG_WORD } kind;
	enum unit unit;
	int64_t value;
	struct slice text; /* TEXT: as it is. WORD: a message id, translated when rendered */
};

struct message {
	const char *id; /* NULL: no message */
	int n;
	struct arg args[MESSAGE_ARGS];
};

#define A_TEXT(s)	((struct arg){ .kind = ARG_TEXT, .text = (s) })
#define A_STR(s)	((struct arg){ .kind = ARG_TEXT, .text = slice_of(s) })
#define A_INT(v)	((struct arg){ .kind = ARG_QUANTITY, .unit = UNIT_COUNT, .value = (v) })
#define A_QTY(v, u)	((struct arg){ .kind = ARG_QUANTITY, .unit = (u), .value = (v) })
#define A_WORD(id)	((struct arg){ .kind = ARG_WORD, .text = slice_of(id) })
#define MSG(message_id, ...) \
	message_make(message_id, (const struct arg[]){ { .kind = ARG_TEXT }, ##__VA_ARGS__ }, \
		     sizeof((const struct arg[]){ { .kind = ARG_TEXT }, ##__VA_ARGS__ }) / sizeof(struct arg) - 1)

/* `args` has one unused entry in front. Use MSG(). */
struct message message_make(const char *id, const struct arg *args, size_t n);
/* In words. `translate` is tr() or NULL for English; "" for no message. */
struct slice message_text(struct arena *arena, const struct message *message, const char *(*translate)(const char *));

#endif
