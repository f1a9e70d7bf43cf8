/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_GROUP_H
#define RENDER_GROUP_H
/*
 * Findings that say the same about several subjects, put together: eight cards with one fault are one line, "gpu0-7".
 */
#include "judge/judge.h"

struct group {
	const struct finding **findings; /* at least one, in the order of the report */
	size_t n;
	size_t place; /* of the first one among all findings */
	int64_t cost; /* of all of them a month */
};

/* The findings of one verdict, grouped, in the order of the report. */
struct group *group_findings(struct arena *arena, const struct findings *all, enum verdict verdict, size_t *ret_n);
/* "gpu0-7", "gpu0-2, gpu5", "disk sda, disk sdb +6". */
struct slice group_subjects(struct arena *arena, const struct group *group);
/* "pcie.width gpu0-7"; the check alone when it is about the box. */
struct slice group_name(struct arena *arena, const struct group *group);

#endif
