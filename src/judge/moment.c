/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"

enum activity judge_activity(const struct judge *j, const struct fact *fact)
{
	(void)j;
	(void)fact;
	return ACTIVITY_UNKNOWN;
}
