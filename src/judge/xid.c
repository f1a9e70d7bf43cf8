/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel log's error codes: xid.N, xid.log, sxid.N. */
#include <string.h>

#include "judge/links.h"

/* ---- xid.log ---- */

/* What a log can cover, the best first. */
static const struct {
	const char *word;
	enum verdict verdict;
	const char *measured;
} coverages[] = {
	{ "whole", VERDICT_PASS, N_("the kernel log begins with the boot") },
	{ "late", VERDICT_WARN, N_("the kernel log begins after the boot: what happened before is not in it") },
	{ "excerpt", VERDICT_UNKNOWN, N_("only lines cut out of a kernel log were given: what else it holds is not known") },
	{ "empty", VERDICT_UNKNOWN, N_("the kernel log given is empty") },
};

void xid_log_judge(struct judge *j, struct subject box)
{
	size_t best = sizeof(coverages) / sizeof(*coverages) - 1;
	const struct fact *fact = NULL, *shown = fact_get(j->facts, KEY_LOG_COVERAGE, box);
	struct finding *f;

	while ((fact = fact_next(j->facts, KEY_LOG_COVERAGE, box, fact)))
		for (size_t i = 0; i < best && fact->absence == PRESENT; i++)
			if (slice_is(fact->text, coverages[i].word)) {
				best = i;
				shown = fact;
			}
	if (coverages[best].verdict == VERDICT_UNKNOWN) {
		f = judge_unknown(j, box, MSG("%1", A_WORD(coverages[best].measured)), key_info(KEY_LOG_COVERAGE)->how);
	} else {
		const struct fact *end = fact_beside(j->facts, shown, KEY_LOG_END);
		f = judge_find(j, box, coverages[best].verdict, MSG("%1", A_WORD(coverages[best].measured)));
		if (end)
			f->measured = MSG("%1; its last line is %2 after the boot", A_WORD(coverages[best].measured),
					  A_QTY(end->i, UNIT_NANOSECONDS));
		finding_evidence(f, end);
	}
	f->expected = MSG("a kernel log from the boot to now");
	finding_evidence(f, shown);
}

/* ---- sxid.N ---- */

struct switch_group {
	int code, section;
	size_t count, here;
	enum verdict verdict;
	const char *why;
	const struct fact *first;
};

bool sxid_seen(struct judge *j, struct subject box)
{
	return fact_get(j->facts, KEY_BOX_SXID, box) != NULL;
}

static enum verdict sxid_verdict(const struct judge *j, const struct fact *event, const char **ret_why)
{
	const struct fact *fatal = links_beside(j, event, KEY_BOX_SXID_FATAL);
	const struct sxid *sxid = sxid_find((int)event->i);

	*ret_why = N_("The line says Fatal: work over the fabric stops until all GPUs and switches are reset.");
	if (fatal && fatal->i)
		return VERDICT_FAIL;
	*ret_why =
		N_("NVIDIA counts this code as always fatal: all GPUs and switches must be reset, whatever the line calls it.");
	if (sxid && sxid->always_fatal)
		return VERDICT_FAIL;
	*ret_why = N_("NVIDIA counts this code as fatal on some ports; this time the work went on.");
	if (sxid && sxid->potentially_fatal)
		return VERDICT_WARN;
	*ret_why = N_("This code is not in the table of this version.");
	if (!sxid)
		return VERDICT_WARN;
	*ret_why = N_("The switch corrected or survived the error; it is shown, and accuses nothing alone.");
	return VERDICT_PASS;
}

static void switch_add(struct switch_group *g, const struct judge *j, const struct fact *event)
{
	const char *why;
	enum verdict verdict = sxid_verdict(j, event, &why);

	if (g->section != event->section) {
		g->section = event->section;
		g->here = 0;
	}
	if (++g->here > g->count)
		g->count = g->here;
	if (g->first && verdict <= g->verdict)
		return;
	g->verdict = verdict;
	g->why = why;
	g->first = event;
}

static void switch_find(struct judge *j, struct subject box, const struct switch_group *g)
{
	const struct sxid *sxid = sxid_find(g->code);
	struct arg title = A_WORD(sxid ? sxid->name : N_("a code that is not in the table"));
	struct finding *f =
		judge_find_code(j, box, g->code, g->verdict,
				MSG("NVSwitch SXid %1 (%2), times: %3", A_INT(g->code), title, A_INT((int64_t)g->count)));

	f->expected = MSG("no NVSwitch error that stops work");
	f->meaning = MSG("%1", A_WORD(g->why));
	if (sxid && sxid->recovery[0])
		f->remedy = MSG("NVIDIA's recovery: %1 The host is the supplier's: open a ticket with the line.",
				A_WORD(sxid->recovery));
	finding_evidence(f, g->first);
}

void sxid_judge(struct judge *j, struct subject box)
{
	const struct fact *event = NULL;
	struct switch_group *groups = NULL;
	size_t n = 0, capacity = 0, i;

	while ((event = fact_next(j->facts, KEY_BOX_SXID, box, event))) {
		if (event->absence != PRESENT || event->i < 0 || event->i > 999999)
			continue;
		for (i = 0; i < n && groups[i].code != event->i; i++)
			;
		if (i == n) {
			groups = arena_grow(j->arena, groups, &capacity, n + 1, sizeof(*groups));
			groups[n++] = (struct switch_group){ .code = (int)event->i, .section = -1 };
		}
		switch_add(&groups[i], j, event);
	}
	for (i = 0; i < n; i++)
		switch_find(j, box, &groups[i]);
}

static const struct check checks[] = {
	{ .id = "xid.N",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_XID } },
	  .privilege = "K",
	  .source = "NVIDIA Xid catalogue; severities own",
	  .verifies = N_("no Xid of this boot that means hardware"),
	  .meaning = N_("The driver reported a fault of the GPU, its memory or its links."),
	  .remedy = N_("Show these lines to the supplier."),
	  .applies = xid_seen,
	  .judge = xid_judge },
	{ .id = "xid.log",
	  .subject = SUBJECT_BOX,
	  .needs = { { KEY_LOG_COVERAGE } },
	  .privilege = "K",
	  .source = "own",
	  .verifies = N_("the kernel log could be read and covers this boot"),
	  .meaning = N_("Errors before the first line of the log are not known."),
	  .remedy = N_("Take the kernel log soon after a reboot, or from the journal: sudo journalctl -k -b."),
	  .judge = xid_log_judge },
	{ .id = "sxid.N",
	  .subject = SUBJECT_BOX,
	  .needs = { { KEY_BOX_SXID } },
	  .privilege = "K",
	  .source = "NVIDIA Fabric Manager user guide, appendix D",
	  .verifies = N_("no NVSwitch error that stops work"),
	  .meaning = N_("A switch of the NVLink fabric reported an error."),
	  .remedy = N_("Show the line to the supplier: switches belong to the host."),
	  .applies = sxid_seen,
	  .judge = sxid_judge },
};

const struct check_family checks_xid = CHECK_FAMILY(checks);
