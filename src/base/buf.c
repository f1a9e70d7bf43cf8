/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool buf_room(struct buf *buf, size_t more)
{
	if (buf->full || more > buf->max - buf->len) {
		buf->full = true;
		return false;
	}
	if (buf->len + more + 1 <= buf->capacity)
		return true;
	size_t room = buf->capacity ? buf->capacity * 2 : 256;
	while (room < buf->len + more + 1)
		room *= 2;
	char *larger = realloc(buf->ptr, room);
	if (!larger) {
		buf->full = true;
		return false;
	}
	buf->ptr = larger;
	buf->capacity = room;
	return true;
}

void buf_add(struct buf *buf, const void *data, size_t len)
{
	if (len == 0 || !buf_room(buf, len))
		return;
	memcpy(buf->ptr + buf->len, data, len);
	buf->len += len;
	buf->ptr[buf->len] = '\0';
}

void buf_text(struct buf *buf, const char *text)
{
	buf_add(buf, text, strlen(text));
}

void buf_slice(struct buf *buf, struct slice s)
{
	buf_add(buf, s.ptr, s.len);
}

void buf_char(struct buf *buf, char c)
{
	if (buf->len + 1 < buf->capacity && buf->len < buf->max && !buf->full) {
		buf->ptr[buf->len++] = c;
		buf->ptr[buf->len] = '\0';
		return;
	}
	buf_add(buf, &c, 1);
}

void buf_printf(struct buf *buf, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	int len = vasprintf(&text, format, args);
	va_end(args);
	if (len < 0) {
		buf->full = true;
		return;
	}
	buf_add(buf, text, (size_t)len);
	free(text);
}

void buf_clear(struct buf *buf)
{
	buf->len = 0;
	buf->full = false;
	if (buf->ptr)
		buf->ptr[0] = '\0';
}

void buf_release(struct buf *buf)
{
	free(buf->ptr);
	*buf = (struct buf){ .max = buf->max };
}
