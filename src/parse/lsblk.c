/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/lsblk.h"

#include <string.h>

#include "parse/cells.h"
#include "parse/json_text.h"

static bool pairs_start(const struct reader *r);
static void pairs_parse(struct reader *r);
static bool json_starts(const struct reader *r);
static void json_parse(struct reader *r);

const struct format format_lsblk_pairs = { .name = "lsblk -P", .starts = pairs_start, .parse = pairs_parse };
const struct format format_lsblk_json = { .name = "lsblk -J", .starts = json_starts, .parse = json_parse };

enum disk_column disk_column(struct slice name)
{
	static const struct {
		const char *name;
		enum disk_column column;
	} columns[] = { { "NAME", D_NAME },	{ "KNAME", D_NAME },	    { "SIZE", D_SIZE },	   { "MODEL", D_MODEL },
			{ "TYPE", D_TYPE },	{ "ROTA", D_ROTA },	    { "TRAN", D_TRAN },	   { "MOUNTPOINT", D_MOUNT },
			{ "SERIAL", D_SERIAL }, { "MOUNTPOINTS", D_MOUNT }, { "PKNAME", D_PARENT } };

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		if (slice_is_nocase(name, columns[i].name))
			return columns[i].column;
	return D_OTHER;
}

static struct slice base_name(struct slice name)
{
	return slice_starts(name, "/dev/") ? slice_sub(name, 5, name.len) : name;
}

/* Devices that are no disks: loops, RAM disks, optical drives. */
static bool is_ignored(const struct disk_row *row)
{
	static const char *const types[] = { "loop", "rom", "ram", "zram" };
	static const char *const names[] = { "loop", "sr", "zram", "ram", "fd", "nbd" };
	struct slice type = row->cell[D_TYPE], name = base_name(row->cell[D_NAME]);

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (slice_is(type, types[i]))
			return true;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct slice rest = slice_sub(name, strlen(names[i]), name.len);
		if (slice_starts(name, names[i]) && slice_is_digits(rest))
			return true;
	}
	return false;
}

static bool is_whole_disk(const struct disk_row *row)
{
	return row->cell[D_TYPE].len ? slice_is(row->cell[D_TYPE], "disk") : row->depth == 0 && row->cell[D_PARENT].len == 0;
}

/* The disk that a part with PKNAME lies on, over volumes and RAID sets. */
static struct slice parent_of(const struct disk_list *list, struct slice name)
{
	for (size_t steps = 0; steps < 8; steps++) {
		size_t i;
		for (i = 0; i < list->n_parents; i++)
			if (slice_eq(list->children[i], name))
				break;
		if (i == list->n_parents)
			break;
		name = list->parents[i];
	}
	return name;
}

/* More parts than any machine has. */
#define PARENTS_MAX 1024

static void parent_note(struct reader *r, struct disk_list *list, struct slice name, struct slice parent)
{
	if (list->n_parents == PARENTS_MAX)
		return;
	list->parents =
		arena_grow(r->arena, list->parents, &list->parents_capacity, list->n_parents + 1, sizeof(*list->parents));
	list->children =
		arena_grow(r->arena, list->children, &list->children_capacity, list->n_parents + 1, sizeof(*list->children));
	list->parents[list->n_parents] = parent;
	list->children[list->n_parents++] = name;
}

static void size_tell(struct reader *r, const struct disk_list *list, struct subject disk, struct slice words)
{
	int64_t value, step = 1;

	if (words.len == 0)
		return;
	if (!size_read(words, 1, &value, &step)) {
		reader_absent(r, KEY_DISK_SIZE, disk, 0, ABSENT_UNREADABLE)->text = words;
		return;
	}
	reader_int(r, KEY_DISK_SIZE, disk, 0, value)->text = words;
	/* lsblk drops ".0": a size with a letter is rounded to a tenth all the same. */
	if (!list->bytes && !slice_is_digits(words) && slice_find_char(words, '.') == SLICE_NONE)
		step = step / 10 ? step / 10 : 1;
	if (step > 1)
		reader_int(r, KEY_DISK_SIZE_STEP, disk, 0, step);
}

static void disk_tell(struct reader *r, const struct disk_list *list, const struct disk_row *row)
{
	struct subject disk = subject_named(SUBJECT_DISK, list->disk);
	bool flag;

	size_tell(r, list, disk, row->cell[D_SIZE]);
	if (row->cell[D_MODEL].len)
		reader_text(r, KEY_DISK_MODEL, disk, 0, row->cell[D_MODEL]);
	else if (row->seen[D_MODEL])
		reader_absent(r, KEY_DISK_MODEL, disk, 0, ABSENT_UNSUPPORTED);
	if (row->cell[D_SERIAL].len)
		reader_text(r, KEY_DISK_SERIAL, disk, 0, row->cell[D_SERIAL]);
	else if (row->seen[D_SERIAL])
		reader_absent(r, KEY_DISK_SERIAL, disk, 0, ABSENT_UNSUPPORTED);
	if (row->cell[D_TRAN].len)
		reader_text(r, KEY_DISK_TRANSPORT, disk, 0, row->cell[D_TRAN]);
	if (cell_flag(row->cell[D_ROTA], &flag))
		reader_flag(r, KEY_DISK_ROTATIONAL, disk, 0, flag);
}

void disk_row_tell(struct reader *r, struct disk_list *list, const struct disk_row *row)
{
	struct slice name = base_name(row->cell[D_NAME]), mount = row->cell[D_MOUNT];

	list->rows++;
	if (name.len && is_whole_disk(row)) {
		list->disk = is_ignored(row) ? (struct slice){ NULL, 0 } : name;
		list->mounts = 0;
		if (list->disk.len)
			disk_tell(r, list, row);
	} else if (name.len && row->cell[D_PARENT].len) {
		parent_note(r, list, name, base_name(row->cell[D_PARENT]));
		struct slice disk = parent_of(list, name);
		if (!slice_eq(disk, list->disk))
			list->mounts = 0;
		list->disk = disk;
	} else if (name.len && row->depth == 0) {
		list->disk = (struct slice){ NULL, 0 }; /* an ignored type, or a volume that is shown by itself */
	}
	if (list->disk.len && slice_starts(mount, "/"))
		reader_text(r, KEY_DISK_MOUNT, subject_named(SUBJECT_DISK, list->disk), list->mounts++, mount);
}

void disk_list_end(struct reader *r, const struct disk_list *list)
{
	struct slice command = reader_command(r);
	bool part = slice_has(command, "grep") || slice_has(command, "/dev/") || slice_has(command, "head") ||
		    slice_has(command, " -I ");

	if (part)
		reader_cut(r);
	else if (list->rows > 0)
		reader_flag(r, KEY_DISK_LISTED, subject_box(), 0, true);
}

/* ---- -P ---- */

/* One NAME="value"; false at the end. */
static bool pair_cut(struct slice *rest, struct slice *ret_name, struct slice *ret_value)
{
	*rest = slice_trim(*rest);
	size_t equal = slice_find(*rest, "=\"");
	if (equal == SLICE_NONE)
		return false;
	*ret_name = slice_sub(*rest, 0, equal);
	struct slice tail = slice_sub(*rest, equal + 2, rest->len);
	size_t end = slice_find_char(tail, '"');
	if (end == SLICE_NONE) /* the line breaks off in the value */
		return false;
	*ret_value = slice_trim(slice_sub(tail, 0, end));
	*rest = slice_sub(tail, end + 1, tail.len);
	return true;
}

static bool pairs_read(struct slice line, struct disk_row *ret)
{
	struct slice rest = line, name, value;

	*ret = (struct disk_row){ .depth = 0 };
	while (pair_cut(&rest, &name, &value)) {
		enum disk_column column = disk_column(name);
		if (column == D_NAME && ret->cell[D_NAME].len)
			continue;
		ret->cell[column] = value;
		ret->seen[column] = true;
	}
	if (slice_is(ret->cell[D_TYPE], "part"))
		ret->depth = 1;
	return ret->cell[D_NAME].len > 0;
}

static bool pairs_start(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);
	struct disk_row row;

	return (slice_starts(line, "NAME=\"") || slice_starts(line, "KNAME=\"")) && pairs_read(line, &row);
}

static void pairs_parse(struct reader *r)
{
	struct disk_list list = { .bytes = false };
	struct disk_row row;
	struct slice line;

	while (reader_next(r, &line)) {
		if (slice_find(line, "=\"") == SLICE_NONE || !pairs_read(line, &row)) {
			reader_back(r);
			break;
		}
		disk_row_tell(r, &list, &row);
	}
	disk_list_end(r, &list);
}

/* ---- -J ---- */

static bool json_starts(const struct reader *r)
{
	return json_begins(r, "\"blockdevices\"");
}

#define JSON_DEPTH 8

static void device_tell(struct reader *r, struct disk_list *list, const json_t *device, int depth)
{
	struct disk_row row = { .depth = depth };
	const json_t *value, *child, *mounts = json_object_get(device, "mountpoints");
	const char *name;
	size_t i;

	json_object_foreach((json_t *)device, name, value)
	{
		enum disk_column column = disk_column(slice_of(name));
		row.seen[column] = true;
		if (!json_is_array(value))
			row.cell[column] = slice_trim(json_words(r, value, NULL));
	}
	/* The tree itself tells what lies on what. */
	row.cell[D_PARENT] = (struct slice){ NULL, 0 };
	disk_row_tell(r, list, &row);
	json_array_foreach(mounts, i, value)
	{
		struct disk_row more = { .depth = 1 };
		more.cell[D_MOUNT] = json_words(r, value, NULL);
		disk_row_tell(r, list, &more);
	}
	json_array_foreach(json_object_get(device, "children"), i, child) if (depth < JSON_DEPTH)
		device_tell(r, list, child, depth + 1);
}

static void json_parse(struct reader *r)
{
	struct disk_list list = { .bytes = false };
	json_t *tree = json_take(r);
	const json_t *device;
	size_t i;

	if (!tree)
		return;
	json_array_foreach(json_object_get(tree, "blockdevices"), i, device) device_tell(r, &list, device, 0);
	disk_list_end(r, &list);
	json_decref(tree);
}
