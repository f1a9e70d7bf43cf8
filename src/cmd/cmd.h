/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMD_CMD_H
#define CMD_CMD_H
/*
 * A command: one file, one row. The row gives its help, its manual page and its function.
 *
 * A command's function reads its options, calls the parts, renders into a buffer and hands that to cmd_print(): nothing
 * else writes. It returns the exit status: 0 done, 1 something failed or the answer is no, 3 nothing failed but a promised
 * thing is unknown, 2 wrong usage or unreadable input.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/message.h"
#include "base/options.h"
#include "base/text.h"

enum { STATUS_OK = 0, STATUS_NO = 1, STATUS_USAGE = 2, STATUS_UNKNOWN = 3 };

/* Every command's table begins with these rows. */
enum { OPTION_HELP, OPTION_LANG, OPTION_FIRST };
#define OPTIONS_COMMON                                        \
	{ 'h', "help", NULL, N_("show this help") },          \
	{                                                     \
		0, "lang", "LANG", N_("language: en or zh")   \
	}

struct example {
	const char *line; /* what to type */
	const char *what; /* what it does; a message id */
};

struct command {
	const char *name;
	const char *summary;	   /* one line; a message id */
	const char *const *usage;  /* what stands behind "gpuvet NAME", ended by NULL */
	const char *const *about;  /* paragraphs, message ids, ended by NULL */
	const struct option_row *options;
	size_t n_options;
	const struct example *examples; /* ended by a NULL line */
	int (*run)(struct arena *arena, const struct options *options);
};

#define COMMAND_OPTIONS(table) .options = (table), .n_options = sizeof(table) / sizeof(*(table))

extern const struct command cmd_accept, cmd_cards, cmd_explain, cmd_facts, cmd_lease;

/* The largest output that a command may print. */
#define OUTPUT_MAX ((size_t)512 << 20)

/*
 * Writes the whole buffer to standard output, releases it and returns `status`. A reader that has gone (`| head`) is no
 * error. Anything else that stops the write, or an output over its maximum, is told on standard error: STATUS_USAGE.
 */
int cmd_print(struct buf *buf, int status);
/* "gpuvet: TEXT" on standard error. */
void cmd_say(struct arena *arena, struct message message);
/* The same for an error's text. Both return STATUS_USAGE, so that a failure is one line. */
int cmd_fail(struct arena *arena, struct message message);
int cmd_fail_error(const struct error *error);
/* Columns and colour of standard output: 80, and no colour unless it is a terminal and NO_COLOR is unset. */
bool cmd_colour(void);

#endif
