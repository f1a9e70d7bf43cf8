/* SPDX-License-Identifier: Apache-2.0 */
#include "lease/lease_value.h"

#include <errno.h>
#include <string.h>

#include "base/distance.h"
#include "base/utf8.h"

/* Characters of a value that a message quotes: the remedy behind it must not be pushed out. */
#define QUOTED 48

static int refuse(enum term_key key, struct slice words, const char *why, struct error *error)
{
	const struct term_info *info = term_info(key);

	return error_set(error, EINVAL, "%s: '%.*s' %s; write it as: %s", info->name, SLICE_ARG(utf8_cut(words, QUOTED)), why,
			 info->form);
}

static bool is_digits(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
	return s.len > 0;
}

/* ---- texts with a form of their own: NULL, or why the words are none ---- */

static bool leap_year(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static const char *check_date(struct slice *words)
{
	static const char *const wrong = "is no date";
	static const int64_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	struct slice s = *words, year = slice_sub(s, 0, 4), month = slice_sub(s, 5, 7), day = slice_sub(s, 8, 10);
	int64_t y = 0, m = 0, d = 0;

	if (s.len != 10 || s.ptr[4] != '-' || s.ptr[7] != '-' || !is_digits(year) || !is_digits(month) || !is_digits(day))
		return wrong;
	if (!slice_int(year, &y) || !slice_int(month, &m) || !slice_int(day, &d) || y == 0 || m < 1 || m > 12 || d < 1)
		return "is a day that does not exist";
	return d <= days[m - 1] + (m == 2 && leap_year(y)) ? NULL : "is a day that does not exist";
}

static const char *check_currency(struct slice *words)
{
	for (size_t i = 0; i < words->len; i++)
		if (words->ptr[i] < 'A' || words->ptr[i] > 'Z')
			return "is no currency of three capital letters";
	return words->len == 3 ? NULL : "is no currency of three capital letters";
}

static const char *check_mount(struct slice *words)
{
	return slice_starts(*words, "/") ? NULL : "is no absolute path";
}

static const char *check_traffic(struct slice *words)
{
	int64_t bytes;

	if (slice_is(*words, "unlimited") || (quantity_parse(*words, UNIT_BYTES, NULL, &bytes, NULL) == 0 && bytes > 0))
		return NULL;
	return "is no amount of traffic";
}

static const char *check_time(struct slice *words)
{
	int64_t time;

	return quantity_parse(*words, UNIT_NANOSECONDS, NULL, &time, NULL) == 0 && time > 0 ? NULL : "is no length of time";
}

/* "550.54.14", "12.4": numbers with dots between. */
static bool is_version(struct slice s)
{
	struct slice part;

	if (s.len == 0 || s.len > 32 || slice_ends(s, "."))
		return false;
	while (slice_split(&s, '.', &part))
		if (!is_digits(part))
			return false;
	return true;
}

/* ">=550", "550", ">=550, <580". */
static const char *check_version(struct slice *words)
{
	static const char *const operators[] = { ">=", "<=", "==", ">", "<", "=" };
	struct slice rest = *words, part;

	while (slice_split(&rest, ',', &part)) {
		part = slice_trim(part);
		for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
			if (slice_starts(part, operators[i])) {
				part = slice_trim(slice_sub(part, strlen(operators[i]), part.len));
				break;
			}
		}
		if (!is_version(part))
			return "is no version";
	}
	return NULL;
}

/* "off", or a profile as `nvidia-smi mig -lgip` names it: "1g.10gb", "2g.20gb+me", "1c.3g.40gb". */
static const char *check_mig(struct slice *words)
{
	struct slice s = *words, part;
	int64_t n;
	bool slices = false;

	if (slice_is(s, "off") || slice_is(s, "no") || slice_is(s, "false")) {
		*words = SLICE("off");
		return NULL;
	}
	s = slice_sub(s, 0, slice_find_char(s, '+'));
	while (slice_split(&s, '.', &part)) {
		if (!slice_take_int(&part, &n) || n < 1 || n > 999)
			break;
		if (slice_is(part, "gb") && slices && !s.ptr)
			return NULL;
		if (!slice_is(part, "g") && !slice_is(part, "c"))
			break;
		slices |= slice_is(part, "g");
	}
	return "is neither off nor a MIG profile";
}

static const struct {
	enum term_key key;
	const char *(*check)(struct slice *words);
} text_checks[] = {
	{ TERM_TERM_START, check_date },       { TERM_PRICE_CURRENCY, check_currency },
	{ TERM_DISK_MOUNT, check_mount },      { TERM_NET_PUBLIC_TRAFFIC, check_traffic },
	{ TERM_BILLING_MINIMUM, check_time },  { TERM_SOFTWARE_DRIVER, check_version },
	{ TERM_SOFTWARE_CUDA, check_version }, { TERM_GPU_MIG, check_mig },
};

/* Names, which may hold anything; a card is looked up with full-width letters folded. */
static bool is_free_text(enum term_key key)
{
	static const enum term_key free_texts[] = { TERM_SUPPLIER,	  TERM_GPU_CARD,    TERM_CPU_MODEL,
						    TERM_ACCEPTED_REPORT, TERM_ACCEPTED_BY, TERM_DISK_MOUNT };

	for (size_t i = 0; i < sizeof(free_texts) / sizeof(*free_texts); i++)
		if (free_texts[i] == key)
			return true;
	return false;
}

/* A form "a | b | c" of plain words is the complete list; a form with an example such as "off | 1g.10gb" is not. */
static bool form_is_list(const char *form)
{
	return strstr(form, " | ") && !strpbrk(form, "0123456789");
}

/* Letters of either case are taken; the text becomes that of the form. */
static bool form_allows(const char *form, struct slice *words)
{
	struct slice rest = slice_of(form), choice;

	while (slice_split(&rest, '|', &choice)) {
		choice = slice_trim(choice);
		if (word_distance(choice, *words) == 0) {
			*words = choice;
			return true;
		}
	}
	return false;
}

static int text_value(struct slice words, struct term *term, struct error *error)
{
	const struct term_info *info = term_info(term->key);
	const char *why = NULL;

	if (form_is_list(info->form) && !form_allows(info->form, &words))
		return error_set(error, EINVAL, "%s: '%.*s' is none of: %s", info->name, SLICE_ARG(utf8_cut(words, QUOTED)),
				 info->form);
	for (size_t i = 0; i < sizeof(text_checks) / sizeof(*text_checks) && !why; i++)
		if (text_checks[i].key == term->key)
			why = text_checks[i].check(&words);
	if (why)
		return refuse(term->key, words, why, error);
	term->text = words;
	return 0;
}

/* ---- numbers ---- */

/* What is too little or too much to be meant, where it is not the rule below. */
static const struct {
	enum term_key key;
	int64_t min, max;
} ranges[] = {
	{ TERM_NET_PUBLIC_IPV4, 0, 65536 },   { TERM_PRICE_AMOUNT, 0, INT64_MAX }, { TERM_PRICE_RATE, 0, 10000 },
	{ TERM_SLA_CREDIT_CREDIT, 0, 10000 }, { TERM_DATA_KEEP, 0, INT64_MAX },	   { TERM_TERM_MONTHS, 1, 1200 },
	{ TERM_GPU_COUNT, 1, 1024 },
};

static bool in_range(enum term_key key, int64_t value)
{
	enum unit unit = term_info(key)->unit;
	int64_t min = 1, max = unit == UNIT_COUNT ? 1000000 : unit == UNIT_PERCENT ? 10000 : INT64_MAX;

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		if (ranges[i].key == key) {
			min = ranges[i].min;
			max = ranges[i].max;
		}
	}
	return value >= min && value <= max;
}

/* Digits alone: no sign, no 0x8, no 1e3, no 010, which YAML's versions read differently. */
static const char *count_parse(struct slice words, int64_t *ret)
{
	if (!is_digits(words))
		return "is not a whole number";
	if (words.len > 1 && words.ptr[0] == '0')
		return "starts with a zero";
	return slice_int(words, ret) ? NULL : "is too large";
}

static const char *money_parse(struct slice words, int64_t *ret)
{
	struct slice rest = words, whole;

	slice_split(&rest, '.', &whole);
	if (!is_digits(whole) || (rest.ptr && !is_digits(rest)))
		return "is not an amount of money: digits and a point, the currency has its own key";
	return slice_fixed(words, 6, ret) ? NULL : "is too large";
}

static int integer_value(struct slice words, struct term *term, struct error *error)
{
	const struct term_info *info = term_info(term->key);
	const char *why = NULL;
	struct error inner;
	int64_t value = 0;

	if (words.len > 1 && words.ptr[0] == '-' && words.ptr[1] >= '0' && words.ptr[1] <= '9')
		return refuse(term->key, words, "is negative", error);
	if (info->unit == UNIT_COUNT)
		why = count_parse(words, &value);
	else if (info->unit == UNIT_MICRO_MONEY)
		why = money_parse(words, &value);
	else if (quantity_parse(utf8_cut(words, QUOTED), info->unit, NULL, &value, &inner) < 0)
		return error_set(error, EINVAL, "%s: %s; write it as: %s", info->name, inner.text, info->form);
	if (!why && !in_range(term->key, value))
		why = "is out of range";
	if (why)
		return refuse(term->key, words, why, error);
	term->text = words;
	term->i = value;
	return 0;
}

static int flag_value(struct slice words, struct term *term, struct error *error)
{
	static const char *const yes[] = { "yes", "on", "true" }, *const no[] = { "no", "off", "false" };

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++) {
		if (slice_is_nocase(words, yes[i]) || slice_is_nocase(words, no[i])) {
			term->text = words;
			term->i = slice_is_nocase(words, yes[i]);
			return 0;
		}
	}
	return refuse(term->key, words, "is neither yes nor no", error);
}

int lease_value(struct slice words, struct term *term, struct error *error)
{
	const struct term_info *info = term_info(term->key);
	struct slice wide = full_width_find(words);

	words = slice_trim(words);
	if (words.len == 0)
		return error_set(error, EINVAL, "%s: the value is empty; write it as: %s, or leave the key out", info->name,
				 info->form);
	if (wide.len && !is_free_text(term->key))
		return error_set(error, EINVAL,
				 "%s: '%.*s' holds the full-width character '%.*s'; type it in half width, as: %s", info->name,
				 SLICE_ARG(utf8_cut(words, QUOTED)), SLICE_ARG(wide), info->form);
	switch (info->kind) {
	case KIND_TEXT:
		return text_value(words, term, error);
	case KIND_FLAG:
		return flag_value(words, term, error);
	case KIND_INTEGER:
		break;
	}
	return integer_value(words, term, error);
}
