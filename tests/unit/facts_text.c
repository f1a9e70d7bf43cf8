/* SPDX-License-Identifier: Apache-2.0 */
#include "facts_text.h"

#include <errno.h>
#include <string.h>

static const char *const absences[] = { "present", "not-captured", "unsupported", "denied", "lost", "timeout", "cut", "unreadable", "deprecated", "mig" };

static int section_line(struct facts *facts, struct slice rest, struct error *error)
{
	struct slice word;
	int64_t number;

	if (!slice_word(&rest, &word) || !slice_int(word, &number) || number < 1 || number > 99)
		return error_set(error, EINVAL, "section wants a number");
	while ((int64_t)facts->n_sections < number)
		facts_section(facts, (struct section){ .blob = SLICE("test"), .format = "test" });
	while (slice_word(&rest, &word)) {
		struct section *s = &facts->sections[number - 1];
		if (slice_is(word, "monitor"))
			s->moment = MOMENT_MONITOR;
		else if (slice_is(word, "cut"))
			s->cut = true;
		else if (slice_starts(word, "host="))
			s->host = slice_sub(word, 5, word.len);
		else if (slice_starts(word, "format="))
			s->format = arena_text(facts->arena, slice_sub(word, 7, word.len));
		else
			return error_set(error, EINVAL, "unknown flag '%.*s'", SLICE_ARG(word));
	}
	return 0;
}

static int term_line(struct lease *lease, struct slice rest, struct error *error)
{
	size_t equal = slice_find(rest, " = ");
	struct slice name = slice_trim(slice_sub(rest, 0, equal));
	size_t open = slice_find_char(name, '[');
	int64_t item = 0;

	if (equal == SLICE_NONE)
		return error_set(error, EINVAL, "term wants NAME = VALUE");
	if (open != SLICE_NONE) { /* disk[1].size */
		size_t close = slice_find_char(name, ']');
		if (!slice_int(slice_sub(name, open + 1, close), &item))
			return error_set(error, EINVAL, "bad item in '%.*s'", SLICE_ARG(name));
		name = arena_printf(lease->arena, "%.*s[]%.*s", (int)open, name.ptr, SLICE_ARG(slice_sub(name, close + 1, name.len)));
	}
	enum term_key key = term_by_name(name);
	if (!key)
		return error_set(error, EINVAL, "no term '%.*s'", SLICE_ARG(name));
	return lease_add(lease, key, (int)item, (int)lease->n + 1, slice_sub(rest, equal + 3, rest.len), error);
}

struct part {
	enum key key;
	int item, section;
	struct slice value;
	char sign; /* '=' or '!' */
};

static int value_set(struct fact *fact, const struct part *p, struct error *error)
{
	const struct key_info *info = key_info(p->key);
	struct slice words = p->value;
	size_t bar = slice_find(words, " | ");

	if (p->sign == '!') {
		for (size_t i = 1; i < sizeof(absences) / sizeof(*absences); i++)
			if (slice_is(words, absences[i]))
				fact->absence = (enum absence)i;
		return fact->absence ? 0 : error_set(error, EINVAL, "no absence '%.*s'", SLICE_ARG(words));
	}
	fact->text = words;
	if (bar != SLICE_NONE) {
		fact->text = slice_sub(words, bar + 3, words.len);
		words = slice_sub(words, 0, bar);
	}
	if (info->kind == KIND_FLAG)
		fact->i = slice_is(words, "yes");
	if (info->kind == KIND_FLAG && !fact->i && !slice_is(words, "no"))
		return error_set(error, EINVAL, "'%.*s' is neither yes nor no", SLICE_ARG(words));
	if (info->kind == KIND_INTEGER)
		return quantity_parse(words, info->unit, NULL, &fact->i, error);
	return 0;
}

/* "NAME[item] = value @section", the subject cut off already. */
static int part_parse(struct slice rest, struct part *p, struct error *error)
{
	struct slice name;
	int64_t number;

	*p = (struct part){ .section = 0 };
	size_t at = slice_find(rest, " @");
	if (at != SLICE_NONE && slice_int(slice_trim(slice_sub(rest, at + 2, rest.len)), &number)) {
		p->section = (int)number - 1;
		rest = slice_trim(slice_sub(rest, 0, at));
	}
	if (!slice_word(&rest, &name))
		return error_set(error, EINVAL, "no fact name");
	size_t open = slice_find_char(name, '[');
	if (open != SLICE_NONE) {
		if (!slice_int(slice_sub(name, open + 1, name.len - 1), &number))
			return error_set(error, EINVAL, "bad item in '%.*s'", SLICE_ARG(name));
		p->item = (int)number;
		name = slice_sub(name, 0, open);
	}
	p->key = key_by_name(name);
	if (!p->key)
		return error_set(error, EINVAL, "no fact '%.*s'", SLICE_ARG(name));
	rest = slice_trim(rest);
	if (rest.len < 2 || (rest.ptr[0] != '=' && rest.ptr[0] != '!'))
		return error_set(error, EINVAL, "want = VALUE or ! WHY");
	p->sign = rest.ptr[0];
	p->value = slice_trim(slice_sub(rest, 1, rest.len));
	return 0;
}

/* Where the subject ends: named subjects and links have two words. */
static struct slice subject_cut(struct slice *line)
{
	struct slice start = *line, word, second;
	bool two;

	slice_word(line, &word);
	two = slice_is(word, "link") || slice_is(word, "nic") || slice_is(word, "disk") || slice_is(word, "fs");
	if (two && slice_word(line, &second))
		return slice_sub(start, 0, (size_t)(second.ptr + second.len - start.ptr));
	return word;
}

int facts_text_line(struct facts *facts, struct lease *lease, struct slice line, struct error *error)
{
	struct subject subject;
	struct part p;
	int64_t first, last;

	if (facts->n_sections == 0)
		facts_section(facts, (struct section){ .blob = SLICE("test"), .format = "test" });
	line = slice_trim(line);
	if (slice_starts(line, "section "))
		return section_line(facts, slice_sub(line, 8, line.len), error);
	if (slice_starts(line, "term "))
		return term_line(lease, slice_sub(line, 5, line.len), error);
	struct slice who = subject_cut(&line);
	int r = part_parse(line, &p, error);
	if (r < 0)
		return r;
	if (p.section < 0 || (size_t)p.section >= facts->n_sections)
		return error_set(error, EINVAL, "no section %d", p.section + 1);
	struct slice range = slice_starts(who, "gpu") ? slice_sub(who, 3, who.len) : who;
	if (slice_take_int(&range, &first) && slice_starts(range, "-")) { /* gpu0-7 */
		range = slice_sub(range, 1, range.len);
		if (!slice_int(range, &last))
			return error_set(error, EINVAL, "bad range '%.*s'", SLICE_ARG(who));
		for (; first <= last && r == 0; first++)
			r = value_set(facts_add(facts, p.key, subject_gpu((int)first), p.item, p.section, 1), &p, error);
		return r;
	}
	if (!subject_parse(facts->arena, who, &subject))
		return error_set(error, EINVAL, "no subject '%.*s'", SLICE_ARG(who));
	if (subject.kind != key_info(p.key)->subject)
		return error_set(error, EINVAL, "'%s' is not about '%.*s'", key_info(p.key)->name, SLICE_ARG(who));
	return value_set(facts_add(facts, p.key, subject, p.item, p.section, 1), &p, error);
}
