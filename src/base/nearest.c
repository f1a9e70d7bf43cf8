/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nearest.h"

#include <string.h>

/* Longer words are not compared: nobody mistypes them by a few letters. */
#define LONGEST 63

static unsigned smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Letters to insert, drop, change or swap with their neighbour to get from one word to the other. */
static unsigned distance(struct slice a, struct slice b)
{
	unsigned rows[3][LONGEST + 1];
	unsigned *before = rows[0], *above = rows[1], *row = rows[2];

	for (unsigned j = 0; j <= b.len; j++)
		above[j] = j;
	for (unsigned i = 1; i <= a.len; i++) {
		row[0] = i;
		for (unsigned j = 1; j <= b.len; j++) {
			bool same = a.ptr[i - 1] == b.ptr[j - 1];
			row[j] = smaller(smaller(above[j] + 1, row[j - 1] + 1), above[j - 1] + !same);
			if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1])
				row[j] = smaller(row[j], before[j - 2] + 1);
		}
		unsigned *spare = before;
		before = above;
		above = row;
		row = spare;
	}
	return above[b.len];
}

void nearest_offer(struct nearest *best, struct slice typed, const char *known)
{
	struct slice word = slice_of(known);
	unsigned d;

	if (typed.len == 0 || typed.len > LONGEST || word.len > LONGEST)
		return;
	d = distance(typed, word);
	if (d > (word.len + 2) / 3 || (best->word && d >= best->distance))
		return;
	*best = (struct nearest){ known, d };
}
