/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_HOST_H
#define JUDGE_HOST_H
/*
 * What the checks of the host (cpu, memory, disk, system, box) share: comparisons, limits, and the numbers "per GPU".
 *
 * Private to src/judge. Everything reads the facts of the judge and keeps nothing.
 */
#include "judge/judge.h"

/* A share of a promise is still the promise: firmware and the kernel keep some memory, makers round disk sizes. */
#define KEPT_PERCENT 97

/* Whether value is at least `percent` of want; exact for any two int64_t. */
bool host_reaches(int64_t value, int64_t want, int percent);

/* The sign that decided, stored in *ret_sign (NULL when there is none). As judge_is_vm() and judge_is_container(). */
int machine_vm_sign(const struct judge *j, const struct fact **ret_sign);
int machine_container_sign(const struct judge *j, const struct fact **ret_sign);
/* The outputs were taken in WSL: a virtual machine that Windows makes of any machine. */
bool machine_is_wsl(const struct judge *j);

/* The smallest, largest value of an INTEGER key on the box, any item; NULL when there is none. */
const struct fact *host_smallest(const struct judge *j, enum key key);
const struct fact *host_largest(const struct judge *j, enum key key);

/* The number of GPUs: what the driver lists, else the PCI bus. NULL when neither is known. */
const struct fact *host_gpu_count(const struct judge *j);
/* Whether much is wanted for each GPU: 1 training or a data-centre card, 0 neither, -1 no purpose named and the card is not known. */
int host_wants_much(const struct judge *j);

/* Memory as its most exact source tells it; *ret_step is what it was rounded down by. NULL when not known. */
const struct fact *host_memory(const struct judge *j, int64_t *ret_step);
/* Physical cores: told, or threads over threads of a core; 0 when not known. */
int64_t host_cores(const struct judge *j, const struct fact **ret_fact);

/* About an event that a kernel log would show: `events` is its key; KEY_NONE asks for the log's reach alone. */
enum log_answer { LOG_NONE, LOG_EVENT, LOG_BLIND };
/* LOG_NONE only when a log from boot to now was read and holds no such event; *ret_fact is the event or the log. */
enum log_answer host_log(const struct judge *j, enum key events, const struct fact **ret_fact);
/* unknown: no log from boot on was read. */
void host_log_blind(struct judge *j, const struct fact *log, const char *show);

/* A host of its own has no limits above it: they are looked for in a container, where nothing tells, or where some are seen. */
bool host_limits_apply(struct judge *j, struct subject box);

/* Checks of other files that stand in the table of checks_cpu. */
void cpu_limit_judge(struct judge *j, struct subject subject);
void cpu_per_gpu_judge(struct judge *j, struct subject subject);
bool cpu_per_gpu_applies(struct judge *j, struct subject subject);
void cpu_model_judge(struct judge *j, struct subject subject);
void cpu_steal_judge(struct judge *j, struct subject subject);
void cpu_governor_judge(struct judge *j, struct subject subject);
void cpu_turbo_judge(struct judge *j, struct subject subject);
void cpu_mce_judge(struct judge *j, struct subject subject);
void mem_total_judge(struct judge *j, struct subject subject);
void mem_per_gpu_judge(struct judge *j, struct subject subject);
bool mem_per_gpu_applies(struct judge *j, struct subject subject);
void mem_limit_judge(struct judge *j, struct subject subject);
void mem_ecc_judge(struct judge *j, struct subject subject);
void mem_numa_judge(struct judge *j, struct subject subject);
void mem_dimms_judge(struct judge *j, struct subject subject);
void mem_bandwidth_judge(struct judge *j, struct subject subject);
void pids_limit_judge(struct judge *j, struct subject subject);

/* box.conflict (conflict.c). */
void box_conflict_judge(struct judge *j, struct subject subject);

#endif
