/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities: words -> value or refusal, value -> words, and back again. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/unit.h"

static int passed, failed;

/* `result` is 0, or the errno that is wanted. */
static const struct parse_row {
	int line;
	const char *words;
	enum unit unit;
	const char *fallback;
	int result;
	int64_t value;
} parse_rows[] = {
	{ __LINE__, "3.84 TB", UNIT_BYTES, NULL, 0, 3840000000000 },
	{ __LINE__, "1 TiB", UNIT_BYTES, NULL, 0, INT64_C(1) << 40 },
	{ __LINE__, "80GB", UNIT_BYTES, NULL, 0, 80000000000 },
	{ __LINE__, "  81920 MiB ", UNIT_BYTES, NULL, 0, INT64_C(81920) << 20 },
	{ __LINE__, "81920", UNIT_BYTES, "MiB", 0, INT64_C(81920) << 20 },
	{ __LINE__, "1.5Gi", UNIT_BYTES, NULL, 0, INT64_C(3) << 29 },
	{ __LINE__, ".5 GB", UNIT_BYTES, NULL, 0, 500000000 },
	{ __LINE__, "0 B", UNIT_BYTES, NULL, 0, 0 },
	{ __LINE__, "10000000000 B", UNIT_BYTES, NULL, 0, 10000000000 },
	{ __LINE__, "9223372036854775807 B", UNIT_BYTES, NULL, 0, INT64_MAX },
	{ __LINE__, "10000000000.5 kB", UNIT_BYTES, NULL, 0, 10000000000500 },
	{ __LINE__, "0.0000000004 GB", UNIT_BYTES, NULL, 0, 0 },
	{ __LINE__, "0.0000000005 GB", UNIT_BYTES, NULL, 0, 1 },
	{ __LINE__, "1,024 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "1 024 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "80", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "0x10", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "0x10 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "1e3 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "1.2.3 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "5. MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, ". MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "- MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "--5 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "5-6 MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "MiB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "", UNIT_BYTES, "MiB", EINVAL, 0 },
	{ __LINE__, "N/A", UNIT_BYTES, "MiB", EINVAL, 0 },
	{ __LINE__, "80 gb", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "80 Mbit/s", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "８０ GB", UNIT_BYTES, NULL, EINVAL, 0 },
	{ __LINE__, "9223372036854775808 B", UNIT_BYTES, NULL, ERANGE, 0 },
	{ __LINE__, "9000000000000 TB", UNIT_BYTES, NULL, ERANGE, 0 },
	{ __LINE__, "99999999999999999999999 PiB", UNIT_BYTES, NULL, ERANGE, 0 },
	{ __LINE__, "600 GB/s", UNIT_BYTES_PER_SECOND, NULL, 0, 600000000000 },
	{ __LINE__, "1.8 TB/s", UNIT_BYTES_PER_SECOND, NULL, 0, 1800000000000 },
	{ __LINE__, "600 Gbit/s", UNIT_BYTES_PER_SECOND, NULL, EINVAL, 0 },
	{ __LINE__, "600 GB", UNIT_BYTES_PER_SECOND, NULL, EINVAL, 0 },
	{ __LINE__, "100 Mbit/s", UNIT_BITS_PER_SECOND, NULL, 0, 100000000 },
	{ __LINE__, "200 Gb/s", UNIT_BITS_PER_SECOND, NULL, 0, 200000000000 },
	{ __LINE__, "100 Mbps", UNIT_BITS_PER_SECOND, NULL, 0, 100000000 },
	{ __LINE__, "1.6 Tbps", UNIT_BITS_PER_SECOND, NULL, 0, 1600000000000 },
	{ __LINE__, "100 MB/s", UNIT_BITS_PER_SECOND, NULL, EINVAL, 0 },
	{ __LINE__, "100M", UNIT_BITS_PER_SECOND, NULL, EINVAL, 0 },
	{ __LINE__, "400 W", UNIT_MILLIWATTS, NULL, 0, 400000 },
	{ __LINE__, "68.27 W", UNIT_MILLIWATTS, NULL, 0, 68270 },
	{ __LINE__, "0.5 kW", UNIT_MILLIWATTS, NULL, 0, 500000 },
	{ __LINE__, "36 C", UNIT_MILLICELSIUS, NULL, 0, 36000 },
	{ __LINE__, "-5 °C", UNIT_MILLICELSIUS, NULL, 0, -5000 },
	{ __LINE__, "36 ℃", UNIT_MILLICELSIUS, NULL, 0, 36000 },
	{ __LINE__, "1410 MHz", UNIT_KILOHERTZ, NULL, 0, 1410000 },
	{ __LINE__, "99.5%", UNIT_PERCENT, NULL, 0, 9950 },
	{ __LINE__, "100.00 %", UNIT_PERCENT, NULL, 0, 10000 },
	{ __LINE__, "99.995 %", UNIT_PERCENT, NULL, 0, 10000 },
	{ __LINE__, "6", UNIT_PERCENT, NULL, EINVAL, 0 },
	{ __LINE__, "4 h", UNIT_NANOSECONDS, NULL, 0, INT64_C(14400000000000) },
	{ __LINE__, "30 days", UNIT_NANOSECONDS, NULL, 0, INT64_C(2592000000000000) },
	{ __LINE__, "1 month", UNIT_NANOSECONDS, NULL, 0, INT64_C(2592000000000000) },
	{ __LINE__, "2 weeks", UNIT_NANOSECONDS, NULL, 0, INT64_C(1209600000000000) },
	{ __LINE__, "0 us", UNIT_NANOSECONDS, NULL, 0, 0 },
	{ __LINE__, "1 fortnight", UNIT_NANOSECONDS, NULL, EINVAL, 0 },
	{ __LINE__, "300 years", UNIT_NANOSECONDS, NULL, ERANGE, 0 },
	{ __LINE__, "16x", UNIT_LANES, NULL, 0, 16 },
	{ __LINE__, "x16", UNIT_LANES, NULL, 0, 16 },
	{ __LINE__, "16", UNIT_LANES, NULL, 0, 16 },
	{ __LINE__, "x", UNIT_LANES, NULL, EINVAL, 0 },
	{ __LINE__, "x1.5", UNIT_LANES, NULL, EINVAL, 0 },
	{ __LINE__, "Gen4", UNIT_GENERATION, NULL, 0, 4 },
	{ __LINE__, "4", UNIT_GENERATION, NULL, 0, 4 },
	{ __LINE__, "8", UNIT_COUNT, NULL, 0, 8 },
	{ __LINE__, "512 bank(s)", UNIT_COUNT, NULL, 0, 512 },
	{ __LINE__, "8x", UNIT_COUNT, NULL, EINVAL, 0 },
	{ __LINE__, "1.5", UNIT_COUNT, NULL, EINVAL, 0 },
	{ __LINE__, "banana", UNIT_COUNT, NULL, EINVAL, 0 },
	{ __LINE__, "0x0000000000000044", UNIT_MASK, NULL, 0, 0x44 },
	{ __LINE__, "0xffffffffffffffff", UNIT_MASK, NULL, 0, -1 },
	{ __LINE__, "0x", UNIT_MASK, NULL, EINVAL, 0 },
	{ __LINE__, "0xg", UNIT_MASK, NULL, EINVAL, 0 },
	{ __LINE__, "52000", UNIT_MICRO_MONEY, NULL, 0, 52000000000 },
	{ __LINE__, "1.89", UNIT_MICRO_MONEY, NULL, 0, 1890000 },
};

static void parse_row(const struct parse_row *row)
{
	const int64_t untouched = 424242;
	struct error error = { "" };
	int64_t value = untouched;
	int r = quantity_parse(slice_of(row->words), row->unit, row->fallback, &value, &error);
	int64_t wanted = row->result ? untouched : row->value;

	if (r == -row->result && value == wanted && (r == 0 || error.text[0])) {
		passed++;
		return;
	}
	printf("unit_test.c:%d: '%s': got %d, %" PRId64 " (%s), wanted %d, %" PRId64 "\n", row->line, row->words, r, value,
	       error.text, -row->result, wanted);
	failed++;
}

static const struct text_row {
	int line;
	int64_t value;
	enum unit unit;
	const char *words;
} text_rows[] = {
	{ __LINE__, 80000000000, UNIT_BYTES, "80 GB" },
	{ __LINE__, 3840000000000, UNIT_BYTES, "3.84 TB" },
	{ __LINE__, INT64_C(81920) << 20, UNIT_BYTES, "80 GiB" },
	{ __LINE__, INT64_C(81559) << 20, UNIT_BYTES, "79.65 GiB" },
	{ __LINE__, 0, UNIT_BYTES, "0 B" },
	{ __LINE__, INT64_MIN, UNIT_BYTES, "-8388608 TiB" },
	{ __LINE__, 600000000000, UNIT_BYTES_PER_SECOND, "600 GB/s" },
	{ __LINE__, 1800000000000, UNIT_BYTES_PER_SECOND, "1.8 TB/s" },
	{ __LINE__, 200000000000, UNIT_BITS_PER_SECOND, "200 Gbit/s" },
	{ __LINE__, 400000, UNIT_MILLIWATTS, "400 W" },
	{ __LINE__, 68270, UNIT_MILLIWATTS, "68.27 W" },
	{ __LINE__, 36000, UNIT_MILLICELSIUS, "36 °C" },
	{ __LINE__, -500, UNIT_MILLICELSIUS, "-0.5 °C" },
	{ __LINE__, 1410000, UNIT_KILOHERTZ, "1410 MHz" },
	{ __LINE__, 9950, UNIT_PERCENT, "99.5 %" },
	{ __LINE__, INT64_C(14400000000000), UNIT_NANOSECONDS, "4 h" },
	{ __LINE__, 0, UNIT_NANOSECONDS, "0 s" },
	{ __LINE__, 16, UNIT_LANES, "x16" },
	{ __LINE__, 4, UNIT_GENERATION, "Gen4" },
	{ __LINE__, 0x44, UNIT_MASK, "0x44" },
	{ __LINE__, -1, UNIT_MASK, "0xffffffffffffffff" },
	{ __LINE__, 52000000000, UNIT_MICRO_MONEY, "52000" },
	{ __LINE__, 1890000, UNIT_MICRO_MONEY, "1.89" },
	{ __LINE__, 8, UNIT_COUNT, "8" },
	{ __LINE__, INT64_MIN, UNIT_COUNT, "-9223372036854775808" },
};

static void text_row(struct arena *arena, const struct text_row *row)
{
	struct slice words = quantity_text(arena, row->value, row->unit);

	if (slice_is(words, row->words)) {
		passed++;
		return;
	}
	printf("unit_test.c:%d: %" PRId64 ": got '%.*s', wanted '%s'\n", row->line, row->value, SLICE_ARG(words), row->words);
	failed++;
}

/* What is printed is read back, as near as its three digits say. */
static void round_trip(struct arena *arena, enum unit unit, int64_t value)
{
	struct slice words = quantity_text(arena, value, unit);
	struct error error = { "" };
	int64_t back = 0;
	int r = quantity_parse(words, unit, NULL, &back, &error);
	long double off = (long double)back - (long double)value, near = (long double)value / 100;

	if (r == 0 && (off < 0 ? -off : off) <= (near < 0 ? -near : near)) {
		passed++;
		return;
	}
	printf("round trip of %" PRId64 " %s: '%.*s' gave %d, %" PRId64 " (%s)\n", value, unit_name(unit), SLICE_ARG(words), r,
	       back, error.text);
	failed++;
}

/* Parts smaller than the last printed digit are lost by design; a unit's values start where it prints them. */
static int64_t smallest(enum unit unit)
{
	return unit == UNIT_KILOHERTZ || unit == UNIT_MILLIWATTS || unit == UNIT_MILLICELSIUS ? 1000
	       : unit == UNIT_MICRO_MONEY						      ? 1000000
											      : 1;
}

int main(void)
{
	struct arena *arena = arena_open();

	for (size_t i = 0; i < sizeof(parse_rows) / sizeof(*parse_rows); i++)
		parse_row(&parse_rows[i]);
	for (size_t i = 0; i < sizeof(text_rows) / sizeof(*text_rows); i++)
		text_row(arena, &text_rows[i]);
	for (enum unit unit = UNIT_NONE; unit <= UNIT_MICRO_MONEY; unit++) {
		round_trip(arena, unit, 0);
		for (int64_t value = smallest(unit); value < INT64_MAX / 7; value = value * 7 / 2 + 1)
			round_trip(arena, unit, value);
	}
	arena_close(arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed ? 1 : 0;
}
