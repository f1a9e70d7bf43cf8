/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as what people write for a card, and as a quantity. */
#include "base/arena.h"
#include "base/unit.h"
#include "catalogue/catalogue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct card *found[4];
	struct slice words = { (const char *)data, size };
	struct arena *arena = arena_open();
	int64_t value;

	cards_find(words, FORM_UNKNOWN, 0, found, 4);
	for (enum unit unit = UNIT_NONE; unit <= UNIT_MICRO_MONEY; unit++)
		if (quantity_parse(words, unit, "MiB", &value, NULL) == 0)
			quantity_text(arena, value, unit);
	arena_close(arena);
	return 0;
}
