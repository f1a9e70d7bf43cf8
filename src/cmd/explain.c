/* SPDX-License-Identifier: Apache-2.0 */
/* gpuvet explain: what a check looks at and what its verdict means; what an Xid or SXid code means. */
#include "base/nearest.h"
#include "cmd/cmd.h"
#include "render/explain_text.h"

static const struct option_row options_table[] = { OPTIONS_COMMON };

static const char *const usage[] = { "", "CHECK...", NULL };

static const char *const about[] = {
	N_("Prints what a check of the report looks at, what decides it, what a failure means and what to do. xid.N and sxid.N are "
	   "explained by NVIDIA's catalogue. Without a name: all checks."),
	N_("Exit status: 0 answered; 1 there is no such check."),
	NULL,
};

static const struct example examples[] = {
	{ "gpuvet explain remap.pending", N_("what a pending row remap means") },
	{ "gpuvet explain xid.79", N_("what Xid 79 means") },
	{ NULL, NULL },
};

static int unknown_check(struct arena *arena, const char *id)
{
	struct nearest nearest = { .word = NULL };

	for (size_t f = 0; f < n_check_families; f++)
		for (size_t i = 0; i < check_families[f]->n; i++)
			nearest_offer(&nearest, slice_of(id), check_families[f]->checks[i].id);
	if (nearest.word)
		cmd_say(arena, MSG("explain: no check is called '%1'; did you mean '%2'?", A_STR(id), A_STR(nearest.word)));
	else
		cmd_say(arena, MSG("explain: no check is called '%1'; 'gpuvet explain' lists them", A_STR(id)));
	return STATUS_NO;
}

static int run(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct page page = { .buf = &buf, .width = 80, .colour = cmd_colour() };
	int status = STATUS_OK;

	if (options->n_args == 0)
		render_checks_text(&page);
	for (size_t i = 0; i < options->n_args; i++) {
		const struct check *check = check_by_id(slice_of(options->args[i]));
		if (check)
			render_check_text(arena, &page, check, slice_of(options->args[i]));
		else
			status = unknown_check(arena, options->args[i]);
	}
	return cmd_print(&buf, status);
}

const struct command cmd_explain = {
	.name = "explain",
	.summary = N_("explain a check, an Xid or an SXid code"),
	.usage = usage,
	.about = about,
	COMMAND_OPTIONS(options_table),
	.examples = examples,
	.run = run,
};
