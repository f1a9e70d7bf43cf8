/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H
/*
 * "Did you mean ...?": the known word that a mistyped one is closest to.
 */
#include "base/slice.h"

/* Starts zeroed. `word` is NULL as long as nothing near enough was offered. */
struct nearest {
	const char *word;
	unsigned distance;
};

/* Call once per known word: keeps it when it is closer to `typed` than the last one kept, and a third of it at most differs. */
void nearest_offer(struct nearest *best, struct slice typed, const char *known);

#endif
