/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/gpus.h"

#include <stdlib.h>
#include <string.h>

/* What is known of one GPU's names. `index` is -1 until it is found. */
struct gpu {
	int index;
	struct slice pci, uuid;
	bool listed; /* some list of GPUs shows it, not only a log */
};

struct gpus {
	struct arena *arena;
	struct gpu *gpus;
	size_t n, capacity;
};

static bool is_uuid(struct slice name)
{
	return slice_starts(name, "GPU-") || slice_starts(name, "MIG-");
}

static struct gpu *gpu_find(struct gpus *all, struct subject s)
{
	for (size_t i = 0; i < all->n; i++) {
		struct gpu *g = &all->gpus[i];
		if (s.a >= 0 ? g->index == s.a : slice_eq(is_uuid(s.name) ? g->uuid : g->pci, s.name))
			return g;
	}
	return NULL;
}

#define GPUS_MAX 256 /* in one box; a list that names more is no list of a machine, and what stands beyond is left out */

/* NULL when there are too many. */
static struct gpu *gpu_add(struct gpus *all, struct subject s)
{
	struct gpu *g = gpu_find(all, s);

	if (g || all->n == GPUS_MAX)
		return g;
	all->gpus = arena_grow(all->arena, all->gpus, &all->capacity, all->n + 1, sizeof(*all->gpus));
	g = &all->gpus[all->n++];
	*g = (struct gpu){ .index = s.a };
	if (s.a < 0 && is_uuid(s.name))
		g->uuid = s.name;
	else if (s.a < 0)
		g->pci = s.name;
	return g;
}

/* Two entries turn out to be one GPU: `from` gives what it knows to `into` and goes. */
static void gpu_join(struct gpus *all, struct gpu *into, struct gpu *from)
{
	if (into == from)
		return;
	if (into->index < 0)
		into->index = from->index;
	if (!into->pci.len)
		into->pci = from->pci;
	if (!into->uuid.len)
		into->uuid = from->uuid;
	into->listed |= from->listed;
	*from = all->gpus[--all->n];
}

/* A GPU prints another name of itself: the address or the UUID. */
static void gpu_name(struct gpus *all, struct subject subject, struct slice name)
{
	struct subject other = { .kind = SUBJECT_GPU, .a = -1, .name = name };
	struct gpu *g = gpu_find(all, subject), *same = gpu_find(all, other);

	if (!g || g == same)
		return;
	if (same && (same->index < 0 || g->index < 0)) {
		gpu_join(all, g, same);
		g = gpu_find(all, subject);
	}
	if (!g)
		return;
	if (is_uuid(name) && !g->uuid.len)
		g->uuid = name;
	if (!is_uuid(name) && !g->pci.len)
		g->pci = name;
}

/* Facts that speak of a card which no list need show. */
static bool is_failure(enum key key)
{
	switch (key) {
	case KEY_GPU_XID:
	case KEY_GPU_XID_CAUSE:
	case KEY_GPU_XID_FATAL:
	case KEY_GPU_XID_ACTION:
	case KEY_GPU_XID_BOOT:
	case KEY_GPU_XID_TIME:
	case KEY_GPU_XID_PROCESS:
	case KEY_GPU_INIT_FAILED:
	case KEY_GPU_FALLEN_OFF:
	case KEY_GPU_BUS_ALIVE:
	case KEY_GPU_NODE_LOST:
	case KEY_GPU_AER_FATAL:
	case KEY_GPU_AER_CORRECTABLE:
		return true;
	default:
		return false;
	}
}

static void gpus_collect(struct gpus *all, const struct facts *facts)
{
	for (size_t i = 0; i < facts->n; i++) {
		const struct fact *f = facts->facts[i];
		struct gpu *g = f->subject.kind == SUBJECT_GPU ? gpu_add(all, f->subject) : NULL;
		if (g)
			g->listed |= !facts->sections[f->section].events && !is_failure(f->key);
	}
	for (size_t i = 0; i < facts->n; i++) {
		const struct fact *f = facts->facts[i];
		struct slice address;
		if (f->absence != PRESENT)
			continue;
		if (f->key == KEY_GPU_PCI_ADDRESS && pci_address(all->arena, f->text, &address))
			gpu_name(all, f->subject, address);
		if (f->key == KEY_GPU_UUID && is_uuid(f->text))
			gpu_name(all, f->subject, f->text);
	}
}

static int bus_order(const void *a, const void *b)
{
	const struct gpu *x = *(struct gpu *const *)a, *y = *(struct gpu *const *)b;
	size_t n = x->pci.len < y->pci.len ? x->pci.len : y->pci.len;

	if (x->pci.len != y->pci.len) /* an eight-digit domain stands behind all four-digit ones */
		return x->pci.len < y->pci.len ? -1 : 1;
	return n ? memcmp(x->pci.ptr, y->pci.ptr, n) : 0;
}

static int index_order(const void *a, const void *b)
{
	return (*(struct gpu *const *)a)->index - (*(struct gpu *const *)b)->index;
}

/* Numbers listed addresses that have no index. */
static void gpus_number(struct gpus *all)
{
	struct gpu **loose = arena_array(all->arena, all->n + 1, sizeof(*loose));
	struct gpu **unplaced = arena_array(all->arena, all->n + 1, sizeof(*unplaced));
	size_t n_loose = 0, n_unplaced = 0, n_index = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct gpu *g = &all->gpus[i];
		n_index += g->index >= 0;
		if (g->index >= 0 && !g->pci.len)
			unplaced[n_unplaced++] = g;
		if (g->index < 0 && g->listed)
			loose[n_loose++] = g;
	}
	qsort(loose, n_loose, sizeof(*loose), bus_order);
	qsort(unplaced, n_unplaced, sizeof(*unplaced), index_order);
	if (n_index && n_loose != n_unplaced)
		return;
	for (size_t i = 0; i < n_loose; i++)
		loose[i]->index = n_index ? unplaced[i]->index : (int)i;
	for (size_t i = 0; n_index && i < n_loose; i++)
		unplaced[i]->index = -1; /* both are one now; the entry with the address stands for it */
}

struct facts *gpus_unify(struct arena *arena, const struct facts *facts)
{
	struct gpus all = { .arena = arena };
	struct facts *out = facts_new(arena);
	bool indexed = false;

	gpus_collect(&all, facts);
	gpus_number(&all);
	for (size_t i = 0; i < all.n; i++)
		indexed |= all.gpus[i].index >= 0;
	for (size_t s = 0; s < facts->n_sections; s++)
		facts_section(out, facts->sections[s]);
	out->unread = facts->unread;
	out->n_unread = out->unread_capacity = facts->n_unread;
	for (size_t i = 0; i < facts->n; i++) {
		const struct fact *old = facts->facts[i];
		struct subject subject = old->subject;
		const struct gpu *g = subject.kind == SUBJECT_GPU ? gpu_find(&all, subject) : NULL;
		if (subject.kind == SUBJECT_GPU && !g) {
			out->sections[old->section].cut = true;
			continue;
		}
		if (g && g->index >= 0)
			subject = subject_gpu(g->index);
		else if (g && indexed && !is_failure(old->key))
			continue; /* a card of the host that the driver does not show here */
		struct fact *copy = facts_add_absent(out, old->key, subject, old->item, old->section, old->line, old->absence);
		copy->i = old->i;
		copy->text = old->text;
	}
	return out;
}
