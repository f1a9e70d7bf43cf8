/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rocm-smi's concise table, of ROCm 5 ("GPU  Temp  AvgPwr ...") and of ROCm 6 and later ("Device  Node  IDs ...").
 *
 * Columns are found by where their titles begin; a cell is what stands from there on, so that a lost column shifts nothing.
 * The second line of titles, and of a row, belongs to the first.
 */
#include "parse/format_list.h"

#define COLUMNS 24

struct column {
	const char *name;
	enum key key;
	const char *unit;
};

static const struct column columns[] = {
	{ "Temp", KEY_GPU_TEMPERATURE, "C" },	{ "AvgPwr", KEY_GPU_POWER, "W" }, { "Power", KEY_GPU_POWER, "W" },
	{ "PwrCap", KEY_GPU_POWER_LIMIT, "W" }, { "Fan", KEY_GPU_FAN, "%" },	  { "GPU%", KEY_GPU_UTILIZATION, "%" },
	{ "SCLK", KEY_GPU_CLOCK_SM, "MHz" },
};

struct titles {
	struct slice name[COLUMNS];
	size_t start[COLUMNS], n;
};

static bool titles_read(struct slice line, struct titles *ret)
{
	struct slice rest = line, word;

	ret->n = 0;
	while (ret->n < COLUMNS && slice_word(&rest, &word)) {
		if (slice_starts(word, "(") || slice_ends(word, ")")) /* "Temp (DieEdge)" */
			continue;
		ret->name[ret->n] = word;
		ret->start[ret->n++] = (size_t)(word.ptr - line.ptr);
	}
	return ret->n > 4 && (slice_is(ret->name[0], "GPU") || slice_is(ret->name[0], "Device")) && slice_has(line, "Temp") &&
	       slice_has(line, "VRAM%");
}

static bool rocm_starts(const struct reader *r)
{
	struct titles titles;
	struct slice line = slice_trim(reader_peek(r, 0));

	return (slice_starts(line, "===") && slice_has(line, "ROCm System Management Interface")) ||
	       titles_read(reader_peek(r, 0), &titles);
}

/* The cell below a title: the words between its start and the next title's, moved by what the row itself starts with. */
static struct slice cell_of(struct slice line, const struct titles *t, size_t i)
{
	size_t end = i + 1 < t->n ? t->start[i + 1] : line.len;

	return slice_trim(slice_sub(line, t->start[i], end));
}

/* "42.0°C", "42.0c", "750.0W", "122Mhz", "0%": the number, whose unit is the column's. */
static struct slice number_of(struct slice cell)
{
	size_t n = 0;

	while (n < cell.len && ((cell.ptr[n] >= '0' && cell.ptr[n] <= '9') || cell.ptr[n] == '.' || cell.ptr[n] == '-'))
		n++;
	return n ? slice_sub(cell, 0, n) : cell;
}

/* Whether each title's cell is one: a paste that lost its blanks has words across the borders. */
static bool is_aligned(struct slice line, const struct titles *t)
{
	for (size_t i = 1; i < t->n; i++) {
		size_t at = t->start[i];
		if (at >= line.len || at == 0)
			return false;
		/* UTF-8 degree signs move what stands behind them by one byte each */
		if (line.ptr[at - 1] != ' ' && line.ptr[at] != ' ')
			return false;
	}
	return true;
}

/* The row with each degree sign as the one letter that it takes on a screen. */
static struct slice plain_row(struct arena *arena, struct slice line)
{
	char *out = arena_alloc(arena, line.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < line.len; i++)
		if ((unsigned char)line.ptr[i] != 0xc2)
			out[n++] = (unsigned char)line.ptr[i] == 0xb0 ? 'c' : line.ptr[i];
	return (struct slice){ out, n };
}

static bool device_read(struct reader *r, struct slice line, const struct titles *t, int *ret_index)
{
	struct slice rest = line, word;
	int64_t index;

	if (!slice_word(&rest, &word) || !slice_int(word, &index) || index < 0 || index > 4095)
		return false;
	line = plain_row(r->arena, line);
	if (!is_aligned(line, t))
		return false;
	struct subject gpu = subject_gpu((int)index);
	*ret_index = (int)index;
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < sizeof(columns) / sizeof(*columns); k++)
			if (slice_is(t->name[i], columns[k].name))
				reader_value(r, columns[k].key, gpu, 0, number_of(cell_of(line, t, i)), columns[k].unit);
	for (size_t i = 0; i < t->n; i++) {
		struct slice id = cell_of(line, t, i);
		id = slice_trim(slice_sub(id, 0, slice_find_char(id, ',')));
		if (slice_is(t->name[i], "IDs") && slice_starts(id, "0x"))
			reader_value(r, KEY_GPU_PCI_DEVICE, gpu, 0, id, NULL);
	}
	return true;
}

static void rocm_parse(struct reader *r)
{
	struct titles titles = { .n = 0 };
	struct slice line;
	int index = 0, next = 0;
	bool gap = false, ended = false;

	while (!reader_ends(r) && !ended) {
		line = reader_peek(r, 0);
		struct slice s = slice_trim(line);
		struct titles more;
		bool digit = s.len && s.ptr[0] >= '0' && s.ptr[0] <= '9', title = titles_read(line, &more);
		if (s.len && !slice_starts(s, "===") && !title && !digit && !slice_starts(s, "(") && !slice_starts(s, "Name"))
			break;
		reader_next(r, &line);
		ended = slice_has(s, "End of ROCm SMI Log");
		if (title) {
			titles = more;
		} else if (digit && titles.n && slice_starts(s, "0x")) { /* second line of a row: a name's id */
			continue;
		} else if (digit && titles.n && device_read(r, line, &titles, &index)) {
			gap |= index != next;
			next = index + 1;
		} else if (digit) {
			reader_unread(r);
			gap = true;
		}
	}
	if (next && !gap && ended)
		reader_int(r, KEY_BOX_GPU_COUNT, subject_box(), 0, next);
	else if (next)
		reader_absent(r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_CUT);
}

const struct format format_rocm_table = { .name = "rocm-smi", .starts = rocm_starts, .parse = rocm_parse };
