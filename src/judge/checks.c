/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"

/* The check table: every family, in the order of a report. */
const struct check_family *const check_families[] = {
	&checks_identity,
	&checks_memory,
	&checks_xid,
	&checks_pcie,
	&checks_nvlink,
	&checks_network,
	&checks_cpu,
	&checks_disk,
	&checks_system,
	&checks_state,
	&checks_probe,
	&checks_lease,
	&checks_box,
};
const size_t n_check_families = sizeof(check_families) / sizeof(*check_families);
