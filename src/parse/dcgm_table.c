/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

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

#define GPU_MAX 1023

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

struct table {
	struct slice test; /* the last test, to which notes and results of single GPUs belong */
	int item;	   /* its number */
	int blamed;	   /* the first GPU that did not pass it; -1: the box */
	struct slice left, right; /* the row that is being read */
	int line;
	bool opened; /* a result of this row was told */
};

static void result_tell(struct reader *r, struct table *t, int gpu, struct slice status)
{
	bool good = slice_is(status, "Pass") || slice_is(status, "Skip") || slice_is(status, "Not Run");

	if (!good && t->blamed < 0)
		t->blamed = gpu;
	dcgm_tell(r, gpu, t->item, status, t->test, (struct slice){ NULL, 0 });
}

/* "- GPUs: 0, 2" or "- GPU: 3": each GPU; "- All": the box. */
static void status_tell(struct reader *r, struct table *t, struct slice status, struct slice rest)
{
	struct slice ids = slice_after(rest, ":"), id;
	bool told = false;
	int64_t gpu;

	while (slice_has(rest, "GPU") && slice_split(&ids, ',', &id)) {
		if (!slice_int(slice_trim(id), &gpu) || gpu < 0 || gpu > GPU_MAX)
			continue;
		result_tell(r, t, (int)gpu, status);
		told = true;
	}
	if (!told)
		result_tell(r, t, -1, status);
}

/* "GPU1", "GPU 1": 1; else -1. */
static int gpu_number(struct slice words)
{
	struct slice s = slice_trim(words);
	int64_t gpu;

	if (!slice_starts(s, "GPU") || !slice_int(slice_trim(slice_sub(s, 3, s.len)), &gpu) || gpu < 0 || gpu > GPU_MAX)
		return -1;
	return (int)gpu;
}

/* "Warning", since DCGM 4 "Warning: GPU1" */
static bool is_note(struct slice left)
{
	static const char *const notes[] = { "Warning", "Error", "Info" };

	for (size_t i = 0; i < sizeof(notes) / sizeof(*notes); i++) {
		size_t len = strlen(notes[i]);
		if (slice_starts(left, notes[i]) && (left.len == len || left.ptr[len] == ':'))
			return true;
	}
	return false;
}

/* Notes belong to the test above them: their text joins its result. */
static void note_tell(struct reader *r, const struct table *t)
{
	int named = gpu_number(slice_after(t->left, ":")), gpu = named >= 0 ? named : t->blamed;

	if (!t->test.len || slice_starts(t->left, "Info"))
		return;
	reader_text(r, gpu < 0 ? KEY_BOX_DCGM_TEST : KEY_GPU_DCGM_TEST, gpu < 0 ? subject_box() : subject_gpu(gpu), t->item,
		    arena_printf(r->arena, "%.*s: %.*s", SLICE_ARG(t->test), SLICE_ARG(t->right)));
}

static void test_open(struct table *t)
{
	if (t->opened)
		return;
	t->test = t->left;
	t->item++;
	t->blamed = -1;
	t->opened = true;
}

/* What the right cell holds so far is told; the row may go on with results of other GPUs. */
static void cell_tell(struct reader *r, struct table *t)
{
	struct slice rest = { NULL, 0 }, status = status_cut(t->right, &rest);

	if (!t->left.len)
		return;
	r->line = t->line;
	if (is_note(t->left)) {
		note_tell(r, t);
	} else if (status.len) {
		test_open(t);
		status_tell(r, t, status, rest);
	}
}

static void row_tell(struct reader *r, struct table *t)
{
	cell_tell(r, t);
	t->left = t->right = (struct slice){ NULL, 0 };
	t->opened = false;
}

/*
 * A line without a left cell that is no rest of a broken cell but one more result of the same test: "Pass - GPU: 0" below
 * "Fail - GPU: 1", and "GPU1: Fail" since DCGM 4, whose first line only sums up the lines below it.
 */
static bool one_more(struct reader *r, struct table *t, struct slice right)
{
	struct slice rest, status = status_cut(right, &rest);
	int gpu = gpu_number(slice_before(right, ":")), line = r->line;

	if (is_note(t->left))
		return false;
	if (status.len && slice_starts(rest, "- GPU")) {
		cell_tell(r, t);
		t->right = right;
		t->line = line;
		return true;
	}
	status = status_cut(slice_trim(slice_after(right, ":")), &rest);
	if (gpu < 0 || !status.len)
		return false;
	test_open(t);
	r->line = line;
	result_tell(r, t, gpu, status);
	t->right = (struct slice){ NULL, 0 };
	return true;
}

static struct slice joined(struct reader *r, struct slice a, struct slice b)
{
	return b.len ? arena_printf(r->arena, "%.*s%.*s", SLICE_ARG(a), SLICE_ARG(b)) : a;
}

/* No cell of the tool is longer; a hostile table must not make the joins costly. */
#define CELL_MAX 8192

static void table_parse(struct reader *r)
{
	struct slice line, left, right;
	struct table t = { .item = -1, .blamed = -1 };

	while (reader_next(r, &line)) {
		struct slice s = slice_trim(line);
		if (s.len == 0 || is_title(s))
			continue;
		if (is_rule(s)) {
			row_tell(r, &t);
			continue;
		}
		if (!cells_cut(s, &left, &right)) {
			reader_back(r);
			break;
		}
		if (left.len || !t.left.len) {
			int at = r->line;
			row_tell(r, &t);
			t.left = left;
			t.right = right;
			t.line = at;
		} else if (!one_more(r, &t, right) && t.right.len < CELL_MAX) {
			t.right = joined(r, t.right, right);
		}
	}
	row_tell(r, &t);
}
