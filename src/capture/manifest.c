/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/manifest.h"

#include <errno.h>
#include <jansson.h>

#include "capture/capture.h"

bool manifest_is(struct slice name)
{
	return slice_is(name, MANIFEST_NAME) || slice_ends(name, "/" MANIFEST_NAME) || slice_ends(name, ":" MANIFEST_NAME);
}

int manifest_check(struct slice name, struct slice data, struct error *error)
{
	json_error_t why;
	json_t *root = json_loadb(data.ptr ? data.ptr : "", data.len, JSON_REJECT_DUPLICATES, &why);
	int r = 0;

	if (!root)
		return error_set(error, EINVAL, "%.*s:%d: %s", SLICE_ARG(name), why.line, why.text);
	const json_t *version = json_object_get(root, "capture");
	json_int_t v = json_integer_value(version);
	if (!json_is_integer(version) || v < 1)
		r = error_set(error, EINVAL, "%.*s: \"capture\" is not a format version; this is no capture", SLICE_ARG(name));
	else if (v > CAPTURE_VERSION)
		r = error_set(error, ENOTSUP, "%.*s: capture format %" JSON_INTEGER_FORMAT " is newer than this gpuvet, which reads %d; update gpuvet",
			      SLICE_ARG(name), v, CAPTURE_VERSION);
	json_decref(root);
	return r;
}
