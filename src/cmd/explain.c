/* SPDX-License-Identifier: Apache-2.0 */
/* gpuvet explain: what a check looks at and what its verdict means; what an Xid or SXid code means. */
#include <inttypes.h>
#include <string.h>

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

/* As a log prints it: "79", "xid 79" and "Xid 79" are xid.79. Moves `*i` over a second word. */
static const char *check_words(struct arena *arena, const struct options *options, size_t *i)
{
	struct slice word = slice_of(options->args[*i]);
	int64_t code;

	if (slice_int(word, &code))
		return arena_printf(arena, "xid.%jd", (intmax_t)code).ptr;
	for (int sxid = 0; sxid < 2; sxid++) {
		const char *name = sxid ? "sxid" : "xid";
		struct slice rest = slice_trim(slice_sub(word, strlen(name), word.len));
		if (!slice_is_nocase(slice_sub(word, 0, strlen(name)), name))
			continue;
		if (!rest.len && *i + 1 < options->n_args)
			rest = slice_of(options->args[++*i]);
		if (slice_int(rest, &code))
			return arena_printf(arena, "%s.%jd", name, (intmax_t)code).ptr;
	}
	return options->args[*i];
}

static int run(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct page page = { .buf = &buf, .width = 80, .colour = cmd_colour() };
	int status = STATUS_OK;

	if (options->n_args == 0)
		render_checks_text(&page);
	for (size_t i = 0; i < options->n_args; i++) {
		const char *id = check_words(arena, options, &i);
		const struct check *check = check_by_id(slice_of(id));
		if (check)
			render_check_text(arena, &page, check, slice_of(id));
		else
			status = unknown_check(arena, id);
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
