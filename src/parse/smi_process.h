/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_SMI_PROCESS_H
#define PARSE_SMI_PROCESS_H
/* Processes on GPUs as the outputs of nvidia-smi list them, and how many each GPU has. */
#include "parse/parse.h"

#define SMI_PROCESS_GPUS 128

/* The GPUs that one list covers, with the number of processes seen on each. */
struct smi_processes {
	struct subject gpus[SMI_PROCESS_GPUS];
	int counts[SMI_PROCESS_GPUS];
	bool unsupported[SMI_PROCESS_GPUS];
	size_t n;
};

struct smi_process {
	struct slice pid, type, name, memory; /* an empty slice is not told */
};

/* Says that the list covers a GPU; NULL when there are too many. */
int *smi_processes_gpu(struct smi_processes *all, struct subject gpu);
/* Says that the list names no processes of this GPU because it cannot. */
void smi_processes_unsupported(struct smi_processes *all, struct subject gpu);
void smi_processes_add(struct smi_processes *all, struct reader *r, struct subject gpu, const struct smi_process *process);
/* The list is complete: its counts become facts. */
void smi_processes_end(const struct smi_processes *all, struct reader *r);

#endif
