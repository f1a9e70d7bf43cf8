/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/identify.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_TOLERANCE_PERCENT 2 /* between driver generations and board makers (own) */

struct slice identify_bare(struct slice name)
{
	static const char *const words[] = { "NVIDIA ", "Tesla " };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_starts(name, words[i]))
			name = slice_sub(name, strlen(words[i]), name.len);
	return name;
}

struct slice identify_name(const struct judge *j, struct subject gpu)
{
	struct slice name = fact_words(j->facts, KEY_GPU_NAME, gpu);

	return slice_has_nocase(name, "Graphics Device") ? (struct slice){ NULL, 0 } : name;
}

static bool near(int64_t mib, int64_t bytes)
{
	int64_t want = mib << 20;

	return llabs(bytes - want) * 100 <= want * MEMORY_TOLERANCE_PERCENT;
}

bool identify_memory_fits(const struct card *card, int64_t bytes, int64_t reserved)
{
	for (const int *mib = card->memory_mib; *mib; mib++)
		if (near(*mib, bytes) || (reserved > 0 && near(*mib, bytes + reserved)))
			return true;
	return false;
}

static void add(struct candidates *c, const struct card *card)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->cards[i] == card)
			return;
	if (c->n < CANDIDATES_MAX)
		c->cards[c->n++] = card;
}

static bool name_agrees(const struct card *card, struct slice name)
{
	return card->smi_name[0] && slice_eq(identify_bare(slice_of(card->smi_name)), identify_bare(name));
}

static bool subsystem_agrees(const struct card *card, int64_t subsystem)
{
	for (const uint32_t *s = card->subsystem_ids; *s; s++)
		if (*s == (uint64_t)subsystem)
			return true;
	return false;
}

struct filter {
	struct slice name;
	int64_t subsystem, bytes, reserved;
};

static bool keeps_name(const struct card *card, const struct filter *f)
{
	return name_agrees(card, f->name);
}

static bool keeps_subsystem(const struct card *card, const struct filter *f)
{
	return subsystem_agrees(card, f->subsystem);
}

static bool keeps_memory(const struct card *card, const struct filter *f)
{
	return identify_memory_fits(card, f->bytes, f->reserved);
}

static bool keeps_factory(const struct card *card, const struct filter *f)
{
	(void)f;
	return !card->modified;
}

/* Among several, those that `keeps` wants; when it wants none it has nothing to say. */
static void narrow(struct candidates *c, bool (*keeps)(const struct card *, const struct filter *), const struct filter *f)
{
	struct candidates kept = { .n = 0 };

	if (c->n < 2)
		return;
	for (size_t i = 0; i < c->n; i++)
		if (keeps(c->cards[i], f))
			kept.cards[kept.n++] = c->cards[i];
	if (kept.n == 0)
		return;
	memcpy(c->cards, kept.cards, sizeof(kept.cards));
	c->n = kept.n;
}

static void by_name(struct candidates *c, struct slice name)
{
	const struct card *card = NULL;

	while ((card = card_next_by_name(name, card)))
		add(c, card);
	if (c->n == 0) { /* "A100-SXM4-80GB" of an older driver */
		c->n = cards_find(name, FORM_UNKNOWN, 0, c->cards, CANDIDATES_MAX);
		c->n = c->n > CANDIDATES_MAX ? CANDIDATES_MAX : c->n;
	}
}

struct candidates identify_candidates(const struct judge *j, struct subject gpu)
{
	struct candidates c = { .n = 0 };
	const struct fact *device = fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu);
	struct filter f = { .name = identify_name(j, gpu),
			    .subsystem = fact_value(j->facts, KEY_GPU_PCI_SUBSYSTEM, gpu, 0),
			    .bytes = fact_value(j->facts, KEY_GPU_MEMORY_TOTAL, gpu, 0),
			    .reserved = fact_value(j->facts, KEY_GPU_MEMORY_RESERVED, gpu, 0) };
	const struct card *card = NULL;

	if (device) {
		c.fact = device;
		c.from_id = true;
		c.name = device_name_find((uint16_t)device->i, (uint32_t)f.subsystem);
		while ((card = card_next_by_device((uint16_t)device->i, card)))
			add(&c, card);
		if (c.n == 0 && c.name && !c.name->vgpu)
			by_name(&c, slice_of(c.name->name));
	} else if (f.name.len) {
		c.fact = fact_get(j->facts, KEY_GPU_NAME, gpu);
		by_name(&c, f.name);
	}
	if (f.name.len)
		narrow(&c, keeps_name, &f);
	if (f.bytes)
		narrow(&c, keeps_memory, &f);
	if (f.subsystem)
		narrow(&c, keeps_subsystem, &f);
	narrow(&c, keeps_factory, &f);
	return c;
}

struct card_guess judge_card(const struct judge *j, struct subject gpu)
{
	struct candidates c = identify_candidates(j, gpu);

	return (struct card_guess){
		.card = c.n == 1 ? c.cards[0] : NULL, .several = c.n > 1, .from_id = c.from_id, .fact = c.fact
	};
}

static enum form_factor form_promised(const struct judge *j)
{
	const struct term *term = judge_term(j, TERM_GPU_FORM);

	if (!term)
		return FORM_UNKNOWN;
	return slice_is(term->text, "sxm") ? FORM_SXM : slice_is(term->text, "oam") ? FORM_OAM : FORM_PCIE;
}

#define GB 1000000000

size_t judge_promised_cards(const struct judge *j, const struct card *ret[], size_t max)
{
	const struct term *card = judge_term(j, TERM_GPU_CARD), *memory = judge_term(j, TERM_GPU_MEMORY);
	int gb = 0;

	if (!card)
		return 0;
	if (memory) /* 80 GB and 80 GiB are both how people write an 80 GB card */
		gb = (int)(memory->i % GB == 0 ? memory->i / GB : memory->i >> 30);
	return cards_find(card->text, form_promised(j), gb, ret, max);
}

const struct card *judge_card_or_promise(const struct judge *j, struct subject gpu)
{
	const struct card *promised[1];
	struct card_guess guess = judge_card(j, gpu);

	if (guess.card)
		return guess.card;
	/* A GPU that says what it is, and is no card of the catalogue, is not the promised one. */
	if (guess.fact && !guess.several)
		return NULL;
	return judge_promised_cards(j, promised, 1) == 1 ? promised[0] : NULL;
}

bool identify_desk_card(const struct judge *j, struct subject gpu)
{
	static const char *const words[] = { "GeForce", "Quadro", "TITAN", "RTX A", "Ada Generation" };
	struct slice name = identify_name(j, gpu);

	if (name.len == 0)
		name = fact_words(j->facts, KEY_GPU_NAME_PREFIX, gpu);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_has(name, words[i]))
			return true;
	return false;
}

bool judge_datacenter(const struct judge *j, struct subject gpu, bool otherwise)
{
	const struct card *card = judge_card(j, gpu).card;

	if (!card && identify_desk_card(j, gpu))
		return false;
	card = card ? card : judge_card_or_promise(j, gpu);
	return card ? card->datacenter : otherwise;
}

/* ---- form factor ---- */

static enum form_factor form_of_words(struct slice name)
{
	static const struct {
		const char *word;
		enum form_factor form;
	} words[] = { { "Laptop", FORM_LAPTOP }, { "Max-Q", FORM_LAPTOP }, { "Mobile", FORM_LAPTOP }, { "SXM", FORM_SXM },
		      { "PCIE", FORM_PCIE },	 { "NVL", FORM_PCIE },	   { "OAM", FORM_OAM },	      { "GeForce", FORM_PCIE },
		      { "Quadro", FORM_PCIE } };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_has_nocase(name, words[i].word))
			return words[i].form;
	return FORM_UNKNOWN;
}

enum form_factor identify_form(const struct judge *j, struct subject gpu, const struct fact **ret_fact)
{
	struct candidates c = identify_candidates(j, gpu);
	const struct device_name *row;

	*ret_fact = c.fact;
	if (c.n) {
		for (size_t i = 1; i < c.n; i++)
			if (c.cards[i]->form != c.cards[0]->form)
				return FORM_UNKNOWN;
		return c.cards[0]->form;
	}
	row = c.name;
	if (row && row->form != FORM_UNKNOWN)
		return row->form;
	*ret_fact = fact_get(j->facts, KEY_GPU_NAME, gpu);
	return form_of_words(identify_name(j, gpu));
}

/* ---- virtual slices ---- */

/* "GRID A100X-40C", "NVIDIA A40-8Q": a size and a profile letter close the name. */
static bool is_profile(struct slice name)
{
	size_t i = name.len;
	bool digits = false;

	if (slice_has(name, "GRID "))
		return true;
	if (i < 4 || !strchr("ABCQ", name.ptr[i - 1]))
		return false;
	for (i--; i > 0 && name.ptr[i - 1] >= '0' && name.ptr[i - 1] <= '9'; i--)
		digits = true;
	return digits && i > 0 && name.ptr[i - 1] == '-';
}

const struct fact *identify_vgpu(const struct judge *j, struct subject gpu)
{
	static const char *const brands[] = { "vApps", "vPC", "vCS", "vWS", "Virtual", "GRID" };
	const struct fact *mode = fact_get(j->facts, KEY_GPU_VIRT_MODE, gpu), *license = fact_get(j->facts, KEY_GPU_VGPU_LICENSE, gpu);
	const struct fact *device = fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu), *name = fact_get(j->facts, KEY_GPU_NAME, gpu);
	const struct fact *subsystem = fact_get(j->facts, KEY_GPU_PCI_SUBSYSTEM, gpu), *brand = fact_get(j->facts, KEY_GPU_BRAND, gpu);

	if (mode && slice_is(mode->text, "vgpu"))
		return mode;
	if (mode && slice_starts(mode->text, "host-"))
		return NULL;
	if (device && subsystem) {
		const struct device_name *row = device_name_find((uint16_t)device->i, (uint32_t)subsystem->i);
		if (row && row->vgpu && row->subsystem)
			return subsystem;
	}
	for (size_t i = 0; brand && i < sizeof(brands) / sizeof(*brands); i++)
		if (slice_has(brand->text, brands[i]))
			return brand;
	if (name && is_profile(name->text))
		return name;
	return license;
}

/* ---- versions ---- */

int version_compare(struct slice a, struct slice b)
{
	int64_t x = 0, y = 0;

	for (;;) {
		if (!slice_take_int(&b, &y))
			return 0;
		if (!slice_take_int(&a, &x))
			x = 0;
		if (x != y)
			return x < y ? -1 : 1;
		if (b.len == 0 || b.ptr[0] != '.')
			return 0;
		b = slice_sub(b, 1, b.len);
		a = slice_sub(a, a.len && a.ptr[0] == '.', a.len);
	}
}

static bool part_keeps(int order, struct slice operator)
{
	if (slice_is(operator, ">="))
		return order >= 0;
	if (slice_is(operator, ">"))
		return order > 0;
	if (slice_is(operator, "<="))
		return order <= 0;
	if (slice_is(operator, "<"))
		return order < 0;
	if (slice_is(operator, "!="))
		return order != 0;
	return order == 0;
}

static bool is_version(struct slice s)
{
	return s.len && s.ptr[0] >= '0' && s.ptr[0] <= '9';
}

int version_keeps(struct slice have, struct slice promise)
{
	struct slice rest = promise, part;

	have = slice_trim(have);
	while (slice_split(&rest, ',', &part)) {
		size_t n = 0;
		part = slice_trim(part);
		while (n < part.len && strchr("<>=!", part.ptr[n]))
			n++;
		struct slice want = slice_trim(slice_sub(part, n, part.len));
		if (!is_version(have) || !is_version(want))
			return -1;
		if (!part_keeps(version_compare(have, want), slice_sub(part, 0, n)))
			return 0;
	}
	return 1;
}
