/* SPDX-License-Identifier: Apache-2.0 */
/* gpuvet lease: the contract as a file; written, checked before anything is rented, and read back in sentences. */
#include <string.h>

#include "base/nearest.h"
#include "cmd/box.h"
#include "render/accept_json.h"
#include "render/accept_text.h"
#include "render/lease_text.h"
#include "version.h"

enum { OPTION_JSON = OPTION_FIRST, OPTION_CARD, OPTION_COUNT };

static const struct option_row options_table[] = {
	OPTIONS_COMMON,
	[OPTION_JSON] = { 'j', "json", NULL, N_("check: print JSON") },
	[OPTION_CARD] = { 0, "card", "CARD", N_("init: fill in what this card decides") },
	[OPTION_COUNT] = { 0, "count", "N", N_("init: number of cards in a machine") },
};

static const char *const usage[] = { "init [--card CARD] [--count N]", "check [--json] LEASE.yaml", "terms LEASE.yaml", NULL };

static const char *const about[] = {
	N_("init prints a lease file to fill in, with every key and what to ask the supplier for. check says what the paper leaves "
	   "open, before any machine is seen. terms reads the promises back, one sentence each."),
	N_("Exit status of check: 0 nothing failed; 1 something failed; 2 the file is not a lease."),
	NULL,
};

static const struct example examples[] = {
	{ "gpuvet lease init --card A100-SXM4-80GB --count 8 > lease.yaml", N_("begin a lease for eight A100") },
	{ "gpuvet lease check lease.yaml", N_("what the contract leaves open") },
	{ NULL, NULL },
};

static int lease_named(struct arena *arena, const struct options *options, struct lease **ret)
{
	if (options->n_args != 2)
		return cmd_fail(arena, MSG("lease %1: name one lease file", A_STR(options->args[0])));
	return lease_load(arena, options->args[1], ret);
}

static int check(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct page page = { .buf = &buf, .width = 80, .colour = cmd_colour() };
	struct lease *lease;
	int status = lease_named(arena, options, &lease);

	if (status != STATUS_OK)
		return status;
	struct report_box box = { .name = SLICE("lease"), .facts = facts_new(arena), .findings = judge_lease(arena, lease) };
	struct report report = { .version = GPUVET_VERSION, .lease = lease, .boxes = &box, .n_boxes = 1 };
	if (option_given(options, OPTION_JSON))
		render_accept_json(arena, &buf, &report);
	else
		render_lease_check_text(arena, &page, &report);
	return cmd_print(&buf, report_count(&report, VERDICT_FAIL) ? STATUS_NO : STATUS_OK);
}

static int terms(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	struct lease *lease;
	int status = lease_named(arena, options, &lease);

	if (status != STATUS_OK)
		return status;
	lease_terms_text(arena, &buf, lease);
	return cmd_print(&buf, STATUS_OK);
}

static int card_choose(struct arena *arena, const char *words, const struct card **ret)
{
	const struct card *found[2];
	size_t n = cards_find(slice_of(words), FORM_UNKNOWN, 0, found, 2);

	if (n == 1) {
		*ret = found[0];
		return STATUS_OK;
	}
	if (n == 0)
		return cmd_fail(arena, MSG("lease init: no card is called '%1'; 'gpuvet cards' lists them", A_STR(words)));
	return cmd_fail(arena, MSG("lease init: several cards fit '%1'; 'gpuvet cards %1' lists them", A_STR(words)));
}

static int init(struct arena *arena, const struct options *options)
{
	struct buf buf = BUF_INIT(OUTPUT_MAX);
	const struct card *card = NULL;
	int64_t count = 0;

	if (options->n_args != 1)
		return cmd_fail(arena, MSG("lease init takes no file: it prints to standard output"));
	if (option_given(options, OPTION_CARD)) {
		int status = card_choose(arena, options->values[OPTION_CARD], &card);
		if (status != STATUS_OK)
			return status;
	}
	if (option_given(options, OPTION_COUNT) &&
	    (!slice_int(slice_of(options->values[OPTION_COUNT]), &count) || count < 1 || count > INT16_MAX))
		return cmd_fail(arena, MSG("--count: '%1' is not a number of cards", A_STR(options->values[OPTION_COUNT])));
	lease_init_text(arena, &buf, card, (int)count);
	return cmd_print(&buf, STATUS_OK);
}

static const struct {
	const char *name;
	int (*run)(struct arena *arena, const struct options *options);
} verbs[] = { { "init", init }, { "check", check }, { "terms", terms } };

static int run(struct arena *arena, const struct options *options)
{
	struct nearest nearest = { .word = NULL };

	if (options->n_args == 0)
		return cmd_fail(arena, MSG("lease: what to do? write: lease init | lease check FILE | lease terms FILE"));
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		if (strcmp(options->args[0], verbs[i].name) == 0)
			return verbs[i].run(arena, options);
		nearest_offer(&nearest, slice_of(options->args[0]), verbs[i].name);
	}
	if (nearest.word)
		return cmd_fail(arena, MSG("lease: unknown word '%1'; did you mean '%2'?", A_STR(options->args[0]), A_STR(nearest.word)));
	return cmd_fail(arena, MSG("lease: unknown word '%1'; write: init | check | terms", A_STR(options->args[0])));
}

const struct command cmd_lease = {
	.name = "lease",
	.summary = N_("write, check and read a contract as a file"),
	.usage = usage,
	.about = about,
	COMMAND_OPTIONS(options_table),
	.examples = examples,
	.run = run,
};
