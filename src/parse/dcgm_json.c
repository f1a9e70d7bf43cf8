/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/dcgm.h"
#include "parse/json_text.h"

static bool dcgm_starts(const struct reader *r);
static void dcgm_parse(struct reader *r);
static bool preface_starts(const struct reader *r);
static void preface_parse(struct reader *r);

const struct format format_dcgm_json = { .name = "dcgmi diag -j", .starts = dcgm_starts, .parse = dcgm_parse };
/* Log lines that dcgmi prints before its JSON. */
const struct format format_dcgm_preface = { .name = "log of dcgmi", .starts = preface_starts, .parse = preface_parse };

#define GPUS_MAX 1024

void dcgm_tell(struct reader *r, int gpu, int item, struct slice status, struct slice test, struct slice warning)
{
	struct subject subject = gpu < 0 ? subject_box() : subject_gpu(gpu);
	struct slice text = test;

	if (warning.len)
		text = arena_printf(r->arena, "%.*s: %.*s", SLICE_ARG(test), SLICE_ARG(warning));
	reader_text(r, gpu < 0 ? KEY_BOX_DCGM : KEY_GPU_DCGM, subject, item, status);
	reader_text(r, gpu < 0 ? KEY_BOX_DCGM_TEST : KEY_GPU_DCGM_TEST, subject, item, text);
}

static bool dcgm_starts(const struct reader *r)
{
	return json_begins(r, "\"DCGM Diagnostic\"") || json_begins(r, "\"DCGM GPU Diagnostic\"");
}

/* Warnings: a string, a list of strings, or a list of {warning, error_id ...}. */
static struct slice warning_words(struct reader *r, const json_t *result)
{
	const json_t *warnings = json_object_get(result, "warnings"), *first = json_array_get(warnings, 0);

	if (json_is_string(warnings))
		return json_words(r, warnings, NULL);
	if (json_is_object(first))
		return json_words(r, first, "warning");
	if (json_is_string(first))
		return json_words(r, first, NULL);
	return json_words(r, result, "warning");
}

/* "gpu_ids": "0,1,2" or "gpu_id": "3" */
static struct slice gpu_list(struct reader *r, const json_t *result)
{
	struct slice ids = json_words(r, result, "gpu_ids");

	if (!ids.len)
		ids = json_words(r, result, "gpu_id");
	if (!ids.len && slice_is_nocase(json_words(r, result, "entity_group"), "GPU"))
		ids = json_words(r, result, "entity_id");
	return ids;
}

static void result_tell(struct reader *r, const json_t *result, struct slice test, int item)
{
	struct slice status = json_words(r, result, "status"), rest = gpu_list(r, result), id;
	int64_t gpu;
	bool told = false;

	while (status.len && slice_split(&rest, ',', &id)) {
		if (!slice_int(slice_trim(id), &gpu) || gpu < 0 || gpu >= GPUS_MAX)
			continue;
		dcgm_tell(r, (int)gpu, item, status, test, warning_words(r, result));
		told = true;
	}
	if (status.len && !told)
		dcgm_tell(r, -1, item, status, test, warning_words(r, result));
}

/* In 4.x the summary repeats the worst of the results: it is told when there are none. */
static void test_tell(struct reader *r, const json_t *test, int item)
{
	const json_t *results = json_object_get(test, "results"), *result;
	struct slice name = json_words(r, test, "name");
	size_t i;

	json_array_foreach(results, i, result) result_tell(r, result, name, item);
	if (json_array_size(results) == 0 && json_object_get(test, "test_summary"))
		result_tell(r, json_object_get(test, "test_summary"), name, item);
}

static void dcgm_parse(struct reader *r)
{
	json_t *tree = json_take(r);
	const json_t *root = json_object_get(tree, "DCGM Diagnostic"), *category, *test;
	size_t i, j;
	int item = 0;

	if (!root)
		root = json_object_get(tree, "DCGM GPU Diagnostic");
	json_array_foreach(json_object_get(root, "test_categories"), i, category)
		json_array_foreach(json_object_get(category, "tests"), j, test) test_tell(r, test, item++);
	struct slice error = json_words(r, root, "runtime_error");
	if (error.len)
		dcgm_tell(r, -1, item, SLICE("Not Run"), SLICE("runtime error"), error);
	json_decref(tree);
}

/* "2022-11-07 01:21:36.482 DEBUG [123:124] ..." or "[2022-11-07 ...] INFO", with the JSON below. */
static bool is_log_line(struct slice line)
{
	struct slice s = slice_starts(line, "[") ? slice_sub(line, 1, line.len) : line;

	return s.len > 20 && slice_is_digits(slice_sub(s, 0, 4)) && s.ptr[4] == '-' &&
	       (slice_has(s, " DEBUG ") || slice_has(s, " INFO ") || slice_has(s, " WARN") || slice_has(s, " ERROR ") ||
		slice_has(s, " VERB "));
}

#define PREFACE_MAX 400

static bool preface_starts(const struct reader *r)
{
	if (!is_log_line(reader_peek(r, 0)) || (r->pos > 0 && is_log_line(r->lines[r->pos - 1].text)))
		return false;
	for (size_t i = 1; i < PREFACE_MAX && r->pos + i < r->n; i++) {
		struct slice line = r->lines[r->pos + i].text;
		if (slice_starts(slice_trim(line), "{"))
			return slice_has(reader_peek(r, i), "\"DCGM") || slice_has(reader_peek(r, i + 1), "\"DCGM") ||
			       slice_has(reader_peek(r, i + 2), "\"DCGM");
		if (!is_log_line(line) && slice_trim(line).len)
			return false;
	}
	return false;
}

static void preface_parse(struct reader *r)
{
	struct slice line;

	while (reader_next(r, &line)) {
		if (slice_starts(slice_trim(line), "{")) {
			reader_back(r);
			return;
		}
	}
}
