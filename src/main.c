/* SPDX-License-Identifier: Apache-2.0 */
/* The command table, and the way from a command line to a command. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "cmd/help.h"
#include "cmd/language.h"
#include "version.h"

static const struct command cmd_help;

static const struct command *const commands[] = {
	&cmd_lease, &cmd_accept, &cmd_cards, &cmd_explain, &cmd_facts, &cmd_help,
};
static const struct command_table table = { commands, sizeof(commands) / sizeof(*commands) };

enum { OPTION_VERSION = OPTION_FIRST };

static const struct option_row options_table[] = {
	OPTIONS_COMMON,
	[OPTION_VERSION] = { 'V', "version", NULL, N_("show the version") },
};

static const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < table.n; i++)
		if (strcmp(name, commands[i]->name) == 0)
			return commands[i];
	return NULL;
}

static int command_unknown(struct arena *arena, const char *name)
{
	struct nearest nearest = { .word = NULL };

	for (size_t i = 0; i < table.n; i++)
		nearest_offer(&nearest, slice_of(name), commands[i]->name);
	if (nearest.word)
		return cmd_fail(arena, MSG("'%1' is not a command; did you mean '%2'?", A_STR(name), A_STR(nearest.word)));
	return cmd_fail(arena, MSG("'%1' is not a command; 'gpuvet help' lists them", A_STR(name)));
}

/* Sets the language of --lang; STATUS_USAGE for one that there is none of. */
static int language_choose(struct arena *arena, const struct options *options)
{
	const char *name = options->values[OPTION_LANG];

	if (!name || language_set(name))
		return STATUS_OK;
	return cmd_fail(arena, MSG("--lang: '%1' is not a language of gpuvet; write it as: en | zh", A_STR(name)));
}

/* Help for a command, or for the program when it is NULL. */
static int help_print(struct arena *arena, const struct command *command, bool manual)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct page page = { .buf = &buf, .width = 80, .colour = cmd_colour() };

	if (manual)
		help_manual(arena, &buf, &table, command);
	else if (command)
		help_command(arena, &page, command);
	else
		help_overview(&page, &table);
	return cmd_print(&buf, STATUS_OK);
}

enum { OPTION_MAN = OPTION_FIRST };

static const struct option_row help_options[] = {
	OPTIONS_COMMON,
	[OPTION_MAN] = { 0, "man", NULL, N_("print the manual page in the man macros") },
};

static const char *const help_usage[] = { "[--man] [COMMAND]", NULL };
static const char *const help_about[] = { N_("Shows what a command does, its options and examples."), NULL };

/* Help for the command that the first argument names. */
static int help_for(struct arena *arena, const struct options *options, bool manual)
{
	const char *name = options->n_args ? options->args[0] : NULL;
	const struct command *command = name ? command_find(name) : NULL;

	if (name && !command)
		return command_unknown(arena, name);
	return help_print(arena, command, manual);
}

static int help_run(struct arena *arena, const struct options *options)
{
	return help_for(arena, options, option_given(options, OPTION_MAN));
}

static const struct command cmd_help = {
	.name = "help",
	.summary = N_("explain a command"),
	.usage = help_usage,
	.about = help_about,
	COMMAND_OPTIONS(help_options),
	.run = help_run,
};

static int command_run(struct arena *arena, const struct command *command, int argc, char *const argv[])
{
	struct options options;
	struct message problem;
	int status;

	if (options_parse(arena, command->options, command->n_options, argc, argv, false, &options, &problem) < 0) {
		cmd_say(arena, problem);
		return cmd_fail(arena, MSG("'gpuvet help %1' shows the options", A_STR(command->name)));
	}
	status = language_choose(arena, &options);
	if (status != STATUS_OK)
		return status;
	if (option_given(&options, OPTION_HELP))
		return help_print(arena, command, false);
	return command->run(arena, &options);
}

static int program_run(struct arena *arena, int argc, char *argv[])
{
	struct options options;
	struct message problem;
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	int status;

	if (options_parse(arena, options_table, sizeof(options_table) / sizeof(*options_table), argc, argv, true, &options, &problem) < 0)
		return cmd_fail(arena, problem);
	status = language_choose(arena, &options);
	if (status != STATUS_OK)
		return status;
	if (option_given(&options, OPTION_VERSION)) {
		buf_text(&buf, "gpuvet " GPUVET_VERSION "\n");
		return cmd_print(&buf, STATUS_OK);
	}
	if (options.n_args == 0 || option_given(&options, OPTION_HELP))
		return help_for(arena, &options, false);
	const struct command *command = command_find(options.args[0]);
	if (!command)
		return command_unknown(arena, options.args[0]);
	return command_run(arena, command, (int)options.n_args - 1, argv + (argc - (int)options.n_args) + 1);
}

int main(int argc, char *argv[])
{
	struct arena *arena = arena_open();
	int status;

	signal(SIGPIPE, SIG_IGN);
	language_start();
	status = program_run(arena, argc > 0 ? argc - 1 : 0, argv + 1);
	arena_close(arena);
	return status;
}
