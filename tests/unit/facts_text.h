/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_FACTS_TEXT_H
#define TESTS_FACTS_TEXT_H
/*
 * Facts and terms as text, for tests:
 *
 *	term gpu.count = 8
 *	section 2 monitor cut               (section 1 is there from the start; flags are optional)
 *	gpu0 gpu.pcie.width.current = 16
 *	gpu0-7 gpu.memory.total = 81920 MiB (one fact for each of eight GPUs)
 *	gpu0 gpu.nvlink.state[3] = yes @2   (item 3, section 2)
 *	link gpu0-gpu1 link.path = NV12
 *	gpu1 gpu.ecc.current ! unsupported  (absent: unsupported denied lost timeout cut unreadable deprecated mig)
 *	gpu0 gpu.xid = 79 | NVRM: Xid ...   (an integer with its text)
 */
#include "fact/fact.h"
#include "lease/lease.h"

/* Adds the fact or term of one line. -EINVAL with a text for a line that is none. */
int facts_text_line(struct facts *facts, struct lease *lease, struct slice line, struct error *error);

#endif
