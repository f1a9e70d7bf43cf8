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
	int distance;
};

/* Call once per known word: keeps it when it is near to `typed`, and nearer than the one kept. */
void nearest_offer(struct nearest *best, struct slice typed, const char *known);

#endif
