/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H
/*
 * UTF-8, character by character.
 *
 * A character here is a code point. Over-long forms, surrogates and code points past U+10FFFF are not UTF-8.
 */
#include "base/slice.h"

/* Cuts the first character off `*rest`. False when there is none, or when it is not UTF-8: then `*rest` stays. */
bool utf8_take(struct slice *rest, uint32_t *ret);
#define UTF8_REPLACEMENT 0xfffd
/* The same for text that must be shown whatever it holds: `*rest` is not empty, a byte that is not UTF-8 is U+FFFD. */
uint32_t utf8_take_any(struct slice *rest);
/* At most `max` characters of the front, for quoting in a message; never cuts a character in two. */
struct slice utf8_cut(struct slice s, size_t max);
/* Columns that the text takes on a terminal: two for Chinese and other wide characters, none for combining ones. */
int utf8_columns(struct slice s);

/*
 * The half-width character for a full-width one as Chinese keyboards give them ("８" -> '8', "：" -> ':'); 0 for others.
 */
char half_width(uint32_t character);
/* The first full-width character of the text, as a slice of it; empty when there is none. */
struct slice full_width_find(struct slice s);

#endif
