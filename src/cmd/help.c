/* SPDX-License-Identifier: Apache-2.0 */
#include "cmd/help.h"

#define INDENT	       2
#define COMMAND_COLUMN 12
#define OPTION_COLUMN  28

static void heading(struct page *page, const char *text)
{
	page_blank(page);
	page_text(page, 0, COLOUR_BOLD, slice_of(text));
}

void help_overview(struct page *page, const struct command_table *table)
{
	page_text(page, 0, COLOUR_NONE, slice_of(tr("gpuvet: did I get the GPU server that I rent, and is it healthy?")));
	heading(page, tr("usage"));
	page_text(page, INDENT, COLOUR_NONE, slice_of("gpuvet COMMAND [OPTION...] [ARGUMENT...]"));
	page_text(page, INDENT, COLOUR_NONE, slice_of("gpuvet help COMMAND"));
	page_text(page, INDENT, COLOUR_NONE, slice_of("gpuvet --version"));
	heading(page, tr("commands"));
	for (size_t i = 0; i < table->n; i++)
		page_field(page, INDENT, slice_of(table->commands[i]->name), COMMAND_COLUMN, slice_of(tr(table->commands[i]->summary)));
	heading(page, tr("first steps"));
	for (size_t i = 0; i < table->n; i++)
		if (table->commands[i]->examples)
			page_command(page, INDENT, slice_of(table->commands[i]->examples[0].line));
}

/* "-l, --lease FILE" */
static struct slice option_name(struct arena *arena, const struct option_row *row)
{
	struct slice name = row->letter ? arena_printf(arena, "-%c, --%s", row->letter, row->name) :
					  arena_printf(arena, "    --%s", row->name);

	return row->value ? arena_printf(arena, "%.*s %s", SLICE_ARG(name), row->value) : name;
}

void help_command(struct arena *arena, struct page *page, const struct command *command)
{
	page_text(page, 0, COLOUR_NONE, arena_printf(arena, "gpuvet %s: %s", command->name, tr(command->summary)));
	heading(page, tr("usage"));
	for (const char *const *u = command->usage; *u; u++)
		page_text(page, INDENT, COLOUR_NONE, arena_printf(arena, "gpuvet %s %s", command->name, *u));
	for (const char *const *p = command->about; *p; p++) {
		page_blank(page);
		page_text(page, 0, COLOUR_NONE, slice_of(tr(*p)));
	}
	heading(page, tr("options"));
	for (size_t i = 0; i < command->n_options; i++)
		page_field(page, INDENT, option_name(arena, &command->options[i]), OPTION_COLUMN,
			   slice_of(tr(command->options[i].help)));
	if (!command->examples)
		return;
	heading(page, tr("examples"));
	for (const struct example *e = command->examples; e->line; e++) {
		page_command(page, INDENT, slice_of(e->line));
		page_text(page, 2 * INDENT, COLOUR_NONE, slice_of(tr(e->what)));
	}
}
