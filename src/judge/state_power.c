/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Power limits. The limit in force is measured against the promise, else against the card's own default; the catalogue's
 * figure is of the model, of which makers sell variants (A100 of 400 and 500 W), and it decides alone only when it is far off.
 * A reading that cannot be is void, and nothing here uses readings for anything else.
 */
#include "judge/host.h"
#include "judge/state.h"

#define LIMIT_PERCENT	   90
#define FAR_PERCENT	   68 /* below this no variant of a model is sold: the A100 of a DGX Station has 275 W of 400 */
#define MILLIWATTS_IN_WATT INT64_C(1000)
#define SHOW_POWER	   "nvidia-smi -q -d POWER"

#define A_POWER(v) A_QTY(v, UNIT_MILLIWATTS)

static const struct fact *lowest(const struct judge *j, enum key key, struct subject gpu)
{
	const struct fact *f = NULL, *best = NULL;

	while ((f = fact_next(j->facts, key, gpu, f)))
		if (f->absence == PRESENT && (!best || f->i < best->i))
			best = f;
	return best;
}

/* What the catalogue is sure of for this card; 0 not known. The makers of laptops set limits as they like. */
static int64_t catalogue_power(const struct judge *j, struct subject gpu, const struct card **ret_card)
{
	const struct card *card = judge_card(j, gpu).card;

	*ret_card = card;
	return card && card->form != FORM_LAPTOP && !(card->unverified & CARD_TDP) ? card->tdp_w * MILLIWATTS_IN_WATT : 0;
}

/* ---- power.limit ---- */

static struct finding *limit_promised(struct judge *j, struct subject gpu, const struct fact *limit, const struct term *want)
{
	struct finding *f =
		judge_find(j, gpu, limit->i >= want->i ? VERDICT_PASS : VERDICT_FAIL, MSG("limited to %1", A_POWER(limit->i)));

	f->expected = MSG("at least %1", A_POWER(want->i));
	f->term = want;
	return f;
}

static struct finding *limit_default(struct judge *j, struct subject gpu, const struct fact *limit, const struct fact *usual)
{
	enum verdict verdict = limit->i >= usual->i				 ? VERDICT_PASS
			       : host_reaches(limit->i, usual->i, LIMIT_PERCENT) ? VERDICT_WARN
										 : VERDICT_FAIL;
	struct finding *f;

	f = judge_find(j, gpu, verdict,
		       verdict == VERDICT_PASS
			       ? MSG("limited to %1, its default or above", A_POWER(limit->i))
			       : MSG("limited to %1, and %2 is its default", A_POWER(limit->i), A_POWER(usual->i)));
	f->expected = MSG("%1, its default", A_POWER(usual->i));
	return finding_evidence(f, usual);
}

static struct finding *limit_catalogue(struct judge *j, struct subject gpu, const struct fact *limit)
{
	const struct card *card;
	int64_t power = catalogue_power(j, gpu, &card);
	struct finding *f;

	if (power && !host_reaches(limit->i, power, FAR_PERCENT)) {
		f = judge_find(
			j, gpu, VERDICT_FAIL,
			MSG("limited to %1, and the %2 is a card of %3", A_POWER(limit->i), A_STR(card->id), A_POWER(power)));
		f->expected = MSG("%1, as the catalogue says", A_POWER(power));
		return f;
	}
	if (power)
		return judge_unknown(j, gpu,
				     MSG("limited to %1; the default is not shown (the catalogue says %2)", A_POWER(limit->i),
					 A_POWER(power)),
				     SHOW_POWER);
	return judge_unknown(j, gpu, MSG("limited to %1; the default is not shown", A_POWER(limit->i)), SHOW_POWER);
}

void power_limit_judge(struct judge *j, struct subject gpu)
{
	const struct fact *limit = lowest(j, KEY_GPU_POWER_LIMIT, gpu);
	const struct fact *usual = state_beside_or_any(j, limit, KEY_GPU_POWER_DEFAULT);
	const struct term *want = judge_promise(j);
	struct finding *f;

	if (want)
		f = limit_promised(j, gpu, limit, want);
	else if (usual)
		f = limit_default(j, gpu, limit, usual);
	else
		f = limit_catalogue(j, gpu, limit);
	finding_evidence(f, limit);
}

/* ---- power.default ---- */

void power_default_judge(struct judge *j, struct subject gpu)
{
	const struct fact *usual = lowest(j, KEY_GPU_POWER_DEFAULT, gpu), *limit = lowest(j, KEY_GPU_POWER_LIMIT, gpu);
	const struct card *card;
	int64_t power = catalogue_power(j, gpu, &card);
	struct finding *f;

	if (!usual && power &&
	    limit->i >= power) { /* a table shows the limit in force only: it is as high as the default should be */
		f = judge_find(j, gpu, VERDICT_PASS, MSG("the limit in force is %1", A_POWER(limit->i)));
		f->expected = MSG("at least %1 for %2", A_POWER(power), A_STR(card->id));
		usual = limit;
	} else if (!usual) {
		f = judge_missing(j, gpu, KEY_GPU_POWER_DEFAULT);
	} else if (!power) {
		f = judge_unknown(
			j, gpu,
			card ? MSG("%1 by default, and the catalogue has no sure figure for this card", A_POWER(usual->i))
			     : MSG("%1 by default, and which card it is is not known", A_POWER(usual->i)),
			card ? "" : "nvidia-smi -q");
	} else {
		f = judge_find(j, gpu, usual->i >= power ? VERDICT_PASS : VERDICT_WARN,
			       MSG("%1 by default", A_POWER(usual->i)));
		f->expected = MSG("at least %1 for %2", A_POWER(power), A_STR(card->id));
	}
	finding_evidence(f, usual);
}

/* ---- power.sensor ---- */

void power_sensor_judge(struct judge *j, struct subject gpu)
{
	const struct fact *draw = NULL, *most = NULL, *cap = NULL;
	bool possible = true;
	struct finding *f;

	while (possible && (draw = fact_next(j->facts, KEY_GPU_POWER, gpu, draw))) {
		const struct fact *limit = draw->absence == PRESENT ? state_beside_or_any(j, draw, KEY_GPU_POWER_LIMIT) : NULL;
		if (!limit)
			continue;
		possible = draw->i <= limit->i || draw->i - limit->i <= limit->i / 2;
		if (!most || !possible || draw->i > most->i) {
			most = draw;
			cap = limit;
		}
	}
	if (possible)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("%1 drawn of %2", A_POWER(most->i), A_POWER(cap->i)));
	else
		f = judge_unknown(
			j, gpu,
			MSG("%1 drawn at a limit of %2 is no reading: it is not used", A_POWER(most->i), A_POWER(cap->i)),
			"nvidia-smi --query-gpu=power.draw,power.limit --format=csv -l 1");
	f->expected = MSG("at most one and a half times the limit");
	finding_evidence(finding_evidence(f, most), cap);
}
