/* SPDX-License-Identifier: Apache-2.0 */
/* nvlink.errors: the counters of `nvidia-smi nvlink -e`, over all links and outputs. */
#include "judge/links.h"

/* One row a counter, the gravest first: what a value above zero means, and what it means when it grew under load. */
static const struct counter {
	enum key key;
	enum verdict some, grew;
	const char *words;
} counters[] = {
	{ KEY_GPU_NVLINK_RECOVERY, VERDICT_FAIL, VERDICT_FAIL, N_("NVLink recoveries") },
	{ KEY_GPU_NVLINK_REPLAY, VERDICT_WARN, VERDICT_FAIL, N_("NVLink replays") },
	{ KEY_GPU_NVLINK_CRC, VERDICT_WARN, VERDICT_WARN, N_("NVLink CRC errors") },
	{ KEY_GPU_NVLINK_RECOVERED, VERDICT_WARN, VERDICT_WARN, N_("NVLink recoveries that succeeded") },
};

bool nvlink_errors_applies(struct judge *j, struct subject gpu)
{
	const struct card *card;

	if (gpu.kind != SUBJECT_GPU)
		return true;
	card = judge_card_or_promise(j, gpu);
	return !links_none(card) && !fact_value(j->facts, KEY_GPU_NVLINK_ABSENT, gpu, 0);
}

static bool seen_busy(const struct judge *j, const struct fact *fact)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, fact->key, fact->subject, f)))
		if (judge_activity(j, f) == ACTIVITY_BUSY)
			return true;
	return false;
}

/* PASS when the counter is zero or not told. */
static enum verdict counter_verdict(const struct judge *j, struct subject gpu, const struct counter *c, const struct fact **ret)
{
	int64_t low, high;

	*ret = links_highest(j, c->key, gpu);
	if (!*ret || (*ret)->i <= 0)
		return VERDICT_PASS;
	if (c->grew != c->some && links_range(j, c->key, gpu, (*ret)->item, &low, &high) > 1 && high > low &&
	    seen_busy(j, *ret))
		return c->grew;
	return c->some;
}

void nvlink_errors_judge(struct judge *j, struct subject gpu)
{
	const struct counter *worst = NULL;
	const struct fact *worst_fact = NULL, *fact;
	enum verdict worst_verdict = VERDICT_PASS;
	struct finding *f;

	for (size_t i = 0; i < sizeof(counters) / sizeof(*counters); i++) {
		enum verdict verdict = counter_verdict(j, gpu, &counters[i], &fact);
		if (!worst_fact || verdict > worst_verdict) {
			worst = &counters[i];
			worst_fact = fact ? fact : worst_fact;
			worst_verdict = verdict;
		}
	}
	if (worst_verdict == VERDICT_PASS)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("no error on any link"));
	else
		f = judge_find(j, gpu, worst_verdict,
			       MSG("%1 on link %2: %3", A_WORD(worst->words), A_INT(worst_fact->item), A_INT(worst_fact->i)));
	f->expected = MSG("no errors");
	finding_evidence(f, worst_fact);
}
