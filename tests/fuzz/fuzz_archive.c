/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a compressed file or an archive. */
#include "capture/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_open();
	struct capture capture = { .n = 0 };
	struct slice bytes = { (const char *)data, size };
	struct error error;

	if (archive_is(bytes) && archive_add(&capture, arena, "fuzz", bytes, &error) < 0 && !error.text[0])
		__builtin_trap();
	arena_close(arena);
	return 0;
}
