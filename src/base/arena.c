/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)64 * 1024)
#define ALIGNMENT  _Alignof(max_align_t)

struct block {
	struct block *next;
	size_t used, size;
	_Alignas(max_align_t) char data[];
};

struct arena {
	struct block *blocks;
};

static void *or_die(void *memory)
{
	if (!memory) {
		fputs("gpuvet: out of memory\n", stderr);
		abort();
	}
	return memory;
}

struct arena *arena_open(void)
{
	return or_die(calloc(1, sizeof(struct arena)));
}

void arena_close(struct arena *arena)
{
	if (!arena)
		return;
	for (struct block *b = arena->blocks, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	free(arena);
}

/* A large request gets a block of its own behind the current one, which stays in use. */
static struct block *block_add(struct arena *arena, size_t size)
{
	size_t room = size > BLOCK_SIZE / 4 ? size : BLOCK_SIZE;
	struct block *b = or_die(calloc(1, sizeof(*b) + room));

	b->size = room;
	if (room == size && arena->blocks) {
		b->next = arena->blocks->next;
		arena->blocks->next = b;
	} else {
		b->next = arena->blocks;
		arena->blocks = b;
	}
	return b;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	struct block *b = arena->blocks;

	if (size > SIZE_MAX / 2)
		or_die(NULL);
	size = (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
	if (!b || b->size - b->used < size)
		b = block_add(arena, size);
	void *memory = b->data + b->used;
	b->used += size;
	return memory;
}

void *arena_array(struct arena *arena, size_t n, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(n, size, &total))
		or_die(NULL);
	return arena_alloc(arena, total);
}

void *arena_grow(struct arena *arena, void *array, size_t *capacity, size_t need, size_t size)
{
	if (need <= *capacity)
		return array;
	size_t room = *capacity ? *capacity : 8;
	while (room < need)
		if (__builtin_mul_overflow(room, 2, &room))
			or_die(NULL);
	void *larger = arena_array(arena, room, size);
	if (*capacity)
		memcpy(larger, array, *capacity * size);
	*capacity = room;
	return larger;
}

char *arena_text(struct arena *arena, struct slice s)
{
	char *text = arena_alloc(arena, s.len + 1);

	if (s.len)
		memcpy(text, s.ptr, s.len);
	return text;
}

struct slice arena_slice(struct arena *arena, struct slice s)
{
	return (struct slice){ arena_text(arena, s), s.len };
}

struct slice arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	va_list again;

	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	assert(len >= 0);
	char *text = arena_alloc(arena, (size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, format, args);
	return (struct slice){ text, (size_t)len };
}

struct slice arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	struct slice s = arena_vprintf(arena, format, args);
	va_end(args);
	return s;
}
