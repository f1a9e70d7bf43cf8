/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/host.h"

__extension__ typedef __int128 wide_int;

bool host_reaches(int64_t value, int64_t want, int percent)
{
	return (wide_int)value * 100 >= (wide_int)want * percent;
}

static const struct fact *extreme(const struct judge *j, enum key key, int sign)
{
	const struct fact *f = NULL, *best = NULL;

	while ((f = fact_next(j->facts, key, subject_box(), f)))
		if (f->absence == PRESENT && (!best || (sign > 0 ? f->i > best->i : f->i < best->i)))
			best = f;
	return best;
}

const struct fact *host_smallest(const struct judge *j, enum key key)
{
	return extreme(j, key, -1);
}

const struct fact *host_largest(const struct judge *j, enum key key)
{
	return extreme(j, key, 1);
}

const struct fact *host_gpu_count(const struct judge *j)
{
	const struct fact *f = host_largest(j, KEY_BOX_GPU_COUNT);

	return f ? f : host_largest(j, KEY_BOX_GPU_PCI_COUNT);
}

int host_wants_much(const struct judge *j)
{
	const struct term *purpose = judge_term(j, TERM_PURPOSE);
	bool known = false;

	if (purpose)
		return slice_is(purpose->text, "training");
	for (size_t i = 0; i < j->n_gpus; i++) {
		if (!judge_card_or_promise(j, j->gpus[i]))
			continue;
		if (judge_datacenter(j, j->gpus[i], false))
			return 1;
		known = true;
	}
	return known ? 0 : -1;
}

const struct fact *host_memory(const struct judge *j, int64_t *ret_step)
{
	const struct fact *f = NULL, *best = NULL, *step;
	int64_t best_step = 0;

	while ((f = fact_next(j->facts, KEY_MEM_TOTAL, subject_box(), f))) {
		if (f->absence != PRESENT)
			continue;
		step = fact_beside(j->facts, f, KEY_MEM_TOTAL_STEP);
		int64_t rounding = step ? step->i : 0;
		if (!best || rounding < best_step) {
			best = f;
			best_step = rounding;
		}
	}
	if (best)
		*ret_step = best_step;
	return best;
}

int64_t host_cores(const struct judge *j, const struct fact **ret_fact)
{
	const struct fact *cores = host_largest(j, KEY_CPU_CORES), *threads = host_largest(j, KEY_CPU_THREADS);
	int64_t per_core = fact_value(j->facts, KEY_CPU_THREADS_PER_CORE, subject_box(), 0);

	*ret_fact = cores ? cores : threads;
	if (cores)
		return cores->i;
	return threads && per_core > 0 ? threads->i / per_core : 0;
}

enum log_answer host_log(const struct judge *j, enum key events, const struct fact **ret_fact)
{
	const struct fact *f = events ? fact_get(j->facts, events, subject_box()) : NULL, *log = NULL;

	*ret_fact = f;
	if (f)
		return LOG_EVENT;
	while ((log = fact_next(j->facts, KEY_LOG_COVERAGE, subject_box(), log))) {
		*ret_fact = log;
		if (log->absence == PRESENT && slice_is(log->text, "whole"))
			return LOG_NONE;
	}
	return LOG_BLIND;
}

void host_log_blind(struct judge *j, const struct fact *log, const char *show)
{
	struct message why = MSG("no kernel log given here reaches from boot to now");

	if (log && log->absence == ABSENT_DENIED)
		why = MSG("the kernel log could not be read: access was denied");
	else if (log && log->absence == PRESENT && slice_is(log->text, "empty"))
		why = MSG("the kernel log given here is empty");
	else if (log && log->absence == PRESENT)
		why = MSG("the kernel log given here covers a part of the time since boot only (%1)", A_TEXT(log->text));
	finding_evidence(judge_unknown(j, subject_box(), why, show), log);
}

bool host_limits_apply(struct judge *j, struct subject box)
{
	static const enum key limits[] = { KEY_CPU_QUOTA, KEY_CPU_QUOTA_NONE, KEY_CPU_ALLOWED, KEY_MEM_LIMIT, KEY_MEM_LIMIT_NONE, KEY_PIDS_MAX };
	bool seen = false;

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
		seen |= fact_any(j->facts, limits[i], box) != NULL;
	return seen || judge_is_container(j) != 0;
}
