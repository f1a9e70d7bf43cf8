/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nearest.h"

#include "base/distance.h"

void nearest_offer(struct nearest *best, struct slice typed, const char *known)
{
	int distance = word_distance(typed, slice_of(known));

	if (!distance_is_near(distance, slice_of(known)) || (best->word && distance >= best->distance))
		return;
	*best = (struct nearest){ known, distance };
}
