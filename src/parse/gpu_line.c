/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/gpu_line.h"

bool gpu_line_read(struct slice line, struct gpu_line *ret)
{
	struct slice rest = slice_trim(line);
	int64_t index;

	*ret = (struct gpu_line){ .index = 0 };
	if (!slice_starts(rest, "GPU "))
		return false;
	rest = slice_trim(slice_sub(rest, 4, rest.len));
	if (!slice_take_int(&rest, &index) || index > 4095 || !slice_starts(rest, ": "))
		return false;
	rest = slice_sub(rest, 2, rest.len);
	size_t open = slice_find(rest, "(UUID");
	if (open == SLICE_NONE)
		return false;
	ret->index = (int)index;
	ret->name = slice_trim(slice_sub(rest, 0, open));
	rest = slice_sub(rest, open, rest.len);
	size_t start = slice_find(rest, "GPU-"), close = slice_find_char(rest, ')');
	ret->closed = close != SLICE_NONE;
	if (start != SLICE_NONE && close != SLICE_NONE && start < close)
		ret->uuid = slice_sub(rest, start, close);
	return true;
}

void gpu_line_facts(struct reader *r, const struct gpu_line *g)
{
	if (g->name.len)
		reader_value(r, KEY_GPU_NAME, subject_gpu(g->index), 0, g->name, NULL);
	if (g->uuid.len)
		reader_text(r, KEY_GPU_UUID, subject_gpu(g->index), 0, g->uuid);
}
