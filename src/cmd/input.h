/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H
/*
 * The files that a person names, as blobs of bytes with a name.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/slice.h"

struct blob {
	struct slice name, data;
};

/* A file larger than this is refused: it is no saved output. */
#define INPUT_MAX ((size_t)256 << 20)

/* Reads one file whole; "-" is standard input. -EFBIG over INPUT_MAX, else what the system says, with a text. */
int input_read(struct arena *arena, const char *path, struct blob *ret, struct error *error) __attribute__((warn_unused_result));

#endif
