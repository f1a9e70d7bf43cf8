/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/boxes.h"

#include <string.h>

#include "parse/gpus.h"

/* Names differ between driver generations by their first words only. */
static struct slice bare_name(struct slice name)
{
	static const char *const words[] = { "NVIDIA ", "Tesla ", "Quadro ", "GeForce " };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_starts(name, words[i]))
			name = slice_sub(name, strlen(words[i]), name.len);
	return name;
}

/* "node1.example.org" and "node1" are one host. */
static struct slice short_host(struct slice host)
{
	size_t dot = slice_find_char(host, '.');

	return dot == SLICE_NONE ? host : slice_sub(host, 0, dot);
}

/* A serial or UUID that was masked for publication tells nothing. */
static bool is_masked(struct slice id)
{
	size_t marks = 0;

	for (size_t i = 0; i < id.len; i++)
		marks += strchr("xX*0-#", id.ptr[i]) != NULL;
	return marks * 2 > id.len;
}

struct mark {
	enum key key;
	bool same_format; /* two tools may word it differently: only outputs of one kind are compared */
};

/* Facts that are one and the same for as long as a machine is that machine. */
static const struct mark marks[] = {
	{ KEY_GPU_UUID, false },     { KEY_GPU_PCI_ADDRESS, false }, { KEY_GPU_NAME, true },	{ KEY_SYS_UUID, false },
	{ KEY_SYS_HOSTNAME, false }, { KEY_CPU_MODEL, true },	     { KEY_CPU_THREADS, true }, { KEY_SYS_PRODUCT, true },
};

static bool differs(const struct fact *a, const struct fact *b)
{
	if (key_info(a->key)->kind == KIND_INTEGER)
		return a->i != b->i;
	if (a->key == KEY_GPU_NAME)
		return !slice_eq(bare_name(a->text), bare_name(b->text));
	if (a->key == KEY_SYS_HOSTNAME)
		return !slice_eq(short_host(a->text), short_host(b->text));
	if (a->key == KEY_GPU_UUID && (is_masked(a->text) || is_masked(b->text)))
		return false;
	return !slice_eq(a->text, b->text);
}

static bool mark_contradicts(const struct facts *all, const struct mark *mark, int section, int other)
{
	const struct section *s = all->sections;

	if (mark->same_format && strcmp(s[section].format, s[other].format) != 0)
		return false;
	for (const struct fact *a = NULL; (a = fact_next_key(all, mark->key, a));) {
		if (a->section != section || a->absence != PRESENT)
			continue;
		for (const struct fact *b = NULL; (b = fact_next_key(all, mark->key, b));)
			if (b->section == other && b->absence == PRESENT && subject_eq(a->subject, b->subject) &&
			    a->item == b->item && differs(a, b))
				return true;
	}
	return false;
}

/* A kernel log may be taken on the host, the rest in a container: its host name separates nothing. */
static bool host_counts(const struct section *s)
{
	return s->host.len && !slice_is(s->host, "localhost") && !s->events;
}

/* 1: `section` shows another machine than `other`; -1: surely the same; 0: neither. */
static int contradicts(const struct facts *all, int section, int other)
{
	const struct section *a = &all->sections[section], *b = &all->sections[other];

	if (host_counts(a) && host_counts(b))
		return slice_eq(short_host(a->host), short_host(b->host)) ? -1 : 1;
	for (size_t m = 0; m < sizeof(marks) / sizeof(*marks); m++)
		if (mark_contradicts(all, &marks[m], section, other))
			return 1;
	return 0;
}

/* Whether some earlier section of `box` says -1 (same) or 1 (another machine); 0 when none says anything. */
static int box_says(const struct facts *all, int section, int box)
{
	int says = 0;

	for (int other = 0; other < section; other++) {
		if (all->sections[other].box != box)
			continue;
		int c = contradicts(all, section, other);
		if (c < 0)
			return -1;
		if (c > 0)
			says = 1;
	}
	return says;
}

/* Gives every section its box; returns the number of boxes. */
static int sections_deal(const struct facts *all)
{
	int n = 1, current = 0;

	for (int s = 0; s < (int)all->n_sections; s++) {
		int chosen = box_says(all, s, current) == 1 ? -1 : current;
		for (int box = 0; box < n && chosen < 0; box++)
			if (box_says(all, s, box) != 1)
				chosen = box;
		if (chosen < 0)
			chosen = n++;
		all->sections[s].box = current = chosen;
	}
	return n;
}

static void unread_deal(const struct facts *all)
{
	for (size_t i = 0; i < all->n_unread; i++) {
		struct unread *u = &all->unread[i];
		for (size_t s = 0; s < all->n_sections; s++)
			if (slice_eq(all->sections[s].blob, u->blob) && all->sections[s].first_line <= u->first_line)
				u->box = all->sections[s].box;
	}
}

static struct facts *box_take(struct arena *arena, const struct facts *all, int box)
{
	struct facts *facts = facts_new(arena);
	int *renumber = arena_array(arena, all->n_sections + 1, sizeof(*renumber));

	for (size_t s = 0; s < all->n_sections; s++)
		if (all->sections[s].box == box)
			renumber[s] = facts_section(facts, all->sections[s]);
	for (size_t i = 0; i < all->n; i++) {
		const struct fact *old = all->facts[i];
		if (all->sections[old->section].box != box)
			continue;
		struct fact *copy = facts_add_absent(facts, old->key, old->subject, old->item, renumber[old->section],
						     old->line, old->absence);
		copy->i = old->i;
		copy->text = old->text;
	}
	for (size_t i = 0; i < all->n_unread; i++) {
		if (all->unread[i].box != box)
			continue;
		facts->unread =
			arena_grow(arena, facts->unread, &facts->unread_capacity, facts->n_unread + 1, sizeof(*facts->unread));
		facts->unread[facts->n_unread++] = all->unread[i];
	}
	return facts;
}

struct boxes boxes_deal(struct arena *arena, const struct facts *all)
{
	struct boxes boxes = { .n = (size_t)sections_deal(all) };

	unread_deal(all);
	boxes.boxes = arena_array(arena, boxes.n, sizeof(*boxes.boxes));
	for (size_t i = 0; i < boxes.n; i++)
		boxes.boxes[i] = gpus_unify(arena, box_take(arena, all, (int)i));
	return boxes;
}
