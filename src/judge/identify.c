/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which card of the catalogue a GPU is.
 *
 * The PCI device id decides first, then NVIDIA's name for device and subsystem, then the driver's full name, then the memory:
 * rebuilt boards (4090 with 48 GB) differ from the factory's in nothing else. A name alone does where no id was seen.
 */
#include "judge/identify.h"

#include <stdlib.h>
#include <string.h>

#include "judge/links.h"

#define MEMORY_TOLERANCE_PERCENT 2 /* between driver generations and board makers (own) */

struct slice identify_bare(struct slice name)
{
	static const char *const words[] = { "NVIDIA ", "Tesla " };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_starts(name, words[i]))
			name = slice_sub(name, strlen(words[i]), name.len);
	if (slice_ends(name, " LC")) /* the liquid-cooled twin of a board */
		name = slice_sub(name, 0, name.len - 3);
	return name;
}

/* "2330-885-A1": a GPU's part number begins with its device id; a board's ("900-2G183-0300-000") does not. */
static bool part_device(struct slice part, uint64_t *ret)
{
	struct slice id;

	return slice_split(&part, '-', &id) && id.len == 4 && part.ptr && slice_hex(id, ret);
}

const struct fact *identify_device(const struct judge *j, struct subject gpu, uint16_t *ret_device)
{
	const struct fact *f = fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu);
	uint64_t device;

	if (f) {
		*ret_device = (uint16_t)f->i;
		return f;
	}
	f = fact_get(j->facts, KEY_GPU_PART, gpu);
	if (!f || !part_device(f->text, &device))
		return NULL;
	*ret_device = (uint16_t)device;
	return f;
}

/* NVIDIA's one name for a device, whatever the subsystem; NULL when it has several. */
static const struct device_name *only_name(uint16_t device)
{
	const struct device_name *only = NULL;

	for (size_t i = 0; i < n_device_names; i++) {
		const struct device_name *row = &device_names[i];
		if (row->device != device || row->vgpu)
			continue;
		if (only && strcmp(only->name, row->name) != 0)
			return NULL;
		only = row;
	}
	return only;
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
	struct slice name, official; /* the driver's name; NVIDIA's for the ids */
	int64_t subsystem, bytes, reserved;
};

static bool keeps_name(const struct card *card, const struct filter *f)
{
	return name_agrees(card, f->name);
}

static bool keeps_official(const struct card *card, const struct filter *f)
{
	return name_agrees(card, f->official);
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
	for (size_t i = 0; i < n_cards; i++)
		if (name_agrees(&cards[i], name))
			add(c, &cards[i]);
	if (c->n == 0) { /* "A100-SXM4-80GB" of an older driver */
		c->n = cards_find(name, FORM_UNKNOWN, 0, c->cards, CANDIDATES_MAX);
		c->n = c->n > CANDIDATES_MAX ? CANDIDATES_MAX : c->n;
	}
}

/* NVIDIA has a product of this name with this id, whether or not the catalogue has it. */
static bool id_has_name(uint16_t device, struct slice name)
{
	for (size_t i = 0; i < n_device_names; i++)
		if (device_names[i].device == device &&
		    slice_eq(identify_bare(slice_of(device_names[i].name)), identify_bare(name)))
			return true;
	return false;
}

static bool any_keeps(const struct candidates *c, bool (*keeps)(const struct card *, const struct filter *),
		      const struct filter *f)
{
	for (size_t i = 0; i < c->n; i++)
		if (keeps(c->cards[i], f))
			return true;
	return false;
}

/* The cards with this id; none when the ids, or the driver, name a sibling that the catalogue does not hold. */
static void by_device(struct candidates *c, uint16_t device, struct filter *f)
{
	const struct card *card = NULL;

	c->name = f->subsystem ? device_name_find(device, (uint32_t)f->subsystem) : only_name(device);
	if (c->name && !c->name->vgpu)
		f->official = slice_of(c->name->name);
	while ((card = card_next_by_device(device, card)))
		add(c, card);
	if (c->n == 0 && f->official.len)
		by_name(c, f->official);
	if (f->subsystem && any_keeps(c, keeps_subsystem, f))
		return;
	if (f->official.len && !any_keeps(c, keeps_official, f))
		c->n = 0;
	else if (!f->official.len && id_has_name(device, f->name) && !any_keeps(c, keeps_name, f))
		c->n = 0;
}

static struct candidates candidates_find(const struct judge *j, struct subject gpu)
{
	struct candidates c = { .n = 0 };
	uint16_t device = 0;
	const struct fact *id = identify_device(j, gpu, &device);
	struct filter f = { .name = identify_name(j, gpu),
			    .subsystem = fact_value(j->facts, KEY_GPU_PCI_SUBSYSTEM, gpu, 0),
			    .bytes = fact_value(j->facts, KEY_GPU_MEMORY_TOTAL, gpu, 0),
			    .reserved = fact_value(j->facts, KEY_GPU_MEMORY_RESERVED, gpu, 0) };

	if (id) {
		c.fact = id;
		c.from_id = true;
		by_device(&c, device, &f);
	} else if (f.name.len) {
		c.fact = fact_get(j->facts, KEY_GPU_NAME, gpu);
		by_name(&c, f.name);
	}
	if (f.subsystem)
		narrow(&c, keeps_subsystem, &f);
	if (f.official.len)
		narrow(&c, keeps_official, &f);
	if (f.name.len)
		narrow(&c, keeps_name, &f);
	if (f.bytes)
		narrow(&c, keeps_memory, &f);
	narrow(&c, keeps_factory, &f);
	return c;
}

struct candidates identify_candidates(const struct judge *j, struct subject gpu)
{
	size_t i = 0;

	while (i < j->n_gpus && !subject_eq(j->gpus[i], gpu))
		i++;
	if (i == j->n_gpus)
		return candidates_find(j, gpu);
	if (!j->found[i]) {
		struct candidates *found = arena_alloc(j->arena, sizeof(*found));
		*found = candidates_find(j, gpu);
		j->found[i] = found;
	}
	return *j->found[i];
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

/* The cards that the lease allows. */
struct promised_cards {
	bool found;
	const struct card *cards[CANDIDATES_MAX];
	size_t n;
};

void identify_prepare(struct judge *j)
{
	j->found = arena_array(j->arena, j->n_gpus + 1, sizeof(*j->found));
	j->promised = arena_alloc(j->arena, sizeof(*j->promised));
}

static void promised_find(const struct judge *j, struct promised_cards *p)
{
	const struct term *card = judge_term(j, TERM_GPU_CARD), *memory = judge_term(j, TERM_GPU_MEMORY);
	int gb = 0;

	p->found = true;
	if (memory) /* 80 GB and 80 GiB are both how people write an 80 GB card */
		gb = (int)(memory->i % GB == 0 ? memory->i / GB : memory->i >> 30);
	if (card)
		p->n = cards_find(card->text, form_promised(j), gb, p->cards, CANDIDATES_MAX);
}

size_t judge_promised_cards(const struct judge *j, const struct card *ret[], size_t max)
{
	if (!j->promised->found)
		promised_find(j, j->promised);
	for (size_t i = 0; i < j->promised->n && i < max && i < CANDIDATES_MAX; i++)
		ret[i] = j->promised->cards[i];
	return j->promised->n;
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

bool judge_datacenter(const struct judge *j, struct subject gpu, bool otherwise)
{
	enum card_kind kind = links_card_kind(j, gpu);

	return kind == CARD_KIND_UNKNOWN ? otherwise : kind == CARD_KIND_DATACENTER;
}

/* ---- form factor ---- */

static enum form_factor form_of_words(struct slice name)
{
	static const struct {
		const char *word;
		enum form_factor form;
	} words[] = { { "Laptop", FORM_LAPTOP }, { "with Max-Q", FORM_LAPTOP }, { "Mobile", FORM_LAPTOP },
		      { "SXM", FORM_SXM },	 { "PCIE", FORM_PCIE },		{ "NVL", FORM_PCIE },
		      { "OAM", FORM_OAM },	 { "GeForce", FORM_PCIE },	{ "Quadro", FORM_PCIE } };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_has_nocase(name, words[i].word))
			return words[i].form;
	return FORM_UNKNOWN;
}

/* Adds one more form to what is known: it stays known only while all agree. */
static void form_agree(enum form_factor *form, bool *several, enum form_factor next)
{
	*several |= *form && next != *form;
	*form = next;
}

static bool begins(const char *name, struct slice start)
{
	struct slice whole = identify_bare(slice_of(name));

	start = identify_bare(start);
	return start.len && whole.len >= start.len && slice_eq(slice_sub(whole, 0, start.len), start);
}

/* The one form of all products whose names begin so and, where a default power was seen, have that power. */
static enum form_factor form_of_start(struct slice start, int64_t watts)
{
	enum form_factor form = FORM_UNKNOWN;
	bool several = false, confirmed = watts == 0;

	for (size_t i = 0; i < n_cards; i++) {
		const struct card *card = &cards[i];
		bool power_known = watts && card->tdp_w && !(card->unverified & CARD_TDP);
		if (!card->smi_name[0] || !begins(card->smi_name, start) || (power_known && card->tdp_w != watts))
			continue;
		confirmed |= power_known;
		form_agree(&form, &several, card->form);
	}
	for (size_t i = 0; i < n_device_names && !watts; i++)
		if (!device_names[i].vgpu && begins(device_names[i].name, start))
			form_agree(&form, &several, device_names[i].form);
	return several || !confirmed ? FORM_UNKNOWN : form;
}

/* A name that a table cut short, with the default power where the start alone leaves it open. */
static enum form_factor form_of_prefix(const struct judge *j, struct subject gpu, const struct fact *prefix)
{
	int64_t watts = fact_value(j->facts, KEY_GPU_POWER_DEFAULT, gpu, 0) / 1000;
	enum form_factor form = form_of_start(prefix->text, 0);

	return form || !watts ? form : form_of_start(prefix->text, watts);
}

enum form_factor identify_form(const struct judge *j, struct subject gpu, const struct fact **ret_fact)
{
	struct candidates c = identify_candidates(j, gpu);
	const struct device_name *row;
	const struct fact *prefix;

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
	if (identify_name(j, gpu).len)
		return form_of_words(identify_name(j, gpu));
	prefix = fact_get(j->facts, KEY_GPU_NAME_PREFIX, gpu);
	if (!prefix)
		return FORM_UNKNOWN;
	*ret_fact = prefix;
	return form_of_prefix(j, gpu, prefix);
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
	const struct fact *mode = fact_get(j->facts, KEY_GPU_VIRT_MODE, gpu),
			  *license = fact_get(j->facts, KEY_GPU_VGPU_LICENSE, gpu);
	const struct fact *device = fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu), *name = fact_get(j->facts, KEY_GPU_NAME, gpu);
	const struct fact *subsystem = fact_get(j->facts, KEY_GPU_PCI_SUBSYSTEM, gpu),
			  *brand = fact_get(j->facts, KEY_GPU_BRAND, gpu);

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
