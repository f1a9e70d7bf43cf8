/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_GPU_LINE_H
#define PARSE_GPU_LINE_H
/* "GPU 0: NVIDIA H200 (UUID: GPU-...)", as -L and nvlink print it. */
#include "parse/parse.h"

struct gpu_line {
	int index;
	struct slice name, uuid; /* empty when they were cut off */
	bool closed;		 /* the line is whole */
};

bool gpu_line_read(struct slice line, struct gpu_line *ret);
/* Name and UUID as facts of the GPU with that index. */
void gpu_line_facts(struct reader *r, const struct gpu_line *g);

#endif
