/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_BUF_H
#define BASE_BUF_H
/*
 * A growing buffer, born with its maximum.
 *
 * What would go past the maximum is dropped whole and `full` is set: nothing is cut in the middle. The text is always
 * NUL-terminated. buf_release frees it and leaves an empty buffer.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct buf {
	char *ptr;
	size_t len, capacity, max;
	bool full;
};

#define BUF_INIT(maximum) { .max = (maximum) }

void buf_add(struct buf *buf, const void *data, size_t len);
void buf_text(struct buf *buf, const char *text);
void buf_slice(struct buf *buf, struct slice s);
void buf_char(struct buf *buf, char c);
void buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Forgets the content, keeps the memory. */
void buf_clear(struct buf *buf);
void buf_release(struct buf *buf);
static inline struct slice buf_view(const struct buf *buf)
{
	return (struct slice){ buf->ptr, buf->len };
}

#endif
