/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H
/*
 * Memory that is given back all at once.
 *
 * One arena a command run, passed explicitly; whatever a function returns lives in the arena that it was given. Nothing
 * taken from an arena is freed by itself. Memory comes zeroed. When the machine has no memory left the program ends with
 * one line on standard error: no caller has to check for NULL.
 */
#include <stdarg.h>
#include <stddef.h>

#include "base/slice.h"

struct arena;

struct arena *arena_open(void);
void arena_close(struct arena *arena);

/* Zeroed memory, aligned for any type. */
void *arena_alloc(struct arena *arena, size_t size) __attribute__((malloc, returns_nonnull));
/* An array of `n` things of `size` bytes; the product is checked. */
void *arena_array(struct arena *arena, size_t n, size_t size) __attribute__((returns_nonnull));
/*
 * Room for at least `need` things in a growing array: `*capacity` is the present room, `array` the present memory. Returns
 * the memory to go on with (the old one, or a larger copy).
 */
void *arena_grow(struct arena *arena, void *array, size_t *capacity, size_t need, size_t size);

/* A NUL-terminated copy. */
char *arena_text(struct arena *arena, struct slice s);
struct slice arena_slice(struct arena *arena, struct slice s);
struct slice arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct slice arena_vprintf(struct arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

#endif
