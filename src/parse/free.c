/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool free_starts(const struct reader *r);
static void free_parse(struct reader *r);
static bool meminfo_starts(const struct reader *r);
static void meminfo_parse(struct reader *r);

const struct format format_free = { .name = "free", .starts = free_starts, .parse = free_parse };
const struct format format_meminfo = { .name = "/proc/meminfo", .starts = meminfo_starts, .parse = meminfo_parse };

#define KI ((int64_t)1 << 10)
#define MI ((int64_t)1 << 20)
#define GI ((int64_t)1 << 30)

/* Rented GPU servers have more: a smaller total means that the unit was taken wrong. */
#define LEAST_MEMORY (8 * GI)

static bool is_header(struct slice line)
{
	struct slice first = slice_nth_word(line, 0), second = slice_nth_word(line, 1), third = slice_nth_word(line, 2);

	return (slice_is(first, "total") && slice_is(second, "used") && slice_is(third, "free")) ||
	       (slice_is(first, "总计") && slice_is(second, "已用")) ||
	       (slice_is(first, "gesamt") && slice_is(second, "benutzt")) ||
	       (slice_is(first, "total") && slice_is(second, "utilisé"));
}

/* "Mem:  1031872  14210 ...", "内存：  503Gi ..." */
static bool row_read(struct slice line, const char *const *names, struct slice *ret_total)
{
	struct slice label, value;

	if (!label_split(line, &label, &value))
		return false;
	for (; *names; names++)
		if (slice_is(label, *names))
			break;
	*ret_total = slice_nth_word(value, 0);
	return *names && ret_total->len && ret_total->ptr[0] >= '0' && ret_total->ptr[0] <= '9';
}

static const char *const memory_names[] = { "Mem", "内存", "Speicher", NULL };

static bool free_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0), total;

	return is_header(line) || (row_read(line, memory_names, &total) && slice_nth_word(line, 3).len > 0);
}

/* What a bare number counts, by the options of the command line; 0 when no command was shown. */
static int64_t unit_of_command(struct slice command)
{
	static const struct {
		const char *option;
		int64_t unit;
	} units[] = { { " --giga", 1000000000 }, { " --mega", 1000000 }, { " --kilo", 1000 }, { " --gibi", GI },
		      { " --mebi", MI },	 { " --kibi", KI },	 { " --bytes", 1 } };
	struct slice rest = slice_before(slice_after(command, "free"), "|"), word;

	if (!slice_has(command, "free"))
		return 0;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (slice_has(rest, units[i].option))
			return units[i].unit;
	while (slice_word(&rest, &word)) {
		if (slice_ends(word, ";"))
			word = slice_sub(word, 0, word.len - 1);
		for (size_t i = 1; word.len && word.ptr[0] == '-' && i < word.len; i++)
			switch (word.ptr[i]) {
			case 'b':
				return 1;
			case 'k':
				return KI;
			case 'm':
				return MI;
			case 'g':
				return GI;
			}
	}
	return KI;
}

/* Without a unit anywhere: the smallest of KiB, MiB, GiB that makes a server's memory of the number. */
static int64_t unit_guess(int64_t number)
{
	if (number >= LEAST_MEMORY / KI)
		return KI;
	return number >= LEAST_MEMORY / MI ? MI : GI;
}

static void total_tell(struct reader *r, struct slice total)
{
	int64_t value, step, unit = unit_of_command(reader_command(r));

	if (slice_is_digits(total) && unit == 0 && slice_int(total, &value))
		unit = unit_guess(value);
	if (!size_read(total, unit ? unit : 1, &value, &step)) {
		reader_absent(r, KEY_MEM_TOTAL, subject_box(), 0, ABSENT_UNREADABLE)->text = total;
		return;
	}
	reader_int(r, KEY_MEM_TOTAL, subject_box(), 0, value)->text = total;
	if (step > KI)
		reader_int(r, KEY_MEM_TOTAL_STEP, subject_box(), 0, step);
}

static void free_parse(struct reader *r)
{
	static const char *const other_names[] = { "Swap", "交换", "Auslager", "Total", "总量", "Gesamt", "-/+ buffers/cache",
						   "Low",  "High", "Échange",  "Comm",	NULL };
	struct slice line, total;
	bool told = false;

	while (reader_next(r, &line)) {
		if (row_read(line, memory_names, &total)) {
			if (reader_line_open(r) && slice_nth_word(line, 4).len == 0) { /* the row breaks off */
				reader_absent(r, KEY_MEM_TOTAL, subject_box(), 0, ABSENT_CUT)->text = total;
				return;
			}
			if (!told) /* free -s repeats */
				total_tell(r, total);
			told = true;
		} else if (!is_header(line) && !row_read(line, other_names, &total) &&
			   !slice_starts(slice_trim(line), "-/+ ")) {
			reader_back(r);
			return;
		}
	}
}

/* ---- /proc/meminfo ---- */

static bool meminfo_row(struct slice line, struct slice *ret_label, int64_t *ret_kib)
{
	struct slice value;

	if (!label_split(line, ret_label, &value) || slice_find_char(*ret_label, ' ') != SLICE_NONE)
		return false;
	struct slice number = slice_nth_word(value, 0), unit = slice_nth_word(value, 1);
	return slice_is_digits(number) && slice_int(number, ret_kib) && (unit.len == 0 || slice_is(unit, "kB"));
}

static bool meminfo_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0), label;
	int64_t kib;

	return (slice_starts(line, "MemTotal:") || slice_starts(line, "MemFree:") || slice_starts(line, "MemAvailable:")) &&
	       meminfo_row(line, &label, &kib);
}

static void meminfo_parse(struct reader *r)
{
	struct slice line, label;
	int64_t kib;

	while (reader_next(r, &line)) {
		if (!meminfo_row(line, &label, &kib)) {
			reader_back(r);
			return;
		}
		if (slice_is(label, "MemTotal") && slice_ends(slice_trim(line), "kB") && kib < INT64_MAX / KI)
			reader_int(r, KEY_MEM_TOTAL, subject_box(), 0, kib * KI);
	}
}
