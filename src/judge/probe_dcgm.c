/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A report of "dcgmi diag" that somebody gives us: one finding for each GPU, and one for the tests of the whole box. What was
 * skipped is no fault, and a report in which nothing ran is no proof.
 */
#include "judge/probe.h"

struct results {
	size_t passed, failed, warned, skipped, not_run;
	const struct fact *fail, *warn, *absent; /* the first of each */
	const struct fact *first;
};

static const struct {
	enum key result, name;
} dcgm_keys[] = {
	{ KEY_GPU_DCGM, KEY_GPU_DCGM_TEST },
	{ KEY_BOX_DCGM, KEY_BOX_DCGM_TEST },
};

bool dcgm_applies(struct judge *j, struct subject box)
{
	(void)box;
	return fact_next_key(j->facts, KEY_GPU_DCGM, NULL) || fact_next_key(j->facts, KEY_BOX_DCGM, NULL);
}

static void result_add(struct results *results, const struct fact *fact)
{
	struct slice words = slice_trim(fact->text);

	results->first = results->first ? results->first : fact;
	if (slice_is_nocase(words, "pass")) {
		results->passed++;
	} else if (slice_is_nocase(words, "skip")) {
		results->skipped++;
	} else if (slice_is_nocase(words, "warn")) {
		results->warned++;
		results->warn = results->warn ? results->warn : fact;
	} else if (slice_is_nocase(words, "fail") || slice_is_nocase(words, "error")) {
		results->failed++;
		results->fail = results->fail ? results->fail : fact;
	} else {
		results->not_run++;
		results->absent = results->absent ? results->absent : fact;
	}
}

static struct arg test_name(const struct judge *j, const struct fact *result, enum key name)
{
	const struct fact *test = result ? fact_beside(j->facts, result, name) : NULL;

	return test && test->item == result->item ? A_TEXT(test->text) : A_WORD(N_("a test without a name"));
}

static void results_find(struct judge *j, struct subject subject, const struct results *r, enum key name)
{
	const struct fact *shown = r->fail ? r->fail : r->warn ? r->warn : r->absent ? r->absent : r->first;
	struct finding *f;

	if (r->fail)
		f = judge_find(
			j, subject, VERDICT_FAIL,
			MSG("%1 DCGM tests failed, the first is: %2", A_INT((int64_t)r->failed), test_name(j, r->fail, name)));
	else if (r->warn)
		f = judge_find(j, subject, VERDICT_WARN,
			       MSG("%1 DCGM tests gave a warning, the first is: %2", A_INT((int64_t)r->warned),
				   test_name(j, r->warn, name)));
	else if (r->absent)
		f = judge_unknown(j, subject,
				  MSG("%1 DCGM tests did not run, the first is: %2", A_INT((int64_t)r->not_run),
				      test_name(j, r->absent, name)),
				  "dcgmi diag -r 3");
	else if (r->passed == 0)
		f = judge_unknown(j, subject, MSG("every DCGM test was skipped: the report proves nothing"), "dcgmi diag -r 3");
	else
		f = judge_find(
			j, subject, VERDICT_PASS,
			MSG("%1 DCGM tests passed, %2 were skipped", A_INT((int64_t)r->passed), A_INT((int64_t)r->skipped)));
	f->expected = MSG("no test fails");
	finding_evidence(f, shown);
}

static void subject_read(struct judge *j, struct subject subject, size_t which)
{
	struct results results = { 0 };
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, dcgm_keys[which].result, subject, f)))
		if (f->absence == PRESENT)
			result_add(&results, f);
	if (results.first)
		results_find(j, subject, &results, dcgm_keys[which].name);
}

void dcgm_judge(struct judge *j, struct subject box)
{
	subject_read(j, box, 1);
	for (size_t i = 0; i < j->n_gpus; i++)
		subject_read(j, j->gpus[i], 0);
}
