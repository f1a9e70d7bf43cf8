/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool timedatectl_starts(const struct reader *r);
static void timedatectl_parse(struct reader *r);
static bool chronyc_starts(const struct reader *r);
static void chronyc_parse(struct reader *r);
static bool vmstat_starts(const struct reader *r);
static void vmstat_parse(struct reader *r);

const struct format format_timedatectl = { .name = "timedatectl", .starts = timedatectl_starts, .parse = timedatectl_parse };
const struct format format_chronyc = { .name = "chronyc tracking", .starts = chronyc_starts, .parse = chronyc_parse };
const struct format format_vmstat = { .name = "vmstat", .starts = vmstat_starts, .parse = vmstat_parse };

static bool timedatectl_starts(const struct reader *r)
{
	struct slice s = slice_trim(reader_peek(r, 0));

	return (slice_starts(s, "Local time: ") || slice_starts(s, "System clock synchronized: ") ||
		slice_starts(s, "NTP service: ") || slice_starts(s, "NTP synchronized: "));
}

static void timedatectl_parse(struct reader *r)
{
	struct slice line, label, value;
	bool flag;

	while (reader_next(r, &line)) {
		if (!label_split(line, &label, &value)) {
			reader_back(r);
			return;
		}
		if ((slice_is(label, "System clock synchronized") || slice_is(label, "NTP synchronized")) &&
		    cell_flag(value, &flag))
			reader_flag(r, KEY_SYS_CLOCK_SYNCED, subject_box(), 0, flag);
	}
}

static bool chronyc_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return slice_starts(line, "Reference ID    :") || slice_starts(line, "System time     :");
}

/* "System time     : 0.000012345 seconds slow of NTP time" */
static void chronyc_parse(struct reader *r)
{
	struct slice line, label, value;
	int64_t ns;

	while (reader_next(r, &line)) {
		if (!label_split(line, &label, &value)) {
			reader_back(r);
			return;
		}
		if (slice_is(label, "System time") && slice_fixed(slice_nth_word(value, 0), 9, &ns))
			reader_int(r, KEY_SYS_CLOCK_OFFSET, subject_box(), 0, ns);
		if (slice_is(label, "Leap status"))
			reader_flag(r, KEY_SYS_CLOCK_SYNCED, subject_box(), 0, !slice_is(value, "Not synchronised"));
	}
}

/* ---- vmstat ---- */

#define COLUMNS_MAX 24
#define ONE_PERCENT 100

static int column_find(struct slice header, const char *name)
{
	struct slice word;

	for (int i = 0; i < COLUMNS_MAX && slice_word(&header, &word); i++)
		if (slice_is(word, name))
			return i;
	return -1;
}

static bool is_columns(struct slice line)
{
	return column_find(line, "us") > 0 && column_find(line, "sy") > 0 && column_find(line, "wa") > 0;
}

static bool vmstat_starts(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "procs -") && is_columns(reader_peek(r, 1));
}

/* The first row is the mean since boot, the others are the seconds between two rows: their mean is told. */
static void vmstat_parse(struct reader *r)
{
	struct slice line, cell;
	int64_t value, sum = 0;
	int column = -1, rows = 0;

	while (reader_next(r, &line)) {
		if (slice_starts(line, "procs -"))
			continue;
		if (is_columns(line)) {
			column = column_find(line, "st");
			continue;
		}
		cell = slice_nth_word(line, column > 0 ? column : 0);
		if (!slice_int(cell, &value) || value < 0 || value > 100) {
			if (column > 0 || !slice_is_digits(cell)) {
				reader_back(r);
				break;
			}
			continue;
		}
		if (rows++ > 0)
			sum += value;
	}
	if (column > 0 && rows > 1)
		reader_int(r, KEY_CPU_STEAL, subject_box(), 0, sum * ONE_PERCENT / (rows - 1));
}
