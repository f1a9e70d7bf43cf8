/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Temperatures. A warm card at work and a warm card at rest are two things: each value is judged by the moment of the output
 * that it stands in, and a card whose moment is not known is not judged.
 */
#include "judge/links.h"
#include "judge/state.h"

#define IDLE_HOT       55000 /* millicelsius, own */
#define SIBLING_HOTTER 15000 /* HV */
#define LIMIT_LOW      75000 /* a maker's limit is 83 and up; lower ones were set */
#define LIMIT_NEAR     3000
#define FAN_WARM       70000
#define LOAD_PERCENT   1000 /* 10 % */
#define LOAD_ALIKE     2000 /* 20 points of utilisation between two cards are the same load */

#define A_TEMP(v) A_QTY(v, UNIT_MILLICELSIUS)

/* ---- temp.idle ---- */

void temp_idle_judge(struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *hottest = NULL, *busy = NULL;
	struct finding *found;

	while ((f = fact_next(j->facts, KEY_GPU_TEMPERATURE, gpu, f))) {
		enum activity activity = f->absence == PRESENT ? judge_activity(j, f) : ACTIVITY_UNKNOWN;
		if (activity == ACTIVITY_BUSY)
			busy = f;
		else if (activity == ACTIVITY_IDLE && (!hottest || f->i > hottest->i))
			hottest = f;
	}
	if (hottest) {
		found = judge_find(j, gpu, hottest->i > IDLE_HOT ? VERDICT_WARN : VERDICT_PASS,
				   MSG("%1 at rest", A_TEMP(hottest->i)));
		found->expected = MSG("at most %1 at rest", A_TEMP(IDLE_HOT));
	} else if (busy) {
		found = judge_unknown(j, gpu, MSG("%1, but the card is at work", A_TEMP(busy->i)),
				      "nvidia-smi, with nothing running");
	} else {
		hottest = fact_get(j->facts, KEY_GPU_TEMPERATURE, gpu);
		found = judge_unknown(j, gpu,
				      MSG("%1, but the output does not show whether the card is at rest", A_TEMP(hottest->i)),
				      "nvidia-smi");
	}
	finding_evidence(found, hottest ? hottest : busy);
}

/* ---- temp.load ---- */

static bool is_loaded(const struct judge *j, const struct fact *fact)
{
	const struct fact *utilization = state_beside(j, fact, KEY_GPU_UTILIZATION);

	return judge_activity(j, fact) == ACTIVITY_BUSY && (!utilization || utilization->i > LOAD_PERCENT);
}

/* The hottest value under load, of one section (-1: any). */
static const struct fact *hottest_loaded(const struct judge *j, struct subject gpu, int section)
{
	const struct fact *f = NULL, *best = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_TEMPERATURE, gpu, f)))
		if (f->absence == PRESENT && (section < 0 || f->section == section) && is_loaded(j, f) &&
		    (!best || f->i > best->i))
			best = f;
	return best;
}

static const struct fact *least_margin(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *best = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_TEMPERATURE_MARGIN, gpu, f)))
		if (f->absence == PRESENT && is_loaded(j, f) && (!best || f->i < best->i))
			best = f;
	return best;
}

bool state_same_model(const struct judge *j, struct subject a, struct subject b)
{
	const struct card *card_a = judge_card(j, a).card, *card_b = judge_card(j, b).card;
	struct slice name_a = fact_words(j->facts, KEY_GPU_NAME, a), name_b = fact_words(j->facts, KEY_GPU_NAME, b);

	if (card_a || card_b)
		return card_a == card_b;
	return name_a.len && slice_eq(name_a, name_b);
}

static bool same_load(const struct judge *j, const struct fact *a, const struct fact *b)
{
	const struct fact *use_a = state_beside(j, a, KEY_GPU_UTILIZATION), *use_b = state_beside(j, b, KEY_GPU_UTILIZATION);
	int64_t apart = use_a && use_b ? use_a->i - use_b->i : INT64_MAX;

	return apart >= -LOAD_ALIKE && apart <= LOAD_ALIKE;
}

/* The coolest card of the same model, under the same load in the same output. A monitor names no model: then any card. */
static const struct fact *coolest_sibling(const struct judge *j, struct subject gpu, const struct fact *hottest)
{
	const struct fact *coolest = NULL;

	for (size_t i = 0; i < j->n_gpus; i++) {
		struct subject other = j->gpus[i];
		bool unnamed = !fact_words(j->facts, KEY_GPU_NAME, gpu).len && !fact_words(j->facts, KEY_GPU_NAME, other).len;
		const struct fact *f = subject_eq(other, gpu) ? NULL : hottest_loaded(j, other, hottest->section);
		if (f && (unnamed || state_same_model(j, gpu, other)) && same_load(j, hottest, f) &&
		    (!coolest || f->i < coolest->i))
			coolest = f;
	}
	return coolest;
}

/* The finding for a card at or over its limit; NULL: not seen over it. */
static struct finding *over_limit(struct judge *j, struct subject gpu, const struct fact *hottest, const struct fact *margin,
				  const struct fact *max)
{
	if (margin && margin->i <= 0)
		return judge_find(j, gpu, VERDICT_FAIL,
				  MSG("no headroom under load: %1 to the thermal limit", A_TEMP(margin->i)));
	if (hottest && max && hottest->i >= max->i)
		return judge_find(
			j, gpu, VERDICT_FAIL,
			MSG("%1 under load, and %2 is its highest operating temperature", A_TEMP(hottest->i), A_TEMP(max->i)));
	return NULL;
}

void temp_load_judge(struct judge *j, struct subject gpu)
{
	const struct fact *hottest = hottest_loaded(j, gpu, -1), *margin = least_margin(j, gpu);
	const struct fact *max = fact_get(j->facts, KEY_GPU_TEMPERATURE_MAX, gpu);
	const struct fact *sibling = hottest ? coolest_sibling(j, gpu, hottest) : NULL;
	struct finding *f = over_limit(j, gpu, hottest, margin, max);
	const char *show = "nvidia-smi -q -d TEMPERATURE, under load";

	if (!hottest && !margin) {
		judge_unknown(j, gpu, MSG("no output shows the card under load"), show);
		return;
	}
	if (!f && sibling && hottest->i - sibling->i > SIBLING_HOTTER) {
		f = judge_find(j, gpu, VERDICT_WARN,
			       MSG("%1 under load, %2 hotter than another card under the same load", A_TEMP(hottest->i),
				   A_TEMP(hottest->i - sibling->i)));
		finding_evidence(f, sibling);
	}
	if (!f && margin)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("%1 below its thermal limit under load", A_TEMP(margin->i)));
	if (!f && hottest && max)
		f = judge_find(j, gpu, VERDICT_PASS,
			       MSG("%1 under load, %2 below its highest operating temperature", A_TEMP(hottest->i),
				   A_TEMP(max->i - hottest->i)));
	if (!f)
		f = judge_unknown(j, gpu, MSG("%1 under load, and no output shows the limit of the card", A_TEMP(hottest->i)),
				  show);
	f->expected = MSG("below the limit, and at most %1 hotter than the coolest card", A_TEMP(SIBLING_HOTTER));
	finding_evidence(finding_evidence(finding_evidence(f, hottest), margin), max);
}

/* ---- temp.limit ---- */

void temp_limit_judge(struct judge *j, struct subject gpu)
{
	const struct fact *limit = fact_get(j->facts, KEY_GPU_TEMPERATURE_MAX, gpu), *f = NULL, *hottest = NULL;
	struct finding *found;

	if (!limit)
		limit = fact_get(j->facts, KEY_GPU_TEMPERATURE_SLOWDOWN, gpu);
	while ((f = fact_next(j->facts, KEY_GPU_TEMPERATURE, gpu, f)))
		if (f->absence == PRESENT && (!hottest || f->i > hottest->i))
			hottest = f;
	bool near = hottest && limit->i - hottest->i <= LIMIT_NEAR;
	if (near)
		found = judge_find(j, gpu, VERDICT_WARN,
				   MSG("the card slows down at %1, and it has %2", A_TEMP(limit->i), A_TEMP(hottest->i)));
	else
		found = judge_find(j, gpu, limit->i < LIMIT_LOW ? VERDICT_WARN : VERDICT_PASS,
				   MSG("%1 is the highest temperature it may have", A_TEMP(limit->i)));
	found->expected = MSG("%1 or more, and more than %2 away", A_TEMP(LIMIT_LOW), A_TEMP(LIMIT_NEAR));
	finding_evidence(finding_evidence(found, limit), near ? hottest : NULL);
}

/* ---- fan ---- */

bool fan_applies(struct judge *j, struct subject gpu)
{
	const struct card *card = judge_card_or_promise(j, gpu);
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_FAN, gpu, f)))
		if (f->absence != ABSENT_UNSUPPORTED)
			return true;
	/* Cards of a data centre are cooled by the fans of the machine; who prints N/A has none to show. */
	return !fact_any(j->facts, KEY_GPU_FAN, gpu) && !(card && card->datacenter);
}

void fan_judge(struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *fan = NULL, *heat = NULL;
	bool hot = false;
	struct finding *found;

	while (!hot && (f = fact_next(j->facts, KEY_GPU_FAN, gpu, f))) {
		if (f->absence != PRESENT)
			continue;
		const struct fact *beside = state_beside(j, f, KEY_GPU_TEMPERATURE);
		hot = f->i == 0 && beside && beside->i > FAN_WARM;
		/* A standing fan is what has to be explained. */
		if (!fan || hot || f->i < fan->i) {
			fan = f;
			heat = beside;
		}
	}
	if (fan->i > 0)
		found = judge_find(j, gpu, VERDICT_PASS, MSG("the fan turns at %1", A_QTY(fan->i, UNIT_PERCENT)));
	else if (heat)
		found = judge_find(j, gpu, hot ? VERDICT_FAIL : VERDICT_PASS,
				   MSG("the fan stands still at %1", A_TEMP(heat->i)));
	else
		found = judge_unknown(j, gpu, MSG("the fan stands still, and the output does not show how warm the card is"),
				      "nvidia-smi");
	found->expected = MSG("it turns above %1", A_TEMP(FAN_WARM));
	finding_evidence(finding_evidence(found, fan), heat);
}
