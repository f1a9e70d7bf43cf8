/* SPDX-License-Identifier: Apache-2.0 */
#include "fact/fact.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const struct key_info infos[KEY_MAX] = {
	[KEY_NONE] = { "", KIND_TEXT, UNIT_NONE, SUBJECT_BOX, "", "" },
#define KEY(id, name, kind, unit, subject, how, sentence) \
	[KEY_##id] = { name, KIND_##kind, UNIT_##unit, SUBJECT_##subject, how, sentence },
#include "fact/keys.h"
#undef KEY
};

const struct key_info *key_info(enum key key)
{
	assert(key > KEY_NONE && key < KEY_MAX);
	return &infos[key];
}

enum key key_by_name(struct slice name)
{
	for (enum key key = KEY_NONE + 1; key < KEY_MAX; key++)
		if (slice_is(name, infos[key].name))
			return key;
	return KEY_NONE;
}

struct facts *facts_new(struct arena *arena)
{
	struct facts *facts = arena_alloc(arena, sizeof(*facts));

	facts->arena = arena;
	facts->same.exact = true;
	return facts;
}

int facts_section(struct facts *facts, struct section section)
{
	facts->sections = arena_grow(facts->arena, facts->sections, &facts->sections_capacity, facts->n_sections + 1,
				     sizeof(*facts->sections));
	facts->sections[facts->n_sections] = section;
	return (int)facts->n_sections++;
}

/* ---- tables: a monitor's log has 10^5 samples, and each is asked for the values beside it ---- */

struct place {
	enum key key;
	struct subject subject;
	int section, item;
};

static struct place place_of(const struct fact *fact)
{
	return (struct place){ fact->key, fact->subject, fact->section, fact->item };
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * 0x100000001b3; /* FNV-1a */
}

static uint64_t place_hash(const struct place *place, bool exact)
{
	uint64_t hash = mix(0xcbf29ce484222325, (uint64_t)place->key);
	const struct subject *s = &place->subject;

	if (exact)
		hash = mix(mix(hash, (uint64_t)place->section), (uint64_t)place->item);
	hash = mix(mix(hash, (uint64_t)s->a), (uint64_t)s->b);
	if (s->kind != SUBJECT_GPU || s->a < 0)
		for (size_t i = 0; i < s->name.len; i++)
			hash = mix(hash, (unsigned char)s->name.ptr[i]);
	return hash ^ hash >> 29;
}

static bool place_is(const struct place *place, const struct fact *fact, bool exact)
{
	if (fact->key != place->key || (exact && (fact->section != place->section || fact->item != place->item)))
		return false;
	return subject_eq(fact->subject, place->subject);
}

/* The slot of such facts: it holds the first of them, or is empty. */
static struct fact **slot_find(const struct fact_table *table, struct place place)
{
	size_t at = place_hash(&place, table->exact) & (table->n_slots - 1);

	while (table->slots[at] && !place_is(&place, table->slots[at], table->exact))
		at = (at + 1) & (table->n_slots - 1);
	return &table->slots[at];
}

#define SLOTS_FIRST 1024

static void table_grow(struct arena *arena, struct fact_table *table)
{
	struct fact_table old = *table;

	table->n_slots = old.n_slots ? old.n_slots * 2 : SLOTS_FIRST;
	table->slots = arena_array(arena, table->n_slots, sizeof(struct fact *));
	for (size_t i = 0; i < old.n_slots; i++)
		if (old.slots[i])
			*slot_find(table, place_of(old.slots[i])) = old.slots[i];
}

/* The slot for a new fact; when it is empty the fact goes there, else behind the chain that begins in it. */
static struct fact **table_slot(struct arena *arena, struct fact_table *table, const struct fact *fact)
{
	if (table->n_used * 2 >= table->n_slots)
		table_grow(arena, table);
	struct fact **slot = slot_find(table, place_of(fact));
	table->n_used += *slot == NULL;
	return slot;
}

static void tables_add(struct facts *facts, struct fact *fact)
{
	struct fact **here = table_slot(facts->arena, &facts->here, fact), **same = table_slot(facts->arena, &facts->same, fact);

	/* The first of a chain keeps its end, so that a long chain grows at once. */
	if (*here)
		(*here)->last_here->next_here = fact;
	else
		*here = fact;
	(*here)->last_here = fact;
	while (*same)
		same = &(*same)->next_same;
	*same = fact;
}

struct fact *facts_add(struct facts *facts, enum key key, struct subject subject, int item, int section, int line)
{
	struct fact *fact = arena_alloc(facts->arena, sizeof(*fact));

	assert(key > KEY_NONE && key < KEY_MAX && subject.kind == infos[key].subject);
	*fact = (struct fact){ .key = key, .subject = subject, .item = item, .section = section, .line = line };
	facts->facts = arena_grow(facts->arena, facts->facts, &facts->capacity, facts->n + 1, sizeof(*facts->facts));
	facts->facts[facts->n++] = fact;
	if (facts->last[key])
		facts->last[key]->next = fact;
	else
		facts->first[key] = fact;
	facts->last[key] = fact;
	tables_add(facts, fact);
	return fact;
}

struct fact *facts_add_absent(struct facts *facts, enum key key, struct subject subject, int item, int section, int line,
			      enum absence why)
{
	struct fact *fact = facts_add(facts, key, subject, item, section, line);

	fact->absence = why;
	return fact;
}

const struct fact *fact_next_key(const struct facts *facts, enum key key, const struct fact *after)
{
	return after ? after->next : facts->first[key];
}

const struct fact *fact_next(const struct facts *facts, enum key key, struct subject subject, const struct fact *after)
{
	if (after && after->key == key && subject_eq(after->subject, subject))
		return after->next_here;
	if (!after)
		return facts->here.n_slots ? *slot_find(&facts->here, (struct place){ key, subject, 0, 0 }) : NULL;
	while ((after = fact_next_key(facts, key, after)) && !subject_eq(after->subject, subject))
		;
	return after;
}

const struct fact *fact_any(const struct facts *facts, enum key key, struct subject subject)
{
	return fact_next(facts, key, subject, NULL);
}

const struct fact *fact_get(const struct facts *facts, enum key key, struct subject subject)
{
	const struct fact *f = NULL;

	while ((f = fact_next(facts, key, subject, f)))
		if (f->absence == PRESENT)
			return f;
	return NULL;
}

const struct fact *fact_get_item(const struct facts *facts, enum key key, struct subject subject, int item)
{
	const struct fact *f = NULL;

	while ((f = fact_next(facts, key, subject, f)))
		if (f->absence == PRESENT && f->item == item)
			return f;
	return NULL;
}

static const struct fact *fact_at(const struct facts *facts, enum key key, struct subject subject, int section, int item)
{
	const struct fact *f = facts->same.n_slots ? *slot_find(&facts->same, (struct place){ key, subject, section, item }) : NULL;

	while (f && f->absence != PRESENT)
		f = f->next_same;
	return f;
}

const struct fact *fact_beside(const struct facts *facts, const struct fact *fact, enum key key)
{
	const struct fact *f = fact_at(facts, key, fact->subject, fact->section, fact->item);

	return f || fact->item == 0 ? f : fact_at(facts, key, fact->subject, fact->section, 0);
}

int64_t fact_value(const struct facts *facts, enum key key, struct subject subject, int64_t otherwise)
{
	const struct fact *f = fact_get(facts, key, subject);

	return f ? f->i : otherwise;
}

struct slice fact_words(const struct facts *facts, enum key key, struct subject subject)
{
	const struct fact *f = fact_get(facts, key, subject);

	return f ? f->text : (struct slice){ NULL, 0 };
}

static int subject_order(const void *a, const void *b)
{
	return subject_compare(*(const struct subject *)a, *(const struct subject *)b);
}

struct subject *facts_subjects(const struct facts *facts, enum subject_kind kind, struct arena *arena, size_t *ret_n)
{
	struct subject *all = arena_array(arena, facts->n + 1, sizeof(*all));
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < facts->n; i++)
		if (facts->facts[i]->subject.kind == kind)
			all[n++] = facts->facts[i]->subject;
	qsort(all, n, sizeof(*all), subject_order);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || !subject_eq(all[kept - 1], all[i]))
			all[kept++] = all[i];
	*ret_n = kept;
	return all;
}

struct slice fact_line(const struct facts *facts, const struct fact *fact)
{
	const struct section *section = &facts->sections[fact->section];

	if (fact->line < 1 || fact->line > section->n_lines)
		return (struct slice){ NULL, 0 };
	return section->lines[fact->line - 1];
}

struct slice fact_text(struct arena *arena, const struct fact *fact)
{
	if (fact->absence != PRESENT)
		return (struct slice){ NULL, 0 };
	switch (infos[fact->key].kind) {
	case KIND_FLAG:
		return fact->i ? SLICE("yes") : SLICE("no");
	case KIND_TEXT:
		return fact->text;
	case KIND_INTEGER:
		break;
	}
	return quantity_text(arena, fact->i, infos[fact->key].unit);
}

const char *absence_name(enum absence absence)
{
	static const char *const names[] = {
		[PRESENT] = "present",
		[ABSENT_NOT_CAPTURED] = "not-captured",
		[ABSENT_UNSUPPORTED] = "unsupported",
		[ABSENT_DENIED] = "denied",
		[ABSENT_LOST] = "lost",
		[ABSENT_TIMEOUT] = "timeout",
		[ABSENT_CUT] = "cut",
		[ABSENT_UNREADABLE] = "unreadable",
		[ABSENT_DEPRECATED] = "deprecated",
		[ABSENT_MIG] = "mig",
	};

	return names[absence];
}
