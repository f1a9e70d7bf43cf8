/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"

bool utf8_take(struct slice *rest, uint32_t *ret)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)rest->ptr;
	size_t n;
	uint32_t c;

	if (rest->len == 0)
		return false;
	n = p[0] < 0x80 ? 1 : p[0] >> 5 == 0x6 ? 2 : p[0] >> 4 == 0xe ? 3 : p[0] >> 3 == 0x1e ? 4 : 0;
	if (n == 0 || n > rest->len)
		return false;
	c = n == 1 ? p[0] : p[0] & (0x7fU >> n);
	for (size_t i = 1; i < n; i++) {
		if (p[i] >> 6 != 2)
			return false;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < smallest[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return false;
	*rest = slice_sub(*rest, n, rest->len);
	*ret = c;
	return true;
}

uint32_t utf8_take_any(struct slice *rest)
{
	uint32_t c;

	if (utf8_take(rest, &c))
		return c;
	*rest = slice_sub(*rest, 1, rest->len);
	return UTF8_REPLACEMENT;
}

struct slice utf8_cut(struct slice s, size_t max)
{
	struct slice rest = s;
	uint32_t c;

	while (max > 0 && utf8_take(&rest, &c))
		max--;
	return slice_sub(s, 0, s.len - rest.len);
}

struct span {
	uint32_t first, last;
};

/* Wide or full-width in Unicode's East Asian Width, in blocks: enough to line up a table. */
static const struct span wide[] = {
	{ 0x1100, 0x115f },   { 0x2e80, 0x303e },   { 0x3041, 0xa4cf },	  { 0xac00, 0xd7a3 },
	{ 0xf900, 0xfaff },   { 0xfe30, 0xfe4f },   { 0xff00, 0xff60 },	  { 0xffe0, 0xffe6 },
	{ 0x1f300, 0x1f64f }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd },
};
static const struct span combining[] = { { 0x300, 0x36f }, { 0x200b, 0x200f }, { 0xfe00, 0xfe0f } };

static bool in_spans(const struct span *spans, size_t n, uint32_t c)
{
	for (size_t i = 0; i < n; i++)
		if (c >= spans[i].first && c <= spans[i].last)
			return true;
	return false;
}

int utf8_columns(struct slice s)
{
	int columns = 0;
	uint32_t c;

	while (utf8_take(&s, &c)) {
		if (in_spans(wide, sizeof(wide) / sizeof(*wide), c))
			columns += 2;
		else if (!in_spans(combining, sizeof(combining) / sizeof(*combining), c))
			columns++;
	}
	return columns;
}

/* U+FF01 to U+FF5E are the printable ASCII characters in the same order; U+3000 is the wide blank. */
char half_width(uint32_t character)
{
	if (character == 0x3000)
		return ' ';
	return character >= 0xff01 && character <= 0xff5e ? (char)(character - 0xff01 + '!') : 0;
}

struct slice full_width_find(struct slice s)
{
	while (s.len) {
		struct slice rest = s;
		uint32_t c;

		if (!utf8_take(&rest, &c))
			break;
		if (half_width(c))
			return slice_sub(s, 0, s.len - rest.len);
		s = rest;
	}
	return (struct slice){ NULL, 0 };
}
