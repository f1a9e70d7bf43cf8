/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/boxes.h"

struct boxes boxes_deal(struct arena *arena, const struct facts *all)
{
	struct boxes boxes = { .boxes = arena_array(arena, 1, sizeof(struct facts *)), .n = 1 };

	boxes.boxes[0] = (struct facts *)all;
	return boxes;
}
