/* SPDX-License-Identifier: Apache-2.0 */
#include "lease/lease.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "lease/lease_value.h"

static const struct term_info infos[TERM_MAX] = {
	[TERM_NONE] = { "", KIND_TEXT, UNIT_NONE, "", "" },
#define TERM(id, name, kind, unit, form, sentence) [TERM_##id] = { name, KIND_##kind, UNIT_##unit, form, sentence },
#include "lease/terms.h"
#undef TERM
};

const struct term_info *term_info(enum term_key key)
{
	assert(key > TERM_NONE && key < TERM_MAX);
	return &infos[key];
}

enum term_key term_by_name(struct slice name)
{
	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++)
		if (slice_is(name, infos[key].name))
			return key;
	return TERM_NONE;
}

struct lease *lease_new(struct arena *arena, struct slice file)
{
	struct lease *lease = arena_alloc(arena, sizeof(*lease));

	lease->arena = arena;
	lease->file = file;
	return lease;
}

int lease_add(struct lease *lease, enum term_key key, int item, int line, struct slice words, struct error *error)
{
	struct term term = { .key = key, .item = item, .line = line };
	int r = lease_value(words, &term, error);

	if (r < 0)
		return r;
	lease->terms = arena_grow(lease->arena, lease->terms, &lease->capacity, lease->n + 1, sizeof(term));
	lease->terms[lease->n++] = term;
	return 0;
}

const struct term *lease_term_item(const struct lease *lease, enum term_key key, int item)
{
	for (size_t i = 0; lease && i < lease->n; i++)
		if (lease->terms[i].key == key && lease->terms[i].item == item)
			return &lease->terms[i];
	return NULL;
}

const struct term *lease_term(const struct lease *lease, enum term_key key)
{
	for (size_t i = 0; lease && i < lease->n; i++)
		if (lease->terms[i].key == key)
			return &lease->terms[i];
	return NULL;
}

int lease_items(const struct lease *lease, enum term_key key)
{
	const char *name = infos[key].name, *end = strstr(name, "[]");
	size_t prefix = end ? (size_t)(end - name) + 2 : strlen(name);
	int n = 0;

	for (size_t i = 0; lease && i < lease->n; i++)
		if (strncmp(infos[lease->terms[i].key].name, name, prefix) == 0 && lease->terms[i].item >= n)
			n = lease->terms[i].item + 1;
	return n;
}

struct slice term_text(struct arena *arena, const struct term *term)
{
	const struct term_info *info = term_info(term->key);

	if (term->text.len || info->kind == KIND_TEXT)
		return term->text;
	if (info->kind == KIND_FLAG)
		return term->i ? SLICE("yes") : SLICE("no");
	return quantity_text(arena, term->i, info->unit);
}
