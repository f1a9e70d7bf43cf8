/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of the machine's processor the tenant may use. A CPU quota is time, in CPUs; a CPU set is a number of logical
 * CPUs; a lease speaks of cores. A quota of N CPUs can keep N cores busy; of a set of N logical CPUs nobody knows from their
 * number alone whether they are N cores or N/2.
 */
#include "judge/host.h"

#define PERCENT_ONE_CPU 10000 /* UNIT_PERCENT of one logical CPU */

struct limit {
	const struct fact *fact; /* what limits; NULL: nothing below the machine */
	int64_t cpus;		 /* usable CPUs: quota rounded down, or the size of the set */
	bool set;		 /* a set of CPUs, not time */
};

/* The tightest limit that is seen, whether or not it lies below the machine. */
static struct limit limit_find(const struct judge *j)
{
	const struct fact *quota = host_smallest(j, KEY_CPU_QUOTA), *allowed = host_smallest(j, KEY_CPU_ALLOWED);
	struct limit limit = { NULL, INT64_MAX, false };

	if (allowed)
		limit = (struct limit){ allowed, allowed->i, true };
	if (quota && quota->i / PERCENT_ONE_CPU < limit.cpus)
		limit = (struct limit){ quota, quota->i / PERCENT_ONE_CPU, false };
	return limit;
}

/* -1 cannot be told. */
static int limit_keeps(const struct judge *j, const struct limit *limit, const struct term *want)
{
	int64_t per_core = fact_value(j->facts, KEY_CPU_THREADS_PER_CORE, subject_box(), 2);

	if (limit->cpus < want->i)
		return 0;
	if (want->key == TERM_CPU_THREADS || !limit->set || per_core <= 1)
		return 1;
	return limit->cpus / per_core >= want->i ? 1 : -1;
}

static struct finding *limit_promised(struct judge *j, const struct limit *limit, const struct term *want)
{
	int kept = limit_keeps(j, limit, want);
	struct finding *f;

	if (kept < 0)
		f = judge_unknown(j, subject_box(),
				  MSG("%1 logical CPUs may be used; whether they are %2 cores is not seen", A_INT(limit->cpus),
				      A_INT(want->i)),
				  "lscpu -e; cat /proc/self/status | grep Cpus_allowed_list");
	else if (limit->set)
		f = judge_find(j, subject_box(), kept ? VERDICT_PASS : VERDICT_FAIL,
			       MSG("%1 logical CPUs may be used", A_INT(limit->cpus)));
	else
		f = judge_find(j, subject_box(), kept ? VERDICT_PASS : VERDICT_FAIL,
			       MSG("the CPU time of %1 CPUs may be used", A_INT(limit->cpus)));
	f->term = want;
	f->expected = want->key == TERM_CPU_CORES ? MSG("at least %1 physical cores after all limits", A_INT(want->i))
						  : MSG("at least %1 logical CPUs after all limits", A_INT(want->i));
	return f;
}

void cpu_limit_judge(struct judge *j, struct subject subject)
{
	const struct term *cores = judge_term(j, TERM_CPU_CORES), *threads = judge_term(j, TERM_CPU_THREADS);
	const struct fact *machine = host_largest(j, KEY_CPU_THREADS), *none = fact_get(j->facts, KEY_CPU_QUOTA_NONE, subject);
	struct limit limit = limit_find(j);
	struct finding *f;

	/* As many as the machine has is no limit; that the machine is too small is for cpu.count to say. */
	bool below = limit.fact && (!machine || limit.cpus < machine->i);
	if (below && (cores || threads)) {
		const struct term *want = cores && (!threads || limit_keeps(j, &limit, cores) != 1) ? cores : threads;
		f = limit_promised(j, &limit, want);
	} else if (below && machine) {
		f = judge_find(j, subject, VERDICT_WARN,
			       MSG("%1 of %2 logical CPUs may be used", A_INT(limit.cpus), A_INT(machine->i)));
		f->expected = MSG("all CPUs of the machine");
	} else if (below) {
		f = judge_unknown(j, subject,
				  MSG("%1 CPUs may be used, and how many the machine has is not seen", A_INT(limit.cpus)),
				  "lscpu");
	} else {
		f = judge_find(j, subject, VERDICT_PASS, MSG("no limit below the machine"));
	}
	finding_evidence(finding_evidence(f, limit.fact ? limit.fact : none), machine);
}

/* ---- cores for each GPU ---- */

#define CORES_MUCH   8
#define CORES_LITTLE 4

bool cpu_per_gpu_applies(struct judge *j, struct subject subject)
{
	const struct fact *gpus = host_gpu_count(j);

	(void)subject;
	return !judge_term(j, TERM_CPU_CORES) && !judge_term(j, TERM_CPU_THREADS) && (!gpus || gpus->i > 0);
}

/* Physical cores after the limits; 0 not known. */
static int64_t cores_usable(const struct judge *j, const struct fact **ret_fact)
{
	int64_t cores = host_cores(j, ret_fact), threads = fact_value(j->facts, KEY_CPU_THREADS, subject_box(), 0);
	int64_t per_core = fact_value(j->facts, KEY_CPU_THREADS_PER_CORE, subject_box(), 0);
	struct limit limit = limit_find(j);

	if (!per_core && cores && threads >= cores)
		per_core = threads / cores;
	if (!limit.fact || !cores || !per_core)
		return cores;
	int64_t usable = limit.cpus / per_core;
	if (usable < cores)
		*ret_fact = limit.fact;
	return usable < cores ? usable : cores;
}

void cpu_per_gpu_judge(struct judge *j, struct subject subject)
{
	const struct fact *gpus = host_gpu_count(j), *fact;
	int64_t cores = cores_usable(j, &fact);
	int much = host_wants_much(j);
	struct finding *f;

	if (!cores && fact->key == KEY_CPU_THREADS) {
		f = judge_unknown(j, subject, MSG("%1 threads are seen, but not how many threads a core has", A_INT(fact->i)),
				  "lscpu");
		finding_evidence(f, fact);
		return;
	}
	int64_t wanted = much == 0 ? CORES_LITTLE : CORES_MUCH;
	struct message measured = MSG("%1 usable cores for %2 GPUs", A_INT(cores), A_INT(gpus->i));
	if (cores / gpus->i >= wanted)
		f = judge_find(j, subject, VERDICT_PASS, measured);
	else if (much < 0 && cores / gpus->i >= CORES_LITTLE)
		f = judge_unknown(
			j, subject,
			MSG("%1 usable cores for %2 GPUs are enough or few: it depends on the card, which is not seen",
			    A_INT(cores), A_INT(gpus->i)),
			"nvidia-smi -q");
	else
		f = judge_find(j, subject, VERDICT_WARN, measured);
	f->expected = MSG("at least %1 cores for each GPU", A_INT(wanted));
	finding_evidence(finding_evidence(f, fact), gpus);
}

/* ---- processes ---- */

#define PIDS_ENOUGH 4096

void pids_limit_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = host_smallest(j, KEY_PIDS_MAX);
	struct message measured = fact->i == INT64_MAX ? MSG("no limit of processes") : MSG("%1 processes", A_INT(fact->i));
	struct finding *f = judge_find(j, subject, fact->i >= PIDS_ENOUGH ? VERDICT_PASS : VERDICT_WARN, measured);

	f->expected = MSG("at least %1 processes and threads", A_INT(PIDS_ENOUGH));
	finding_evidence(f, fact);
}
