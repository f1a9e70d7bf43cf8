/* SPDX-License-Identifier: Apache-2.0 */
#include "cmd/box.h"

#include <string.h>

#include "base/buf.h"
#include "capture/capture.h"
#include "parse/parse.h"

static int capture_read(struct arena *arena, const char *const paths[], size_t n, struct capture *capture)
{
	struct error error;

	for (size_t i = 0; i < n; i++)
		if (capture_add(capture, arena, paths[i], &error) < 0)
			return cmd_fail_error(&error);
	return STATUS_OK;
}

int files_read(struct arena *arena, const char *const paths[], size_t n, struct read_files *ret)
{
	struct facts *all = facts_new(arena);
	struct capture capture = { .blobs = NULL };
	int status = capture_read(arena, paths, n, &capture);

	if (status != STATUS_OK)
		return status;
	ret->inputs = arena_array(arena, capture.n + 1, sizeof(*ret->inputs));
	ret->n_inputs = capture.n;
	for (size_t i = 0; i < capture.n; i++) {
		const struct blob *blob = &capture.blobs[i];
		ret->inputs[i] = (struct report_input){ .file = blob->name, .oddity = blob->oddity };
		if (!blob->oddity)
			parse_blob(all, blob->name, blob->data);
		report_input_read(arena, &ret->inputs[i], all);
	}
	ret->boxes = boxes_deal(arena, all);
	if (ret->boxes.too_many)
		return cmd_fail(arena, MSG("the files hold outputs of more than %1 machines; judge fewer at a time", A_INT(BOXES_MAX)));
	return STATUS_OK;
}

#define LIST_MAX ((size_t)16 * 1024)

/* "nvidia-smi -q, lscpu, ...": every format once. */
static struct slice formats_list(struct arena *arena)
{
	struct buf list = BUF_INIT(LIST_MAX);

	for (size_t i = 0; formats[i]; i++) {
		bool again = false;
		for (size_t k = 0; k < i; k++)
			again |= strcmp(formats[i]->name, formats[k]->name) == 0;
		if (again)
			continue;
		buf_text(&list, list.len ? ", " : "");
		buf_text(&list, formats[i]->name);
	}
	struct slice text = arena_slice(arena, buf_view(&list));
	buf_release(&list);
	return text;
}

int files_recognised(struct arena *arena, const struct read_files *files)
{
	for (size_t i = 0; i < files->n_inputs; i++)
		if (files->inputs[i].n_outputs)
			return STATUS_OK;
	for (size_t i = 0; i < files->n_inputs; i++)
		cmd_say(arena, report_input_unknown(&files->inputs[i]));
	return cmd_fail(arena, MSG("known outputs: %1", A_TEXT(formats_list(arena))));
}

int lease_load(struct arena *arena, const char *path, struct lease **ret)
{
	struct capture capture = { .blobs = NULL };
	struct error error;
	int status = capture_read(arena, &path, 1, &capture);

	if (status != STATUS_OK)
		return status;
	if (capture.n != 1 || capture.blobs[0].oddity)
		return cmd_fail(arena, MSG("%1: not a lease: one YAML file is wanted; 'gpuvet lease init' writes one", A_STR(path)));
	if (lease_read(arena, capture.blobs[0].name, capture.blobs[0].data, ret, &error) < 0)
		return cmd_fail_error(&error);
	return STATUS_OK;
}
