/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"

/* Length of a sequence by its first byte; 0: no sequence begins so. C0, C1 and F5 and above are never valid. */
static size_t sequence_length(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first >= 0xC2 && first <= 0xDF)
		return 2;
	if (first >= 0xE0 && first <= 0xEF)
		return 3;
	if (first >= 0xF0 && first <= 0xF4)
		return 4;
	return 0;
}

uint32_t utf8_take(struct slice *rest)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)rest->ptr;
	size_t n = sequence_length(p[0]);
	uint32_t c = n == 1 ? p[0] : p[0] & (0x7Fu >> n);
	bool valid = n > 0 && n <= rest->len;

	for (size_t i = 1; valid && i < n; i++) {
		valid = (p[i] & 0xC0) == 0x80;
		c = c << 6 | (p[i] & 0x3F);
	}
	valid = valid && c >= smallest[n] && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
	*rest = slice_sub(*rest, valid ? n : 1, rest->len);
	return valid ? c : UTF8_REPLACEMENT;
}
