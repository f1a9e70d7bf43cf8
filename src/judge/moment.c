/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a GPU was at rest or at work when an output was taken. Only what the same output says counts: another output shows
 * another moment.
 */
#include "judge/judge.h"

#define IDLE_PERCENT	1000 /* utilisation of 10 %: a desktop, or a monitor's own work */
#define IDLE_PSTATE	5    /* P5 and up are states of rest; P0 says nothing, data-centre cards stay in it */
#define REASON_GPU_IDLE 0x1  /* of the clock event mask */

/* "P8": 8; -1 for anything else. */
static int64_t pstate_number(const struct fact *fact)
{
	int64_t n;

	return fact && slice_starts(fact->text, "P") && slice_int(slice_sub(fact->text, 1, fact->text.len), &n) ? n : -1;
}

enum activity judge_activity(const struct judge *j, const struct fact *fact)
{
	const struct fact *utilization = fact_beside(j->facts, fact, KEY_GPU_UTILIZATION);
	const struct fact *reasons = fact_beside(j->facts, fact, KEY_GPU_THROTTLE);

	if (j->facts->sections[fact->section].moment == MOMENT_MONITOR)
		return ACTIVITY_BUSY;
	/* The measure of the last second goes before the states, which follow it late. */
	if (utilization)
		return utilization->i > IDLE_PERCENT ? ACTIVITY_BUSY : ACTIVITY_IDLE;
	if (reasons && (reasons->i & REASON_GPU_IDLE))
		return ACTIVITY_IDLE;
	if (pstate_number(fact_beside(j->facts, fact, KEY_GPU_PSTATE)) >= IDLE_PSTATE)
		return ACTIVITY_IDLE;
	return ACTIVITY_UNKNOWN;
}
