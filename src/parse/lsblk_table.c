/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "parse/cells.h"
#include "parse/lsblk.h"

static bool table_starts(const struct reader *r);
static void table_parse(struct reader *r);

const struct format format_lsblk_table = { .name = "lsblk", .starts = table_starts, .parse = table_parse };

#define COLUMNS_MAX 40

/* One column of the header, in characters (not bytes: the tree is drawn with wide ones). */
struct column {
	enum disk_column what;
	size_t start, end;
	bool right; /* numbers stand to the right */
};

struct table {
	struct column columns[COLUMNS_MAX];
	int n;
};

/* Words of a line with their places, in characters. */
struct word {
	struct slice text;
	size_t start, end;
	bool taken; /* by a right-hand column: no part of a text */
};

static size_t characters(struct slice s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.ptr[i] & 0xc0) != 0x80;
	return n;
}

static int words_cut(struct slice line, struct word *words, int max)
{
	struct slice rest = line, text;
	int n = 0;

	while (n < max && slice_word(&rest, &text)) {
		size_t start = characters(slice_sub(line, 0, (size_t)(text.ptr - line.ptr)));
		words[n++] = (struct word){ text, start, start + characters(text), false };
	}
	return n;
}

static bool is_right(struct slice name)
{
	static const char *const names[] = { "SIZE",	"ROTA",	   "RO",      "RM",   "MAJ:MIN",   "FSSIZE", "FSAVAIL",
					     "FSUSED",	"FSUSE%",  "HOTPLUG", "RAND", "ALIGNMENT", "MIN-IO", "OPT-IO",
					     "PHY-SEC", "LOG-SEC", "RQ-SIZE", "RA",   "WSAME",	   "START" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (slice_is(name, names[i]))
			return true;
	return false;
}

static bool header_read(struct slice line, struct table *ret)
{
	struct word words[COLUMNS_MAX];
	bool size = false, other = false;

	ret->n = words_cut(line, words, COLUMNS_MAX);
	for (int i = 0; i < ret->n; i++) {
		enum disk_column what = disk_column(words[i].text);
		ret->columns[i] = (struct column){ what, words[i].start, words[i].end, is_right(words[i].text) };
		for (size_t j = 0; j < words[i].text.len; j++)
			if (words[i].text.ptr[j] >= 'a' && words[i].text.ptr[j] <= 'z')
				return false;
		size |= what == D_SIZE;
		other |= what != D_NAME && what != D_SIZE;
	}
	return ret->n > 1 && ret->columns[0].what == D_NAME && (size || other) &&
	       (slice_is(words[0].text, "NAME") || slice_is(words[0].text, "KNAME"));
}

static bool table_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);
	struct table table;

	/* A header without SIZE must have a column that only lsblk has. */
	return slice_starts(line, "NAME") && header_read(line, &table) &&
	       (slice_has(line, " SIZE") || slice_has(line, " MAJ:MIN") || slice_has(line, " ROTA") ||
		slice_has(line, " FSTYPE") || slice_has(line, " MOUNTPOINT") || slice_has(line, " TRAN") ||
		slice_has(line, " MODEL"));
}

/* "├─nvme0n1p1", "| `-sda1": the name behind the drawing, and how deep it stands. */
static struct slice tree_strip(struct slice name, int *ret_depth)
{
	size_t i = 0;

	while (i < name.len && ((unsigned char)name.ptr[i] >= 0x80 || strchr("|`- ", name.ptr[i])))
		i++;
	if (i > 0)
		*ret_depth = 1;
	return slice_sub(name, i, name.len);
}

/* The number under a right-hand label: it ends where the label ends, or one character beside it in an edited paste. */
static struct word *ends_at(struct word *words, int n, size_t end)
{
	struct word *near = NULL;

	for (int i = 0; i < n; i++) {
		if (words[i].end == end)
			return &words[i];
		if (words[i].end == end + 1 || words[i].end + 1 == end)
			near = &words[i];
	}
	return near;
}

/* The words of a line from one character to before another. */
static struct slice span(const struct word *words, int n, size_t from, size_t to)
{
	struct slice s = { NULL, 0 };

	for (int i = 0; i < n; i++) {
		if (words[i].start < from || words[i].start >= to || words[i].taken)
			continue;
		if (!s.ptr)
			s.ptr = words[i].text.ptr;
		s.len = (size_t)(words[i].text.ptr + words[i].text.len - s.ptr);
	}
	return s;
}

/* Where the text of a left column must end: at the next left column, or where the next right one's number begins. */
static size_t column_limit(const struct table *t, int column, struct word *words, int n)
{
	if (column + 1 >= t->n)
		return SIZE_MAX;
	const struct column *next = &t->columns[column + 1];
	const struct word *number = next->right ? ends_at(words, n, next->end) : NULL;
	return number ? number->start : next->start - 1;
}

/* The row stands under its header: each right-hand number that cannot be empty ends where its label ends. */
static bool is_aligned(const struct table *t, struct word *words, int n)
{
	for (int i = 0; i < t->n; i++)
		if (t->columns[i].what == D_SIZE && t->columns[i].right && !ends_at(words, n, t->columns[i].end))
			return false;
	return true;
}

static bool is_type(struct slice word)
{
	static const char *const types[] = { "disk",  "part", "lvm", "crypt", "loop", "rom",
					     "mpath", "md",   "dm",  "ram",   "zram", "swap" };

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (slice_is(word, types[i]))
			return true;
	return slice_starts(word, "raid") || slice_is(word, "linear");
}

/* Blanks were squeezed on the way: only the columns before the first that may hold blanks or nothing are certain. */
static void squeezed_read(const struct table *t, const struct word *words, int n, struct disk_row *row)
{
	bool whole = n == t->n;

	for (int i = 0; i < t->n && i < n; i++)
		whole &= t->columns[i].what != D_TYPE || is_type(words[i].text);
	for (int i = 0; i < t->n && i < n; i++) {
		enum disk_column what = t->columns[i].what;
		if (!whole &&
		    (what == D_MODEL || what == D_MOUNT || what == D_TRAN || what == D_SERIAL || what == D_PARENT ||
		     what == D_OTHER) &&
		    !t->columns[i].right)
			break;
		row->cell[what] = words[i].text;
	}
	for (int i = 1; i < n && !row->cell[D_TYPE].len; i++)
		if (is_type(words[i].text))
			row->cell[D_TYPE] = words[i].text;
}

/* Numbers first: what they take is no part of the text beside them. */
static void aligned_read(const struct table *t, struct word *words, int n, struct disk_row *row)
{
	for (int i = 0; i < t->n; i++) {
		const struct column *c = &t->columns[i];
		struct word *number = c->right ? ends_at(words, n, c->end) : NULL;
		row->seen[c->what] = true;
		if (!number)
			continue;
		row->cell[c->what] = number->text;
		number->taken = true;
	}
	for (int i = 0; i < t->n; i++) {
		const struct column *c = &t->columns[i];
		if (!c->right)
			row->cell[c->what] = span(words, n, c->start ? c->start - 1 : 0, column_limit(t, i, words, n));
	}
}

static bool row_read(const struct table *t, struct slice line, struct disk_row *ret)
{
	struct word words[COLUMNS_MAX];
	int n = words_cut(line, words, COLUMNS_MAX);

	*ret = (struct disk_row){ .depth = 0 };
	if (n == 0)
		return false;
	if (is_aligned(t, words, n))
		aligned_read(t, words, n, ret);
	if (!is_aligned(t, words, n) || (ret->seen[D_TYPE] && !is_type(ret->cell[D_TYPE]) && ret->cell[D_NAME].len)) {
		*ret = (struct disk_row){ .depth = 0 };
		squeezed_read(t, words, n, ret);
	}
	ret->cell[D_NAME] = tree_strip(ret->cell[D_NAME], &ret->depth);
	return true;
}

static bool is_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./!:()", name.ptr[i]))
			return false;
	return name.len > 0;
}

/* A line with nothing but a further mount point of the row above. */
static bool is_further_mount(struct slice line, const struct disk_row *row)
{
	return line.len && line.ptr[0] == ' ' && slice_starts(slice_trim(line), "/") && !slice_trim(row->cell[D_SIZE]).len;
}

static bool row_belongs(struct slice line, const struct disk_row *row, const struct table *t)
{
	int64_t size;
	bool sized = false;

	for (int i = 0; i < t->n; i++)
		sized |= t->columns[i].what == D_SIZE;
	return is_name(row->cell[D_NAME]) && (!sized || size_read(row->cell[D_SIZE], 1, &size, NULL) || line.ptr[0] == ' ');
}

static void table_parse(struct reader *r)
{
	struct disk_list list = { .bytes = slice_has(reader_command(r), " -b") };
	struct table table = { .n = 0 };
	struct disk_row row;
	struct slice line;

	reader_next(r, &line);
	header_read(line, &table);
	while (reader_next(r, &line)) {
		bool some = row_read(&table, line, &row);
		if (some && is_further_mount(line, &row)) {
			row = (struct disk_row){ .depth = 1, .cell[D_MOUNT] = slice_trim(line) };
		} else if (!some || !row_belongs(line, &row, &table)) {
			reader_back(r);
			break;
		}
		disk_row_tell(r, &list, &row);
	}
	disk_list_end(r, &list);
}
