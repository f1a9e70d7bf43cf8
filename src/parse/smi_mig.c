/* SPDX-License-Identifier: Apache-2.0 */
/* nvidia-smi mig -lgi and -lci: tables of GPU instances and compute instances; -lgip lists what could be made. */
#include "parse/format_list.h"
#include "parse/table_cells.h"

static bool is_title(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_starts(s, "|") &&
	       (slice_has(s, "| GPU instances:") || slice_has(s, "| Compute instances:") || slice_has(s, "instance profiles:"));
}

static bool is_sentence(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_starts(s, "No MIG-enabled devices found") || slice_starts(s, "No GPU instances found") ||
	       slice_starts(s, "No compute instances found");
}

static bool mig_starts(const struct reader *r)
{
	return is_sentence(reader_peek(r, 0)) || is_title(reader_peek(r, 0)) ||
	       (is_rule(reader_peek(r, 0)) && is_title(reader_peek(r, 1)));
}

/* "0  MIG 2g.10gb  19  3  4:2" (GPU instance), "0  3  MIG 2g.10gb  0  0  0:2" (compute instance) */
static bool instance_read(struct reader *r, struct slice cell, int *items)
{
	struct slice words[TABLE_WORDS];
	size_t n = cell_words(cell, words, TABLE_WORDS), mig = 1;
	int64_t gpu;

	if (n < 3 || !slice_int(words[0], &gpu) || gpu < 0 || gpu > 127)
		return false;
	while (mig < n && !slice_is(words[mig], "MIG"))
		mig++;
	if (mig + 1 >= n || mig > 2)
		return false;
	if (items[gpu] == 0)
		reader_flag(r, KEY_GPU_MIG_CURRENT, subject_gpu((int)gpu), 0, true);
	reader_text(r, KEY_GPU_MIG_DEVICE, subject_gpu((int)gpu), items[gpu]++, words[mig + 1]);
	return true;
}

static void mig_parse(struct reader *r)
{
	int items[128] = { 0 };
	bool profiles = false, data = false;
	struct slice line;
	struct cells c;

	while (!reader_ends(r)) {
		line = slice_trim(reader_peek(r, 0));
		if (!is_sentence(line) && !is_rule(line) && !(cells_split(line, &c) && c.n == 1))
			break;
		reader_next(r, &line);
		profiles |= slice_has(line, "instance profiles:");
		data |= slice_starts(slice_trim(line), "|=");
		if (is_rule(line) || !cells_split(line, &c) || !data || profiles || c.cell[0].len == 0)
			continue;
		if (!instance_read(r, c.cell[0], items))
			reader_unread(r);
	}
}

const struct format format_smi_mig = { .name = "nvidia-smi mig", .starts = mig_starts, .parse = mig_parse };
