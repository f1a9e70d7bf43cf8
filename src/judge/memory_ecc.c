/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ECC counters. Volatile ones begin with the driver, aggregate ones with the life of the board; corrected errors are the
 * business of ECC, uncorrected ones spoil data. The two have limits of their own: one is never measured by the other's.
 */
#include "judge/links.h"
#include "judge/memory.h"

#define SRAM_MANY      4    /* uncorrected in the life of a board (field practice) */
#define CORRECTED_MANY 1000 /* own */

static bool ecc_kind_applies(struct judge *j, struct subject gpu, const enum key *keys)
{
	const struct card *card = judge_card_or_promise(j, gpu);

	if (memory_told(j, gpu, keys))
		return true;
	if (memory_is_consumer(j, gpu))
		return false;
	/* A workstation card is sold with ECC off: that it counts nothing then is no news. */
	return !card || card->datacenter || !fact_any(j->facts, keys[0], gpu);
}

bool ecc_applies(struct judge *j, struct subject gpu)
{
	return ecc_kind_applies(j, gpu, (const enum key[]){ KEY_GPU_ECC_UNC_VOLATILE, KEY_NONE });
}

bool ecc_aggregate_applies(struct judge *j, struct subject gpu)
{
	return ecc_kind_applies(j, gpu,
				(const enum key[]){ KEY_GPU_ECC_UNC_SRAM, KEY_GPU_ECC_UNC_DRAM, KEY_GPU_ECC_UNC_AGGREGATE,
						    KEY_GPU_ECC_SRAM_THRESHOLD, KEY_NONE });
}

bool ecc_corrected_applies(struct judge *j, struct subject gpu)
{
	return ecc_kind_applies(j, gpu, (const enum key[]){ KEY_GPU_ECC_CORR_VOLATILE, KEY_GPU_ECC_CORR_AGGREGATE, KEY_NONE });
}

/* ---- ecc.unc.volatile ---- */

void ecc_volatile_judge(struct judge *j, struct subject gpu)
{
	const struct fact *most = links_highest(j, KEY_GPU_ECC_UNC_VOLATILE, gpu);
	const struct fact *ecc = fact_get(j->facts, KEY_GPU_ECC_CURRENT, gpu);
	struct finding *f;

	if (!most && ecc && !ecc->i) {
		f = judge_unknown(j, gpu, MSG("ECC is off: memory errors are neither corrected nor counted"),
				  "sudo nvidia-smi -e 1, a reboot, and nvidia-smi after a load");
		finding_evidence(f, ecc);
		return;
	}
	if (!most) {
		judge_missing(j, gpu, KEY_GPU_ECC_UNC_VOLATILE);
		return;
	}
	f = judge_find(j, gpu, most->i > 0 ? VERDICT_FAIL : VERDICT_PASS,
		       MSG("%1 uncorrected memory errors since the driver was loaded", A_INT(most->i)));
	f->expected = MSG("none");
	finding_evidence(f, most);
}

/* ---- ecc.unc.aggregate ---- */

struct life {
	const struct fact *sram, *dram, *total, *threshold; /* NULL: not told */
};

static struct finding *life_broken(struct judge *j, struct subject gpu, const struct life *life)
{
	if (life->threshold && life->threshold->i > 0)
		return judge_find(j, gpu, VERDICT_FAIL, MSG("the driver says that the SRAM error threshold is exceeded"));
	if (life->sram && life->sram->i > SRAM_MANY)
		return judge_find(j, gpu, VERDICT_FAIL,
				  MSG("%1 uncorrected SRAM errors in the life of the board", A_INT(life->sram->i)));
	if (life->sram && life->sram->i > 0)
		return judge_find(j, gpu, VERDICT_WARN,
				  MSG("%1 uncorrected SRAM errors in the life of the board", A_INT(life->sram->i)));
	if (life->dram && life->dram->i > 0)
		return judge_find(j, gpu, VERDICT_WARN,
				  MSG("%1 uncorrected DRAM errors in the life of the board", A_INT(life->dram->i)));
	if (life->total && life->total->i > 0)
		return judge_find(j, gpu, VERDICT_WARN,
				  MSG("%1 uncorrected errors in the life of the board", A_INT(life->total->i)));
	return NULL;
}

void ecc_aggregate_judge(struct judge *j, struct subject gpu)
{
	struct life life = {
		.sram = links_highest(j, KEY_GPU_ECC_UNC_SRAM, gpu),
		.dram = links_highest(j, KEY_GPU_ECC_UNC_DRAM, gpu),
		.total = links_highest(j, KEY_GPU_ECC_UNC_AGGREGATE, gpu),
		.threshold = links_highest(j, KEY_GPU_ECC_SRAM_THRESHOLD, gpu),
	};
	struct finding *f = life_broken(j, gpu, &life);

	if (!f && !life.total && !(life.sram && life.dram)) {
		/* A part of the counters, even when it is clean, does not speak for the others. */
		judge_missing(j, gpu, life.sram ? KEY_GPU_ECC_UNC_DRAM : KEY_GPU_ECC_UNC_SRAM);
		return;
	}
	if (!f)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("no uncorrected error in the life of the board"));
	f->expected = MSG("none; a board with more than %1 in SRAM is to be replaced", A_INT(SRAM_MANY));
	finding_evidence(finding_evidence(f, life.threshold), life.sram);
	finding_evidence(finding_evidence(f, life.dram), life.total);
}

/* ---- ecc.corr ---- */

/* Growth between the first and the last sample of one monitor, which is a load capture. */
static int64_t growth_under_load(const struct judge *j, enum key key, struct subject gpu, const struct fact **ret_last)
{
	const struct fact *first = NULL, *f = NULL;
	int64_t most = 0;

	while ((f = fact_next(j->facts, key, gpu, f))) {
		if (f->absence != PRESENT || j->facts->sections[f->section].moment != MOMENT_MONITOR)
			continue;
		if (!first || first->section != f->section)
			first = f;
		if (f->i - first->i > most) {
			most = f->i - first->i;
			*ret_last = f;
		}
	}
	return most;
}

void ecc_corrected_judge(struct judge *j, struct subject gpu)
{
	const struct fact *since = links_highest(j, KEY_GPU_ECC_CORR_VOLATILE, gpu);
	const struct fact *life = links_highest(j, KEY_GPU_ECC_CORR_AGGREGATE, gpu), *grown = NULL;
	const struct fact *most = !since || (life && life->i > since->i) ? life : since;
	int64_t growth = growth_under_load(j, KEY_GPU_ECC_CORR_AGGREGATE, gpu, &grown);
	struct finding *f;

	if (!grown)
		growth = growth_under_load(j, KEY_GPU_ECC_CORR_VOLATILE, gpu, &grown);
	if (grown)
		f = judge_find(j, gpu, VERDICT_WARN, MSG("%1 corrected errors came up while the monitor ran", A_INT(growth)));
	else if (most == life && since)
		f = judge_find(j, gpu, most->i > CORRECTED_MANY ? VERDICT_WARN : VERDICT_PASS,
			       MSG("%1 corrected errors in the life of the board, %2 since the driver was loaded",
				   A_INT(life->i), A_INT(since->i)));
	else if (most == life)
		f = judge_find(j, gpu, most->i > CORRECTED_MANY ? VERDICT_WARN : VERDICT_PASS,
			       MSG("%1 corrected errors in the life of the board", A_INT(life->i)));
	else
		f = judge_find(j, gpu, most->i > CORRECTED_MANY ? VERDICT_WARN : VERDICT_PASS,
			       MSG("%1 corrected errors since the driver was loaded", A_INT(since->i)));
	f->expected = MSG("at most %1, and no growth", A_INT(CORRECTED_MANY));
	finding_evidence(finding_evidence(finding_evidence(f, grown), since), life);
}
