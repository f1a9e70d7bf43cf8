/* SPDX-License-Identifier: Apache-2.0 */
/* gpuvet facts: what can be known, and what these files tell. */
#include "cmd/box.h"
#include "render/facts_json.h"
#include "render/facts_text.h"

enum { OPTION_JSON = OPTION_FIRST };

static const struct option_row options_table[] = {
	OPTIONS_COMMON,
	[OPTION_JSON] = { 'j', "json", NULL, N_("print JSON") },
};

static const char *const usage[] = { "[--json]", "[--json] FILE...", NULL };

static const char *const about[] = {
	N_("Without files: the vocabulary, every fact that gpuvet can know, with its unit and the command that shows it."),
	N_("With files: the facts that were read from them, each with its file and line, or with the reason why it has no value."),
	NULL,
};

static const struct example examples[] = {
	{ "gpuvet facts", N_("every fact that there is a name for") },
	{ "gpuvet facts nvidia-smi.txt lspci.txt", N_("what these outputs tell, line by line") },
	{ NULL, NULL },
};

static void text(struct arena *arena, struct buf *buf, const struct read_files *files)
{
	struct page page = { .buf = buf, .width = 80, .colour = cmd_colour() };

	for (size_t i = 0; i < files->boxes.n; i++) {
		if (files->boxes.n > 1)
			page_text(&page, 0, COLOUR_BOLD, arena_printf(arena, "==== box%zu ====", i + 1));
		render_facts_text(arena, &page, files->boxes.boxes[i]);
	}
}

static int vocabulary(struct arena *arena, bool json)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct page page = { .buf = &buf, .width = 80, .colour = cmd_colour() };

	if (json)
		render_vocabulary_json(&buf);
	else
		render_vocabulary_text(arena, &page);
	return cmd_print(&buf, STATUS_OK);
}

static int run(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct read_files files;
	bool json = option_given(options, OPTION_JSON);
	int status;

	if (options->n_args == 0)
		return vocabulary(arena, json);
	status = files_read(arena, options->args, options->n_args, &files);
	if (status == STATUS_OK)
		status = files_recognised(arena, &files);
	if (status != STATUS_OK)
		return status;
	if (json)
		render_facts_json(arena, &buf, files.boxes.boxes, files.boxes.n);
	else
		text(arena, &buf, &files);
	return cmd_print(&buf, STATUS_OK);
}

const struct command cmd_facts = {
	.name = "facts",
	.summary = N_("show what saved outputs tell, with file and line"),
	.usage = usage,
	.about = about,
	COMMAND_OPTIONS(options_table),
	.examples = examples,
	.run = run,
};
