/* SPDX-License-Identifier: Apache-2.0 */
#include "render/columns.h"

#include "base/utf8.h"

static void blanks(struct buf *out, int n)
{
	for (; n > 0; n--)
		buf_char(out, ' ');
}

void column_add(struct buf *out, struct slice text, int width)
{
	buf_slice(out, text);
	blanks(out, width - utf8_columns(text));
}

bool column_line(struct slice *rest, int width, struct slice *ret)
{
	struct slice left = *rest = slice_trim(*rest);
	size_t end = 0; /* of the longest line that fits so far */
	int used = 0;
	uint32_t c;

	if (rest->len == 0)
		return false;
	while (left.len) {
		struct slice before = left;
		size_t at = rest->len - left.len;

		if (!utf8_take(&left, &c))
			left = slice_sub(left, 1, left.len);
		int wide = utf8_columns(slice_sub(before, 0, before.len - left.len));
		bool may_break = c == ' ' || wide == 2;
		if (may_break && at > 0 && used <= width)
			end = at;
		used += wide;
		if (used > width && end > 0)
			break;
		if (used > width && may_break && at > 0) {
			end = at;
			break;
		}
	}
	if (used <= width || end == 0)
		end = rest->len;
	*ret = slice_trim(slice_sub(*rest, 0, end));
	*rest = slice_sub(*rest, end, rest->len);
	return true;
}

void column_wrap(struct buf *out, struct slice text, int used, int indent)
{
	struct slice line;

	while (column_line(&text, COLUMNS - used, &line)) {
		buf_slice(out, line);
		buf_char(out, '\n');
		used = indent;
		if (slice_trim(text).len)
			blanks(out, indent);
	}
}
