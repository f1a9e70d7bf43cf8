/* SPDX-License-Identifier: Apache-2.0 */
/* gpuvet cards: what a card is; the catalogue. */
#include "cmd/cmd.h"
#include "render/cards_text.h"

enum { OPTION_COMPARE = OPTION_FIRST };

static const struct option_row options_table[] = {
	OPTIONS_COMMON,
	[OPTION_COMPARE] = { 'c', "compare", NULL, N_("put two cards side by side") },
};

static const char *const usage[] = { "", "CARD", "--compare CARD CARD", NULL };

static const char *const about[] = {
	N_("Without a name: every card of the catalogue. A name is a catalogue id or what people write: \"A100 80G\", \"4090\", "
	   "\"H100 NVL\", \"10de:20b2\". One card that fits is shown in full, several as a list."),
	N_("Exit status: 0 answered; 1 no card fits."),
	NULL,
};

static const struct example examples[] = {
	{ "gpuvet cards", N_("all cards") },
	{ "gpuvet cards \"A100 80G\"", N_("the cards that people may mean by that") },
	{ "gpuvet cards --compare A100-SXM4-80GB A800-SXM4-80GB", N_("where two cards differ") },
	{ NULL, NULL },
};

/* More than a name can mean; the rest of a longer list is not shown. */
#define FOUND_MAX 128

static int none(struct arena *arena, struct buf *buf, struct slice words)
{
	cards_none_text(arena, buf, words);
	return cmd_print(buf, STATUS_NO);
}

static int compare(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	const struct card *pair[2], *found[2];

	if (options->n_args != 2)
		return cmd_fail(arena, MSG("cards --compare wants two cards"));
	for (size_t i = 0; i < 2; i++) {
		struct slice words = slice_of(options->args[i]);
		size_t n = cards_find(words, FORM_UNKNOWN, 0, found, 2);
		if (n == 0)
			return none(arena, &buf, words);
		if (n > 1)
			return cmd_fail(arena, MSG("several cards fit '%1'; 'gpuvet cards %1' lists them", A_TEXT(words)));
		pair[i] = found[0];
	}
	cards_compare_text(arena, &buf, pair[0], pair[1]);
	return cmd_print(&buf, STATUS_OK);
}

static int run(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	const struct card *found[FOUND_MAX];
	struct slice words = { NULL, 0 };

	if (option_given(options, OPTION_COMPARE))
		return compare(arena, options);
	for (size_t i = 0; i < options->n_args; i++)
		words = i ? arena_printf(arena, "%.*s %s", SLICE_ARG(words), options->args[i]) : slice_of(options->args[i]);
	if (!words.len) {
		cards_list_text(arena, &buf, NULL, 0);
		return cmd_print(&buf, STATUS_OK);
	}
	size_t n = cards_find(words, FORM_UNKNOWN, 0, found, FOUND_MAX);
	if (n == 0)
		return none(arena, &buf, words);
	if (n == 1)
		cards_show_text(arena, &buf, found[0]);
	else
		cards_list_text(arena, &buf, found, n < FOUND_MAX ? n : FOUND_MAX);
	return cmd_print(&buf, STATUS_OK);
}

const struct command cmd_cards = {
	.name = "cards",
	.summary = N_("show what a card is, and where two differ"),
	.usage = usage,
	.about = about,
	COMMAND_OPTIONS(options_table),
	.examples = examples,
	.run = run,
};
