/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_UNIT_H
#define BASE_UNIT_H
/*
 * Quantities: whole numbers of one base unit, read and printed here and nowhere else, whatever the locale.
 *
 * A value is an int64_t in the base unit that its row in keys.h or terms.h names. The decimal prefixes k, M, G, T (10^3..)
 * and the binary ones Ki, Mi, Gi, Ti (2^10..) are told apart; "1 TB" is 10^12 bytes, "1 TiB" 2^40.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/slice.h"

enum unit {
	UNIT_NONE,
	UNIT_COUNT,
	UNIT_BYTES,
	UNIT_BYTES_PER_SECOND,
	UNIT_BITS_PER_SECOND,
	UNIT_MILLIWATTS,
	UNIT_MILLICELSIUS,
	UNIT_KILOHERTZ,
	UNIT_PERCENT, /* hundredths of a percent: 100 % is 10000 */
	UNIT_NANOSECONDS,
	UNIT_LANES,
	UNIT_GENERATION,
	UNIT_MASK,	   /* bits, printed in hexadecimal */
	UNIT_MICRO_MONEY,  /* millionths of a currency unit */
};

/*
 * Reads "3.84 TB", "600 GB/s", "100 Mbit/s", "400 W", "8", "16x", "36 C", "0 us", "100.00%". `fallback` is the unit
 * written when the number stands alone, as "MiB"; NULL: a bare number is refused for units other than count, lanes,
 * generation, mask and money. What quantity_text() prints is read back. -EINVAL: no such quantity ("1,024 MiB", "1e3 W",
 * "1.5" of a count); -ERANGE: it does not fit. `*ret` is untouched then.
 */
int quantity_parse(struct slice text, enum unit unit, const char *fallback, int64_t *ret, struct error *error)
	__attribute__((warn_unused_result));
/* What people write: "79.6 GiB", "600 GB/s", "400 W", "36 °C", "Gen4", "x16". Three significant digits at least. */
struct slice quantity_text(struct arena *arena, int64_t value, enum unit unit);
/* The base unit's name in JSON: "bytes", "bytes_per_second", "milliwatts" ...; "" for none. */
const char *unit_name(enum unit unit);

#endif
