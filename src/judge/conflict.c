/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two outputs that tell of the same thing must agree. Only what names or counts is compared: link speeds, temperatures and
 * clocks of two moments are two moments, not two opinions. How far two values may differ stands with each key.
 */
#include "judge/host.h"

/* Whether two facts of one key and subject can both be true. */
typedef bool agree_fn(const struct judge *j, const struct fact *a, const struct fact *b);

static bool is_masked(struct slice s)
{
	return s.len == 0 || slice_has_nocase(s, "xxx") || slice_has(s, "***") || slice_has_nocase(s, "redacted") ||
	       slice_is(s, "0") || slice_is(s, "N/A");
}

static bool texts_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	return is_masked(a->text) || is_masked(b->text) || slice_is_nocase(a->text, arena_text(j->arena, b->text));
}

/* Drivers before 450 print names without the maker. */
static struct slice bare_name(struct slice name)
{
	return slice_starts(name, "NVIDIA ") ? slice_sub(name, 7, name.len) : name;
}

static bool names_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	struct slice x = bare_name(a->text), y = bare_name(b->text);

	(void)j;
	/* "Graphics Device" is what a driver prints for a card that it does not know. */
	return slice_eq(x, y) || slice_is(x, "Graphics Device") || slice_is(y, "Graphics Device");
}

/* An id of 0 was masked. */
static bool ids_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	(void)j;
	return a->i == b->i || a->i == 0 || b->i == 0 || (a->i & 0xffff0000) == 0 || (b->i & 0xffff0000) == 0;
}

static bool devices_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	(void)j;
	return a->i == b->i || a->i == 0 || b->i == 0;
}

static int64_t distance(int64_t a, int64_t b)
{
	int64_t d;

	if (__builtin_sub_overflow(a > b ? a : b, a > b ? b : a, &d))
		return INT64_MAX;
	return d;
}

/* Outputs differ in whether they count what the driver reserves; ECC takes its part. */
static bool gpu_memory_agrees(const struct judge *j, const struct fact *a, const struct fact *b)
{
	int64_t larger = a->i > b->i ? a->i : b->i, reserved = fact_value(j->facts, KEY_GPU_MEMORY_RESERVED, a->subject, 0);

	/* 2 % as for gpu.mem_total, and what the driver reserves; no driver reserves more than a part of the card. */
	return distance(a->i, b->i) <= larger / 50 + (reserved > 0 && reserved < larger ? reserved : 0);
}

static bool host_memory_agrees(const struct judge *j, const struct fact *a, const struct fact *b)
{
	const struct fact *step_a = fact_beside(j->facts, a, KEY_MEM_TOTAL_STEP),
			  *step_b = fact_beside(j->facts, b, KEY_MEM_TOTAL_STEP);
	int64_t larger = a->i > b->i ? a->i : b->i, step = 0;

	step = step_a && step_a->i > step ? step_a->i : step;
	step = step_b && step_b->i > step ? step_b->i : step;
	return distance(a->i, b->i) <= step || distance(a->i, b->i) <= larger / 20;
}

/* In WSL the tool inside and the driver of Windows have two versions by design. */
static bool drivers_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	return machine_is_wsl(j) || texts_agree(j, a, b);
}

/* Outputs of a container show what it may use or what the host has, each in its own way. */
static bool counts_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	return a->i == b->i || judge_is_container(j) == 1;
}

/* A lost GPU is missing in the later output: gpu.lost says so. */
static bool gpu_counts_agree(const struct judge *j, const struct fact *a, const struct fact *b)
{
	return a->i == b->i || fact_next_key(j->facts, KEY_GPU_NODE_LOST, NULL) ||
	       fact_next_key(j->facts, KEY_GPU_FALLEN_OFF, NULL);
}

struct rule {
	enum key key;
	enum verdict verdict;
	agree_fn *agree;
};

static const struct rule rules[] = {
	{ KEY_GPU_NAME, VERDICT_FAIL, names_agree },
	{ KEY_GPU_UUID, VERDICT_FAIL, texts_agree },
	{ KEY_GPU_PCI_DEVICE, VERDICT_FAIL, devices_agree },
	{ KEY_GPU_PCI_SUBSYSTEM, VERDICT_FAIL, ids_agree },
	{ KEY_GPU_MEMORY_TOTAL, VERDICT_FAIL, gpu_memory_agrees },
	{ KEY_GPU_SERIAL, VERDICT_FAIL, texts_agree },
	{ KEY_GPU_BOARD_PART, VERDICT_FAIL, texts_agree },
	{ KEY_GPU_PART, VERDICT_FAIL, texts_agree },
	{ KEY_GPU_VBIOS, VERDICT_WARN, texts_agree },
	{ KEY_GPU_SM_COUNT, VERDICT_WARN, counts_agree },
	{ KEY_BOX_GPU_COUNT, VERDICT_WARN, gpu_counts_agree },
	{ KEY_BOX_DRIVER_VERSION, VERDICT_WARN, drivers_agree },
	{ KEY_CPU_MODEL, VERDICT_WARN, texts_agree },
	{ KEY_CPU_CORES, VERDICT_WARN, counts_agree },
	{ KEY_CPU_SOCKETS, VERDICT_WARN, counts_agree },
	{ KEY_CPU_THREADS, VERDICT_WARN, counts_agree },
	{ KEY_MEM_TOTAL, VERDICT_WARN, host_memory_agrees },
	{ KEY_DISK_MODEL, VERDICT_WARN, texts_agree },
	{ KEY_DISK_SERIAL, VERDICT_WARN, texts_agree },
};

struct conflict {
	const struct fact *a, *b;
	const char *key;
	enum verdict verdict;
};

struct comparison {
	struct conflict *conflicts;
	size_t n, capacity;
	size_t compared; /* things that two outputs tell */
};

static void compare(struct judge *j, struct comparison *c, const struct fact *a, const struct fact *b, bool agree,
		    enum verdict verdict)
{
	c->compared++;
	if (agree)
		return;
	/* One word for each subject and key is enough. */
	for (size_t i = 0; i < c->n; i++)
		if (c->conflicts[i].a == a)
			return;
	c->conflicts = arena_grow(j->arena, c->conflicts, &c->capacity, c->n + 1, sizeof(struct conflict));
	c->conflicts[c->n++] = (struct conflict){ a, b, key_info(a->key)->name, verdict };
}

static bool is_first_of_subject(const struct judge *j, const struct fact *fact)
{
	return fact_get_item(j->facts, fact->key, fact->subject, fact->item) == fact;
}

static void compare_key(struct judge *j, struct comparison *c, const struct rule *rule)
{
	const struct fact *first = NULL, *f;

	while ((first = fact_next_key(j->facts, rule->key, first))) {
		if (first->absence != PRESENT || !is_first_of_subject(j, first))
			continue;
		f = first;
		while ((f = fact_next(j->facts, rule->key, first->subject, f)))
			if (f->absence == PRESENT && f->item == first->item && f->section != first->section)
				compare(j, c, first, f, rule->agree(j, first, f), rule->verdict);
	}
}

/* The start of a name that a table cut short, against the whole name. */
static void compare_prefixes(struct judge *j, struct comparison *c)
{
	const struct fact *prefix = NULL, *name;

	while ((prefix = fact_next_key(j->facts, KEY_GPU_NAME_PREFIX, prefix))) {
		name = prefix->absence == PRESENT ? fact_get(j->facts, KEY_GPU_NAME, prefix->subject) : NULL;
		if (!name || slice_is(bare_name(name->text), "Graphics Device"))
			continue;
		struct slice start = bare_name(prefix->text), whole = bare_name(name->text);
		/* A prefix so short that it may end inside "NVIDIA" says nothing. */
		bool agree = slice_eq(slice_sub(whole, 0, start.len), start) || start.len < 7;
		compare(j, c, prefix, name, agree, VERDICT_FAIL);
	}
}

/* The name against the PCI id, where the catalogue knows both. */
static void compare_name_and_id(struct judge *j, struct comparison *c, struct subject gpu)
{
	const struct fact *name = fact_get(j->facts, KEY_GPU_NAME, gpu), *id = fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu);
	const struct card *card = NULL;
	bool agree = false;

	if (!name || !id || id->i <= 0 || id->i > UINT16_MAX || !card_next_by_name(name->text, NULL) ||
	    !card_next_by_device((uint16_t)id->i, NULL))
		return;
	while (!agree && (card = card_next_by_device((uint16_t)id->i, card)))
		agree = slice_eq(bare_name(slice_of(card->smi_name)), bare_name(name->text));
	/* One chip carries several names in the id list of the maker. */
	const struct device_name *listed = device_name_find((uint16_t)id->i, 0);
	agree = agree || (listed && slice_eq(bare_name(slice_of(listed->name)), bare_name(name->text)));
	compare(j, c, name, id, agree, VERDICT_FAIL);
}

static struct message conflict_words(struct judge *j, const struct comparison *c)
{
	const struct conflict *one = &c->conflicts[0];
	struct arg what = A_STR(one->key), who = A_TEXT(subject_text(j->arena, one->a->subject));
	struct arg a = A_TEXT(fact_text(j->arena, one->a)), b = A_TEXT(fact_text(j->arena, one->b));

	if (c->n == 1)
		return MSG("%1 of %2: one output says %3, another %4", what, who, a, b);
	return MSG("%1 of %2: one output says %3, another %4; and %5 more contradictions", what, who, a, b,
		   A_INT((int64_t)c->n - 1));
}

void box_conflict_judge(struct judge *j, struct subject subject)
{
	struct comparison c = { .n = 0 };
	enum verdict verdict = VERDICT_PASS;

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		compare_key(j, &c, &rules[i]);
	compare_prefixes(j, &c);
	for (size_t i = 0; i < j->n_gpus; i++)
		compare_name_and_id(j, &c, j->gpus[i]);
	if (c.compared == 0)
		return;
	for (size_t i = 0; i < c.n; i++)
		verdict = c.conflicts[i].verdict > verdict ? c.conflicts[i].verdict : verdict;
	struct finding *f =
		judge_find(j, subject, verdict,
			   c.n ? conflict_words(j, &c)
			       : MSG("%1 things were told twice, and every time alike", A_INT((int64_t)c.compared)));
	f->expected = MSG("outputs that agree");
	for (size_t i = 0; i < c.n; i++)
		finding_evidence(finding_evidence(f, c.conflicts[i].a), c.conflicts[i].b);
}
