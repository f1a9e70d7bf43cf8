/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H
/*
 * UTF-8, one character at a time; whatever the bytes are, something is taken and nothing is read past the end.
 */
#include <stdint.h>

#include "base/slice.h"

#define UTF8_REPLACEMENT 0xFFFD

/* Cuts the first character off `*rest` (not empty). A byte that begins no valid sequence is taken alone: U+FFFD. */
uint32_t utf8_take(struct slice *rest);

#endif
