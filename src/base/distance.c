/* SPDX-License-Identifier: Apache-2.0 */
#include "base/distance.h"

#include <ctype.h>

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* Optimal string alignment: three rows of the usual table, the oldest for the swap of two neighbours. */
int word_distance(struct slice a, struct slice b)
{
	int rows[3][DISTANCE_LONGEST + 1];

	if (a.len > DISTANCE_LONGEST || b.len > DISTANCE_LONGEST)
		return DISTANCE_FAR;
	for (size_t j = 0; j <= b.len; j++)
		rows[0][j] = (int)j;
	for (size_t i = 1; i <= a.len; i++) {
		int *row = rows[i % 3];
		const int *above = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];

		row[0] = (int)i;
		for (size_t j = 1; j <= b.len; j++) {
			int change = above[j - 1] + !same(a.ptr[i - 1], b.ptr[j - 1]);
			row[j] = least(change, least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && same(a.ptr[i - 1], b.ptr[j - 2]) && same(a.ptr[i - 2], b.ptr[j - 1]))
				row[j] = least(row[j], older[j - 2] + 1);
		}
	}
	return rows[a.len % 3][b.len];
}

bool distance_is_near(int distance, struct slice word)
{
	return distance <= (word.len < 6 ? 2 : (int)word.len / 3);
}
