/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_CLEAN_H
#define PARSE_CLEAN_H
/*
 * A blob as lines without the dirt of terminals, chats and web pages: CR, BOM, UTF-16, ANSI escapes, HTML entities,
 * non-breaking spaces, quote marks ("> ") and an indent that every line has. Line numbers stay those of the blob.
 */
#include "parse/parse.h"

/* All lines; `ret_n` is their number. They live in the arena (or point into `data`). */
struct line *clean_lines(struct arena *arena, struct slice data, size_t *ret_n);

#endif
