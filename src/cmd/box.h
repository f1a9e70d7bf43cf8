/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMD_BOX_H
#define CMD_BOX_H
/*
 * From files to boxes and leases: what the commands have in common. Each returns STATUS_OK, or STATUS_USAGE after saying
 * why on standard error.
 */
#include "cmd/cmd.h"
#include "lease/lease.h"
#include "parse/boxes.h"
#include "render/report.h"

struct read_files {
	struct report_input *inputs; /* one a blob: an archive holds several */
	size_t n_inputs;
	struct boxes boxes;
};

/* Reads and parses every path: files, "-", archives, captures. */
int files_read(struct arena *arena, const char *const paths[], size_t n, struct read_files *ret);
/* Fails, with the list of known outputs, when none of the files holds one. */
int files_recognised(struct arena *arena, const struct read_files *files);
/* A lease file. */
int lease_load(struct arena *arena, const char *path, struct lease **ret);

#endif
