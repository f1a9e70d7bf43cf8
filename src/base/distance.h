/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_DISTANCE_H
#define BASE_DISTANCE_H
/*
 * How far two words are apart, for "did you mean".
 *
 * The count of single letters to insert, drop, change, or swap with their neighbour; ASCII case is ignored. Bytes are
 * compared, which is enough for names. Words longer than DISTANCE_LONGEST are far from everything.
 */
#include "base/slice.h"

#define DISTANCE_LONGEST 64
#define DISTANCE_FAR	 1000

int word_distance(struct slice a, struct slice b);
/* True when `distance` is small enough, for a word of that length, to call the other one a likely slip of the pen. */
bool distance_is_near(int distance, struct slice word);

#endif
