/* SPDX-License-Identifier: Apache-2.0 */
#include "base/slice.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct slice slice_of(const char *text)
{
	return (struct slice){ text, text ? strlen(text) : 0 };
}

struct slice slice_sub(struct slice s, size_t start, size_t end)
{
	if (end > s.len)
		end = s.len;
	if (start > end)
		start = end;
	return (struct slice){ s.len ? s.ptr + start : s.ptr, end - start };
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

struct slice slice_trim(struct slice s)
{
	while (s.len && is_blank(s.ptr[0])) {
		s.ptr++;
		s.len--;
	}
	while (s.len && is_blank(s.ptr[s.len - 1]))
		s.len--;
	return s;
}

bool slice_is_nocase(struct slice s, const char *text)
{
	return s.len == strlen(text) && (s.len == 0 || strncasecmp(s.ptr, text, s.len) == 0);
}

bool slice_ends(struct slice s, const char *suffix)
{
	size_t n = strlen(suffix);

	return s.len >= n && (n == 0 || memcmp(s.ptr + s.len - n, suffix, n) == 0);
}

size_t slice_find(struct slice s, const char *text)
{
	size_t n = strlen(text);

	if (n == 0)
		return 0;
	if (s.len < n)
		return SLICE_NONE;
	const char *at = memmem(s.ptr, s.len, text, n);
	return at ? (size_t)(at - s.ptr) : SLICE_NONE;
}

size_t slice_find_char(struct slice s, char c)
{
	const char *at = s.len ? memchr(s.ptr, c, s.len) : NULL;

	return at ? (size_t)(at - s.ptr) : SLICE_NONE;
}

bool slice_has(struct slice s, const char *text)
{
	return slice_find(s, text) != SLICE_NONE;
}

bool slice_has_nocase(struct slice s, const char *text)
{
	size_t n = strlen(text);

	for (size_t i = 0; i + n <= s.len; i++)
		if (strncasecmp(s.ptr + i, text, n) == 0)
			return true;
	return false;
}

bool slice_split(struct slice *rest, char separator, struct slice *ret_field)
{
	if (!rest->ptr)
		return false;
	size_t at = slice_find_char(*rest, separator);
	if (at == SLICE_NONE) {
		*ret_field = *rest;
		*rest = (struct slice){ NULL, 0 };
		return true;
	}
	*ret_field = slice_sub(*rest, 0, at);
	*rest = slice_sub(*rest, at + 1, rest->len);
	return true;
}

bool slice_word(struct slice *rest, struct slice *ret_word)
{
	size_t start = 0, end;

	while (start < rest->len && is_blank(rest->ptr[start]))
		start++;
	if (start == rest->len)
		return false;
	for (end = start; end < rest->len && !is_blank(rest->ptr[end]);)
		end++;
	*ret_word = slice_sub(*rest, start, end);
	*rest = slice_sub(*rest, end, rest->len);
	return true;
}

bool slice_hex(struct slice s, uint64_t *ret)
{
	uint64_t value = 0;

	if (slice_starts(s, "0x") || slice_starts(s, "0X"))
		s = slice_sub(s, 2, s.len);
	if (s.len == 0 || s.len > 16)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		unsigned digit;
		if (c >= '0' && c <= '9')
			digit = (unsigned)(c - '0');
		else if (c >= 'a' && c <= 'f')
			digit = (unsigned)(c - 'a') + 10;
		else if (c >= 'A' && c <= 'F')
			digit = (unsigned)(c - 'A') + 10;
		else
			return false;
		value = value << 4 | digit;
	}
	*ret = value;
	return true;
}

bool slice_int(struct slice s, int64_t *ret)
{
	bool negative = false;
	int64_t value;

	if (slice_starts(s, "0x") || slice_starts(s, "0X")) {
		uint64_t hex;
		if (!slice_hex(s, &hex) || hex > INT64_MAX)
			return false;
		*ret = (int64_t)hex;
		return true;
	}
	if (s.len && (s.ptr[0] == '-' || s.ptr[0] == '+')) {
		negative = s.ptr[0] == '-';
		s = slice_sub(s, 1, s.len);
	}
	if (!slice_take_int(&s, &value) || s.len)
		return false;
	*ret = negative ? -value : value;
	return true;
}

bool slice_take_int(struct slice *rest, int64_t *ret)
{
	int64_t value = 0;
	size_t i = 0;

	for (; i < rest->len && isdigit((unsigned char)rest->ptr[i]); i++)
		if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, rest->ptr[i] - '0', &value))
			return false;
	if (i == 0)
		return false;
	*rest = slice_sub(*rest, i, rest->len);
	*ret = value;
	return true;
}

bool slice_fixed(struct slice s, int digits, int64_t *ret)
{
	bool negative = s.len && s.ptr[0] == '-';
	int64_t value = 0;
	int fraction = 0;

	if (s.len && (s.ptr[0] == '-' || s.ptr[0] == '+'))
		s = slice_sub(s, 1, s.len);
	bool any = slice_take_int(&s, &value);
	if (!any && (s.len == 0 || s.ptr[0] != '.'))
		return false;
	bool round_up = false;
	if (s.len && s.ptr[0] == '.') {
		s = slice_sub(s, 1, s.len);
		for (size_t i = 0; i < s.len; i++) {
			if (!isdigit((unsigned char)s.ptr[i]))
				return false;
			any = true;
			if (fraction < digits) {
				if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, s.ptr[i] - '0', &value))
					return false;
				fraction++;
			} else if ((int)i == digits) {
				round_up = s.ptr[i] >= '5';
			}
		}
	} else if (s.len) {
		return false;
	}
	if (!any)
		return false;
	for (; fraction < digits; fraction++)
		if (__builtin_mul_overflow(value, 10, &value))
			return false;
	if (round_up && __builtin_add_overflow(value, 1, &value))
		return false;
	*ret = negative ? -value : value;
	return true;
}
