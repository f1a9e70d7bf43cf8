/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks that somebody lowered, or that the factory set lower than those of the same card beside it. */
#include "judge/links.h"
#include "judge/state.h"

#define A_CLOCK(v) A_QTY(v, UNIT_KILOHERTZ)

/* ---- clocks.locked ---- */

/* The output in which the applications clock lies below its default; else one that shows both. */
static const struct fact *application_clock(const struct judge *j, struct subject gpu, const struct fact **ret_default)
{
	const struct fact *f = NULL, *best = NULL;

	*ret_default = NULL;
	while ((f = fact_next(j->facts, KEY_GPU_CLOCK_APP, gpu, f))) {
		const struct fact *usual = f->absence == PRESENT ? state_beside(j, f, KEY_GPU_CLOCK_APP_DEFAULT) : NULL;
		if (!usual || (best && f->i >= usual->i))
			continue;
		best = f;
		*ret_default = usual;
		if (f->i < usual->i)
			break;
	}
	return best;
}

/* The mask with the bit of locked clocks; else any mask. */
static const struct fact *locked_mask(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *first = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_THROTTLE, gpu, f))) {
		if (f->absence != PRESENT)
			continue;
		if (f->i & EVENT_APPLICATION_CLOCKS)
			return f;
		first = first ? first : f;
	}
	return first;
}

void clocks_locked_judge(struct judge *j, struct subject gpu)
{
	const struct fact *usual, *clock = application_clock(j, gpu, &usual), *mask = locked_mask(j, gpu);
	struct finding *f;

	if (clock && clock->i < usual->i)
		f = judge_find(j, gpu, VERDICT_WARN,
			       MSG("the applications clock is set to %1, and %2 is its default", A_CLOCK(clock->i),
				   A_CLOCK(usual->i)));
	else if (mask && mask->i & EVENT_APPLICATION_CLOCKS)
		f = judge_find(j, gpu, VERDICT_WARN, MSG("the clocks are held back by a setting (applications clocks)"));
	else if (clock)
		f = judge_find(j, gpu, VERDICT_PASS,
			       MSG("the applications clock is at %1, its default or above", A_CLOCK(clock->i)));
	else if (mask)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("no setting holds the clocks back in the moment that is shown"));
	else {
		judge_missing(j, gpu, KEY_GPU_CLOCK_APP_DEFAULT);
		return;
	}
	f->expected = MSG("clocks at their default");
	finding_evidence(finding_evidence(finding_evidence(f, clock), usual), mask);
}

/* ---- clocks.max ---- */

/* The highest clock that a card of the same model beside this one has; NULL: there is none. */
static const struct fact *sibling_clock(const struct judge *j, struct subject gpu)
{
	const struct fact *best = NULL;

	for (size_t i = 0; i < j->n_gpus; i++) {
		const struct fact *f =
			subject_eq(j->gpus[i], gpu) ? NULL : fact_get(j->facts, KEY_GPU_CLOCK_SM_MAX, j->gpus[i]);
		if (f && state_same_model(j, gpu, j->gpus[i]) && (!best || f->i > best->i))
			best = f;
	}
	return best;
}

/*
 * The catalogue has no highest clocks, so a card is judged by the others of its model in the same box. Makers of GeForce
 * boards set clocks of their own: those are not compared.
 */
bool clocks_max_applies(struct judge *j, struct subject gpu)
{
	return links_card_kind(j, gpu) != CARD_KIND_CONSUMER && sibling_clock(j, gpu);
}

void clocks_max_judge(struct judge *j, struct subject gpu)
{
	const struct fact *own = fact_get(j->facts, KEY_GPU_CLOCK_SM_MAX, gpu), *best = sibling_clock(j, gpu);
	struct finding *f;

	f = judge_find(j, gpu, own->i < best->i ? VERDICT_FAIL : VERDICT_PASS,
		       MSG("%1 at most; the same card beside it reaches %2", A_CLOCK(own->i), A_CLOCK(best->i)));
	f->expected = MSG("%1 as the other cards of this model", A_CLOCK(best->i));
	finding_evidence(finding_evidence(f, own), best);
}
