/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H
/*
 * A command line read by a table: the same rows give the parser, --help and the manual page.
 *
 * A table is an array of rows; a row's place in it is the number by which its value is asked for, so a command names the
 * places by an enum. Accepted forms: --name, --name VALUE, --name=VALUE, -n, -n VALUE, -nVALUE, -ab for two flags; "--" ends
 * the options. Options and arguments may be mixed. Nothing is copied: values point into argv.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/message.h"

struct option_row {
	char letter;	   /* 0: no short form */
	const char *name;  /* without the dashes */
	const char *value; /* what stands for the value in --help, "FILE"; NULL: a flag */
	const char *help;  /* one line, a message id */
};

#define OPTIONS_MAX 16

struct options {
	const struct option_row *rows;
	size_t n_rows;
	const char *values[OPTIONS_MAX]; /* by row: NULL when not given; "" for a flag; the last one wins */
	const char **args;		 /* what is not an option, in order */
	size_t n_args;
};

/*
 * Reads argv[0] to argv[argc - 1], without the program's name. With `first_only` reading stops at the first argument, which
 * begins somebody else's command line: it and all behind it are args. -EINVAL with a sentence in `ret_problem`: unknown
 * option (with the nearest known one), a value missing, a value given to a flag.
 */
int options_parse(struct arena *arena, const struct option_row *rows, size_t n_rows, int argc, char *const argv[], bool first_only,
		  struct options *ret, struct message *ret_problem) __attribute__((warn_unused_result));

static inline bool option_given(const struct options *options, size_t row)
{
	return options->values[row];
}

#endif
