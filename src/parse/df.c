/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool df_starts(const struct reader *r);
static void df_parse(struct reader *r);

const struct format format_df = { .name = "df", .starts = df_starts, .parse = df_parse };

#define KI ((int64_t)1 << 10)

struct table {
	bool has_type, inodes;
	int64_t bare; /* what a number without a letter counts; 0: no numbers but with letters */
	bool first_root;
};

static bool is_first_label(struct slice word)
{
	return slice_is(word, "Filesystem") || slice_is(word, "文件系统") || slice_is(word, "Dateisystem") ||
	       slice_is(word, "Sys.") || slice_is(word, "S.ficheros");
}

/* "1K-blocks", "1024-blocks", "1M-blocks", "1K-块", "Size", "容量" */
static bool unit_read(struct slice word, int64_t *ret)
{
	struct slice number = slice_before(word, "-");

	if (slice_is(word, "Size") || slice_is(word, "大小") || slice_is(word, "容量") || slice_is(word, "Größe") ||
	    slice_is(word, "Taille")) {
		*ret = 0;
		return true;
	}
	if (number.len == word.len)
		return false;
	if (slice_ends(number, "B") && number.len > 1)
		number = slice_sub(number, 0, number.len - 1);
	return size_read(number, 1, ret, NULL);
}

static bool header_read(struct slice line, struct table *ret)
{
	struct table t = { .bare = -1 };
	struct slice rest = line, word;
	int n = 0;

	if (!slice_word(&rest, &word) || !is_first_label(word))
		return false;
	while (slice_word(&rest, &word)) {
		n++;
		if (slice_is(word, "Type") || slice_is(word, "类型") || slice_is(word, "Typ"))
			t.has_type = true;
		if (slice_starts(word, "Inode") || slice_is(word, "I节点"))
			t.inodes = true;
		if (t.bare < 0 && unit_read(word, &t.bare))
			continue;
	}
	if (t.bare < 0)
		t.bare = t.inodes ? 1 : KI;
	*ret = t;
	return n >= 4;
}

static bool df_starts(const struct reader *r)
{
	struct table table;

	return header_read(reader_peek(r, 0), &table);
}

/* The columns of a row: the word with the percent sign anchors them, the mount point behind it may hold blanks. */
struct row {
	struct slice device, type, size, used, use, mount;
};

static bool is_percent(struct slice word)
{
	return (word.len > 1 && slice_ends(word, "%") && slice_is_digits(slice_sub(word, 0, word.len - 1))) ||
	       slice_is(word, "-");
}

#define ROW_WORDS 24

static bool row_read(const struct table *table, struct slice line, struct row *ret)
{
	struct slice rest = line, word[ROW_WORDS] = { { NULL, 0 } };
	int n = 0, numbers = 3, front = table->has_type ? 2 : 1, at;

	while (n < ROW_WORDS && slice_word(&rest, &word[n]))
		n++;
	for (at = front + numbers; at < n; at++) /* a "-" may also stand for a missing size */
		if (is_percent(word[at]) && (at + 1 == n || slice_starts(word[at + 1], "/")))
			break;
	if (at + 1 >= n)
		return false;
	ret->use = word[at];
	ret->used = word[at - 2];
	ret->size = word[at - 3];
	ret->type = table->has_type ? word[at - 4] : (struct slice){ NULL, 0 };
	struct slice last = word[at - numbers - front];
	ret->device = slice_sub(line, 0, (size_t)(last.ptr + last.len - line.ptr));
	ret->device = slice_trim(ret->device);
	ret->mount = slice_trim(slice_sub(line, (size_t)(word[at + 1].ptr - line.ptr), line.len));
	return true;
}

static void use_tell(struct reader *r, enum key key, struct subject fs, struct slice use)
{
	if (!slice_is(use, "-"))
		reader_value(r, key, fs, 0, use, NULL);
}

static void row_tell(struct reader *r, struct table *table, const struct row *row)
{
	struct subject fs = subject_named(SUBJECT_FS, row->mount);
	int64_t value;

	if (table->inodes) {
		use_tell(r, KEY_FS_INODES_USE, fs, row->use);
		return;
	}
	reader_text(r, KEY_FS_DEVICE, fs, 0, row->device);
	if (row->type.len)
		reader_text(r, KEY_FS_TYPE, fs, 0, row->type);
	if (size_read(row->size, table->bare ? table->bare : 1, &value, NULL))
		reader_int(r, KEY_FS_SIZE, fs, 0, value)->text = row->size;
	if (size_read(row->used, table->bare ? table->bare : 1, &value, NULL))
		reader_int(r, KEY_FS_USED, fs, 0, value)->text = row->used;
	use_tell(r, KEY_FS_USE, fs, row->use);
	if (slice_is(row->mount, "/") && (slice_is(row->device, "overlay") || slice_is(row->type, "overlay")))
		reader_text(r, KEY_SYS_CONTAINER, subject_box(), 0, SLICE("overlay root"));
}

/* A long device name stands alone, its numbers in the next line. */
static bool wrapped_read(struct reader *r, const struct table *table, struct slice device, struct row *ret)
{
	struct slice next = reader_peek(r, 0), joined;

	if (slice_find_char(slice_trim(device), ' ') != SLICE_NONE || next.len == 0 || next.ptr[0] != ' ')
		return false;
	joined = arena_printf(r->arena, "%.*s %.*s", SLICE_ARG(slice_trim(device)), SLICE_ARG(slice_trim(next)));
	return row_read(table, joined, ret) && reader_next(r, &next);
}

static void df_parse(struct reader *r)
{
	struct table table;
	struct slice line;
	struct row row;

	reader_next(r, &line);
	if (!header_read(line, &table)) /* cannot be: df_starts() said so */
		return;
	while (reader_next(r, &line)) {
		struct slice s = slice_trim(line);
		if (row_read(&table, s, &row) || wrapped_read(r, &table, s, &row)) {
			row_tell(r, &table, &row);
		} else if (!slice_starts(s, "df: ") && !slice_starts(s, "total ")) {
			reader_back(r);
			return;
		}
	}
}
