/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a lease file. */
#include "judge/judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_open();
	struct lease *lease;
	struct error error;

	if (lease_read(arena, SLICE("lease.yaml"), (struct slice){ (const char *)data, size }, &lease, &error) == 0)
		judge_lease(arena, lease);
	arena_close(arena);
	return 0;
}
