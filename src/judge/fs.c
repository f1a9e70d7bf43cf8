/* SPDX-License-Identifier: Apache-2.0 */
/* File systems: space, inodes, writable, shared memory. Those that hold no data of the tenant are not judged. */
#include "judge/disks.h"
#include "judge/host.h"

#define FULL_EDGE   8500 /* hundredths of a percent */
#define FULL_FAIL   9800
#define SHM_DEFAULT ((int64_t)64 << 20) /* what a container gets when nobody asks for more */
#define FS_OVERHEAD_PERCENT                                                                                                    \
	90 /* a file system on a disk of the right size: ext4 keeps up to 2 %, partitions and journals more */

static bool is_one_of(struct slice s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_is(s, list[i]))
			return true;
	return false;
}

static bool is_below_one_of(struct slice s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_starts(s, list[i]))
			return true;
	return false;
}

#define LEN(list) (sizeof(list) / sizeof(*(list)))

/* Whether the tenant's data can lie on it. */
static bool is_data(const struct judge *j, struct subject fs)
{
	static const char *const devices[] = { "tmpfs", "devtmpfs", "udev", "none",  "efivarfs",
					       "shm",	"cgroup",   "proc", "sysfs", "squashfs" };
	static const char *const types[] = { "tmpfs", "devtmpfs", "squashfs", "efivarfs", "iso9660", "fuse.snapfuse", "proc",
					     "sysfs", "cgroup",	  "cgroup2",  "vfat",	  "ramfs",   "mqueue" };
	/* In containers the driver's files are mounted one by one. */
	static const char *const places[] = { "/snap/",		 "/boot/efi", "/dev",  "/run",	"/sys",
					      "/proc",		 "/etc/",     "/usr/", "/init", "/lib/",
					      "/var/lib/docker/" };
	struct slice device = fact_words(j->facts, KEY_FS_DEVICE, fs);

	return fs.name.len && fs.name.ptr[0] == '/' && !is_one_of(device, devices, LEN(devices)) &&
	       !slice_starts(device, "/dev/loop") && !is_one_of(fact_words(j->facts, KEY_FS_TYPE, fs), types, LEN(types)) &&
	       !is_below_one_of(fs.name, places, LEN(places));
}

/* A path that only a benchmark names is no file system. */
bool fs_applies(struct judge *j, struct subject fs)
{
	return is_data(j, fs) && (fact_any(j->facts, KEY_FS_SIZE, fs) || fact_any(j->facts, KEY_FS_USE, fs) ||
				  fact_any(j->facts, KEY_FS_INODES_USE, fs) || fact_any(j->facts, KEY_FS_READONLY, fs));
}

/* The entry of the lease that promises this mount; -1 none. */
static int promised_item(const struct judge *j, struct subject fs)
{
	for (int i = 0; i < lease_items(j->lease, TERM_DISK_MOUNT); i++) {
		const struct term *mount = lease_term_item(j->lease, TERM_DISK_MOUNT, i);
		if (mount && slice_eq(mount->text, fs.name))
			return i;
	}
	return -1;
}

/* A share in hundredths of a percent; -1 not known. */
static int64_t share_used(const struct judge *j, struct subject fs, const struct fact **ret_fact)
{
	const struct fact *use = fact_get(j->facts, KEY_FS_USE, fs), *size = fact_get(j->facts, KEY_FS_SIZE, fs);
	const struct fact *used = fact_get(j->facts, KEY_FS_USED, fs);

	*ret_fact = use ? use : used;
	if (use)
		return use->i;
	return size && used && size->i / 10000 > 0 ? used->i / (size->i / 10000) : -1;
}

/* The disk under the mount has the promised size: then the file system may be smaller by what it keeps for itself. */
static bool disk_is_whole(const struct judge *j, int item)
{
	struct disks disks = disks_of(j);
	struct promised_disks all = disks_deal(j, &disks);

	for (size_t i = 0; i < all.n; i++) {
		const struct promised_disk *p = &all.promises[i];
		if (p->item == item && p->disk && p->size && disk_size_reaches(p->disk, p->size->i, KEPT_PERCENT))
			return true;
	}
	return false;
}

/* Of several disks of one entry the mount may carry one or all: the smaller promise counts. */
static bool too_small(const struct judge *j, struct subject fs, int item, const struct term *want)
{
	const struct fact *size = fact_get(j->facts, KEY_FS_SIZE, fs);

	return size && want && !host_reaches(size->i, want->i, disk_is_whole(j, item) ? FS_OVERHEAD_PERCENT : KEPT_PERCENT);
}

static void space_judge(struct judge *j, struct subject fs)
{
	int item = promised_item(j, fs);
	const struct term *want = item < 0 ? NULL : lease_term_item(j->lease, TERM_DISK_SIZE, item);
	const struct fact *size = fact_get(j->facts, KEY_FS_SIZE, fs), *fact;
	int64_t share = share_used(j, fs, &fact);
	struct finding *f;

	if (too_small(j, fs, item, want)) {
		f = judge_find(j, fs, VERDICT_FAIL, MSG("the file system has %1", A_QTY(size->i, UNIT_BYTES)));
		f->expected = MSG("%1", A_TEXT(want->text));
		f->meaning = MSG("There is less room at this mount than the lease promises.");
		f->remedy = MSG("Ask the supplier for the promised size at this mount.");
		f->term = want;
		finding_evidence(f, size);
		return;
	}
	if (share < 0) {
		f = judge_missing(j, fs, KEY_FS_USE);
	} else {
		f = judge_find(j, fs,
			       share >= FULL_FAIL   ? VERDICT_FAIL
			       : share >= FULL_EDGE ? VERDICT_WARN
						    : VERDICT_PASS,
			       size ? MSG("%1 of %2 is used", A_QTY(share, UNIT_PERCENT), A_QTY(size->i, UNIT_BYTES))
				    : MSG("%1 is used", A_QTY(share, UNIT_PERCENT)));
		f->expected = MSG("less than %1 used", A_QTY(FULL_EDGE, UNIT_PERCENT));
	}
	/* How full it is no lease says; how large it is the lease has just decided. */
	f->term = (f->verdict == VERDICT_PASS || f->verdict == VERDICT_UNKNOWN) ? want : NULL;
	finding_evidence(finding_evidence(f, fact), size);
}

/* A promised mount that no output shows. */
static void mounts_unseen(struct judge *j)
{
	for (int i = 0; i < lease_items(j->lease, TERM_DISK_MOUNT); i++) {
		const struct term *mount = lease_term_item(j->lease, TERM_DISK_MOUNT, i);
		if (!mount)
			continue;
		struct subject fs = subject_named(SUBJECT_FS, mount->text);
		if (fact_any(j->facts, KEY_FS_SIZE, fs) || fact_any(j->facts, KEY_FS_USE, fs))
			continue;
		struct finding *f = judge_unknown(
			j, fs, MSG("no output given here shows a file system at %1", A_TEXT(mount->text)), "df -h");
		f->term = mount;
	}
}

void fs_free_judge(struct judge *j, struct subject subject)
{
	size_t n;
	struct subject *all = facts_subjects(j->facts, SUBJECT_FS, j->arena, &n);

	(void)subject;
	for (size_t i = 0; i < n; i++)
		if (is_data(j, all[i]) && (fact_any(j->facts, KEY_FS_SIZE, all[i]) || fact_any(j->facts, KEY_FS_USE, all[i])))
			space_judge(j, all[i]);
	mounts_unseen(j);
}

void fs_inodes_judge(struct judge *j, struct subject fs)
{
	const struct fact *use = fact_get(j->facts, KEY_FS_INODES_USE, fs);
	struct finding *f = judge_find(j, fs,
				       use->i >= FULL_FAIL   ? VERDICT_FAIL
				       : use->i >= FULL_EDGE ? VERDICT_WARN
							     : VERDICT_PASS,
				       MSG("%1 of the inodes are used", A_QTY(use->i, UNIT_PERCENT)));

	f->expected = MSG("less than %1 used", A_QTY(FULL_EDGE, UNIT_PERCENT));
	finding_evidence(f, use);
}

void fs_readonly_judge(struct judge *j, struct subject fs)
{
	const struct fact *ro = NULL, *fact = NULL;
	int item = promised_item(j, fs);
	struct finding *f;

	while ((fact = fact_next(j->facts, KEY_FS_READONLY, fs, fact)))
		if (fact->absence == PRESENT && (!ro || fact->i))
			ro = fact;
	if (!ro->i)
		f = judge_find(j, fs, VERDICT_PASS, MSG("mounted for reading and writing"));
	else if (item >= 0)
		f = judge_find(j, fs, VERDICT_FAIL, MSG("mounted read-only"));
	else
		f = judge_unagreed(j, fs, MSG("mounted read-only"), MSG("disk: [{mount: %1}]", A_TEXT(fs.name)));
	f->expected = MSG("writable");
	f->term = item >= 0 ? lease_term_item(j->lease, TERM_DISK_MOUNT, item) : NULL;
	finding_evidence(f, ro);
}

void fs_shm_judge(struct judge *j, struct subject subject)
{
	const struct fact *size = fact_get(j->facts, KEY_FS_SIZE, subject_named(SUBJECT_FS, SLICE("/dev/shm")));
	struct finding *f;

	if (!size) {
		judge_unknown(j, subject, MSG("no output given here shows /dev/shm"), "df -h /dev/shm");
		return;
	}
	f = judge_find(j, subject, size->i > SHM_DEFAULT ? VERDICT_PASS : VERDICT_WARN,
		       MSG("/dev/shm has %1", A_QTY(size->i, UNIT_BYTES)));
	f->expected = MSG("more than %1", A_QTY(SHM_DEFAULT, UNIT_BYTES));
	finding_evidence(f, size);
}
