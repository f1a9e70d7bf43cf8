/* SPDX-License-Identifier: Apache-2.0 */
#include "lease/lease.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/text.h"

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

static bool flag_parse(struct slice words, int64_t *ret)
{
	static const char *const yes[] = { "yes", "on", "true" }, *const no[] = { "no", "off", "false" };

	for (size_t i = 0; i < 3; i++) {
		if (slice_is(words, yes[i]) || slice_is(words, no[i])) {
			*ret = slice_is(words, yes[i]);
			return true;
		}
	}
	return false;
}

/* A form "a | b | c" of plain words is the complete list; a form with an example such as "off | 1g.10gb" is not. */
static bool form_is_list(const char *form)
{
	return strstr(form, " | ") && !strpbrk(form, "0123456789");
}

static bool form_allows(const char *form, struct slice words)
{
	struct slice rest = slice_of(form), choice;

	while (slice_split(&rest, '|', &choice))
		if (slice_eq(slice_trim(choice), words))
			return true;
	return false;
}

static int value_parse(const struct term_info *info, struct slice words, struct term *term, struct error *error)
{
	struct error inner;

	term->text = words;
	switch (info->kind) {
	case KIND_TEXT:
		if (form_is_list(info->form) && !form_allows(info->form, words))
			return error_set(error, EINVAL, "%s: '%.*s' is none of: %s", info->name, SLICE_ARG(words), info->form);
		if (words.len == 0)
			return error_set(error, EINVAL, "%s: the value is empty; write it as: %s", info->name, info->form);
		return 0;
	case KIND_FLAG:
		if (!flag_parse(words, &term->i))
			return error_set(error, EINVAL, "%s: '%.*s' is neither yes nor no", info->name, SLICE_ARG(words));
		return 0;
	case KIND_INTEGER:
		break;
	}
	if (info->unit == UNIT_COUNT) {
		if (!slice_int(words, &term->i) || term->i < 0 || slice_has(words, "x"))
			return error_set(error, EINVAL, "%s: '%.*s' is not a whole number", info->name, SLICE_ARG(words));
		return 0;
	}
	if (info->unit == UNIT_MICRO_MONEY) {
		if (!slice_fixed(words, 6, &term->i) || term->i < 0)
			return error_set(error, EINVAL, "%s: '%.*s' is not an amount of money; write it as: %s", info->name,
					 SLICE_ARG(words), info->form);
		return 0;
	}
	if (quantity_parse(words, info->unit, NULL, &term->i, &inner) < 0 || term->i < 0)
		return error_set(error, EINVAL, "%s: %s; write it as: %s", info->name,
				 slice_starts(words, "-") ? "a negative value" : inner.text, info->form);
	return 0;
}

int lease_add(struct lease *lease, enum term_key key, int item, int line, struct slice words, struct error *error)
{
	struct term term = { .key = key, .item = item, .line = line };
	int r = value_parse(term_info(key), slice_trim(words), &term, error);

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
