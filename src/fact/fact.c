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
	return facts;
}

int facts_section(struct facts *facts, struct section section)
{
	facts->sections = arena_grow(facts->arena, facts->sections, &facts->sections_capacity, facts->n_sections + 1,
				     sizeof(*facts->sections));
	facts->sections[facts->n_sections] = section;
	return (int)facts->n_sections++;
}

/* ---- the place of a fact: a monitor's log has 10^5 samples, and each is asked for the values beside it ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
	return (hash ^ value) * 0x100000001b3; /* FNV-1a */
}

static uint64_t place_hash(enum key key, struct subject subject, int section, int item)
{
	uint64_t hash = mix(mix(mix(0xcbf29ce484222325, (uint64_t)key), (uint64_t)section), (uint64_t)item);

	hash = mix(mix(hash, (uint64_t)subject.a), (uint64_t)subject.b);
	if (subject.kind != SUBJECT_GPU || subject.a < 0)
		for (size_t i = 0; i < subject.name.len; i++)
			hash = mix(hash, (unsigned char)subject.name.ptr[i]);
	return hash ^ hash >> 29;
}

/* The slot of such facts: it holds the first of them, or is empty. */
static struct fact **place_find(const struct facts *facts, enum key key, struct subject subject, int section, int item)
{
	size_t at = place_hash(key, subject, section, item) & (facts->n_places - 1);

	for (; facts->places[at]; at = (at + 1) & (facts->n_places - 1)) {
		const struct fact *f = facts->places[at];
		if (f->key == key && f->section == section && f->item == item && subject_eq(f->subject, subject))
			break;
	}
	return &facts->places[at];
}

#define PLACES_FIRST 1024

static void places_grow(struct facts *facts)
{
	struct fact **old = facts->places;
	size_t n_old = facts->n_places;

	facts->n_places = n_old ? n_old * 2 : PLACES_FIRST;
	facts->places = arena_array(facts->arena, facts->n_places, sizeof(struct fact *));
	for (size_t i = 0; i < n_old; i++)
		if (old[i])
			*place_find(facts, old[i]->key, old[i]->subject, old[i]->section, old[i]->item) = old[i];
}

static void place_add(struct facts *facts, struct fact *fact)
{
	if (facts->n_chains * 2 >= facts->n_places)
		places_grow(facts);
	struct fact **place = place_find(facts, fact->key, fact->subject, fact->section, fact->item);
	if (!*place) {
		*place = fact;
		facts->n_chains++;
		return;
	}
	struct fact *last = *place;
	while (last->same)
		last = last->same;
	last->same = fact;
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
	place_add(facts, fact);
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
	const struct fact *f = after;

	while ((f = fact_next_key(facts, key, f)))
		if (subject_eq(f->subject, subject))
			return f;
	return NULL;
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
	const struct fact *f = facts->n_places ? *place_find(facts, key, subject, section, item) : NULL;

	while (f && f->absence != PRESENT)
		f = f->same;
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
