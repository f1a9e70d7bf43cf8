/* SPDX-License-Identifier: Apache-2.0 */
#include "render/accept_text.h"

#include "render/accept_section.h"

static struct slice words(struct arena *arena, struct message message)
{
	return message_text(arena, &message, tr);
}

/* ---- the verdict ---- */

/* Broken promises are counted as a reader counts them: the same fault on eight cards is one. */
static size_t fail_groups(struct arena *arena, const struct report *report, bool promised)
{
	size_t n = 0, n_groups;

	for (size_t b = 0; b < report->n_boxes; b++) {
		struct group *groups = group_findings(arena, report->boxes[b].findings, VERDICT_FAIL, &n_groups);
		for (size_t i = 0; i < n_groups; i++)
			n += (groups[i].findings[0]->term != NULL) == promised;
	}
	return n;
}

static size_t promised_unknown(const struct report *report)
{
	size_t n = 0;

	for (size_t b = 0; b < report->n_boxes; b++)
		for (size_t i = 0; i < report->boxes[b].findings->n; i++) {
			const struct finding *f = report->boxes[b].findings->findings[i];
			n += f->verdict == VERDICT_UNKNOWN && f->term;
		}
	return n;
}

static struct message fail_sentence(struct arena *arena, const struct report *report)
{
	int64_t broken = (int64_t)fail_groups(arena, report, true), faults = (int64_t)fail_groups(arena, report, false);

	if (!faults)
		return MSG("FAIL: the machine is not what was promised. Broken promises: %1.", A_INT(broken));
	if (!broken)
		return MSG("FAIL: the machine is not healthy. Faults: %1.", A_INT(faults));
	return MSG("FAIL: the machine is not what was promised, and it is not healthy. Broken promises: %1; other faults: %2.",
		   A_INT(broken), A_INT(faults));
}

static struct message pass_sentence(const struct report *report, bool warn)
{
	if (report->lease)
		return warn ? MSG("PASS, with warnings: every promise that could be checked is kept.") :
			      MSG("PASS: every promise that could be checked is kept.");
	return warn ? MSG("PASS, with warnings: nothing failed. No lease was given, so no promise was checked.") :
		      MSG("PASS: nothing failed. No lease was given, so no promise was checked.");
}

static struct message sentence(struct arena *arena, const struct report *report)
{
	switch (report_verdict(report)) {
	case VERDICT_FAIL:
		return fail_sentence(arena, report);
	case VERDICT_UNKNOWN:
		if (!report_gpus_seen(report))
			return MSG("UNKNOWN: nothing failed, but no GPU was seen in these files.");
		if (!report_promised_unknown(report))
			return MSG("UNKNOWN: nothing in these outputs could be judged.");
		return MSG("UNKNOWN: nothing failed, but not every promise could be checked. Promised and not seen: %1.",
			   A_INT((int64_t)promised_unknown(report)));
	case VERDICT_WARN:
		return pass_sentence(report, true);
	case VERDICT_PASS:
	case VERDICT_UNAGREED:
		break;
	}
	return pass_sentence(report, false);
}

static void head(struct arena *arena, struct page *page, const struct report *report)
{
	struct message counts = MSG("findings: fail %1, warn %2, unknown %3, unagreed %4, pass %5",
				    A_INT((int64_t)report_count(report, VERDICT_FAIL)), A_INT((int64_t)report_count(report, VERDICT_WARN)),
				    A_INT((int64_t)report_count(report, VERDICT_UNKNOWN)),
				    A_INT((int64_t)report_count(report, VERDICT_UNAGREED)),
				    A_INT((int64_t)report_count(report, VERDICT_PASS)));

	page_text(page, 0, verdict_colour(report_verdict(report)), words(arena, sentence(arena, report)));
	page_text(page, 0, COLOUR_NONE, words(arena, counts));
}

/* ---- what was not read ---- */

static void inputs(struct arena *arena, struct page *page, const struct report *report)
{
	for (size_t i = 0; i < report->n_inputs; i++)
		if (report->inputs[i].n_outputs == 0)
			page_text(page, 0, COLOUR_YELLOW, words(arena, report_input_unknown(&report->inputs[i])));
}

void render_accept_text(struct arena *arena, struct page *page, const struct report *report, bool all)
{
	head(arena, page, report);
	inputs(arena, page, report);
	for (size_t i = 0; i < report->n_boxes; i++) {
		const struct report_box *box = &report->boxes[i];
		struct accept_section section = { .arena = arena, .page = page, .lease = report->lease, .box = box, .all = all };
		if (report->n_boxes > 1) {
			page_blank(page);
			page_text(page, 0, COLOUR_BOLD, arena_printf(arena, "==== %.*s ====", SLICE_ARG(box->name)));
		}
		accept_fails(&section);
		accept_warnings(&section);
		accept_unknowns(&section);
		accept_unagreed(&section);
		accept_passes(&section);
	}
	/* A long report ends where the eye is: the verdict stands there again. */
	page_blank(page);
	page_text(page, 0, verdict_colour(report_verdict(report)), words(arena, sentence(arena, report)));
}

void render_lease_check_text(struct arena *arena, struct page *page, const struct report *report)
{
	struct accept_section section = {
		.arena = arena, .page = page, .lease = report->lease, .box = report->boxes, .all = true
	};
	bool fail = report_count(report, VERDICT_FAIL), warn = report_count(report, VERDICT_WARN);

	page_text(page, 0, verdict_colour(fail ? VERDICT_FAIL : warn ? VERDICT_WARN : VERDICT_PASS),
		  slice_of(fail ? tr("FAIL: the contract contradicts itself, or promises what the card cannot have.") :
			   warn ? tr("The contract leaves questions open; ask them before you sign.") :
				  tr("PASS: the contract says what a machine can be judged by.")));
	accept_fails(&section);
	accept_warnings(&section);
	accept_passes(&section);
}
