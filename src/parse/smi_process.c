/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/smi_process.h"

int *smi_processes_gpu(struct smi_processes *all, struct subject gpu)
{
	for (size_t i = 0; i < all->n; i++)
		if (subject_eq(all->gpus[i], gpu))
			return &all->counts[i];
	if (all->n == SMI_PROCESS_GPUS)
		return NULL;
	all->gpus[all->n] = gpu;
	all->counts[all->n] = 0;
	all->unsupported[all->n] = false;
	return &all->counts[all->n++];
}

void smi_processes_unsupported(struct smi_processes *all, struct subject gpu)
{
	int *count = smi_processes_gpu(all, gpu);

	if (count)
		all->unsupported[count - all->counts] = true;
}

void smi_processes_add(struct smi_processes *all, struct reader *r, struct subject gpu, const struct smi_process *p)
{
	int *count = smi_processes_gpu(all, gpu);

	if (!count)
		return;
	int item = (*count)++;
	reader_text(r, KEY_GPU_PROCESS, gpu, item, p->name);
	if (p->pid.len)
		reader_value(r, KEY_GPU_PROCESS_PID, gpu, item, p->pid, NULL);
	if (p->type.len)
		reader_text(r, KEY_GPU_PROCESS_TYPE, gpu, item, p->type);
	if (p->memory.len)
		reader_value(r, KEY_GPU_PROCESS_MEMORY, gpu, item, p->memory, "MiB");
}

void smi_processes_end(const struct smi_processes *all, struct reader *r)
{
	for (size_t i = 0; i < all->n; i++) {
		if (all->unsupported[i])
			reader_absent(r, KEY_GPU_PROCESS_COUNT, all->gpus[i], 0, ABSENT_UNSUPPORTED);
		else
			reader_int(r, KEY_GPU_PROCESS_COUNT, all->gpus[i], 0, all->counts[i]);
	}
}
