/* SPDX-License-Identifier: Apache-2.0 */
/* nvidia-smi conf-compute -q: the state of confidential computing, which is one of the box. */
#include "parse/format_list.h"

static const char *const labels[] = {
	"CC State",	 "Multi-GPU Mode", "CPU CC Capabilities", "GPU CC Capabilities", "CC GPUs Ready State",
	"DevTools Mode", "CC Environment", "CC Feature"
};

static bool label_of(struct slice line, struct slice *ret_label, struct slice *ret_value)
{
	size_t colon = slice_find_char(line, ':');

	if (colon == SLICE_NONE)
		return false;
	*ret_label = slice_trim(slice_sub(line, 0, colon));
	*ret_value = slice_trim(slice_sub(line, colon + 1, line.len));
	for (size_t i = 0; i < sizeof(labels) / sizeof(*labels); i++)
		if (slice_is_nocase(*ret_label, labels[i]))
			return true;
	return false;
}

static bool is_log_head(struct slice line)
{
	return slice_starts(slice_trim(line), "====") && slice_has(line, "CONF-COMPUTE LOG");
}

static bool conf_starts(const struct reader *r)
{
	struct slice label, value;

	return is_log_head(reader_peek(r, 0)) || label_of(reader_peek(r, 0), &label, &value);
}

static void conf_parse(struct reader *r)
{
	struct slice line, label, value;

	while (!reader_ends(r)) {
		line = reader_peek(r, 0);
		bool known = label_of(line, &label, &value);
		if (!known && !is_log_head(line) && slice_trim(line).len)
			break;
		reader_next(r, &line);
		if (known && slice_is_nocase(label, "CC State"))
			reader_value(r, KEY_BOX_CONF_COMPUTE, subject_box(), 0, value, NULL);
	}
}

const struct format format_smi_conf_compute = { .name = "nvidia-smi conf-compute", .starts = conf_starts, .parse = conf_parse };
