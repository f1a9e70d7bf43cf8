/* SPDX-License-Identifier: Apache-2.0 */
#include "base/buf.h"
#include "parse/cells.h"
#include "parse/dcgm.h"

static bool table_starts(const struct reader *r);
static void table_parse(struct reader *r);

/*
 * The table of "dcgmi diag": two cells a row. A long cell is broken over lines anywhere, in the middle of words; the lines
 * that go on have an empty left cell and are joined without a blank.
 */
const struct format format_dcgm_table = { .name = "dcgmi diag", .starts = table_starts, .parse = table_parse };

static bool is_rule(struct slice line)
{
	return slice_starts(line, "+-") || slice_starts(line, "+=") || slice_starts(line, "|--") || slice_starts(line, "|==");
}

static bool is_heading(struct slice line)
{
	return slice_starts(line, "|---") || slice_starts(line, "|===");
}

/* "| Left | Right |" */
static bool cells_cut(struct slice line, struct slice *ret_left, struct slice *ret_right)
{
	struct slice s = slice_trim(line);

	if (!slice_starts(s, "|") || is_heading(s) || s.len < 5)
		return false;
	s = slice_sub(s, 1, s.len);
	size_t bar = slice_find_char(s, '|');
	if (bar == SLICE_NONE)
		return false;
	*ret_left = slice_trim(slice_sub(s, 0, bar));
	s = slice_sub(s, bar + 1, s.len);
	*ret_right = slice_trim(slice_ends(s, "|") ? slice_sub(s, 0, s.len - 1) : s);
	return true;
}

static bool is_title(struct slice line)
{
	return slice_starts(line, "Successfully ran diagnostic for group") ||
	       (slice_starts(line, "| Diagnostic ") && slice_has(line, "| Result"));
}

static bool table_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));

	return is_title(line) || (slice_starts(line, "+--") && is_title(slice_trim(reader_peek(r, 1)))) ||
	       (slice_starts(line, "|-----  ") && slice_has(line, "-----"));
}

/* The word at the front: "Pass - All", "Fail - GPUs: 0, 1", "Skip". */
static struct slice status_cut(struct slice value, struct slice *ret_rest)
{
	static const char *const states[] = { "Pass", "Fail", "Warn", "Skip", "Not Run", "Error" };

	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++) {
		struct slice word = slice_of(states[i]);
		if (!slice_is_nocase(slice_sub(value, 0, word.len), states[i]))
			continue;
		*ret_rest = slice_trim(slice_sub(value, word.len, value.len));
		return word;
	}
	return (struct slice){ NULL, 0 };
}

/* "- GPUs: 0, 2" or "- GPU: 3": each GPU; "- All": the box. */
static void status_tell(struct reader *r, int item, struct slice test, struct slice status, struct slice rest)
{
	struct slice ids = slice_after(rest, ":"), id;
	bool told = false;
	int64_t gpu;

	while (slice_has(rest, "GPU") && slice_split(&ids, ',', &id)) {
		if (!slice_int(slice_trim(id), &gpu) || gpu < 0 || gpu > 1023)
			continue;
		dcgm_tell(r, (int)gpu, item, status, test, (struct slice){ NULL, 0 });
		told = true;
	}
	if (!told)
		dcgm_tell(r, -1, item, status, test, (struct slice){ NULL, 0 });
}

struct row {
	struct slice left, right;
	int line;
};

/* "Warning" and "Error" rows belong to the test above them: their text joins the last result. */
static void row_tell(struct reader *r, struct row *row, struct slice *test, int *item)
{
	struct slice rest = { NULL, 0 }, status = status_cut(row->right, &rest);
	bool is_note = slice_is(row->left, "Warning") || slice_is(row->left, "Error") || slice_is(row->left, "Info");

	if (!row->left.len)
		return;
	r->line = row->line;
	if (is_note && test->len && !slice_is(row->left, "Info")) {
		reader_text(r, KEY_BOX_DCGM_TEST, subject_box(), *item,
			    arena_printf(r->arena, "%.*s: %.*s", SLICE_ARG(*test), SLICE_ARG(row->right)));
	} else if (!is_note && status.len) {
		*test = row->left;
		status_tell(r, ++*item, *test, status, rest);
	}
	row->left = (struct slice){ NULL, 0 };
}

static struct slice joined(struct reader *r, struct slice a, struct slice b)
{
	return b.len ? arena_printf(r->arena, "%.*s%.*s", SLICE_ARG(a), SLICE_ARG(b)) : a;
}

/* No cell of the tool is longer; a hostile table must not make the joins costly. */
#define CELL_MAX 8192

static void table_parse(struct reader *r)
{
	struct slice line, left, right, test = { NULL, 0 };
	struct row row = { .line = 0 };
	int item = -1;

	while (reader_next(r, &line)) {
		struct slice s = slice_trim(line);
		if (s.len == 0 || is_title(s))
			continue;
		if (is_rule(s)) {
			row_tell(r, &row, &test, &item);
			continue;
		}
		if (!cells_cut(s, &left, &right)) {
			reader_back(r);
			break;
		}
		if (left.len || !row.left.len) {
			row_tell(r, &row, &test, &item);
			row = (struct row){ left, right, r->line };
		} else if (row.right.len < CELL_MAX) {
			row.right = joined(r, row.right, right);
		}
	}
	row_tell(r, &row, &test, &item);
}
