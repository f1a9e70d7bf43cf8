/* SPDX-License-Identifier: Apache-2.0 */
/* Manual pages in the man macros. What roff reads as a command is escaped: a leading dot or quote, dashes, backslashes. */
#include "cmd/help.h"
#include "version.h"

static void escaped(struct buf *buf, const char *text)
{
	if (*text == '.' || *text == '\'')
		buf_text(buf, "\\&");
	for (; *text; text++) {
		if (*text == '-')
			buf_text(buf, "\\-");
		else if (*text == '\\')
			buf_text(buf, "\\e");
		else
			buf_char(buf, *text);
	}
}

static void line(struct buf *buf, const char *macro, const char *text)
{
	buf_text(buf, macro);
	escaped(buf, text);
	buf_char(buf, '\n');
}

static void title(struct buf *buf, const char *name, const char *summary)
{
	buf_printf(buf, ".\\\" Made from the command table: gpuvet help --man. Do not edit.\n");
	buf_printf(buf, ".TH %s 1 \"\" \"gpuvet " GPUVET_VERSION "\" \"gpuvet\"\n.SH NAME\n", name);
	escaped(buf, name);
	buf_text(buf, " \\- ");
	escaped(buf, summary);
	buf_char(buf, '\n');
}

static void options(struct buf *buf, const struct command *command)
{
	buf_text(buf, ".SH OPTIONS\n");
	for (size_t i = 0; i < command->n_options; i++) {
		const struct option_row *row = &command->options[i];
		buf_text(buf, ".TP\n");
		if (row->letter)
			buf_printf(buf, "\\fB\\-%c\\fR, ", row->letter);
		buf_text(buf, "\\fB\\-\\-");
		escaped(buf, row->name);
		buf_text(buf, "\\fR");
		if (row->value)
			buf_printf(buf, " \\fI%s\\fR", row->value);
		buf_char(buf, '\n');
		line(buf, "", row->help);
	}
}

static void examples(struct buf *buf, const struct command *command)
{
	if (!command->examples)
		return;
	buf_text(buf, ".SH EXAMPLES\n");
	for (const struct example *e = command->examples; e->line; e++) {
		buf_text(buf, ".TP\n");
		line(buf, ".B ", e->line);
		line(buf, "", e->what);
	}
}

static void command_page(struct arena *arena, struct buf *buf, const struct command *command)
{
	title(buf, arena_text(arena, arena_printf(arena, "gpuvet-%s", command->name)), command->summary);
	buf_text(buf, ".SH SYNOPSIS\n");
	for (const char *const *u = command->usage; *u; u++) {
		buf_printf(buf, "%s.B gpuvet %s\n", u == command->usage ? "" : ".br\n", command->name);
		if ((*u)[0])
			line(buf, "", *u);
	}
	buf_text(buf, ".SH DESCRIPTION\n");
	for (const char *const *p = command->about; *p; p++)
		line(buf, p == command->about ? "" : ".PP\n", *p);
	options(buf, command);
	examples(buf, command);
	buf_text(buf, ".SH SEE ALSO\n.BR gpuvet (1)\n");
}

static void overview_page(struct arena *arena, struct buf *buf, const struct command_table *table)
{
	title(buf, "gpuvet", "did I get the GPU server that I rent, and is it healthy?");
	buf_text(buf, ".SH SYNOPSIS\n.B gpuvet\n.I COMMAND\n[OPTION...] [ARGUMENT...]\n.SH COMMANDS\n");
	for (size_t i = 0; i < table->n; i++) {
		buf_text(buf, ".TP\n");
		line(buf, ".B ", arena_text(arena, arena_printf(arena, "gpuvet-%s(1)", table->commands[i]->name)));
		line(buf, "", table->commands[i]->summary);
	}
	buf_text(buf, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhen it is set, no colours are printed.\n"
		      ".TP\n.B LC_ALL, LC_MESSAGES, LANG\nThe language of what people read; the option \\-\\-lang goes first.\n");
}

void help_manual(struct arena *arena, struct buf *buf, const struct command_table *table, const struct command *command)
{
	if (command)
		command_page(arena, buf, command);
	else
		overview_page(arena, buf, table);
}
