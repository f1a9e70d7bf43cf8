/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_LEASE_TERMS_H
#define JUDGE_LEASE_TERMS_H
/*
 * The commercial terms of a lease, for lease.terms: which are written, and which contradict. Private to src/judge.
 *
 * Both add findings of the running check: one for each term that should stand there, one for each contradiction.
 */
#include "judge/judge.h"

void lease_terms_stated(struct judge *j);
void lease_terms_contradict(struct judge *j);

#endif
