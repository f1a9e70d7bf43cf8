/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LEASE_LEASE_WRITE_H
#define LEASE_LEASE_WRITE_H
/*
 * A lease file to fill in: every key of terms.h, in its order, with a comment that says what it promises.
 *
 * What the card decides is written as a value. Everything else stands behind '#' with the form in terms.h: a line counts
 * once its '#' (and that of the lines it belongs to) is taken off. The text is read by lease_read() as it is.
 */
#include "base/buf.h"
#include "catalogue/catalogue.h"
#include "lease/lease.h"

/* `card` NULL, `count` 0: not known. `translate` is tr() or NULL for English. */
void lease_write(struct arena *arena, struct buf *out, const struct card *card, int count,
		 const char *(*translate)(const char *));

#endif
