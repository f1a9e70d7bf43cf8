/* SPDX-License-Identifier: Apache-2.0 */
/* gpu.genuine: whether the identities of one card agree: id, name, memory, SM count, VBIOS family, part number. */
#include <string.h>

#include "judge/identify.h"

/* VBIOS families by chip; a chip that is not listed is not compared. Source: VBIOS versions in public nvidia-smi outputs. */
static const struct {
	const char *chip;
	const char *families[3];
} vbios_families[] = {
	{ "Turing TU", { "90." } }, { "Ampere GA100", { "92." } }, { "Ampere GA10", { "94." } },
	{ "Ada AD", { "95." } },    { "Hopper GH100", { "96." } }, { "Blackwell GB", { "97.", "98." } },
};

static bool vbios_agrees(const struct card *card, struct slice vbios)
{
	for (size_t i = 0; i < sizeof(vbios_families) / sizeof(*vbios_families); i++) {
		if (strncmp(card->architecture, vbios_families[i].chip, strlen(vbios_families[i].chip)) != 0)
			continue;
		for (const char *const *f = vbios_families[i].families; *f; f++)
			if (slice_starts(vbios, *f))
				return true;
		return false;
	}
	return true;
}

/* NVIDIA sells one id under several names, told apart by the board: any of them agrees. */
static bool id_has_name(int64_t device, struct slice name)
{
	const struct card *card = NULL;

	while ((card = card_next_by_device((uint16_t)device, card)))
		if (slice_eq(identify_bare(slice_of(card->smi_name)), identify_bare(name)))
			return true;
	for (size_t i = 0; i < n_device_names; i++)
		if (device_names[i].device == device &&
		    slice_eq(identify_bare(slice_of(device_names[i].name)), identify_bare(name)))
			return true;
	return false;
}

static bool name_known(struct slice name)
{
	if (card_next_by_name(name, NULL))
		return true;
	for (size_t i = 0; i < n_device_names; i++)
		if (slice_eq(identify_bare(slice_of(device_names[i].name)), identify_bare(name)))
			return true;
	return false;
}

static bool id_known(int64_t device)
{
	return card_next_by_device((uint16_t)device, NULL) || device_name_find((uint16_t)device, 0);
}

struct contradiction {
	struct message what;
	const struct fact *fact;
};

static bool name_contradicts(const struct judge *j, struct subject gpu, uint16_t id, struct contradiction *c)
{
	struct slice name = identify_name(j, gpu);
	const struct device_name *row = device_name_find(id, (uint32_t)fact_value(j->facts, KEY_GPU_PCI_SUBSYSTEM, gpu, 0));
	const struct card *card = card_next_by_device(id, NULL);
	const char *id_name = row ? row->name : card ? card->smi_name : "";

	if (!name.len || !id_known(id) || !name_known(name) || id_has_name(id, name))
		return false;
	c->fact = fact_get(j->facts, KEY_GPU_NAME, gpu);
	c->what = MSG("the driver calls it %1, its PCI id is that of %2", A_TEXT(name), A_STR(id_name));
	return true;
}

/* "2330-885-A1": the number in front is the device id. */
static bool part_contradicts(const struct judge *j, struct subject gpu, const struct fact *device, struct contradiction *c)
{
	const struct fact *part = fact_get(j->facts, KEY_GPU_PART, gpu);
	uint64_t id;

	if (!part || part == device || part->text.len < 5 || part->text.ptr[4] != '-' ||
	    !slice_hex(slice_sub(part->text, 0, 4), &id) || id == (uint64_t)device->i)
		return false;
	c->fact = part;
	c->what = MSG("part number %1 belongs to another chip than PCI id %2", A_TEXT(part->text), A_QTY(device->i, UNIT_MASK));
	return true;
}

static bool vbios_contradicts(const struct judge *j, struct subject gpu, const struct card *card, struct contradiction *c)
{
	const struct fact *vbios = fact_get(j->facts, KEY_GPU_VBIOS, gpu);

	if (!vbios || !card || vbios_agrees(card, vbios->text))
		return false;
	c->fact = vbios;
	c->what = MSG("VBIOS %1 is not of the family of a %2", A_TEXT(vbios->text), A_STR(card->id));
	return true;
}

/* The driver's word for the architecture: the first of the catalogue's "Ampere GA100"; "Ada Lovelace" begins with it. */
static bool architecture_contradicts(const struct judge *j, struct subject gpu, const struct card *card,
				     struct contradiction *c)
{
	static const char *const words[] = { "Pascal", "Volta", "Turing", "Ampere", "Ada", "Hopper", "Blackwell" };
	const struct fact *word = fact_get(j->facts, KEY_GPU_ARCHITECTURE, gpu);
	bool known = false, agrees = false;

	for (size_t i = 0; word && card && i < sizeof(words) / sizeof(*words); i++) {
		if (!slice_starts(word->text, words[i]))
			continue;
		known = true;
		agrees = strncmp(card->architecture, words[i], strlen(words[i])) == 0;
	}
	if (!known || agrees)
		return false;
	c->fact = word;
	c->what = MSG("the driver calls it %1, a %2 is %3", A_TEXT(word->text), A_STR(card->id), A_STR(card->architecture));
	return true;
}

static bool sm_contradicts(const struct judge *j, struct subject gpu, const struct card *card, struct contradiction *c)
{
	const struct fact *sms = fact_get(j->facts, KEY_GPU_SM_COUNT, gpu);

	if (!sms || !card || !card->sm_count || card->unverified & CARD_SM_COUNT || sms->i == card->sm_count)
		return false;
	c->fact = sms;
	c->what = MSG("%1 multiprocessors where a %2 has %3", A_INT(sms->i), A_STR(card->id), A_INT(card->sm_count));
	return true;
}

static bool contradicts(const struct judge *j, struct subject gpu, const struct fact *device, uint16_t id,
			const struct card *card, struct contradiction *c)
{
	return name_contradicts(j, gpu, id, c) || part_contradicts(j, gpu, device, c) || vbios_contradicts(j, gpu, card, c) ||
	       architecture_contradicts(j, gpu, card, c) || sm_contradicts(j, gpu, card, c);
}

/* Something beside the id was seen: an id alone agrees with itself. */
static bool has_company(const struct judge *j, struct subject gpu, const struct fact *id)
{
	static const enum key others[] = { KEY_GPU_MEMORY_TOTAL, KEY_GPU_VBIOS, KEY_GPU_SM_COUNT, KEY_GPU_ARCHITECTURE,
					   KEY_GPU_PART };

	if (identify_name(j, gpu).len)
		return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (fact_get(j->facts, others[i], gpu) && others[i] != id->key)
			return true;
	return false;
}

/* Memory that no card of this id left the factory with: twice as much, or a rebuild that the catalogue knows. */
static bool memory_modified(const struct judge *j, struct subject gpu, uint16_t id, const struct fact **ret_total)
{
	const struct fact *total = fact_get(j->facts, KEY_GPU_MEMORY_TOTAL, gpu);
	int64_t reserved = fact_value(j->facts, KEY_GPU_MEMORY_RESERVED, gpu, 0), most = 0;
	const struct card *card = NULL;

	*ret_total = total;
	if (!total)
		return false;
	while ((card = card_next_by_device(id, card))) {
		if (!card->modified && identify_memory_fits(card, total->i, reserved))
			return false;
		for (const int *mib = card->memory_mib; !card->modified && *mib; mib++)
			most = (int64_t)*mib << 20 > most ? (int64_t)*mib << 20 : most;
	}
	return most && total->i > most / 4 * 5;
}

/* The lease names the rebuilt card itself. */
static bool modified_promised(const struct judge *j, const struct fact *total)
{
	const struct card *promised[CANDIDATES_MAX];
	size_t n = judge_promised_cards(j, promised, CANDIDATES_MAX);

	for (size_t i = 0; i < n && i < CANDIDATES_MAX; i++)
		if (promised[i]->modified && identify_memory_fits(promised[i], total->i, 0))
			return true;
	return false;
}

static struct finding *modified(struct judge *j, struct subject gpu, const struct fact *total)
{
	bool fine = !judge_promise(j) || modified_promised(j, total);
	struct finding *f = judge_find(j, gpu, fine ? VERDICT_WARN : VERDICT_FAIL,
				       MSG("%1: a rebuild, this card never left the factory with so much", A_QTY(total->i, UNIT_BYTES)));

	f->expected = MSG("one card by id, name, memory, VBIOS and part number");
	return finding_evidence(f, total);
}

/* Without an id a name proves nothing; but a name and an amount of memory that only a known rebuild has are enough. */
bool gpu_genuine_applies(struct judge *j, struct subject gpu)
{
	const struct fact *total = fact_get(j->facts, KEY_GPU_MEMORY_TOTAL, gpu);
	struct slice name = identify_name(j, gpu);
	const struct card *card = NULL;
	bool rebuilt = false;

	if (fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu) || !total || !name.len)
		return true;
	while ((card = card_next_by_name(name, card))) {
		if (!identify_memory_fits(card, total->i, fact_value(j->facts, KEY_GPU_MEMORY_RESERVED, gpu, 0)))
			continue;
		if (!card->modified)
			return true;
		rebuilt = true;
	}
	if (rebuilt)
		finding_evidence(modified(j, gpu, total), fact_get(j->facts, KEY_GPU_NAME, gpu));
	return !rebuilt;
}

void gpu_genuine_judge(struct judge *j, struct subject gpu)
{
	uint16_t id = 0;
	const struct fact *device = identify_device(j, gpu, &id), *total;
	struct candidates all = identify_candidates(j, gpu);
	const struct card *card = all.n == 1 ? all.cards[0] : NULL;
	struct contradiction c;
	struct finding *f;

	if (!device) { /* a part number that holds no id */
		judge_missing(j, gpu, KEY_GPU_PCI_DEVICE);
		return;
	}
	if (contradicts(j, gpu, device, id, card, &c)) {
		f = judge_find(j, gpu, VERDICT_FAIL, c.what);
		f->term = NULL;
		finding_evidence(f, c.fact);
	} else if (!identify_vgpu(j, gpu) && memory_modified(j, gpu, id, &total)) {
		bool fine = !judge_promise(j) || modified_promised(j, total);
		f = judge_find(
			j, gpu, fine ? VERDICT_WARN : VERDICT_FAIL,
			MSG("%1: a rebuild, this card never left the factory with so much", A_QTY(total->i, UNIT_BYTES)));
		finding_evidence(f, total);
	} else if (!id_known(id)) {
		f = judge_unknown(j, gpu, MSG("PCI id %1 is not in the catalogue", A_QTY(id, UNIT_MASK)), "");
		f->term = NULL;
	} else if (!has_company(j, gpu, device)) {
		f = judge_unknown(j, gpu, MSG("its PCI id is all that was seen of it: nothing to compare it with"),
				  "nvidia-smi -q");
		f->term = NULL;
	} else {
		f = judge_find(j, gpu, VERDICT_PASS, MSG("what was seen of its identity agrees"));
		f->term = NULL;
	}
	f->expected = MSG("one card by id, name, memory, VBIOS and part number");
	finding_evidence(f, device);
}
