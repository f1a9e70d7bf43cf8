/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CAPTURE_MANIFEST_H
#define CAPTURE_MANIFEST_H
/* capture.json: the file that makes a directory or an archive a capture: {"capture": 1, ...}. */
#include "base/error.h"
#include "base/slice.h"

#define MANIFEST_NAME "capture.json"

/* Whether a blob's name is that of a manifest, in a directory or an archive. */
bool manifest_is(struct slice name);
/* -EINVAL when it is no manifest, -ENOTSUP when a newer gpuvet made it. */
int manifest_check(struct slice name, struct slice data, struct error *error) __attribute__((warn_unused_result));

#endif
