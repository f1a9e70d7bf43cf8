/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H
/*
 * A slice is a piece of text that somebody else owns: a pointer and a length, not NUL-terminated.
 *
 * Slices are passed by value. The memory behind one lives as long as the arena or blob that it was cut from. No function
 * here allocates, and none reads past `len`. An empty slice may have a NULL pointer.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct slice {
	const char *ptr;
	size_t len;
};

/* For printf: "%.*s", SLICE_ARG(s). */
#define SLICE_ARG(s) ((int)(s).len), ((s).len ? (s).ptr : "")
/* A slice over a string literal. */
#define SLICE(literal) ((struct slice){ (literal), sizeof(literal) - 1 })

/* A slice over a NUL-terminated string; NULL gives the empty slice. */
struct slice slice_of(const char *text);
/* The part from `start` up to `end`, both cut to the slice's length. */
struct slice slice_sub(struct slice s, size_t start, size_t end);
/* Without blanks and tabs (and CR, LF) at either end. */
struct slice slice_trim(struct slice s);

/* These stand here because parsers ask them of every line: against a literal they fold to one comparison. */
static inline bool slice_eq(struct slice a, struct slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}
static inline bool slice_is(struct slice s, const char *text)
{
	size_t n = strlen(text);

	return s.len == n && (n == 0 || memcmp(s.ptr, text, n) == 0);
}
/* ASCII case is ignored. */
bool slice_is_nocase(struct slice s, const char *text);
static inline bool slice_starts(struct slice s, const char *prefix)
{
	size_t n = strlen(prefix);

	return s.len >= n && (n == 0 || memcmp(s.ptr, prefix, n) == 0);
}
bool slice_ends(struct slice s, const char *suffix);
bool slice_has(struct slice s, const char *text);
bool slice_has_nocase(struct slice s, const char *text);

#define SLICE_NONE ((size_t)-1)
/* Offset of the first `text` in `s`, or SLICE_NONE. */
size_t slice_find(struct slice s, const char *text);
size_t slice_find_char(struct slice s, char c);

/*
 * Cuts the next field off the front of `*rest`: up to `separator`, which is dropped. False when nothing is left; an empty
 * field between two separators is a field.
 */
bool slice_split(struct slice *rest, char separator, struct slice *ret_field);
/* Cuts the next run of non-blank characters off the front of `*rest`; false when none is left. */
bool slice_word(struct slice *rest, struct slice *ret_word);

/*
 * The whole slice as a number: decimal (optional sign), or hexadecimal with 0x. False, and `*ret` untouched, when
 * anything else stands in it or the value does not fit.
 */
bool slice_int(struct slice s, int64_t *ret);
bool slice_hex(struct slice s, uint64_t *ret);
/* The number at the front of `*rest`, which is moved behind it; digits only. */
bool slice_take_int(struct slice *rest, int64_t *ret);
/* A decimal number, "81.5", times 10^digits, rounded half away from zero: slice_fixed("1.5", 3) is 1500. */
bool slice_fixed(struct slice s, int digits, int64_t *ret);

#endif
