/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_MEMORY_H
#define JUDGE_MEMORY_H
/*
 * The family of GPU memory, errors and recovery: its functions, which stand in the table of memory.c.
 *
 * Private to src/judge. Several outputs may tell one counter at several moments: the worst value decides, for nobody can say
 * from saved outputs which of them came last.
 */
#include "judge/judge.h"

/* Counters of error-correcting memory (memory_ecc.c). Cards that have none have no finding. */
bool ecc_applies(struct judge *j, struct subject gpu);
void ecc_volatile_judge(struct judge *j, struct subject gpu);
bool ecc_aggregate_applies(struct judge *j, struct subject gpu);
void ecc_aggregate_judge(struct judge *j, struct subject gpu);
bool ecc_corrected_applies(struct judge *j, struct subject gpu);
void ecc_corrected_judge(struct judge *j, struct subject gpu);

/* Rows, pages and repairs (memory_rows.c). */
bool remap_applies(struct judge *j, struct subject gpu);
void remap_pending_judge(struct judge *j, struct subject gpu);
void remap_failure_judge(struct judge *j, struct subject gpu);
void remap_uncorrected_judge(struct judge *j, struct subject gpu);
void remap_histogram_judge(struct judge *j, struct subject gpu);
bool repair_applies(struct judge *j, struct subject gpu);
void repair_pending_judge(struct judge *j, struct subject gpu);
void repair_unrepairable_judge(struct judge *j, struct subject gpu);
bool pages_applies(struct judge *j, struct subject gpu);
void pages_retired_judge(struct judge *j, struct subject gpu);
void pages_pending_judge(struct judge *j, struct subject gpu);

/* Whether the GPU answers, and what the driver asks for (memory_recovery.c). */
void recovery_judge(struct judge *j, struct subject gpu);
void lost_judge(struct judge *j, struct subject gpu);
void fallen_off_judge(struct judge *j, struct subject gpu);

/* How a card retires broken memory: whole pages (Volta, Turing and older), or rows (Ampere and newer). */
enum memory_age { MEMORY_AGE_UNKNOWN, MEMORY_AGE_PAGES, MEMORY_AGE_ROWS };
enum memory_age memory_age(const struct judge *j, struct subject gpu);
/* A GeForce or the like, which has neither: by the catalogue, else by the words of its name. */
bool memory_is_consumer(const struct judge *j, struct subject gpu);
/* Some output has a value of one of the keys, or a word that is no plain "not supported". Keys end with KEY_NONE. */
bool memory_told(const struct judge *j, struct subject gpu, const enum key *keys);

#endif
