/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool mounts_start(const struct reader *r);
static void mounts_parse(struct reader *r);

/* "mount", /proc/mounts and /proc/self/mountinfo. */
const struct format format_mounts = { .name = "mount", .starts = mounts_start, .parse = mounts_parse };

struct mount {
	struct slice device, point, type, options;
};

/* "36 35 98:0 / /data rw,noatime shared:1 - ext4 /dev/root rw,errors=continue" */
static bool mountinfo_read(struct slice line, struct mount *ret)
{
	struct slice id = slice_nth_word(line, 0), dev = slice_nth_word(line, 2), tail = slice_after(line, " - ");

	if (!slice_is_digits(id) || !slice_is_digits(slice_nth_word(line, 1)) || slice_find_char(dev, ':') == SLICE_NONE ||
	    !tail.len)
		return false;
	*ret = (struct mount){ slice_nth_word(tail, 1), slice_nth_word(line, 4), slice_nth_word(tail, 0),
			       slice_nth_word(line, 5) };
	return slice_starts(ret->point, "/");
}

/* "/dev/sda1 on / type ext4 (rw,relatime)" */
static bool mount_read(struct slice line, struct mount *ret)
{
	size_t open = slice_find(line, " (");

	if (!slice_is(slice_nth_word(line, 1), "on") || !slice_has(line, " type ") || open == SLICE_NONE ||
	    !slice_ends(line, ")"))
		return false;
	*ret = (struct mount){ slice_nth_word(line, 0), slice_nth_word(line, 2), slice_nth_word(slice_after(line, " type "), 0),
			       slice_sub(line, open + 2, line.len - 1) };
	return slice_starts(ret->point, "/");
}

/* "/dev/sda1 / ext4 rw,relatime 0 0" */
static bool mounts_read(struct slice line, struct mount *ret)
{
	if (!slice_is_digits(slice_nth_word(line, 4)) || !slice_is_digits(slice_nth_word(line, 5)) ||
	    slice_nth_word(line, 6).len)
		return false;
	*ret = (struct mount){ slice_nth_word(line, 0), slice_nth_word(line, 1), slice_nth_word(line, 2),
			       slice_nth_word(line, 3) };
	return slice_starts(ret->point, "/") && (slice_starts(ret->options, "rw") || slice_starts(ret->options, "ro"));
}

static bool line_read(struct slice line, struct mount *ret)
{
	struct slice s = slice_trim(line);

	return mountinfo_read(s, ret) || mount_read(s, ret) || mounts_read(s, ret);
}

static bool mounts_start(const struct reader *r)
{
	struct mount mount;

	return line_read(reader_peek(r, 0), &mount);
}

/* File systems that hold somebody's data; the kernel's own and those of images are read-only by design. */
static bool holds_data(struct slice type)
{
	static const char *const types[] = { "ext4",   "ext3", "xfs",  "btrfs",	 "zfs",	 "nfs",	    "nfs4",
					     "lustre", "ceph", "gpfs", "beegfs", "f2fs", "overlay", "fuse" };

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (slice_is(type, types[i]))
			return true;
	return slice_starts(type, "fuse.") && !slice_has(type, "lxcfs") && !slice_has(type, "snap");
}

/* Files that a container engine mounts one by one (drivers, /etc/hosts) are no places for data. */
static bool is_single_file(struct slice point)
{
	return slice_starts(point, "/etc/") || slice_starts(point, "/usr/") || slice_starts(point, "/proc/") ||
	       slice_starts(point, "/sys/") || slice_starts(point, "/dev/") || slice_starts(point, "/run/") ||
	       slice_starts(point, "/snap/") || slice_starts(point, "/lib/");
}

static bool is_readonly(struct slice options)
{
	struct slice word;

	while (slice_split(&options, ',', &word))
		if (slice_is(word, "ro"))
			return true;
	return false;
}

static void mounts_parse(struct reader *r)
{
	struct mount mount;
	struct slice line;

	while (reader_next(r, &line)) {
		if (!line_read(line, &mount)) {
			reader_back(r);
			return;
		}
		if (slice_is(mount.point, "/") && slice_is(mount.type, "overlay"))
			reader_text(r, KEY_SYS_CONTAINER, subject_box(), 0, SLICE("overlay root"));
		if (!holds_data(mount.type) || is_single_file(mount.point))
			continue;
		struct subject fs = subject_named(SUBJECT_FS, mount.point);
		reader_flag(r, KEY_FS_READONLY, fs, 0, is_readonly(mount.options))->text = mount.options;
		reader_text(r, KEY_FS_DEVICE, fs, 0, mount.device);
		reader_text(r, KEY_FS_TYPE, fs, 0, mount.type);
	}
}
