/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_CARDS_TEXT_H
#define RENDER_CARDS_TEXT_H
/*
 * Cards in words, for `gpuvet cards`: 80 columns, in the language of the process.
 *
 * Text is added to the end of `out`, each line ended; scratch memory comes from `arena`. A figure that nothing confirms is
 * marked "unverified" wherever it is printed ("?" in the table, with a line that says so). A figure that is not known is
 * left out, or "-" in a table.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "catalogue/catalogue.h"

/* A table, one line a card, in the order given; `list` NULL: the whole catalogue. */
void cards_list_text(struct arena *arena, struct buf *out, const struct card *const list[], size_t n);
/* All that is known of one card, with units and source. */
void cards_show_text(struct arena *arena, struct buf *out, const struct card *card);
/* Two cards side by side; rows in which they differ are marked. */
void cards_compare_text(struct arena *arena, struct buf *out, const struct card *a, const struct card *b);
/* "no card fits 'H10'; the nearest are: H20-96GB, ..." */
void cards_none_text(struct arena *arena, struct buf *out, struct slice words);

#endif
