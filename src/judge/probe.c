/* SPDX-License-Identifier: Apache-2.0 */
/* The family of active probes and of reports by other programs. Saved outputs show what a probe needs only when one ran. */
#include "judge/links.h"
#include "judge/probe.h"

/* ---- probe.cuda ---- */

static void cuda_judge(struct judge *j, struct subject gpu)
{
	const struct fact *box = links_highest(j, KEY_BOX_CUDA_ERROR, subject_box()),
			  *own = links_highest(j, KEY_GPU_CUDA_ERROR, gpu);
	struct finding *f;

	if (box && box->i) {
		/* It stands once, for the whole box: no GPU can be reached. */
		if (!subject_eq(gpu, j->gpus[0]))
			return;
		f = judge_find(j, subject_box(), VERDICT_FAIL, MSG("CUDA does not start: error %1", A_INT(box->i)));
	} else if (!own) {
		judge_missing(j, gpu, KEY_GPU_CUDA_ERROR);
		return;
	} else if (own->i) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("no CUDA context on this GPU: error %1", A_INT(own->i)));
	} else {
		f = judge_find(j, gpu, VERDICT_PASS, MSG("a CUDA context works"));
	}
	f->expected = MSG("CUDA starts, with a context on every GPU");
	finding_evidence(f, box && box->i ? box : own);
}

/* ---- probe.load ---- */

static void load_judge(struct judge *j, struct subject gpu)
{
	const struct fact *fact = NULL, *f = NULL;
	struct finding *found;

	while ((f = fact_next(j->facts, KEY_GPU_LOAD_PROBE, gpu, f)))
		if (f->absence == PRESENT && (!fact || slice_is(fact->text, "ok")))
			fact = f;
	if (slice_is(fact->text, "ok"))
		found = judge_find(j, gpu, VERDICT_PASS, MSG("a short load ran to its end"));
	else
		found = judge_find(j, gpu, VERDICT_FAIL, MSG("a short load failed: %1", A_TEXT(fact->text)));
	found->expected = MSG("a load of three seconds runs to its end");
	finding_evidence(found, fact);
}

/* ---- probe.bandwidth ---- */

#define GOOD_PERCENT 85
#define BAD_PERCENT  60

/*
 * What one lane carries in one direction after line coding, and with 256-byte packets nine tenths of it as data, in kB/s by
 * generation. At 85 % that is 48 GB/s for Gen5 x16, the limit of AzNHC for an H100.
 */
static const int64_t lane_kb[] = { 0, 225000, 450000, 886154, 1772308, 3544615, 6807692 };

static int64_t link_rate(const struct judge *j, struct subject gpu)
{
	const struct fact *width = links_highest(j, KEY_GPU_PCIE_WIDTH_MAX, gpu),
			  *gen = links_highest(j, KEY_GPU_PCIE_GEN_MAX, gpu);

	if (!width || !gen || gen->i < 1 || gen->i >= (int64_t)(sizeof(lane_kb) / sizeof(*lane_kb)) || width->i < 1 ||
	    width->i > 32)
		return 0;
	return width->i * lane_kb[gen->i] * 1000;
}

static void bandwidth_judge(struct judge *j, struct subject gpu)
{
	const struct fact *to = fact_get(j->facts, KEY_GPU_BANDWIDTH_H2D, gpu),
			  *from = fact_get(j->facts, KEY_GPU_BANDWIDTH_D2H, gpu);
	const struct fact *slow = from->i < to->i ? from : to;
	int64_t link = link_rate(j, gpu);
	struct message measured =
		MSG("%1 to the GPU, %2 from it", A_QTY(to->i, UNIT_BYTES_PER_SECOND), A_QTY(from->i, UNIT_BYTES_PER_SECOND));
	enum verdict verdict;
	struct finding *f;

	if (!link) {
		f = judge_unknown(j, gpu,
				  MSG("%1, and what the link can carry is not known", A_QTY(slow->i, UNIT_BYTES_PER_SECOND)),
				  "nvidia-smi -q");
	} else {
		verdict = slow->i >= link / 100 * GOOD_PERCENT	? VERDICT_PASS
			  : slow->i >= link / 100 * BAD_PERCENT ? VERDICT_WARN
								: VERDICT_FAIL;
		f = judge_find(j, gpu, verdict, measured);
		f->expected = MSG("at least %1 each way, by generation and width of the link",
				  A_QTY(link / 100 * GOOD_PERCENT, UNIT_BYTES_PER_SECOND));
	}
	finding_evidence(finding_evidence(f, to), from);
}

/* ---- probe.p2p ---- */

static void p2p_probe_judge(struct judge *j, struct subject link)
{
	const struct fact *fact = fact_get(j->facts, KEY_LINK_P2P_PROBE, link), *said = fact_get(j->facts, KEY_LINK_P2P, link);
	struct finding *f;

	if (slice_is(fact->text, "right"))
		f = judge_find(j, link, VERDICT_PASS, MSG("a copy between the two GPUs arrives unchanged"));
	else if (slice_is(fact->text, "slow"))
		f = judge_find(j, link, VERDICT_WARN, MSG("a copy between the two GPUs is slow"));
	else if (slice_is(fact->text, "wrong"))
		f = judge_find(j, link, VERDICT_FAIL, MSG("a copy between the two GPUs arrives changed"));
	else if (said && !slice_is(said->text, "OK"))
		/* The driver does not offer it: p2p.status says whether it should. */
		f = judge_unknown(j, link, MSG("the driver offers no copy between the two GPUs (%1)", A_TEXT(said->text)), "");
	else
		f = judge_find(j, link, VERDICT_FAIL, MSG("a copy between the two GPUs was refused"));
	f->expected = MSG("data arrives unchanged");
	finding_evidence(finding_evidence(f, fact), said);
}

static const struct check table[] = {
	{
		.id = "probe.cuda", .subject = SUBJECT_GPU, .basis = BASIS_RULE, .needs = { { KEY_GPU_CUDA_ERROR, KEY_BOX_CUDA_ERROR } },
		.privilege = "U C", .source = "gpuvet; CUDA error codes",
		.verifies = N_("CUDA starts, with a context on every GPU"),
		.meaning = N_("No program can use the GPU, whatever nvidia-smi shows."),
		.remedy = N_("Ask the supplier to repair driver and fabric manager (error 802 means that the NVLink fabric is not ready)."),
		.judge = cuda_judge,
	},
	{
		.id = "probe.load", .subject = SUBJECT_GPU, .basis = BASIS_RULE, .needs = { { KEY_GPU_LOAD_PROBE } },
		.privilege = "U C", .source = "gpuvet, 3 seconds",
		.verifies = N_("a short load on the GPU"),
		.meaning = N_("The card fails under the first seconds of load."),
		.remedy = N_("Save the kernel log (`sudo dmesg -T`) and ask for another card."),
		.judge = load_judge,
	},
	{
		.id = "probe.bandwidth", .subject = SUBJECT_GPU, .basis = BASIS_RULE,
		.needs = { { KEY_GPU_BANDWIDTH_H2D }, { KEY_GPU_BANDWIDTH_D2H } },
		.privilege = "U C", .source = "gpuvet (85 %, 60 %); AzNHC (48 GB/s, H100)",
		.verifies = N_("measured copies between host and GPU against the link"),
		.meaning = N_("Data reaches this GPU slower than its link allows."),
		.remedy = N_("Take it again on an idle machine, bound to the near CPU (`numactl`); then show the supplier pcie.width and pcie.gen."),
		.judge = bandwidth_judge,
	},
	{
		.id = "probe.p2p", .subject = SUBJECT_LINK, .basis = BASIS_RULE, .needs = { { KEY_LINK_P2P_PROBE } },
		.privilege = "U C", .source = "gpuvet",
		.verifies = N_("a copy between two GPUs"),
		.meaning = N_("Two GPUs cannot exchange data as they should: training on several cards is slow, or goes wrong silently."),
		.remedy = N_("Ask the supplier to switch off ACS and IOMMU translation for peer traffic, or to look at the NVLink of the two cards."),
		.judge = p2p_probe_judge,
	},
	{
		.id = "dcgm.diag", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_GPU_DCGM, KEY_BOX_DCGM } },
		.privilege = "U", .source = "DCGM",
		.verifies = N_("a report of dcgmi diag that was given"),
		.meaning = N_("NVIDIA's own diagnosis found a fault."),
		.remedy = N_("Send the report to the supplier and ask for a repair or another machine."),
		.applies = dcgm_applies, .judge = dcgm_judge,
	},
};

const struct check_family checks_probe = CHECK_FAMILY(table);
