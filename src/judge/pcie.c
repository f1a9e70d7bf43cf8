/* SPDX-License-Identifier: Apache-2.0 */
/* PCIe: width and speed are judged in pcie_link.c. */
#include "judge/links.h"

/* ---- pcie.bottleneck ---- */

/* The same reason holds for every GPU: it is given once, unless the log names some. */
static void bottleneck_unknown(struct judge *j, struct subject gpu, struct message why)
{
	bool some = fact_next_key(j->facts, KEY_GPU_PCIE_LIMITED, NULL) != NULL;

	if (some || j->n_gpus < 2)
		judge_unknown(j, gpu, why, key_info(KEY_GPU_PCIE_LIMITED)->how);
	else if (subject_eq(gpu, j->gpus[0]))
		judge_unknown(j, subject_box(), why, key_info(KEY_GPU_PCIE_LIMITED)->how);
}

static void bottleneck_judge(struct judge *j, struct subject gpu)
{
	const struct fact *limited = fact_get(j->facts, KEY_GPU_PCIE_LIMITED, gpu), *log = NULL;
	struct finding *f;

	if (limited) {
		f = judge_find(j, gpu, VERDICT_WARN,
			       MSG("the kernel says that a link above limits the card: %1", A_TEXT(limited->text)));
		f->expected = MSG("no narrower or slower link between card and CPU");
		finding_evidence(f, limited);
		return;
	}
	while ((log = fact_next(j->facts, KEY_LOG_COVERAGE, subject_box(), log)))
		if (log->absence == PRESENT && slice_is(log->text, "whole"))
			break;
	if (!log)
		bottleneck_unknown(j, gpu, MSG("no kernel log from the boot on, where the kernel would name a limiting link"));
	else if (judge_is_vm(j) == 1)
		bottleneck_unknown(j, gpu, MSG("a virtual machine does not see the links above the card"));
	else
		finding_evidence(
			judge_find(j, gpu, VERDICT_PASS, MSG("the kernel log from the boot on names no limiting link")), log);
}

/* ---- pcie.replay ---- */

#define REPLAY_QUIET 100 /* in one capture, without a growth to see (own) */
#define REPLAY_FAIL  10	 /* a second (DCGM) */
#define SECOND	     1	 /* between two samples of a monitor, as dmon takes them unless told otherwise */

/* Growth over the samples of one monitor, which is a load capture. */
static bool replay_monitor(struct judge *j, struct subject gpu)
{
	const struct fact *first = NULL, *last = NULL, *f = NULL;
	int64_t growth, samples;
	enum verdict verdict;

	while ((f = fact_next(j->facts, KEY_GPU_PCIE_REPLAY, gpu, f))) {
		if (f->absence != PRESENT || j->facts->sections[f->section].moment != MOMENT_MONITOR)
			continue;
		first = first && first->section == f->section ? first : f;
		last = f;
	}
	if (!first || first == last)
		return false;
	growth = last->i - first->i;
	samples = last->item > first->item ? (int64_t)last->item - first->item : 1;
	verdict = growth > REPLAY_FAIL * samples * SECOND ? VERDICT_FAIL
		  : growth * 10 > samples * SECOND	  ? VERDICT_WARN
							  : VERDICT_PASS;
	struct finding *found =
		judge_find(j, gpu, verdict, MSG("%1 replays within %2 samples under load", A_INT(growth), A_INT(samples + 1)));
	found->expected = MSG("no growth");
	finding_evidence(finding_evidence(found, first), last);
	return true;
}

static void replay_judge(struct judge *j, struct subject gpu)
{
	const struct fact *high = links_highest(j, KEY_GPU_PCIE_REPLAY, gpu);
	int64_t low = 0, top = 0;
	size_t n = links_range(j, KEY_GPU_PCIE_REPLAY, gpu, -1, &low, &top);
	struct finding *f;

	if (replay_monitor(j, gpu))
		return;
	if (n > 1 && top == low)
		f = judge_find(j, gpu, VERDICT_PASS,
			       MSG("%1 replays in each of %2 outputs: no growth", A_INT(top), A_INT((int64_t)n)));
	else if (n > 1)
		f = judge_unknown(
			j, gpu,
			MSG("replays grew from %1 to %2, and the outputs do not tell in what time", A_INT(low), A_INT(top)),
			"nvidia-smi dmon -s e -c 60");
	else if (top <= REPLAY_QUIET)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("%1 replays since the last reset", A_INT(top)));
	else
		f = judge_unknown(j, gpu, MSG("%1 replays in one output: whether they grow is not known", A_INT(top)),
				  "nvidia-smi dmon -s e -c 60");
	f->expected = MSG("no growth");
	finding_evidence(f, high);
}

/* ---- pcie.aer ---- */

static void aer_judge(struct judge *j, struct subject gpu)
{
	const struct fact *fatal = links_highest(j, KEY_GPU_AER_FATAL, gpu);
	const struct fact *corrected = links_highest(j, KEY_GPU_AER_CORRECTABLE, gpu);
	int64_t low = 0, high = 0;
	struct finding *f;

	if (fatal && fatal->i > 0) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("%1 uncorrected PCIe errors", A_INT(fatal->i)));
		f->expected = MSG("none");
		finding_evidence(f, fatal);
		return;
	}
	/* A log tells of corrected errors one by one, each a growth; the counters of sysfs stand beside the fatal ones. */
	bool log = corrected && corrected->i > 0 && !fact_beside(j->facts, corrected, KEY_GPU_AER_FATAL);
	if (log || (links_range(j, KEY_GPU_AER_CORRECTABLE, gpu, -1, &low, &high) > 1 && high > low)) {
		f = judge_find(j, gpu, VERDICT_WARN,
			       log ? MSG("the log tells of %1 corrected PCIe errors", A_INT(corrected->i))
				   : MSG("corrected PCIe errors grew from %1 to %2", A_INT(low), A_INT(high)));
		f->expected = MSG("no growth");
		finding_evidence(f, corrected);
		return;
	}
	if (!fatal) {
		judge_missing(j, gpu, KEY_GPU_AER_FATAL);
		return;
	}
	f = judge_find(j, gpu, VERDICT_PASS, MSG("no uncorrected PCIe error"));
	finding_evidence(finding_evidence(f, fatal), corrected);
}

/* ---- pcie.acs ---- */

/* GPUs that talk to each other, or to network cards, without the CPU. */
static bool peers_expected(const struct judge *j)
{
	return j->n_gpus > 1 || judge_term(j, TERM_NET_NODE_RATE) || judge_term(j, TERM_NET_NODE_KIND);
}

static void acs_judge(struct judge *j, struct subject box)
{
	const struct fact *on = links_highest(j, KEY_BOX_ACS, box);
	int vm = judge_is_vm(j);
	struct finding *f;

	if (!on->i || vm == 1 || !peers_expected(j))
		f = judge_find(j, box, VERDICT_PASS,
			       on->i ? MSG("ACS redirects peer traffic; in a virtual machine, or with one GPU, that is as it "
					   "should be")
				     : MSG("no PCIe bridge redirects peer traffic"));
	else if (vm == 0)
		f = judge_find(j, box, VERDICT_WARN,
			       MSG("ACS is on: a PCIe bridge sends traffic between devices through the CPU"));
	else
		f = judge_unknown(j, box,
				  MSG("ACS is on, and no output tells whether this is a virtual machine, where it belongs"),
				  "lscpu");
	finding_evidence(f, on);
}

static const struct check checks[] = {
	{ .id = "pcie.width",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_PCIE_WIDTH, KEY_BOX_PCIE_LINK_WIDTH } },
	  .privilege = "U C",
	  .source = "DCGM",
	  .verifies = N_("PCIe lanes in use"),
	  .meaning = N_("The link lost lanes: copies to and from this GPU run at a part of their rate."),
	  .remedy = N_("Ask the supplier to reseat the card or its riser, or to replace it."),
	  .judge = pcie_width_judge },
	{ .id = "pcie.gen",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_PCIE_GEN, KEY_BOX_PCIE_LINK_GEN } },
	  .privilege = "U C",
	  .source = "DCGM",
	  .verifies = N_("PCIe generation in use"),
	  .meaning =
		  N_("The link runs slower than card and slot can: copies to and from this GPU run at a part of their rate."),
	  .remedy = N_("Ask the supplier to check slot, riser and BIOS setting of this card's link."),
	  .judge = pcie_gen_judge },
	{ .id = "pcie.bottleneck",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_PCIE_LIMITED, KEY_LOG_COVERAGE } },
	  .privilege = "U",
	  .source = "own",
	  .verifies = N_("no narrower link between card and CPU"),
	  .meaning = N_("Several cards may share a link that is too small for them."),
	  .remedy = N_("Ask the supplier for the slot plan; measure copies of all GPUs at once."),
	  .judge = bottleneck_judge },
	{ .id = "pcie.replay",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_PCIE_REPLAY } },
	  .privilege = "U",
	  .source = "DCGM; own",
	  .verifies = N_("PCIe packets need not be sent again"),
	  .meaning = N_("The link sends packets again and again: a weak contact or a bad riser."),
	  .remedy = N_("Ask the supplier to reseat the card or its riser."),
	  .judge = replay_judge },
	{ .id = "pcie.aer",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_AER_FATAL, KEY_GPU_AER_CORRECTABLE } },
	  .privilege = "U K",
	  .source = "own",
	  .verifies = N_("the host counts no PCIe error of the card"),
	  .meaning = N_("Packets between card and host were damaged."),
	  .remedy = N_("Ask the supplier to reseat the card or its riser, or to replace it."),
	  .judge = aer_judge },
	{ .id = "pcie.acs",
	  .subject = SUBJECT_BOX,
	  .needs = { { KEY_BOX_ACS } },
	  .privilege = "R",
	  .source = "NVIDIA",
	  .verifies = N_("PCIe bridges let GPUs and network cards talk directly"),
	  .meaning = N_("Traffic between GPUs, and from GPU to network card, takes the way through the CPU and may be slow or "
			"break."),
	  .remedy = N_("On bare metal switch ACS (and the IOMMU) off in the BIOS or with setpci, or ask the supplier to."),
	  .judge = acs_judge },
};

const struct check_family checks_pcie = CHECK_FAMILY(checks);
