/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CAPTURE_ARCHIVE_H
#define CAPTURE_ARCHIVE_H
/* Compressed files and archives: gzip, xz, zstd, bzip2 around one file or a tar; zip. */
#include "capture/capture.h"

/* By the first bytes. */
bool archive_is(struct slice data);
/*
 * Adds each file as a blob "path:name" (a lone compressed file as "path"). -EINVAL for links, devices and damaged data,
 * -EFBIG past the limits: a zip bomb ends there.
 */
int archive_add(struct capture *capture, struct arena *arena, const char *path, struct slice data, struct error *error)
	__attribute__((warn_unused_result));

#endif
