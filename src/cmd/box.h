/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMD_BOX_H
#define CMD_BOX_H
/*
 * From files to boxes: what accept and facts have in common.
 */
#include "cmd/cmd.h"
#include "parse/boxes.h"
#include "render/report.h"

struct read_files {
	struct report_input *inputs; /* one a blob */
	size_t n_inputs;
	struct boxes boxes;
};

/* Reads and parses every file. Returns STATUS_OK, or STATUS_USAGE after saying why on standard error. */
int files_read(struct arena *arena, const char *const paths[], size_t n, struct read_files *ret);
/* STATUS_USAGE with the list of known outputs when none of the files holds one. */
int files_recognised(struct arena *arena, const struct read_files *files);

#endif
