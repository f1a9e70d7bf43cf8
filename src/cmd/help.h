/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMD_HELP_H
#define CMD_HELP_H
/*
 * Help and manual pages, made from the rows of the command table: they cannot tell another story than the parser.
 */
#include "cmd/cmd.h"
#include "render/page.h"

struct command_table {
	const struct command *const *commands;
	size_t n;
};

void help_overview(struct page *page, const struct command_table *table);
void help_command(struct arena *arena, struct page *page, const struct command *command);
/* The manual page gpuvet-NAME(1), or gpuvet(1) for NULL, in the man macros; always English. */
void help_manual(struct arena *arena, struct buf *buf, const struct command_table *table, const struct command *command);

#endif
