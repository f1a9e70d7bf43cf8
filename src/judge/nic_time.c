/* SPDX-License-Identifier: Apache-2.0 */
/* Times as logs print them, as seconds on one scale a form; good for differences only. */
#include "judge/links.h"

#define DAY 86400

static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

/* Days since 1 March of year 0 in the Gregorian calendar. */
static int64_t day_number(int64_t year, int64_t month, int64_t day)
{
	if (month < 3) {
		year--;
		month += 12;
	}
	return 365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day - 1;
}

static bool clock_parse(struct slice word, int64_t *ret)
{
	int64_t part[3];

	for (int i = 0; i < 3; i++) {
		if (!slice_take_int(&word, &part[i]) || part[i] > 60)
			return false;
		if (i < 2 && !slice_starts(word, ":"))
			return false;
		word = slice_sub(word, i < 2, word.len);
	}
	*ret = part[0] * 3600 + part[1] * 60 + part[2];
	return true;
}

static int64_t month_parse(struct slice word)
{
	for (int m = 0; m < 12 && word.len == 3; m++)
		if (slice_eq(word, slice_sub(slice_of(months), (size_t)m * 3, (size_t)m * 3 + 3)))
			return m + 1;
	return 0;
}

/* 2025-01-21T04:41:44,283+00:00, also with a blank. */
static bool iso_parse(struct slice text, int64_t *ret)
{
	int64_t year, month, day, clock;

	if (!slice_take_int(&text, &year) || year > 9999 || !slice_starts(text, "-"))
		return false;
	text = slice_sub(text, 1, text.len);
	if (!slice_take_int(&text, &month) || month < 1 || month > 12 || !slice_starts(text, "-"))
		return false;
	text = slice_sub(text, 1, text.len);
	if (!slice_take_int(&text, &day) || day > 31 || text.len == 0 || !clock_parse(slice_sub(text, 1, text.len), &clock))
		return false;
	*ret = day_number(year, month, day) * DAY + clock;
	return true;
}

/* Aug 17 06:18:01; Sun Feb 23 16:24:18 2025. Without a year, one that has a 29 February. */
static bool words_parse(struct slice text, int64_t *ret)
{
	int64_t year = 2000, month = 0, day = 0, clock = 0, value;
	bool have_clock = false;
	struct slice word;

	while (slice_word(&text, &word)) {
		if (month_parse(word))
			month = month_parse(word);
		else if (!have_clock && clock_parse(word, &clock))
			have_clock = true;
		else if (slice_int(word, &value) && value > 0 && value <= 31)
			day = value;
		else if (slice_int(word, &value) && value > 1900 && value < 10000)
			year = value;
	}
	if (!month || !day || !have_clock)
		return false;
	*ret = day_number(year, month, day) * DAY + clock;
	return true;
}

bool nic_time_parse(struct slice text, int64_t *ret)
{
	int64_t value;

	text = slice_trim(text);
	if (slice_fixed(text, 0, &value)) {
		*ret = value;
		return true;
	}
	return iso_parse(text, ret) || words_parse(text, ret);
}
