/* SPDX-License-Identifier: Apache-2.0 */
#include "catalogue/catalogue.h"

#include <stdlib.h>

const struct card *card_by_id(struct slice id)
{
	for (size_t i = 0; i < n_cards; i++)
		if (slice_is_nocase(id, cards[i].id))
			return &cards[i];
	return NULL;
}

static bool card_has_device(const struct card *card, uint16_t device)
{
	for (const uint16_t *d = card->device_ids; *d; d++)
		if (*d == device)
			return true;
	return false;
}

const struct card *card_next_by_device(uint16_t device, const struct card *after)
{
	for (const struct card *c = after ? after + 1 : cards; c < cards + n_cards; c++)
		if (card_has_device(c, device))
			return c;
	return NULL;
}

static struct slice without_vendor(struct slice name)
{
	return slice_starts(name, "NVIDIA ") ? slice_sub(name, 7, name.len) : name;
}

const struct card *card_next_by_name(struct slice name, const struct card *after)
{
	for (const struct card *c = after ? after + 1 : cards; c < cards + n_cards; c++)
		if (c->smi_name[0] && slice_eq(without_vendor(name), without_vendor(slice_of(c->smi_name))))
			return c;
	return NULL;
}

static int device_name_order(const void *key, const void *row)
{
	const struct device_name *a = key, *b = row;

	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	return (a->subsystem > b->subsystem) - (a->subsystem < b->subsystem);
}

const struct device_name *device_name_find(uint16_t device, uint32_t subsystem)
{
	struct device_name key = { .device = device, .subsystem = subsystem };
	const struct device_name *row = bsearch(&key, device_names, n_device_names, sizeof(key), device_name_order);

	if (row || subsystem == 0)
		return row;
	key.subsystem = 0;
	return bsearch(&key, device_names, n_device_names, sizeof(key), device_name_order);
}

static int xid_order(const void *key, const void *row)
{
	return *(const int *)key - ((const struct xid *)row)->code;
}

const struct xid *xid_find(int code)
{
	return bsearch(&code, xids, n_xids, sizeof(*xids), xid_order);
}

static int sxid_order(const void *key, const void *row)
{
	return *(const int *)key - ((const struct sxid *)row)->code;
}

const struct sxid *sxid_find(int code)
{
	return bsearch(&code, sxids, n_sxids, sizeof(*sxids), sxid_order);
}

const char *form_factor_name(enum form_factor form)
{
	static const char *const names[] = { "unknown", "SXM", "PCIe", "OAM", "mezzanine", "laptop" };

	return names[form];
}
