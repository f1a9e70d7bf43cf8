/* SPDX-License-Identifier: Apache-2.0 */
/* What a breach costs: a lease, fails in the order of a report, and the sentence and sum that each must get. */
#include <stdio.h>
#include <string.h>

#include "facts_text.h"
#include "judge/judge.h"

struct fail {
	const char *id;
	int gpu;	   /* -1: the box */
	int seen;	   /* for gpu.count: the number that its evidence tells; -1 none */
	bool promised;	   /* judged by a term */
	const char *cost;  /* part of the sentence; "" none at all */
	int64_t micro;
};

static const struct row {
	const char *name;
	const char *lease[8];
	struct fail fails[4];
} rows[] = {
	{ "7 of 8 cards, per node and month",
	  { "price.amount = 52000", "price.currency = CNY", "price.per = node", "price.every = month", "gpu.count = 8" },
	  { { "gpu.count", -1, 7, true, "6500 CNY a month: 1 of 8 cards, of a monthly price of 52000 (52000)", 6500000000 } } },
	{ "per card and hour",
	  { "price.amount = 2", "price.currency = USD", "price.per = card", "price.every = hour", "gpu.count = 8" },
	  { { "gpu.count", -1, 6, true, "2920 USD a month: 2 of 8 cards, of a monthly price of 11680 (2 x 730 x 8)", 2920000000 } } },
	{ "per node and year",
	  { "price.amount = 120000", "price.per = node", "price.every = year", "gpu.count = 4" },
	  { { "gpu.count", -1, 3, true, "2500 a month: 1 of 4 cards, of a monthly price of 10000 (120000 x 1 / 12)", 2500000000 } } },
	{ "no time", { "price.amount = 52000", "price.per = node", "gpu.count = 8" }, { { "gpu.count", -1, 7, true, "no price basis", 0 } } },
	{ "not said what for", { "price.amount = 52000", "price.every = month", "gpu.count = 8" }, { { "gpu.count", -1, 7, true, "no price basis", 0 } } },
	{ "count not told",
	  { "price.amount = 52000", "price.per = node", "price.every = month", "gpu.count = 8" },
	  { { "gpu.count", -1, -1, true, "no price basis", 0 } } },
	{ "another card has no price",
	  { "price.amount = 52000", "price.per = node", "price.every = month", "gpu.count = 8" },
	  { { "gpu.model", 0, -1, true, "no price basis", 0 },
	    { "gpu.model", 1, -1, true, "the same cause as gpu.model on gpu0", 0 },
	    { "nvlink.matrix", -1, -1, true, "the same cause as gpu.model on gpu0", 0 } } },
	{ "the card that is missing is the one that is lost: once",
	  { "price.amount = 8000", "price.per = node", "price.every = month", "gpu.count = 8" },
	  { { "gpu.count", -1, 7, true, "1000 a month: 1 of 8", 1000000000 },
	    { "gpu.lost", 3, -1, false, "the same cause as gpu.count on box", 0 },
	    { "gpu.fallen_off", 3, -1, false, "the same cause as gpu.count on box", 0 } } },
	{ "two lost cards are two, one told twice is one",
	  { "price.amount = 8000", "price.per = node", "price.every = month", "gpu.count = 8" },
	  { { "gpu.lost", 3, -1, false, "1000 a month: 1 of 8", 1000000000 },
	    { "gpu.lost", 5, -1, false, "1000 a month: 1 of 8", 1000000000 },
	    { "gpu.fallen_off", 3, -1, false, "the same cause as gpu.lost on gpu3", 0 } } },
	{ "a fault has the remedy that the lease names",
	  { "price.amount = 8000", "price.per = node", "price.every = month", "gpu.count = 8", "sla.replace = 4 h" },
	  { { "ecc.unc.volatile", 3, -1, false, "replacement within 4 h (sla.replace, line 5)", 0 }, { "gpu.count", -1, 7, true, "1000 a month", 1000000000 } } },
	{ "an amount beyond counting",
	  { "price.amount = 9000000000000", "price.per = card", "price.every = hour", "gpu.count = 8" },
	  { { "gpu.count", -1, 7, true, "no price basis", 0 } } },
	{ "no lease, nobody owes", { NULL }, { { "gpu.lost", 3, -1, false, "", 0 } } },
};

static void fail_add(struct arena *arena, struct facts *facts, struct findings *all, const struct fail *want, const struct term *term)
{
	struct finding *f = arena_alloc(arena, sizeof(*f));

	f->id = slice_of(want->id);
	f->verdict = VERDICT_FAIL;
	f->subject = want->gpu < 0 ? subject_box() : subject_gpu(want->gpu);
	f->term = want->promised ? term : NULL;
	if (want->seen >= 0) {
		struct fact *count = facts_add(facts, KEY_BOX_GPU_COUNT, subject_box(), 0, 0, 1);
		count->i = want->seen;
		finding_evidence(f, count);
	}
	all->findings = arena_grow(arena, all->findings, &all->capacity, all->n + 1, sizeof(struct finding *));
	all->findings[all->n++] = f;
}

static int row_run(const struct row *row)
{
	struct arena *arena = arena_open();
	struct facts *facts = facts_new(arena);
	struct lease *lease = lease_new(arena, SLICE("lease.yaml"));
	struct findings all = { .n = 0 };
	struct error error;
	int failed = 0;

	facts_section(facts, (struct section){ .blob = SLICE("test"), .format = "test" });
	for (int i = 0; i < 8 && row->lease[i]; i++)
		if (facts_text_line(facts, lease, arena_printf(arena, "term %s", row->lease[i]), &error) < 0)
			failed += printf("%s: %s\n", row->name, error.text) > 0;
	for (int i = 0; i < 4 && row->fails[i].id; i++)
		fail_add(arena, facts, &all, &row->fails[i], lease->n ? &lease->terms[0] : NULL);
	cost_findings(arena, lease->n ? lease : NULL, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct finding *f = all.findings[i];
		struct slice text = message_text(arena, &f->cost, NULL);
		bool right = row->fails[i].cost[0] ? slice_has(text, row->fails[i].cost) : f->cost.id == NULL;
		if (!right || f->cost_month != row->fails[i].micro)
			failed += printf("%s: %s: '%.*s', %jd\n", row->name, row->fails[i].id, SLICE_ARG(text), (intmax_t)f->cost_month) > 0;
	}
	arena_close(arena);
	return failed;
}

/* Files that nobody could read are named; a promise is not needed for that. */
static int coverage_run(void)
{
	struct arena *arena = arena_open();
	struct facts *facts = facts_new(arena);
	struct unread unread = { .blob = SLICE("strange.txt"), .first_line = 3, .n_lines = 9 };
	int failed = 1;

	facts->unread = &unread;
	facts->n_unread = 1;
	struct findings *all = judge_box(arena, facts, NULL);
	for (size_t i = 0; i < all->n; i++) {
		const struct finding *f = all->findings[i];
		if (slice_is(f->id, "box.coverage") && f->verdict == VERDICT_UNKNOWN && !f->term &&
		    slice_has(message_text(arena, &f->measured, NULL), "strange.txt:3"))
			failed = 0;
	}
	if (failed || all->promised_unknown)
		printf("box.coverage does not name an unread file\n");
	failed |= all->promised_unknown;
	arena_close(arena);
	return failed;
}

int main(void)
{
	int failed = coverage_run();

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		failed += row_run(&rows[i]) != 0;
	printf("%zu passed, %d failed\n", sizeof(rows) / sizeof(*rows) + 1 - (size_t)failed, failed);
	return failed != 0;
}
