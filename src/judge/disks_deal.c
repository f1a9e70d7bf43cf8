/* SPDX-License-Identifier: Apache-2.0 */
/* Which disk answers which entry of the lease. */
#include "judge/disks.h"
#include "judge/host.h"

#define MAX_COUNT 1024 /* of one entry; more is a slip of the pen */

static bool kind_is_wanted(const struct disk *d, const struct term *kind)
{
	if (!kind)
		return true;
	if (slice_is(kind->text, "network"))
		return d->place == DISK_NETWORK || d->place == DISK_EMULATED;
	if (slice_is(kind->text, "nvme"))
		return d->kind == DISK_KIND_NVME;
	if (slice_is(kind->text, "ssd"))
		return d->kind == DISK_KIND_SSD || d->kind == DISK_KIND_NVME;
	return d->kind == DISK_KIND_HDD;
}

static void take(struct promised_disks *all, size_t i, struct disk *d)
{
	all->promises[i].disk = d;
	d->promise = (int)i;
}

static void deal_by_mount(const struct judge *j, struct disks *disks, struct promised_disks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		struct promised_disk *p = &all->promises[i];
		struct slice name;
		if (!p->mount || (i && all->promises[i - 1].item == p->item))
			continue;
		if (!disk_of_mount(j, p->mount->text, &name, &p->mount_fact)) {
			p->mount_fact = fact_get(j->facts, KEY_FS_DEVICE, subject_named(SUBJECT_FS, p->mount->text));
			p->md = p->mount_fact != NULL;
			continue;
		}
		p->by_mount = true;
		for (size_t d = 0; d < disks->n; d++)
			if (slice_eq(disks->disks[d].subject.name, name) && disks->disks[d].promise < 0)
				take(all, i, &disks->disks[d]);
	}
}

/* How well a free disk fits, higher is better; 0 not at all. The system disk comes last. */
static int fit(const struct disk *d, const struct promised_disk *p, bool any_kind)
{
	int score = 1;

	if (d->promise >= 0 || (!any_kind && !kind_is_wanted(d, p->kind)))
		return 0;
	if (p->size && !disk_size_reaches(d, p->size->i, KEPT_PERCENT))
		return 0;
	/* Of several that are large enough, the one that is not larger. */
	if (p->size && host_reaches(p->size->i, d->size->i, KEPT_PERCENT))
		score += 4;
	return score + (d->system ? 0 : 2);
}

static void deal_rest(struct disks *disks, struct promised_disks *all, bool any_kind)
{
	for (size_t i = 0; i < all->n; i++) {
		struct promised_disk *p = &all->promises[i];
		struct disk *best = NULL;
		int best_fit = 0;
		if (p->disk || p->by_mount || p->md)
			continue;
		for (size_t d = 0; d < disks->n; d++) {
			int one = fit(&disks->disks[d], p, any_kind);
			if (one > best_fit) {
				best = &disks->disks[d];
				best_fit = one;
			}
		}
		if (best)
			take(all, i, best);
	}
}

/* A disk of the promised kind that is too small: the nearest thing to what was promised. */
static void deal_small(struct disks *disks, struct promised_disks *all)
{
	for (size_t i = 0; i < all->n; i++) {
		struct promised_disk *p = &all->promises[i];
		struct disk *best = NULL;
		if (p->disk || p->by_mount || p->md || !p->size || !p->kind)
			continue;
		for (size_t d = 0; d < disks->n; d++) {
			struct disk *one = &disks->disks[d];
			if (one->promise >= 0 || !one->size || one->system || !kind_is_wanted(one, p->kind))
				continue;
			if (!best || one->size->i > best->size->i)
				best = one;
		}
		if (best)
			take(all, i, best);
	}
}

struct promised_disks disks_deal(const struct judge *j, struct disks *disks)
{
	struct promised_disks all = { NULL, 0 };
	size_t capacity = 0;

	for (int item = 0; item < lease_items(j->lease, TERM_DISK_SIZE); item++) {
		const struct term *count = lease_term_item(j->lease, TERM_DISK_COUNT, item);
		int64_t n = count ? count->i : 1;
		struct promised_disk p = {
			.item = item,
			.kind = lease_term_item(j->lease, TERM_DISK_KIND, item),
			.size = lease_term_item(j->lease, TERM_DISK_SIZE, item),
			.mount = lease_term_item(j->lease, TERM_DISK_MOUNT, item),
		};
		for (int64_t i = 0; i < n && i < MAX_COUNT; i++) {
			all.promises = arena_grow(j->arena, all.promises, &capacity, all.n + 1, sizeof(p));
			all.promises[all.n++] = p;
		}
	}
	deal_by_mount(j, disks, &all);
	deal_rest(disks, &all, false);
	deal_small(disks, &all);
	deal_rest(disks, &all, true);
	return all;
}
