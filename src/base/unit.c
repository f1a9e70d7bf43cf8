/* SPDX-License-Identifier: Apache-2.0 */
#include "base/unit.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

__extension__ typedef __int128 wide_int;

/* One spelling of a unit: the base units in one of it, as a fraction. */
struct spelling {
	enum unit unit;
	const char *text;
	int64_t multiply, divide;
};

#define KI ((int64_t)1 << 10)
#define MI ((int64_t)1 << 20)
#define GI ((int64_t)1 << 30)
#define TI ((int64_t)1 << 40)
#define PI ((int64_t)1 << 50)
#define K  ((int64_t)1000)
#define M  (K * K)
#define G  (K * M)
#define T  (K * G)
#define P  (K * T)

static const struct spelling spellings[] = {
	{ UNIT_BYTES, "B", 1, 1 },
	{ UNIT_BYTES, "bytes", 1, 1 },
	{ UNIT_BYTES, "kB", K, 1 },
	{ UNIT_BYTES, "KB", K, 1 },
	{ UNIT_BYTES, "MB", M, 1 },
	{ UNIT_BYTES, "GB", G, 1 },
	{ UNIT_BYTES, "TB", T, 1 },
	{ UNIT_BYTES, "PB", P, 1 },
	{ UNIT_BYTES, "KiB", KI, 1 },
	{ UNIT_BYTES, "MiB", MI, 1 },
	{ UNIT_BYTES, "GiB", GI, 1 },
	{ UNIT_BYTES, "TiB", TI, 1 },
	{ UNIT_BYTES, "PiB", PI, 1 },
	/* free -h, lsblk and df print binary units without the B. */
	{ UNIT_BYTES, "Ki", KI, 1 },
	{ UNIT_BYTES, "Mi", MI, 1 },
	{ UNIT_BYTES, "Gi", GI, 1 },
	{ UNIT_BYTES, "Ti", TI, 1 },
	{ UNIT_BYTES, "Pi", PI, 1 },
	{ UNIT_BYTES_PER_SECOND, "B/s", 1, 1 },
	{ UNIT_BYTES_PER_SECOND, "kB/s", K, 1 },
	{ UNIT_BYTES_PER_SECOND, "KB/s", K, 1 },
	{ UNIT_BYTES_PER_SECOND, "MB/s", M, 1 },
	{ UNIT_BYTES_PER_SECOND, "GB/s", G, 1 },
	{ UNIT_BYTES_PER_SECOND, "TB/s", T, 1 },
	{ UNIT_BYTES_PER_SECOND, "KiB/s", KI, 1 },
	{ UNIT_BYTES_PER_SECOND, "MiB/s", MI, 1 },
	{ UNIT_BYTES_PER_SECOND, "GiB/s", GI, 1 },
	{ UNIT_BYTES_PER_SECOND, "TiB/s", TI, 1 },
	{ UNIT_BITS_PER_SECOND, "bit/s", 1, 1 },
	{ UNIT_BITS_PER_SECOND, "kbit/s", K, 1 },
	{ UNIT_BITS_PER_SECOND, "Mbit/s", M, 1 },
	{ UNIT_BITS_PER_SECOND, "Gbit/s", G, 1 },
	{ UNIT_BITS_PER_SECOND, "Tbit/s", T, 1 },
	{ UNIT_BITS_PER_SECOND, "b/s", 1, 1 },
	{ UNIT_BITS_PER_SECOND, "kb/s", K, 1 },
	{ UNIT_BITS_PER_SECOND, "Mb/s", M, 1 },
	{ UNIT_BITS_PER_SECOND, "Gb/s", G, 1 },
	{ UNIT_BITS_PER_SECOND, "Tb/s", T, 1 },
	{ UNIT_BITS_PER_SECOND, "bps", 1, 1 },
	{ UNIT_BITS_PER_SECOND, "kbps", K, 1 },
	{ UNIT_BITS_PER_SECOND, "Mbps", M, 1 },
	{ UNIT_BITS_PER_SECOND, "Gbps", G, 1 },
	{ UNIT_BITS_PER_SECOND, "Tbps", T, 1 },
	{ UNIT_MILLIWATTS, "W", K, 1 },
	{ UNIT_MILLIWATTS, "mW", 1, 1 },
	{ UNIT_MILLIWATTS, "kW", M, 1 },
	{ UNIT_MILLICELSIUS, "C", K, 1 },
	{ UNIT_MILLICELSIUS, "°C", K, 1 },
	{ UNIT_MILLICELSIUS, "℃", K, 1 },
	{ UNIT_KILOHERTZ, "kHz", 1, 1 },
	{ UNIT_KILOHERTZ, "MHz", K, 1 },
	{ UNIT_KILOHERTZ, "GHz", M, 1 },
	{ UNIT_PERCENT, "%", 100, 1 },
	{ UNIT_NANOSECONDS, "ns", 1, 1 },
	{ UNIT_NANOSECONDS, "us", K, 1 },
	{ UNIT_NANOSECONDS, "ms", M, 1 },
	{ UNIT_NANOSECONDS, "s", G, 1 },
	{ UNIT_NANOSECONDS, "min", 60 * G, 1 },
	{ UNIT_NANOSECONDS, "h", 3600 * G, 1 },
	{ UNIT_NANOSECONDS, "d", 86400 * G, 1 },
	{ UNIT_NANOSECONDS, "minute", 60 * G, 1 },
	{ UNIT_NANOSECONDS, "minutes", 60 * G, 1 },
	{ UNIT_NANOSECONDS, "hour", 3600 * G, 1 },
	{ UNIT_NANOSECONDS, "hours", 3600 * G, 1 },
	{ UNIT_NANOSECONDS, "day", 86400 * G, 1 },
	{ UNIT_NANOSECONDS, "days", 86400 * G, 1 },
	{ UNIT_NANOSECONDS, "week", 604800 * G, 1 },
	{ UNIT_NANOSECONDS, "weeks", 604800 * G, 1 },
	/* Of 30 and 365 days: for times that a contract gives, not for dates. */
	{ UNIT_NANOSECONDS, "month", 2592000 * G, 1 },
	{ UNIT_NANOSECONDS, "months", 2592000 * G, 1 },
	{ UNIT_NANOSECONDS, "year", 31536000 * G, 1 },
	{ UNIT_NANOSECONDS, "years", 31536000 * G, 1 },
	{ UNIT_LANES, "x", 1, 1 },
	{ UNIT_COUNT, "bank(s)", 1, 1 },
};

/* Units of which there are no parts. */
static bool is_whole(enum unit unit)
{
	return unit == UNIT_COUNT || unit == UNIT_LANES || unit == UNIT_GENERATION;
}

static bool bare_allowed(enum unit unit)
{
	return is_whole(unit) || unit == UNIT_NONE || unit == UNIT_MASK || unit == UNIT_MICRO_MONEY;
}

static const struct spelling *spelling_find(enum unit unit, struct slice text)
{
	for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++)
		if (spellings[i].unit == unit && slice_is(text, spellings[i].text))
			return &spellings[i];
	return NULL;
}

/* Decimals that are kept while a number is scaled. */
#define NANO ((wide_int)1000000000)

/* Text that stands in front of the number, as quantity_text() prints it: "x16", "Gen4". */
static struct slice without_prefix(struct slice text, enum unit unit)
{
	static const struct {
		enum unit unit;
		const char *prefix;
	} prefixes[] = { { UNIT_LANES, "x" }, { UNIT_GENERATION, "Gen" }, { UNIT_GENERATION, "gen" } };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (prefixes[i].unit == unit && slice_starts(text, prefixes[i].prefix))
			return slice_sub(text, strlen(prefixes[i].prefix), text.len);
	return text;
}

/* Characters of the number at the front: a sign, digits, a point and digits; 0 when none stands there. */
static size_t number_length(struct slice text)
{
	size_t i = text.len && (text.ptr[0] == '-' || text.ptr[0] == '+'), digits = 0;

	for (bool point = false; i < text.len; i++) {
		if (text.ptr[i] >= '0' && text.ptr[i] <= '9')
			digits++;
		else if (text.ptr[i] == '.' && !point)
			point = true;
		else
			break;
	}
	/* "5." is a slip more often than a five. */
	return digits && text.ptr[i - 1] != '.' ? i : 0;
}

/* The number times 10^9, rounded half away from zero; false when it does not fit. */
static bool number_read(struct slice number, wide_int *ret)
{
	bool negative = number.ptr[0] == '-';
	struct slice rest = slice_sub(number, number.ptr[0] == '-' || number.ptr[0] == '+', number.len), whole;
	int64_t value = 0, part = 0;

	slice_split(&rest, '.', &whole);
	if (whole.len && !slice_int(whole, &value))
		return false;
	if (rest.len) {
		struct slice digits = slice_sub(rest, 0, 9);
		slice_int(digits, &part);
		for (size_t i = digits.len; i < 9; i++)
			part *= 10;
		part += rest.len > 9 && rest.ptr[9] >= '5';
	}
	*ret = value * NANO + part;
	if (negative)
		*ret = -*ret;
	return true;
}

static bool scale(wide_int scaled, const struct spelling *by, int64_t *ret)
{
	wide_int wide;

	if (__builtin_mul_overflow(scaled, (wide_int)by->multiply, &wide))
		return false;
	wide /= by->divide;
	wide = (wide + (wide < 0 ? -NANO / 2 : NANO / 2)) / NANO;
	if (wide > INT64_MAX || wide < INT64_MIN)
		return false;
	*ret = (int64_t)wide;
	return true;
}

/* A mask, or any number in hexadecimal; all 64 bits may be set. */
static int parse_hex(struct slice whole, int64_t *ret, struct error *error)
{
	uint64_t bits;

	if (slice_int(whole, ret))
		return 0;
	if (!slice_starts(whole, "0x") || !slice_hex(whole, &bits))
		return error_set(error, EINVAL, "'%.*s' is not a number", SLICE_ARG(whole));
	*ret = (int64_t)bits;
	return 0;
}

int quantity_parse(struct slice text, enum unit unit, const char *fallback, int64_t *ret, struct error *error)
{
	static const struct spelling one = { UNIT_NONE, "", 1, 1 }, money = { UNIT_MICRO_MONEY, "", M, 1 };
	struct slice whole = slice_trim(text), number, suffix;
	const struct spelling *by;
	wide_int scaled;

	if (unit == UNIT_MASK || (bare_allowed(unit) && slice_starts(whole, "0x")))
		return parse_hex(whole, ret, error);
	number = without_prefix(whole, unit);
	suffix = slice_trim(slice_sub(number, number_length(number), number.len));
	number = slice_sub(number, 0, number_length(number));
	if (number.len == 0)
		return error_set(error, EINVAL, "'%.*s' is not a number", SLICE_ARG(whole));
	if (suffix.len == 0 && fallback)
		suffix = slice_of(fallback);
	if (suffix.len == 0 && bare_allowed(unit))
		by = unit == UNIT_MICRO_MONEY ? &money : &one;
	else
		by = spelling_find(unit, suffix);
	if (!by && suffix.len == 0)
		return error_set(error, EINVAL, "'%.*s' has no unit", SLICE_ARG(whole));
	if (!by)
		return error_set(error, EINVAL, "'%.*s' is not a quantity of this kind", SLICE_ARG(whole));
	if (is_whole(unit) && slice_has(number, "."))
		return error_set(error, EINVAL, "'%.*s' is not a whole number", SLICE_ARG(whole));
	if (!number_read(number, &scaled) || !scale(scaled, by, ret))
		return error_set(error, ERANGE, "'%.*s' is too large", SLICE_ARG(whole));
	return 0;
}

/* Up to two decimals, no trailing zeros. */
static struct slice decimal(struct arena *arena, int64_t value, int64_t one, const char *suffix)
{
	wide_int hundredths = ((wide_int)value * 100 + (value < 0 ? -one / 2 : one / 2)) / one;
	int64_t h = (int64_t)hundredths;
	int64_t whole = h / 100, part = h % 100 < 0 ? -(h % 100) : h % 100;
	const char *sign = h < 0 && whole == 0 ? "-" : "";

	if (part == 0)
		return arena_printf(arena, "%s%jd%s", sign, (intmax_t)whole, suffix);
	if (part % 10 == 0)
		return arena_printf(arena, "%s%jd.%jd%s", sign, (intmax_t)whole, (intmax_t)part / 10, suffix);
	return arena_printf(arena, "%s%jd.%02jd%s", sign, (intmax_t)whole, (intmax_t)part, suffix);
}

struct step {
	int64_t one;
	const char *suffix;
};

static struct slice stepped(struct arena *arena, int64_t value, const struct step *steps)
{
	/* Negative, so that the smallest value has one too. */
	int64_t size = value < 0 ? value : -value;

	while (steps[1].suffix && size > -steps[0].one)
		steps++;
	return decimal(arena, value, steps[0].one, steps[0].suffix);
}

struct slice quantity_text(struct arena *arena, int64_t value, enum unit unit)
{
	static const struct step bytes[] = { { TI, " TiB" }, { GI, " GiB" }, { MI, " MiB" }, { KI, " KiB" }, { 1, " B" }, { 0, NULL } };
	static const struct step decimal_bytes[] = { { T, " TB" }, { G, " GB" }, { M, " MB" }, { K, " kB" }, { 1, " B" }, { 0, NULL } };
	static const struct step rate[] = { { T, " TB/s" }, { G, " GB/s" }, { M, " MB/s" }, { K, " kB/s" }, { 1, " B/s" }, { 0, NULL } };
	static const struct step bits[] = { { T, " Tbit/s" }, { G, " Gbit/s" }, { M, " Mbit/s" }, { K, " kbit/s" }, { 1, " bit/s" }, { 0, NULL } };
	static const struct step time[] = { { 86400 * G, " d" }, { 3600 * G, " h" }, { 60 * G, " min" }, { G, " s" },
					    { M, " ms" },	 { K, " us" },	     { 1, " ns" },	 { 0, NULL } };

	switch (unit) {
	case UNIT_BYTES:
		/* A size that was written in decimal units is printed so. */
		return stepped(arena, value, value % (10 * M) == 0 && value % MI ? decimal_bytes : bytes);
	case UNIT_BYTES_PER_SECOND:
		return stepped(arena, value, rate);
	case UNIT_BITS_PER_SECOND:
		return stepped(arena, value, bits);
	case UNIT_MILLIWATTS:
		return decimal(arena, value, K, " W");
	case UNIT_MILLICELSIUS:
		return decimal(arena, value, K, " °C");
	case UNIT_KILOHERTZ:
		return decimal(arena, value, K, " MHz");
	case UNIT_PERCENT:
		return decimal(arena, value, 100, " %");
	case UNIT_NANOSECONDS:
		return value == 0 ? slice_of("0 s") : stepped(arena, value, time);
	case UNIT_LANES:
		return arena_printf(arena, "x%jd", (intmax_t)value);
	case UNIT_GENERATION:
		return arena_printf(arena, "Gen%jd", (intmax_t)value);
	case UNIT_MASK:
		return arena_printf(arena, "0x%jx", (uintmax_t)value);
	case UNIT_MICRO_MONEY:
		return decimal(arena, value, M, "");
	case UNIT_NONE:
	case UNIT_COUNT:
		break;
	}
	return arena_printf(arena, "%jd", (intmax_t)value);
}

const char *unit_name(enum unit unit)
{
	static const char *const names[] = {
		[UNIT_NONE] = "",
		[UNIT_COUNT] = "count",
		[UNIT_BYTES] = "bytes",
		[UNIT_BYTES_PER_SECOND] = "bytes_per_second",
		[UNIT_BITS_PER_SECOND] = "bits_per_second",
		[UNIT_MILLIWATTS] = "milliwatts",
		[UNIT_MILLICELSIUS] = "millicelsius",
		[UNIT_KILOHERTZ] = "kilohertz",
		[UNIT_PERCENT] = "hundredths_of_percent",
		[UNIT_NANOSECONDS] = "nanoseconds",
		[UNIT_LANES] = "lanes",
		[UNIT_GENERATION] = "generation",
		[UNIT_MASK] = "mask",
		[UNIT_MICRO_MONEY] = "micro_units",
	};

	return names[unit];
}
