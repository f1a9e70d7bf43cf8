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

#define MARKS_MAX 4096 /* of one machine; what comes behind is taken for the same */

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

/* A kernel log may be taken on the host, the rest in a container: its host name separates nothing. */
static bool host_counts(const struct section *s)
{
	return s->host.len && !slice_is(s->host, "localhost") && !s->events;
}

/* What is known of one machine: the host of its prompts and every mark, once. */
struct machine {
	struct slice host;
	const struct fact **marks;
	size_t n, capacity;
};

struct dealer {
	struct arena *arena;
	const struct facts *all;
	struct machine *machines;
	size_t n, capacity;
	bool too_many;
};

static const struct mark *mark_of(enum key key)
{
	for (size_t m = 0; m < sizeof(marks) / sizeof(*marks); m++)
		if (marks[m].key == key)
			return &marks[m];
	return NULL;
}

static bool comparable(const struct dealer *d, const struct fact *a, const struct fact *b)
{
	const struct section *s = d->all->sections;

	if (a->key != b->key || a->item != b->item || !subject_eq(a->subject, b->subject))
		return false;
	return !mark_of(a->key)->same_format || strcmp(s[a->section].format, s[b->section].format) == 0;
}

static bool machine_contradicts(const struct dealer *d, const struct machine *m, const struct fact *mark)
{
	for (size_t i = 0; i < m->n; i++)
		if (comparable(d, m->marks[i], mark) && differs(m->marks[i], mark))
			return true;
	return false;
}

/* The facts of one section stand together: from `first` up to the returned index. */
static size_t section_end(const struct facts *all, size_t first)
{
	size_t end = first;

	while (end < all->n && all->facts[end]->section == all->facts[first]->section)
		end++;
	return end;
}

static bool machine_fits(const struct dealer *d, const struct machine *m, const struct section *section, size_t first, size_t end)
{
	if (host_counts(section) && m->host.len)
		return slice_eq(short_host(section->host), short_host(m->host));
	for (size_t i = first; i < end; i++) {
		const struct fact *f = d->all->facts[i];
		if (f->absence == PRESENT && mark_of(f->key) && machine_contradicts(d, m, f))
			return false;
	}
	return true;
}

static void machine_learn(struct dealer *d, struct machine *m, const struct section *section, size_t first, size_t end)
{
	if (!m->host.len && host_counts(section))
		m->host = section->host;
	for (size_t i = first; i < end; i++) {
		const struct fact *f = d->all->facts[i];
		bool known = f->absence != PRESENT || !mark_of(f->key) || m->n >= MARKS_MAX;
		for (size_t k = 0; k < m->n && !known; k++)
			known = comparable(d, m->marks[k], f) && !differs(m->marks[k], f);
		if (known)
			continue;
		m->marks = arena_grow(d->arena, m->marks, &m->capacity, m->n + 1, sizeof(*m->marks));
		m->marks[m->n++] = f;
	}
}

/* The machine of the output before it, else the first that nothing in it contradicts, else a new one. */
static size_t machine_choose(struct dealer *d, const struct section *section, size_t current, size_t first, size_t end)
{
	if (d->n && machine_fits(d, &d->machines[current], section, first, end))
		return current;
	for (size_t i = 0; i < d->n; i++)
		if (machine_fits(d, &d->machines[i], section, first, end))
			return i;
	if (d->n == BOXES_MAX) {
		d->too_many = true;
		return d->n - 1;
	}
	d->machines = arena_grow(d->arena, d->machines, &d->capacity, d->n + 1, sizeof(*d->machines));
	d->machines[d->n] = (struct machine){ .n = 0 };
	return d->n++;
}

/* Gives every section its box; returns how many there are. */
static struct boxes sections_deal(struct arena *arena, const struct facts *all)
{
	struct dealer d = { .arena = arena, .all = all };
	size_t current = 0, first = 0;

	for (int s = 0; s < (int)all->n_sections; s++) {
		size_t end = first < all->n && all->facts[first]->section == s ? section_end(all, first) : first;
		current = machine_choose(&d, &all->sections[s], current, first, end);
		machine_learn(&d, &d.machines[current], &all->sections[s], first, end);
		all->sections[s].box = (int)current;
		first = end;
	}
	return (struct boxes){ .n = d.n ? d.n : 1, .too_many = d.too_many };
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
	struct boxes boxes = sections_deal(arena, all);

	unread_deal(all);
	boxes.boxes = arena_array(arena, boxes.n, sizeof(*boxes.boxes));
	for (size_t i = 0; i < boxes.n; i++)
		boxes.boxes[i] = gpus_unify(arena, box_take(arena, all, (int)i));
	return boxes;
}
