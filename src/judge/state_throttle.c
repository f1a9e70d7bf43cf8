/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What holds the clocks back now, and what did since the driver was loaded. A mask has several bits at a time: each is
 * tested alone. A power cap is how a card at full load works, unless its limit was lowered.
 */
#include "judge/links.h"
#include "judge/state.h"

/* The worst first; the words are for one bit, and a mask is told by its worst bit. */
static const struct {
	int64_t bit;
	enum verdict verdict;
	const char *words; /* a message id */
} events[] = {
	{ EVENT_HW_POWER_BRAKE, VERDICT_FAIL, N_("power brake: the power supply or the rack holds the card back") },
	{ EVENT_HW_THERMAL, VERDICT_FAIL, N_("hardware thermal slowdown: the card is too hot") },
	{ EVENT_HW_SLOWDOWN, VERDICT_FAIL, N_("hardware slowdown: heat or power holds the card back") },
	{ EVENT_SW_THERMAL, VERDICT_WARN, N_("software thermal slowdown: the card is near its limit of heat") },
	{ EVENT_APPLICATION_CLOCKS, VERDICT_WARN, N_("applications clocks: a setting holds the clocks back") },
	{ EVENT_SW_POWER_CAP, VERDICT_PASS, N_("the power cap holds the clocks, as it does on any card at full load") },
	{ EVENT_SYNC_BOOST, VERDICT_PASS, N_("sync boost: the clocks follow those of another card") },
	{ EVENT_DISPLAY_CLOCK, VERDICT_PASS, N_("the display sets the clocks") },
	{ EVENT_GPU_IDLE, VERDICT_PASS, N_("idle: nothing holds the clocks back") },
	{ 0, VERDICT_PASS, N_("nothing holds the clocks back") },
};

struct held {
	enum verdict verdict;
	const char *words; /* a message id */
	const struct fact *fact, *limit;
};

/* pass, unknown, warn, fail. */
static int weight(enum verdict verdict)
{
	static const int weights[] = {
		[VERDICT_PASS] = 0, [VERDICT_UNKNOWN] = 1, [VERDICT_UNAGREED] = 1, [VERDICT_WARN] = 2, [VERDICT_FAIL] = 3
	};

	return weights[verdict];
}

static void held_worse(struct held *held, struct held other)
{
	if (!held->fact || weight(other.verdict) > weight(held->verdict))
		*held = other;
}

bool state_power_lowered(const struct judge *j, struct subject gpu, const struct fact **ret_limit)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_POWER_LIMIT, gpu, f))) {
		const struct fact *usual = f->absence == PRESENT ? state_beside_or_any(j, f, KEY_GPU_POWER_DEFAULT) : NULL;
		if (usual && f->i < usual->i) {
			*ret_limit = f;
			return true;
		}
	}
	*ret_limit = NULL;
	return false;
}

static struct held power_capped(const struct judge *j, const struct fact *fact)
{
	struct held held = { VERDICT_PASS, N_("the power cap holds the clocks, as it does on any card at full load"), fact,
			     NULL };

	if (state_power_lowered(j, fact->subject, &held.limit)) {
		held.verdict = VERDICT_WARN;
		held.words = N_("the power cap holds the clocks, and its limit was lowered");
	}
	return held;
}

static struct held mask_read(const struct judge *j, const struct fact *fact)
{
	struct held held = { 0 };
	int64_t known = 0;

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		known |= events[i].bit;
		if (!(fact->i & events[i].bit) && !(events[i].bit == 0 && fact->i == 0))
			continue;
		held_worse(&held, events[i].bit == EVENT_SW_POWER_CAP
					  ? power_capped(j, fact)
					  : (struct held){ events[i].verdict, events[i].words, fact, NULL });
	}
	if (fact->i & ~known)
		held_worse(&held, (struct held){ VERDICT_UNKNOWN, N_("the driver gives a reason that gpuvet does not know"),
						 fact, NULL });
	return held;
}

/* Samples of a monitor: heat in two of them running is no accident. */
static void samples_read(const struct judge *j, struct subject gpu, struct held *held)
{
	const struct fact *f = NULL, *before = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_VIOLATION_THERMAL, gpu, f))) {
		if (f->absence != PRESENT)
			continue;
		bool running = before && before->i && f->i && before->section == f->section && f->item == before->item + 1;
		if (running)
			held_worse(held, (struct held){ VERDICT_FAIL, N_("heat held the clocks back in two samples running"), f,
							before });
		else if (f->i)
			held_worse(held, (struct held){ VERDICT_WARN, N_("heat held the clocks back in one sample"), f, NULL });
		else
			held_worse(held,
				   (struct held){ VERDICT_PASS,
						  N_("no heat held the clocks back in the samples of the monitor"), f, NULL });
		before = f;
	}
	for (f = fact_next(j->facts, KEY_GPU_VIOLATION_POWER, gpu, NULL); f;
	     f = fact_next(j->facts, KEY_GPU_VIOLATION_POWER, gpu, f))
		if (f->absence == PRESENT && f->i > 0)
			held_worse(held, power_capped(j, f));
}

void throttle_active_judge(struct judge *j, struct subject gpu)
{
	const struct fact *mask = NULL;
	struct held held = { 0 };
	struct finding *f;

	while ((mask = fact_next(j->facts, KEY_GPU_THROTTLE, gpu, mask)))
		if (mask->absence == PRESENT)
			held_worse(&held, mask_read(j, mask));
	samples_read(j, gpu, &held);
	if (held.verdict == VERDICT_UNKNOWN)
		f = judge_unknown(j, gpu, MSG("%1", A_WORD(held.words)), "nvidia-smi -q -d PERFORMANCE");
	else
		f = judge_find(j, gpu, held.verdict, MSG("%1", A_WORD(held.words)));
	f->expected = MSG("neither heat nor power supply nor a setting holds the clocks back");
	finding_evidence(finding_evidence(f, held.fact), held.limit);
}

/* ---- throttle.history ---- */

/* Growth within one running monitor or loop, which is a load; counters of two outputs may have a driver reload between them. */
static const struct fact *grown(const struct judge *j, enum key key, struct subject gpu)
{
	const struct fact *f = NULL, *before = NULL;

	while ((f = fact_next(j->facts, key, gpu, f))) {
		if (f->absence != PRESENT || !state_is_monitor(j, f))
			continue;
		if (before && before->section == f->section && f->i > before->i)
			return f;
		before = f;
	}
	return NULL;
}

void throttle_history_judge(struct judge *j, struct subject gpu)
{
	const struct fact *heat = links_highest(j, KEY_GPU_THROTTLED_HW_THERMAL, gpu),
			  *brake = links_highest(j, KEY_GPU_THROTTLED_HW_BRAKE, gpu);
	const struct fact *power = links_highest(j, KEY_GPU_THROTTLED_SW_POWER, gpu),
			  *more = grown(j, KEY_GPU_THROTTLED_HW_THERMAL, gpu);
	struct finding *f;

	if (!more)
		more = grown(j, KEY_GPU_THROTTLED_HW_BRAKE, gpu);
	if (more)
		f = judge_find(j, gpu, VERDICT_FAIL,
			       more->key == KEY_GPU_THROTTLED_HW_BRAKE
				       ? MSG("the power brake held the card back while the monitor ran")
				       : MSG("heat held the card back while the monitor ran"));
	else if (heat && heat->i > 0)
		f = judge_find(
			j, gpu, VERDICT_WARN,
			MSG("%1 held back by heat (hardware) since the driver was loaded", A_QTY(heat->i, UNIT_NANOSECONDS)));
	else if (brake && brake->i > 0)
		f = judge_find(
			j, gpu, VERDICT_WARN,
			MSG("%1 held back by the power brake since the driver was loaded", A_QTY(brake->i, UNIT_NANOSECONDS)));
	else if (!heat || !brake) {
		judge_missing(j, gpu, heat ? KEY_GPU_THROTTLED_HW_BRAKE : KEY_GPU_THROTTLED_HW_THERMAL);
		return;
	} else
		f = judge_find(j, gpu, VERDICT_PASS, MSG("never held back by the hardware since the driver was loaded"));
	f->expected = MSG("no time held back by the hardware");
	finding_evidence(finding_evidence(finding_evidence(finding_evidence(f, more), heat), brake), power);
}
