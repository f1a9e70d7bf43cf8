/* SPDX-License-Identifier: Apache-2.0 */
/* The disks against the lease: number, size, model, kind, and whether they are real. */
#include "base/text.h"
#include "judge/disks.h"
#include "judge/host.h"

#define LIST_COMMAND "lsblk -d -o NAME,SIZE,MODEL,ROTA,TRAN; df -h"

/* A list that a container shows is the host's or empty: what is not in it is not missing. */
static bool list_is_whole(const struct judge *j, const struct disks *disks)
{
	return disks->listed && judge_is_container(j) != 1;
}

static struct finding *unseen(struct judge *j, struct message why, const struct term *term)
{
	struct finding *f = judge_unknown(j, subject_box(), why, LIST_COMMAND);

	f->term = term;
	return f;
}

/* Entry by entry: a promise with neither a disk nor a mount on one. */
static size_t promises_missing(const struct promised_disks *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += !all->promises[i].disk && !all->promises[i].by_mount && !all->promises[i].md;
	return n;
}

void disk_count_judge(struct judge *j, struct subject subject)
{
	struct disks disks = disks_of(j);
	struct promised_disks all = disks_deal(j, &disks);
	size_t missing = promises_missing(&all);
	struct finding *f;

	if (all.n == 0) {
		if (disks.n)
			f = judge_unagreed(j, subject, MSG("%1 disks", A_INT((int64_t)disks.n)),
					   MSG("disk: [{kind: ..., size: ..., count: %1}]", A_INT((int64_t)disks.n)));
		return;
	}
	struct message measured =
		MSG("%1 of the %2 promised disks are there", A_INT((int64_t)(all.n - missing)), A_INT((int64_t)all.n));
	if (missing && !list_is_whole(j, &disks)) {
		unseen(j,
		       MSG("%1 of %2 promised disks are not in what was captured", A_INT((int64_t)missing),
			   A_INT((int64_t)all.n)),
		       judge_promise(j));
		return;
	}
	f = judge_find(j, subject, missing ? VERDICT_FAIL : VERDICT_PASS, measured);
	f->expected = MSG("%1 disks", A_INT((int64_t)all.n));
	for (size_t i = 0; i < all.n; i++)
		if (all.promises[i].disk)
			finding_evidence(f, all.promises[i].disk->size);
}

/* ---- size ---- */

static void size_of_disk(struct judge *j, const struct promised_disk *p)
{
	bool kept = disk_size_reaches(p->disk, p->size->i, KEPT_PERCENT);
	struct finding *f;

	if (!p->disk->size) {
		f = judge_missing(j, p->disk->subject, KEY_DISK_SIZE);
	} else {
		f = judge_find(j, p->disk->subject, kept ? VERDICT_PASS : VERDICT_FAIL,
			       MSG("%1 (%2 GB)", A_QTY(p->disk->size->i, UNIT_BYTES), A_INT(p->disk->size->i / 1000000000)));
		f->expected = MSG("%1, at least %2 %% of it", A_TEXT(p->size->text), A_INT(KEPT_PERCENT));
	}
	f->term = p->size;
	finding_evidence(finding_evidence(f, p->disk->size), p->mount_fact);
}

/* No disk answers the promise: it is a volume of several, or missing, or not seen. */
static void size_without_disk(struct judge *j, const struct disks *disks, const struct promised_disk *p)
{
	struct finding *f;

	if (p->md || p->by_mount || !list_is_whole(j, disks)) {
		/* The file system at the mount is judged by fs.free. */
		f = unseen(j, MSG("the disk of %1 that was promised is not in what was captured", A_TEXT(p->size->text)),
			   p->size);
	} else {
		f = judge_find(j, subject_box(), VERDICT_FAIL,
			       MSG("no free disk of this size among %1 disks", A_INT((int64_t)disks->n)));
		f->expected = MSG("a disk of %1", A_TEXT(p->size->text));
	}
	f->term = p->size;
	finding_evidence(f, p->mount_fact);
}

static void sizes_unagreed(struct judge *j, const struct disks *disks)
{
	for (size_t i = 0; i < disks->n; i++) {
		const struct disk *d = &disks->disks[i];
		if (!d->size)
			continue;
		finding_evidence(judge_unagreed(j, d->subject, MSG("%1", A_QTY(d->size->i, UNIT_BYTES)),
						MSG("disk: [{size: %1 GB}]", A_INT(d->size->i / 1000000000))),
				 d->size);
	}
}

void disk_size_judge(struct judge *j, struct subject subject)
{
	struct disks disks = disks_of(j);
	struct promised_disks all = disks_deal(j, &disks);
	bool missing = false;

	(void)subject;
	if (all.n == 0)
		sizes_unagreed(j, &disks);
	for (size_t i = 0; i < all.n; i++) {
		const struct promised_disk *p = &all.promises[i];
		if (p->size && p->disk)
			size_of_disk(j, p);
		else if (p->size && !missing)
			size_without_disk(j, &disks, p);
		missing |= p->size && !p->disk; /* one finding on the box says it */
	}
}

/* ---- model ---- */

void disk_model_judge(struct judge *j, struct subject subject)
{
	struct disks disks = disks_of(j);

	(void)subject;
	for (size_t i = 0; i < disks.n; i++) {
		const struct disk *d = &disks.disks[i];
		if (!d->model || slice_trim(d->model->text).len == 0)
			continue;
		finding_evidence(judge_unagreed(j, d->subject, MSG("%1", A_TEXT(d->model->text)),
						MSG("disk model %1, or one with at least its speed and endurance",
						    A_TEXT(d->model->text))),
				 d->model);
	}
}

/* ---- kind ---- */

/* 1 as promised, 0 not, -1 cannot be told. */
static int kind_kept(const struct judge *j, const struct disk *d, struct slice want)
{
	bool network = slice_is(want, "network");

	if (d->place == DISK_NETWORK)
		return network;
	if (d->place == DISK_EMULATED)
		return network ? -1 : 0;
	if (network)
		return d->place == DISK_PLACE_UNSEEN ? -1 : 0;
	/* Behind a RAID controller the disks are hidden; in a virtual machine an NVMe name without a model says little. */
	if (d->place == DISK_PLACE_UNSEEN && judge_is_vm(j) == 1)
		return -1;
	if (d->place == DISK_RAID && d->kind != DISK_KIND_HDD)
		return slice_is(want, "ssd") && d->kind == DISK_KIND_SSD ? 1 : -1;
	if (d->kind == DISK_KIND_UNSEEN)
		return -1;
	if (slice_is(want, "nvme"))
		return d->kind == DISK_KIND_NVME;
	/* Faster than promised is no breach. */
	return slice_is(want, "ssd") ? d->kind != DISK_KIND_HDD : 1;
}

static void kind_of_disk(struct judge *j, const struct promised_disk *p)
{
	const struct disk *d = p->disk;
	int kept = kind_kept(j, d, p->kind->text);
	struct finding *f;

	if (kept < 0) {
		f = judge_unknown(j, d->subject, MSG("what kind of disk this is cannot be told: %1", A_WORD(disk_words(d))),
				  "lsblk -d -o NAME,SIZE,MODEL,ROTA,TRAN");
	} else {
		f = judge_find(j, d->subject, kept ? VERDICT_PASS : VERDICT_FAIL, MSG("%1", A_WORD(disk_words(d))));
		f->expected = MSG("kind %1", A_TEXT(p->kind->text));
	}
	f->term = p->kind;
	finding_evidence(finding_evidence(finding_evidence(finding_evidence(f, d->model), d->transport), d->rotational),
			 p->mount_fact);
	if (f->n_evidence == 0)
		finding_evidence(f, d->size);
}

static void kind_without_disk(struct judge *j, const struct disks *disks, const struct promised_disk *p)
{
	struct finding *f;

	if (p->md || p->by_mount || !list_is_whole(j, disks)) {
		f = unseen(j, MSG("the %1 disk that was promised is not in what was captured", A_TEXT(p->kind->text)), p->kind);
	} else if (p->size) {
		return; /* disk.size says that there is none of that size */
	} else {
		f = judge_find(j, subject_box(), VERDICT_FAIL,
			       MSG("none of the %1 disks is free for it", A_INT((int64_t)disks->n)));
		f->expected = MSG("a disk of kind %1", A_TEXT(p->kind->text));
	}
	f->term = p->kind;
	finding_evidence(f, p->mount_fact);
}

void disk_kind_judge(struct judge *j, struct subject subject)
{
	struct disks disks = disks_of(j);
	struct promised_disks all = disks_deal(j, &disks);
	bool missing = false;

	(void)subject;
	for (size_t i = 0; i < all.n; i++) {
		const struct promised_disk *p = &all.promises[i];
		if (p->kind && p->disk)
			kind_of_disk(j, p);
		else if (p->kind && !missing)
			kind_without_disk(j, &disks, p);
		missing |= p->kind && !p->disk;
	}
	for (size_t i = 0; all.n == 0 && i < disks.n; i++) {
		const struct disk *d = &disks.disks[i];
		if (d->kind == DISK_KIND_UNSEEN)
			continue;
		finding_evidence(judge_unagreed(j, d->subject, MSG("%1", A_WORD(disk_words(d))),
						MSG("disk: [{kind: nvme | ssd | hdd | network}]")),
				 d->transport	 ? d->transport
				 : d->rotational ? d->rotational
						 : d->size);
	}
}

/* ---- real or virtual ---- */

static const struct term *promised_kind(const struct promised_disks *all, const struct disk *d)
{
	return d->promise >= 0 ? all->promises[d->promise].kind : NULL;
}

static enum verdict virtual_verdict(const struct disk *d, const struct term *kind)
{
	if (d->place != DISK_NETWORK && d->place != DISK_EMULATED)
		return VERDICT_PASS;
	if (kind && slice_is(kind->text, "nvme"))
		return VERDICT_FAIL;
	return kind && slice_is(kind->text, "network") ? VERDICT_PASS : VERDICT_WARN;
}

void disk_virtual_judge(struct judge *j, struct subject subject)
{
	struct disks disks = disks_of(j);
	struct promised_disks all = disks_deal(j, &disks);

	(void)subject;
	for (size_t i = 0; i < disks.n; i++) {
		const struct disk *d = &disks.disks[i];
		const struct term *kind = promised_kind(&all, d);
		struct finding *f;
		if (d->place == DISK_PLACE_UNSEEN) {
			f = judge_unknown(j, d->subject, MSG("no model is shown: a real disk and a virtual one look alike"),
					  "lsblk -d -o NAME,SIZE,MODEL,SERIAL,TRAN");
		} else {
			f = judge_find(j, d->subject, virtual_verdict(d, kind), MSG("%1", A_WORD(disk_words(d))));
			f->expected = MSG("a real local disk");
		}
		f->term = kind;
		finding_evidence(finding_evidence(f, d->model), d->transport);
		if (f->n_evidence == 0)
			finding_evidence(f, d->size);
	}
}
