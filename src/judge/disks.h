/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_DISKS_H
#define JUDGE_DISKS_H
/*
 * The disks of the box, what each one is, and which of them answers which entry of the lease.
 *
 * Private to src/judge. Disks live in the judge's arena. Loop devices, RAM disks and CD drives are no disks. One disk
 * answers one promised disk at most; an entry with `count: 2` is two promised disks.
 */
#include "judge/judge.h"

enum disk_kind { DISK_KIND_UNSEEN, DISK_KIND_NVME, DISK_KIND_SSD, DISK_KIND_HDD };

enum disk_place {
	DISK_LOCAL,	 /* a disk of this machine, or nothing says otherwise */
	DISK_LOCAL_LOST, /* a local disk of a cloud machine: lost when the machine stops */
	DISK_RAID,	 /* a volume of a RAID controller */
	DISK_NETWORK,	 /* network storage that looks like a disk */
	DISK_EMULATED,	 /* made by a hypervisor; what is behind it cannot be seen */
	DISK_PLACE_UNSEEN, /* no model: cannot be told */
};

struct disk {
	struct subject subject;
	enum disk_kind kind;
	enum disk_place place;
	const struct fact *size, *model, *transport, *rotational; /* NULL: not seen */
	int64_t step;	 /* what the size was rounded by */
	int promise;	 /* index of the promised disk that it answers; -1 none */
	bool system;	 /* it carries the root file system */
};

struct disks {
	struct disk *disks;
	size_t n;
	bool listed; /* a complete list was captured */
};

/* One promised disk: entry `item` of the lease, its copy of `count`. */
struct promised_disk {
	int item;
	const struct term *kind, *size, *mount; /* NULL: not promised */
	struct disk *disk;			/* what answers it; NULL: none found */
	bool by_mount;				/* found by its mount, not by its size */
	const struct fact *mount_fact;		/* where the mount was read */
	bool md;				/* the mount is on a volume made of several disks, or on none that is seen */
};

struct promised_disks {
	struct promised_disk *promises;
	size_t n;
};

struct disks disks_of(const struct judge *j);
/* One of them; false when the subject is no disk. */
bool disk_of_subject(const struct judge *j, struct subject subject, struct disk *ret);
/* A model that a hypervisor gives to the disks it makes. */
bool disk_model_is_emulated(struct slice model);
/* Deals the disks to the lease's entries: by mount, then by size, then by kind. */
struct promised_disks disks_deal(const struct judge *j, struct disks *disks);

/* The disk of a device path: "/dev/nvme0n1p2" is nvme0n1, "/dev/sda1" sda. False for what is no partition of a disk. */
bool disk_of_device(struct slice device, struct slice *ret_name);
/* The mount point that a path lies on, by the file systems and mounts that are seen; empty when none fits. */
struct slice disk_mount_of_path(const struct judge *j, struct slice path);
/* The disk that a mount lies on: by df's device or lsblk's mount point. False when it is not seen. */
bool disk_of_mount(const struct judge *j, struct slice mount, struct slice *ret_name, const struct fact **ret_fact);
/* Whether the size, with its rounding, reaches `percent` of want. */
bool disk_size_reaches(const struct disk *disk, int64_t want, int percent);
/* "local NVMe", "network storage" ...: a message id. */
const char *disk_words(const struct disk *disk);

/* Checks of other files that stand in the table of checks_disk. */
void disk_count_judge(struct judge *j, struct subject subject);
void disk_size_judge(struct judge *j, struct subject subject);
void disk_model_judge(struct judge *j, struct subject subject);
void disk_kind_judge(struct judge *j, struct subject subject);
void disk_virtual_judge(struct judge *j, struct subject subject);
void disk_read_judge(struct judge *j, struct subject subject);
void disk_write_judge(struct judge *j, struct subject subject);
bool fs_applies(struct judge *j, struct subject subject);
void fs_free_judge(struct judge *j, struct subject subject);
void fs_inodes_judge(struct judge *j, struct subject subject);
void fs_readonly_judge(struct judge *j, struct subject subject);
void fs_shm_judge(struct judge *j, struct subject subject);

#endif
