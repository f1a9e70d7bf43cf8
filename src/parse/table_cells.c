/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/table_cells.h"

bool cells_split(struct slice line, struct cells *ret)
{
	struct slice rest = slice_trim(line), cell;

	*ret = (struct cells){ .n = 0 };
	if (!slice_starts(rest, "|"))
		return false;
	rest = slice_sub(rest, 1, rest.len);
	ret->closed = slice_ends(rest, "|");
	if (ret->closed)
		rest = slice_sub(rest, 0, rest.len - 1);
	while (ret->n < TABLE_CELLS && slice_split(&rest, '|', &cell))
		ret->cell[ret->n++] = slice_trim(cell);
	return ret->n > 0;
}

bool is_rule(struct slice line)
{
	struct slice s = slice_trim(line);

	if (s.len < 4 || (s.ptr[0] != '+' && s.ptr[0] != '|'))
		return false;
	for (size_t i = 1; i < s.len; i++)
		if (s.ptr[i] != '-' && s.ptr[i] != '=' && s.ptr[i] != '+' && s.ptr[i] != '|')
			return false;
	return true;
}

size_t cell_words(struct slice cell, struct slice *words, size_t max)
{
	size_t n = 0;

	while (n < max && slice_word(&cell, &words[n]))
		n++;
	return n;
}

struct slice slice_span(struct slice first, struct slice last)
{
	return (struct slice){ first.ptr, (size_t)(last.ptr + last.len - first.ptr) };
}
