/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CAPTURE_CAPTURE_H
#define CAPTURE_CAPTURE_H
/*
 * A capture: what a person hands over, as named blobs.
 *
 * A path may be a plain file, a pipe or "-" (standard input), a compressed file, a tar or zip archive of files, or a
 * directory that holds a capture (capture.json). Nothing is ever unpacked to disk, no link is followed inside an archive,
 * and every size, count and wait has a limit.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/slice.h"

/* The version of capture.json that this program reads. */
#define CAPTURE_VERSION 1

struct blob {
	struct slice name; /* as a person would call it: "out.tar.zst:nvidia-smi.txt" */
	struct slice data;
	const char *oddity; /* why it holds no text, as a message id ("the file is empty"); NULL for text */
};

struct capture {
	struct blob *blobs;
	size_t n, capacity;
	size_t bytes; /* of all blobs */
};

/*
 * Adds what `path` holds. A negative errno with one line that names the path and the remedy: it cannot be opened, is a
 * directory without a capture, a device, too large, a damaged archive, an archive with links, a newer capture format.
 * An empty or binary file is a blob with an oddity, no error.
 */
int capture_add(struct capture *capture, struct arena *arena, const char *path, struct error *error)
	__attribute__((warn_unused_result));

#endif
