/* SPDX-License-Identifier: Apache-2.0 */
/* nvidia-smi --version: four lines of "LABEL : value". */
#include "parse/format_list.h"

static const struct {
	const char *label;
	enum key key;
} rows[] = {
	{ "NVIDIA-SMI version", KEY_BOX_DRIVER_SMI_VERSION },
	{ "NVML version", KEY_BOX_DRIVER_LIBRARY_VERSION },
	{ "DRIVER version", KEY_BOX_DRIVER_VERSION },
	{ "KMD version", KEY_BOX_DRIVER_VERSION },
	{ "CUDA Version", KEY_BOX_DRIVER_CUDA },
	{ "CUDA UMD Version", KEY_BOX_DRIVER_CUDA },
};

static bool row_of(struct slice line, enum key *ret_key, struct slice *ret_value)
{
	size_t colon = slice_find_char(line, ':');

	for (size_t i = 0; colon != SLICE_NONE && i < sizeof(rows) / sizeof(*rows); i++) {
		if (!slice_is_nocase(slice_trim(slice_sub(line, 0, colon)), rows[i].label))
			continue;
		*ret_key = rows[i].key;
		*ret_value = slice_trim(slice_sub(line, colon + 1, line.len));
		return true;
	}
	return false;
}

static bool version_starts(const struct reader *r)
{
	enum key key;
	struct slice value;

	return row_of(reader_peek(r, 0), &key, &value) && key != KEY_BOX_DRIVER_CUDA;
}

static void version_parse(struct reader *r)
{
	struct slice line, value;
	enum key key;

	while (!reader_ends(r) && row_of(reader_peek(r, 0), &key, &value) && reader_next(r, &line)) {
		if (slice_starts(value, "Deprecated")) /* "Deprecated, see "KMD version" instead": that row has the value */
			continue;
		if (reader_line_open(r)) {
			reader_absent(r, key, subject_box(), 0, ABSENT_CUT);
			continue;
		}
		reader_value(r, key, subject_box(), 0, value, NULL);
		if (key == KEY_BOX_DRIVER_VERSION)
			reader_flag(r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, true);
	}
}

const struct format format_smi_version = { .name = "nvidia-smi --version", .starts = version_starts, .parse = version_parse };
