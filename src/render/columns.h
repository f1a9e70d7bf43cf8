/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_COLUMNS_H
#define RENDER_COLUMNS_H
/*
 * Text in columns of a terminal: padded and broken by what it takes on the screen, Chinese characters two columns each.
 */
#include "base/buf.h"
#include "base/slice.h"

#define COLUMNS 80

/* The text, then blanks up to `width`; a text that is wider is not cut. */
void column_add(struct buf *out, struct slice text, int width);
/*
 * Cuts the next line of at most `width` columns off the front of `*rest`, at a blank or between wide characters; a word
 * that is wider by itself stays whole. False when nothing is left.
 */
bool column_line(struct slice *rest, int width, struct slice *ret);
/* Lines of at most COLUMNS, each but the first indented; the first continues what stands in the line already. */
void column_wrap(struct buf *out, struct slice text, int used, int indent);

#endif
