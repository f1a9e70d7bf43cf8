/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/smi_block.h"

/* Hardware slowdown, software and hardware thermal slowdown, power brake: a mask without them says nothing good. */
#define BITS_THAT_MATTER 0xe8u

void smi_block_begin(struct smi_block *b, struct reader *r, struct subject gpu)
{
	*b = (struct smi_block){ .r = r, .gpu = gpu };
}

void smi_block_lost(struct smi_block *b, struct slice words)
{
	words = slice_trim(words);
	if (b->lost.len && (words.len <= b->lost.len || slice_is(words, "ERR!")))
		return;
	b->lost = words;
	b->lost_line = b->r->line;
}

static bool hidden_by_mig(enum key key)
{
	return key == KEY_GPU_UTILIZATION || key == KEY_GPU_REMAP_CORR || key == KEY_GPU_REMAP_UNC ||
	       key == KEY_GPU_REMAP_PENDING || key == KEY_GPU_REMAP_FAILURE || key == KEY_GPU_REMAP_BANKS_LOW ||
	       key == KEY_GPU_REMAP_BANKS_NONE;
}

/* "0x20B210DE" (csv and -q) or "20B210DE" (XML): device and vendor. Masked ids (000000DE) are no ids. */
static void id_read(struct fact *fact, enum smi_rule rule, struct slice words)
{
	uint64_t id;

	fact->text = slice_trim(words);
	fact->absence = cell_absence(words);
	if (fact->absence != PRESENT)
		return;
	if (!slice_hex(fact->text, &id) || id >> 16 == 0 || id > 0xffffffff) {
		fact->absence = ABSENT_UNREADABLE;
		return;
	}
	fact->i = (int64_t)(rule == SMI_DEVICE ? id >> 16 : id);
}

static bool is_masked(struct slice words)
{
	return slice_has_nocase(words, "REDACTED") || slice_starts(slice_trim(words), "***") || slice_has_nocase(words, "XXXX");
}

static void fact_fill(struct smi_block *b, struct fact *fact, const struct smi_field *field, struct slice words)
{
	fact_read(fact, words, b->bare ? field->unit : NULL);
	if (fact->absence == ABSENT_UNSUPPORTED && b->mig && hidden_by_mig(field->key))
		fact->absence = ABSENT_MIG;
	if (cell_absence(words) == PRESENT && is_masked(words))
		fact->absence = ABSENT_UNREADABLE;
	if (fact->absence != PRESENT)
		return;
	switch (field->rule) {
	case SMI_WORD:
		if (!smi_word(field->key, fact->text, &fact->text))
			fact->absence = ABSENT_UNREADABLE;
		break;
	case SMI_VERSION:
		fact->text = slice_trim(slice_sub(fact->text, 0, slice_find(fact->text, " [")));
		break;
	case SMI_ADDRESS:
		if (!pci_address(b->r->arena, fact->text, &fact->text))
			fact->absence = ABSENT_UNREADABLE;
		break;
	default:
		break;
	}
}

/* Words that are no beginning of other words: they may end an unfinished line. */
static bool is_finished(enum key key, struct slice words)
{
	static const char *const whole[] = { "None",	  "Completed",	 "Success",    "Healthy",
					     "Unhealthy", "Not Started", "In Progress" };

	if (key == KEY_GPU_VGPU_LICENSE || key_info(key)->kind != KIND_TEXT)
		return true;
	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		if (slice_is(slice_trim(words), whole[i]))
			return true;
	return false;
}

static void value_add(struct smi_block *b, const struct smi_field *field, struct slice words)
{
	struct fact *fact = b->by_key[field->key];
	bool box = key_info(field->key)->subject == SUBJECT_BOX;

	if (fact && (fact->absence == PRESENT || cell_absence(words) != PRESENT))
		return;
	/* Only Windows has driver models; a total beside its parts tells nothing new. */
	if (field->key == KEY_BOX_DRIVER_MODEL && cell_absence(words) != PRESENT)
		return;
	if (field->key == KEY_GPU_ECC_UNC_AGGREGATE && b->by_key[KEY_GPU_ECC_UNC_DRAM] &&
	    b->by_key[KEY_GPU_ECC_UNC_DRAM]->absence == PRESENT)
		return;
	if (!fact)
		fact = facts_add(b->r->facts, field->key, box ? subject_box() : b->gpu, box ? 0 : b->item, b->r->section,
				 b->r->line);
	b->by_key[field->key] = fact;
	fact->line = b->r->line;
	if (field->rule == SMI_DEVICE || field->rule == SMI_BOARD)
		id_read(fact, field->rule, words);
	else
		fact_fill(b, fact, field, words);
	if (reader_line_open(b->r) && (fact->text.len == 0 || (fact->absence == PRESENT && !is_finished(field->key, words))))
		fact->absence = ABSENT_CUT;
	if (fact->absence == ABSENT_LOST && !box)
		smi_block_lost(b, words);
}

static struct smi_sum *sum_of(struct smi_block *b, enum key key)
{
	for (size_t i = 0; i < b->n_sums; i++)
		if (b->sums[i].key == key)
			return &b->sums[i];
	if (b->n_sums == SMI_SUMS)
		return NULL;
	b->sums[b->n_sums] = (struct smi_sum){ .key = key };
	return &b->sums[b->n_sums++];
}

static void sum_add(struct smi_block *b, const struct smi_field *field, struct slice words)
{
	struct smi_sum *sum = sum_of(b, field->key);
	enum absence why = cell_absence(words);
	int64_t value = 0;

	if (!sum || slice_trim(words).len == 0)
		return;
	if (why == PRESENT && (!slice_int(slice_trim(words), &value) || value < 0))
		why = ABSENT_UNREADABLE;
	if (why == ABSENT_LOST)
		smi_block_lost(b, words);
	if (why != PRESENT && (sum->why == PRESENT || sum->why == ABSENT_UNSUPPORTED))
		sum->why = why;
	if (why == PRESENT) {
		sum->number = true;
		if (__builtin_add_overflow(sum->value, value, &sum->value))
			sum->value = INT64_MAX;
	}
	if (!sum->line || value)
		sum->line = b->r->line;
	sum->first |= field->rule == SMI_SUM;
	sum->last |= field->rule == SMI_SUM_LAST;
}

static void bit_add(struct smi_block *b, const struct smi_field *field, struct slice words)
{
	bool active;

	if (!b->bits_line)
		b->bits_line = b->r->line;
	if (cell_absence(words) != PRESENT) {
		b->bits_why = cell_absence(words);
		return;
	}
	if (!cell_flag(words, &active))
		return;
	b->bits_seen |= field->bit;
	if (active) {
		b->bits |= field->bit;
		b->bits_line = b->r->line;
	}
}

static void health_add(struct smi_block *b, struct slice words)
{
	static const char *const bad[] = { "True",	   "Yes",	   "Degraded",	   "Unhealthy", "Incorrect",
					   "No Partition", "Insufficient", "Incompatible", "Invalid" };
	static const struct smi_field field = { .key = KEY_GPU_FABRIC_HEALTH, .rule = SMI_VALUE };

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (!slice_has_nocase(slice_sub(slice_trim(words), 0, slice_of(bad[i]).len), bad[i]))
			continue;
		value_add(b, &field, SLICE("Unhealthy"));
		return;
	}
}

void smi_block_add(struct smi_block *b, const struct smi_field *field, struct slice words)
{
	if (field->key == KEY_GPU_MIG_CURRENT && slice_is_nocase(slice_trim(words), "Enabled"))
		b->mig = true;
	switch (field->rule) {
	case SMI_SUM:
	case SMI_SUM_LAST:
		sum_add(b, field, words);
		break;
	case SMI_BIT:
		bit_add(b, field, words);
		break;
	case SMI_HEALTH:
		health_add(b, words);
		break;
	default:
		value_add(b, field, words);
	}
}

bool smi_block_name(struct smi_block *b, enum smi_dialect dialect, struct slice name, struct slice words, bool any_end)
{
	bool any = false;

	for (size_t i = 0; i < n_smi_fields; i++) {
		if (!smi_field_is(&smi_fields[i], dialect, name, any_end))
			continue;
		smi_block_add(b, &smi_fields[i], words);
		any = true;
	}
	return any;
}

static void sum_end(struct smi_block *b, const struct smi_sum *sum)
{
	bool complete = sum->first && sum->last;

	if (b->by_key[sum->key]) /* told as a total, too */
		return;
	b->r->line = sum->line;
	/* A part that cannot be read hides nothing when another one is above zero; a part that is not supported has no errors.
	 */
	if (sum->number && (sum->value > 0 || (complete && (sum->why == PRESENT || sum->why == ABSENT_UNSUPPORTED))))
		b->by_key[sum->key] = reader_int(b->r, sum->key, b->gpu, b->item, sum->value);
	else
		b->by_key[sum->key] = reader_absent(b->r, sum->key, b->gpu, b->item, complete ? sum->why : ABSENT_CUT);
}

static void bits_end(struct smi_block *b)
{
	bool complete = b->bits_complete || (b->bits_seen & BITS_THAT_MATTER) == BITS_THAT_MATTER;

	if (!b->bits_line || b->by_key[KEY_GPU_THROTTLE])
		return;
	b->r->line = b->bits_line;
	if (b->bits_seen && (complete || (b->bits & BITS_THAT_MATTER)))
		reader_int(b->r, KEY_GPU_THROTTLE, b->gpu, b->item, b->bits);
	else
		reader_absent(b->r, KEY_GPU_THROTTLE, b->gpu, b->item, b->bits_why ? b->bits_why : ABSENT_CUT);
}

void smi_block_end(struct smi_block *b)
{
	int line = b->r->line;

	for (size_t i = 0; i < b->n_sums; i++)
		sum_end(b, &b->sums[i]);
	bits_end(b);
	if (b->lost.len) {
		b->r->line = b->lost_line;
		reader_text(b->r, KEY_GPU_NODE_LOST, b->gpu, b->item, b->lost);
	}
	b->r->line = line;
}
