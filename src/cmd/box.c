/* SPDX-License-Identifier: Apache-2.0 */
#include "cmd/box.h"

#include <string.h>

#include "cmd/input.h"
#include "parse/parse.h"

int files_read(struct arena *arena, const char *const paths[], size_t n, struct read_files *ret)
{
	struct facts *all = facts_new(arena);
	struct error error;

	ret->inputs = arena_array(arena, n + 1, sizeof(*ret->inputs));
	ret->n_inputs = n;
	for (size_t i = 0; i < n; i++) {
		struct blob blob;
		if (input_read(arena, paths[i], &blob, &error) < 0)
			return cmd_fail_error(&error);
		parse_blob(all, blob.name, blob.data);
		ret->inputs[i].file = blob.name;
	}
	for (size_t i = 0; i < n; i++)
		report_input_read(arena, &ret->inputs[i], all);
	ret->boxes = boxes_deal(arena, all);
	return STATUS_OK;
}

/* "nvidia-smi -q, lscpu, ...": every format once. */
static struct slice formats_list(struct arena *arena)
{
	struct slice list = { NULL, 0 };

	for (size_t i = 0; formats[i]; i++) {
		bool again = false;
		for (size_t k = 0; k < i; k++)
			again |= strcmp(formats[i]->name, formats[k]->name) == 0;
		if (!again)
			list = list.len ? arena_printf(arena, "%.*s, %s", SLICE_ARG(list), formats[i]->name) : slice_of(formats[i]->name);
	}
	return list;
}

int files_recognised(struct arena *arena, const struct read_files *files)
{
	for (size_t i = 0; i < files->n_inputs; i++)
		if (files->inputs[i].n_outputs)
			return STATUS_OK;
	for (size_t i = 0; i < files->n_inputs; i++)
		cmd_say(arena, MSG("%1: nothing in this file is an output that gpuvet knows", A_TEXT(files->inputs[i].file)));
	return cmd_fail(arena, MSG("known outputs: %1", A_TEXT(formats_list(arena))));
}
