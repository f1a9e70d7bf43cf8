/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_PROBE_H
#define JUDGE_PROBE_H
/* The functions of the family of probes that stand in files of their own. Private to src/judge. */
#include "judge/judge.h"

/* dcgm.diag (probe_dcgm.c): only where a report of dcgmi was given. */
bool dcgm_applies(struct judge *j, struct subject box);
void dcgm_judge(struct judge *j, struct subject box);

#endif
