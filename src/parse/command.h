/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_COMMAND_H
#define PARSE_COMMAND_H
/*
 * Which command printed the line at which the reader stands.
 *
 * A bare number or word says nothing by itself: "16" is nproc, a limit or a page number. It is read only where the prompt
 * line above it (or a mark such as "==> /sys/fs/cgroup/cpu.max <==") names what printed it. In "nproc; cat /a /b" each
 * output of one line is counted off, so that the third line is /b's.
 */
#include "parse/parse.h"

struct origin {
	struct slice command; /* the simple command, without sudo: "cat", "nproc --all", "grep -c processor /proc/cpuinfo" */
	struct slice path;    /* the file that it prints, when it names one */
};

/* False when no command line stands near enough above to tell. */
bool origin_here(const struct reader *r, struct origin *ret);

/* The first word of the simple command is `program`. */
bool origin_is(const struct origin *origin, const char *program);

/*
 * The line is the value of one file below `folder`: named in the line itself ("grep . /sys/class/...": "path:value"), by the
 * command above it or by a mark. Value: trimmed, not empty.
 */
bool origin_value(const struct reader *r, const char *folder, struct slice *ret_path, struct slice *ret_value);

#endif
