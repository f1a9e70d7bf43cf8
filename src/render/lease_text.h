/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_LEASE_TEXT_H
#define RENDER_LEASE_TEXT_H
/*
 * Leases in words, for `gpuvet lease init` and `gpuvet lease terms`, in the language of the process.
 *
 * Text is added to the end of `out`, each line ended; scratch memory comes from `arena`.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "catalogue/catalogue.h"
#include "lease/lease.h"

/*
 * A lease file to fill in: commented YAML with every key. What the card decides is filled in; the rest stands as comments
 * with what to ask. `card` NULL: nothing is filled in. `count` is the number of cards in a machine; 0: not known.
 */
void lease_init_text(struct arena *arena, struct buf *out, const struct card *card, int count);
/* What is promised: one sentence a term, with its line, 80 columns. */
void lease_terms_text(struct arena *arena, struct buf *out, const struct lease *lease);

#endif
