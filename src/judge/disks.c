/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/disks.h"

#include <string.h>

#include "base/text.h"
#include "judge/host.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t digits_off(struct slice s, size_t end)
{
	while (end && is_digit(s.ptr[end - 1]))
		end--;
	return end;
}

/* nvme0n1p2, mmcblk0p1, md0p1: the digit before the p tells the partition from a name such as "sdp". */
bool disk_of_device(struct slice device, struct slice *ret_name)
{
	static const char *const lettered[] = { "sd", "vd", "xvd", "hd" };
	struct slice name = slice_starts(device, "/dev/") ? slice_sub(device, 5, device.len) : device;
	size_t end = digits_off(name, name.len);

	if (name.len == 0 || slice_find_char(name, '/') != SLICE_NONE || slice_find_char(name, ':') != SLICE_NONE)
		return false;
	if (slice_starts(name, "nvme") || slice_starts(name, "mmcblk") || slice_starts(name, "md")) {
		bool part = end < name.len && end > 1 && name.ptr[end - 1] == 'p' && is_digit(name.ptr[end - 2]);
		*ret_name = part ? slice_sub(name, 0, end - 1) : name;
		return true;
	}
	for (size_t i = 0; i < sizeof(lettered) / sizeof(*lettered); i++) {
		if (!slice_starts(name, lettered[i]))
			continue;
		*ret_name = slice_sub(name, 0, end);
		return true;
	}
	return false;
}

/* "/data" holds "/data/test.img" and "/data", not "/database". */
static bool mount_holds(struct slice mount, struct slice path)
{
	if (mount.len == 0 || path.len < mount.len || memcmp(mount.ptr, path.ptr, mount.len) != 0)
		return false;
	return path.len == mount.len || mount.ptr[mount.len - 1] == '/' || path.ptr[mount.len] == '/';
}

struct slice disk_mount_of_path(const struct judge *j, struct slice path)
{
	static const enum key keys[] = { KEY_FS_SIZE, KEY_FS_DEVICE, KEY_DISK_MOUNT };
	struct slice best = { NULL, 0 };

	for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++) {
		const struct fact *f = NULL;
		while ((f = fact_next_key(j->facts, keys[k], f))) {
			struct slice mount = keys[k] == KEY_DISK_MOUNT ? f->text : f->subject.name;
			if (mount_holds(mount, path) && mount.len > best.len)
				best = mount;
		}
	}
	for (int i = 0; i < lease_items(j->lease, TERM_DISK_MOUNT); i++) {
		const struct term *mount = lease_term_item(j->lease, TERM_DISK_MOUNT, i);
		if (mount && mount_holds(mount->text, path) && mount->text.len > best.len)
			best = mount->text;
	}
	return best;
}

bool disk_of_mount(const struct judge *j, struct slice mount, struct slice *ret_name, const struct fact **ret_fact)
{
	const struct fact *f = fact_get(j->facts, KEY_FS_DEVICE, subject_named(SUBJECT_FS, mount));

	if (f && disk_of_device(f->text, ret_name)) {
		*ret_fact = f;
		return true;
	}
	f = NULL;
	while ((f = fact_next_key(j->facts, KEY_DISK_MOUNT, f))) {
		if (f->absence != PRESENT || !slice_eq(f->text, mount) || !disk_of_device(f->subject.name, ret_name))
			continue;
		*ret_fact = f;
		return true;
	}
	return false;
}

/* ---- what a disk is ---- */

struct model_row {
	const char *start; /* of the model, in any case */
	enum disk_place place;
};

/* In this order: the longer of two names with one start stands first. Sources: the clouds' own documents and saved lsblk. */
static const struct model_row models[] = {
	{ "Amazon Elastic Block Store", DISK_NETWORK },
	{ "Amazon EC2 NVMe Instance Storage", DISK_LOCAL_LOST },
	{ "nvme_card-pd", DISK_NETWORK },
	{ "nvme_card", DISK_LOCAL_LOST },
	{ "PersistentDisk", DISK_NETWORK },
	{ "EphemeralDisk", DISK_LOCAL_LOST },
	{ "MSFT NVMe Accelerator", DISK_NETWORK },
	{ "Microsoft NVMe Direct Disk", DISK_LOCAL_LOST },
	{ "QEMU", DISK_EMULATED },
	{ "VMware", DISK_EMULATED },
	{ "Virtual Disk", DISK_EMULATED },
	{ "Msft Virtual", DISK_EMULATED },
	{ "VBOX", DISK_EMULATED },
	{ "Alibaba Cloud Elastic Block Storage", DISK_NETWORK },
	{ "BlockVolume", DISK_NETWORK },
	{ "AVAGO", DISK_RAID },
	{ "LSI", DISK_RAID },
	{ "MegaRAID", DISK_RAID },
	{ "PERC", DISK_RAID },
	{ "MR9", DISK_RAID },
	{ "SMC3", DISK_RAID },
	{ "LOGICAL VOLUME", DISK_RAID },
	{ "HPE LOGICAL", DISK_RAID },
	{ "Dell BOSS", DISK_RAID },
	{ "DELLBOSS", DISK_RAID },
	{ "RAID", DISK_RAID },
};

static bool starts_nocase(struct slice s, const char *start)
{
	return slice_is_nocase(slice_sub(s, 0, strlen(start)), start);
}

static const struct model_row *model_find(struct slice model)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++)
		if (starts_nocase(slice_trim(model), models[i].start))
			return &models[i];
	return NULL;
}

bool disk_model_is_emulated(struct slice model)
{
	const struct model_row *row = model_find(model);

	return row && row->place == DISK_EMULATED;
}

static bool is_model_seen(const struct disk *d)
{
	return d->model && slice_trim(d->model->text).len;
}

static bool transport_is(const struct disk *d, const char *name)
{
	return d->transport && slice_is_nocase(d->transport->text, name);
}

static bool is_virtio(const struct disk *d)
{
	return slice_starts(d->subject.name, "vd") || slice_starts(d->subject.name, "xvd") || transport_is(d, "virtio");
}

/* An empty cell, whichever way its parser tells. */
static struct slice serial_text(const struct fact *serial)
{
	return serial->absence == PRESENT ? serial->text : (struct slice){ NULL, 0 };
}

static enum disk_place place_of(const struct judge *j, const struct disk *d)
{
	static const char *const remote[] = { "tcp", "rdma", "iscsi", "fc", "fcoe", "nbd" };
	const struct fact *serial = fact_any(j->facts, KEY_DISK_SERIAL, d->subject);
	const struct model_row *row = is_model_seen(d) ? model_find(d->model->text) : NULL;

	for (size_t i = 0; i < sizeof(remote) / sizeof(*remote); i++)
		if (transport_is(d, remote[i]))
			return DISK_NETWORK;
	if (slice_starts(d->subject.name, "rbd") || slice_starts(d->subject.name, "nbd"))
		return DISK_NETWORK;
	if (row)
		return row->place;
	if (is_virtio(d))
		return DISK_EMULATED;
	if (slice_starts(d->subject.name, "md"))
		return DISK_RAID;
	/* A real disk has a serial number; hypervisors often give none. */
	if (serial && serial->absence != ABSENT_DENIED && slice_trim(serial_text(serial)).len == 0 && judge_is_vm(j) == 1)
		return DISK_EMULATED;
	return is_model_seen(d) ? DISK_LOCAL : DISK_PLACE_UNSEEN;
}

static enum disk_kind kind_of(const struct disk *d)
{
	if (slice_starts(d->subject.name, "nvme") || transport_is(d, "nvme"))
		return DISK_KIND_NVME;
	if (d->rotational)
		return d->rotational->i ? DISK_KIND_HDD : DISK_KIND_SSD;
	return DISK_KIND_UNSEEN;
}

static bool is_disk(const struct judge *j, struct subject s)
{
	static const char *const others[] = { "loop", "ram", "zram", "sr", "fd", "dm-", "mtd" };
	static const char *const media[] = { "Virtual CD", "Virtual HDisk", "Virtual Floppy", "Virtual Media" };
	struct slice whole;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (slice_starts(s.name, others[i]))
			return false;
	/* Media that a server's management controller lends it: "Virtual CDROM0", "Virtual HDisk0". */
	for (size_t i = 0; i < sizeof(media) / sizeof(*media); i++)
		if (slice_starts(fact_words(j->facts, KEY_DISK_MODEL, s), media[i]))
			return false;
	/* A partition is no disk, and neither is the controller that only a health log names ("nvme0"). */
	if (disk_of_device(s.name, &whole) && !slice_eq(whole, s.name))
		return false;
	return fact_any(j->facts, KEY_DISK_SIZE, s) || fact_any(j->facts, KEY_DISK_MODEL, s) ||
	       fact_any(j->facts, KEY_DISK_TRANSPORT, s) || fact_any(j->facts, KEY_DISK_ROTATIONAL, s);
}

static bool is_system(const struct judge *j, struct subject s)
{
	const struct fact *f = fact_get(j->facts, KEY_FS_DEVICE, subject_named(SUBJECT_FS, SLICE("/")));
	struct slice name;

	if (f && disk_of_device(f->text, &name) && slice_eq(name, s.name))
		return true;
	f = NULL;
	while ((f = fact_next(j->facts, KEY_DISK_MOUNT, s, f)))
		if (f->absence == PRESENT && slice_is(f->text, "/"))
			return true;
	return false;
}

bool disk_of_subject(const struct judge *j, struct subject subject, struct disk *ret)
{
	struct disk d = { .subject = subject, .promise = -1 };
	const struct fact *step;

	if (!is_disk(j, subject))
		return false;
	d.size = fact_get(j->facts, KEY_DISK_SIZE, subject);
	d.model = fact_get(j->facts, KEY_DISK_MODEL, subject);
	d.transport = fact_get(j->facts, KEY_DISK_TRANSPORT, subject);
	d.rotational = fact_get(j->facts, KEY_DISK_ROTATIONAL, subject);
	step = d.size ? fact_beside(j->facts, d.size, KEY_DISK_SIZE_STEP) : NULL;
	d.step = step ? step->i : 0;
	d.place = place_of(j, &d);
	d.kind = kind_of(&d);
	d.system = is_system(j, subject);
	*ret = d;
	return true;
}

struct disks disks_of(const struct judge *j)
{
	size_t n;
	struct subject *all = facts_subjects(j->facts, SUBJECT_DISK, j->arena, &n);
	struct disks disks = { .disks = arena_array(j->arena, n + 1, sizeof(struct disk)) };

	disks.listed = fact_value(j->facts, KEY_DISK_LISTED, subject_box(), 0) != 0;
	for (size_t i = 0; i < n; i++)
		disks.n += disk_of_subject(j, all[i], &disks.disks[disks.n]);
	return disks;
}

bool disk_size_reaches(const struct disk *disk, int64_t want, int percent)
{
	int64_t most;

	if (!disk->size)
		return false;
	/* "3.5T" was rounded to the nearest tenth: half a step either way. */
	if (__builtin_add_overflow(disk->size->i, disk->step / 2, &most))
		most = INT64_MAX;
	return host_reaches(most, want, percent);
}

const char *disk_words(const struct disk *disk)
{
	static const char *const kinds[] = { N_("disk of a kind that is not shown"), N_("local NVMe"), N_("SATA or SAS SSD"),
					     N_("hard disk") };
	static const char *const places[] = {
		[DISK_LOCAL_LOST] = N_("local NVMe of a cloud machine, lost when the machine stops"),
		[DISK_RAID] = N_("volume of a RAID controller"),
		[DISK_NETWORK] = N_("network storage"),
		[DISK_EMULATED] = N_("virtual disk made by a hypervisor"),
	};

	if (disk->place == DISK_LOCAL || disk->place == DISK_PLACE_UNSEEN)
		return kinds[disk->kind];
	return places[disk->place];
}
