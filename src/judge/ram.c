/* SPDX-License-Identifier: Apache-2.0 */
/* Main memory: how much there is and may be used, its errors, its layout. */
#include "judge/host.h"

static struct message memory_measured(int64_t total, int64_t step)
{
	return step ? MSG("%1, rounded down to whole %2", A_QTY(total, UNIT_BYTES), A_QTY(step, UNIT_BYTES))
		    : MSG("%1", A_QTY(total, UNIT_BYTES));
}

/* total + step, the most that the machine can have; the sum is kept in range. */
static int64_t memory_most(int64_t total, int64_t step)
{
	int64_t most;

	return __builtin_add_overflow(total, step, &most) ? INT64_MAX : most;
}

void mem_total_judge(struct judge *j, struct subject subject)
{
	const struct term *want = judge_term(j, TERM_MEMORY);
	int64_t step;
	const struct fact *fact = host_memory(j, &step);
	struct message measured = memory_measured(fact->i, step);
	struct finding *f;

	if (!want) {
		f = judge_unagreed(j, subject, measured, MSG("memory: %1", A_QTY(fact->i, UNIT_BYTES)));
	} else {
		/* What was rounded down may be almost one step more: never a fail for the rounding alone. */
		bool kept = host_reaches(memory_most(fact->i, step), want->i, KEPT_PERCENT);
		f = judge_find(j, subject, kept ? VERDICT_PASS : VERDICT_FAIL, measured);
		f->expected = MSG("at least %1 %% of %2, the rest is kept by firmware and kernel", A_INT(KEPT_PERCENT),
				  A_QTY(want->i, UNIT_BYTES));
	}
	finding_evidence(f, fact);
}

void mem_limit_judge(struct judge *j, struct subject subject)
{
	const struct term *want = judge_term(j, TERM_MEMORY);
	const struct fact *limit = host_smallest(j, KEY_MEM_LIMIT), *none = fact_get(j->facts, KEY_MEM_LIMIT_NONE, subject),
			  *total;
	int64_t step = 0;
	struct finding *f;

	total = host_memory(j, &step);
	/* As much as the machine has is no limit; that the machine is too small is for mem.total to say. */
	bool below = limit && (!total || limit->i < total->i);
	if (!below) {
		f = judge_find(j, subject, VERDICT_PASS, MSG("no limit below the machine"));
	} else if (want) {
		f = judge_find(j, subject, host_reaches(limit->i, want->i, KEPT_PERCENT) ? VERDICT_PASS : VERDICT_FAIL,
			       MSG("%1 may be used", A_QTY(limit->i, UNIT_BYTES)));
		f->expected = MSG("at least %1 %% of %2 after all limits", A_INT(KEPT_PERCENT), A_QTY(want->i, UNIT_BYTES));
	} else if (total) {
		f = judge_find(j, subject, VERDICT_WARN,
			       MSG("%1 of %2 may be used", A_QTY(limit->i, UNIT_BYTES), A_QTY(total->i, UNIT_BYTES)));
		f->expected = MSG("all memory of the machine");
	} else {
		f = judge_unknown(j, subject,
				  MSG("%1 may be used, and how much the machine has is not seen", A_QTY(limit->i, UNIT_BYTES)),
				  "cat /proc/meminfo");
	}
	finding_evidence(finding_evidence(f, limit ? limit : none), total);
}

/* ---- memory for each GPU ---- */

#define MUCH_PER_GPU ((int64_t)64 * 1000 * 1000 * 1000)
#define GB	     ((int64_t)1000 * 1000 * 1000)

bool mem_per_gpu_applies(struct judge *j, struct subject subject)
{
	const struct fact *gpus = host_gpu_count(j);

	(void)subject;
	return !judge_term(j, TERM_MEMORY) && (!gpus || gpus->i > 0);
}

/* The memory of the largest card: nominal by the catalogue, else as the driver reports it; 0 not known. */
static int64_t card_memory(const struct judge *j)
{
	int64_t most = 0;

	for (size_t i = 0; i < j->n_gpus; i++) {
		const struct card *card = judge_card_or_promise(j, j->gpus[i]);
		int64_t one = card ? card->memory_gb * GB : fact_value(j->facts, KEY_GPU_MEMORY_TOTAL, j->gpus[i], 0);
		most = one > most ? one : most;
	}
	return most;
}

static struct finding *per_gpu_find(struct judge *j, int64_t usable, int64_t gpus, int64_t wanted, bool sure)
{
	struct message measured = MSG("%1 for %2 GPUs", A_QTY(usable, UNIT_BYTES), A_INT(gpus));
	struct finding *f;

	if (usable / gpus >= wanted)
		f = judge_find(j, subject_box(), VERDICT_PASS, measured);
	else if (!sure)
		f = judge_unknown(j, subject_box(),
				  MSG("%1 for %2 GPUs are enough or little: it depends on the card, which is not seen",
				      A_QTY(usable, UNIT_BYTES), A_INT(gpus)),
				  "nvidia-smi -q");
	else
		f = judge_find(j, subject_box(), VERDICT_WARN, measured);
	f->expected = MSG("at least %1 for each GPU", A_QTY(wanted, UNIT_BYTES));
	return f;
}

void mem_per_gpu_judge(struct judge *j, struct subject subject)
{
	(void)subject;
	const struct fact *gpus = host_gpu_count(j), *limit = host_smallest(j, KEY_MEM_LIMIT), *total;
	int64_t step = 0, least = card_memory(j);
	int much = host_wants_much(j);

	total = host_memory(j, &step);
	int64_t usable = memory_most(total->i, step);
	const struct fact *decides = limit && limit->i < usable ? limit : total;
	usable = decides == limit ? limit->i : usable;
	/* A card that is not known may be one that wants much: only what is little for any card is little for sure. */
	bool sure = much == 1 || (much == 0 && least > 0) || (much < 0 && least > 0 && usable / gpus->i < least);
	struct finding *f = per_gpu_find(j, usable, gpus->i, much == 0 && least > 0 ? least : MUCH_PER_GPU, sure);
	finding_evidence(finding_evidence(f, decides), gpus);
}

/* ---- errors and layout ---- */

/* The sum over the memory controllers of one output. */
static int64_t errors_sum(const struct judge *j, enum key key, int section)
{
	const struct fact *f = NULL;
	int64_t sum = 0;

	while ((f = fact_next(j->facts, key, subject_box(), f)))
		if (f->absence == PRESENT && f->section == section && __builtin_add_overflow(sum, f->i, &sum))
			sum = INT64_MAX;
	return sum;
}

void mem_ecc_judge(struct judge *j, struct subject subject)
{
	const struct fact *ue = host_largest(j, KEY_MEM_ECC_UE), *ce = host_largest(j, KEY_MEM_ECC_CE), *f = NULL;
	bool grows = false;
	struct finding *found;

	while (ce && (f = fact_next(j->facts, KEY_MEM_ECC_CE, subject, f)))
		grows |= f->absence == PRESENT && f->section != ce->section &&
			 errors_sum(j, KEY_MEM_ECC_CE, f->section) != errors_sum(j, KEY_MEM_ECC_CE, ce->section);
	if (ue && ue->i > 0)
		found = judge_find(j, subject, VERDICT_FAIL,
				   MSG("%1 uncorrected memory errors", A_INT(errors_sum(j, KEY_MEM_ECC_UE, ue->section))));
	else if (grows)
		found = judge_find(
			j, subject, VERDICT_WARN,
			MSG("corrected memory errors grow, now %1", A_INT(errors_sum(j, KEY_MEM_ECC_CE, ce->section))));
	else if (!ue || !ce)
		found = judge_missing(j, subject, ue ? KEY_MEM_ECC_CE : KEY_MEM_ECC_UE);
	else if (ce->i > 0)
		found = judge_unknown(j, subject,
				      MSG("%1 corrected memory errors at one moment: whether they grow is not seen",
					  A_INT(errors_sum(j, KEY_MEM_ECC_CE, ce->section))),
				      "grep . /sys/devices/system/edac/mc/mc*/ce_count, again an hour later");
	else
		found = judge_find(j, subject, VERDICT_PASS, MSG("no memory error of the host"));
	found->expected = MSG("no uncorrected error, and no growing count of corrected ones");
	finding_evidence(finding_evidence(found, ue), ce);
}

/* One NUMA node is as built, and a single GPU is always on one node. */
void mem_numa_judge(struct judge *j, struct subject subject)
{
	const struct fact *nodes = host_largest(j, KEY_CPU_NUMA_NODES), *first = NULL, *f;
	bool spread = false, blind = false;
	struct finding *found;

	for (size_t i = 0; i < j->n_gpus; i++) {
		f = fact_get(j->facts, KEY_GPU_NUMA_AFFINITY, j->gpus[i]);
		blind |= !f;
		spread |= f && first && !slice_eq(f->text, first->text);
		first = first ? first : f;
	}
	if (nodes->i <= 1 || j->n_gpus == 1 || spread)
		found = judge_find(j, subject, VERDICT_PASS,
				   spread ? MSG("%1 NUMA nodes, the GPUs are spread", A_INT(nodes->i))
					  : MSG("%1 NUMA nodes", A_INT(nodes->i)));
	else if (blind || !first)
		found = judge_missing(j, subject, KEY_GPU_NUMA_AFFINITY);
	else
		found = judge_find(j, subject, VERDICT_WARN,
				   MSG("all %1 GPUs are on NUMA node %2 of %3 nodes", A_INT((int64_t)j->n_gpus),
				       A_TEXT(first->text), A_INT(nodes->i)));
	finding_evidence(finding_evidence(found, nodes), first);
}

void mem_dimms_judge(struct judge *j, struct subject subject)
{
	const struct fact *dimms = host_largest(j, KEY_MEM_DIMMS), *slots = host_largest(j, KEY_MEM_SLOTS);
	struct finding *f = judge_find(j, subject, dimms->i >= slots->i / 2 + slots->i % 2 ? VERDICT_PASS : VERDICT_WARN,
				       MSG("%1 modules in %2 slots", A_INT(dimms->i), A_INT(slots->i)));

	f->expected = MSG("at least one module in every second slot");
	finding_evidence(finding_evidence(f, dimms), slots);
}

#define BANDWIDTH_PERCENT 60

void mem_bandwidth_judge(struct judge *j, struct subject subject)
{
	const struct fact *got = host_largest(j, KEY_MEM_BANDWIDTH), *expected = host_largest(j, KEY_MEM_BANDWIDTH_EXPECTED);
	bool good = host_reaches(got->i, expected->i, BANDWIDTH_PERCENT);
	struct finding *f =
		judge_find(j, subject, good ? VERDICT_PASS : VERDICT_WARN, MSG("%1", A_QTY(got->i, UNIT_BYTES_PER_SECOND)));

	f->expected = MSG("at least %1 %% of %2", A_INT(BANDWIDTH_PERCENT), A_QTY(expected->i, UNIT_BYTES_PER_SECOND));
	finding_evidence(finding_evidence(f, got), expected);
}
