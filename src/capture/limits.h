/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CAPTURE_LIMITS_H
#define CAPTURE_LIMITS_H
/* Limits of what is read, chosen for gpuvet: a bug report of an eight-card box is 5 to 30 MiB of text. */
#include "capture/capture.h"

#define CAPTURE_MAX_FILE     (64 << 20)	 /* one file, unpacked */
#define CAPTURE_MAX_BYTES    (256 << 20) /* all files of one run together */
#define CAPTURE_MAX_ENTRIES  4096	 /* files in one archive */
#define CAPTURE_WAIT_SECONDS 60		 /* silence on a pipe */

/* Adds one blob; its slices must live in the arena. -EFBIG past CAPTURE_MAX_BYTES. */
int capture_blob_add(struct capture *capture, struct arena *arena, struct slice name, struct slice data, struct error *error)
	__attribute__((warn_unused_result));

#endif
