/* SPDX-License-Identifier: Apache-2.0 */
/* nvidia-smi -L: a line a GPU, below it a line a MIG device. */
#include "parse/format_list.h"

#include "parse/gpu_line.h"

static const char handle[] = "Unable to determine the device handle for ";

static bool list_starts(const struct reader *r)
{
	struct gpu_line g;

	return gpu_line_read(reader_peek(r, 0), &g);
}

/* "  MIG 1g.20gb     Device  0: (UUID: MIG-...)" */
static bool mig_read(struct reader *r, struct slice line, struct subject gpu)
{
	struct slice rest = slice_trim(line), word;
	int64_t device;

	if (!slice_starts(rest, "MIG ") || !slice_has(rest, "Device"))
		return false;
	struct slice profile = slice_trim(slice_sub(rest, 4, slice_find(rest, "Device")));
	rest = slice_sub(rest, slice_find(rest, "Device") + 6, rest.len);
	if (!slice_word(&rest, &word) || !slice_take_int(&word, &device) || device > 63)
		return false;
	reader_text(r, KEY_GPU_MIG_DEVICE, gpu, (int)device, profile);
	return true;
}

static void count_end(struct reader *r, int n, bool gap, bool lost)
{
	if (!gap && !lost) {
		reader_int(r, KEY_BOX_GPU_COUNT, subject_box(), 0, n);
		return;
	}
	if (gap)
		reader_cut(r);
	reader_absent(r, KEY_BOX_GPU_COUNT, subject_box(), 0, lost ? ABSENT_LOST : ABSENT_CUT);
}

static void lost_read(struct reader *r, struct slice line)
{
	struct slice rest = slice_sub(line, sizeof(handle) - 1, line.len), canonical;

	rest = slice_trim(slice_sub(rest, 3, rest.len)); /* "GPU", "gpu" */
	size_t end = slice_find(rest, ": ");
	struct slice address = slice_sub(rest, 0, end);
	if (end == SLICE_NONE || !pci_address(r->arena, address, &canonical)) /* broken off in the address, perhaps */
		return;
	reader_text(r, KEY_GPU_PCI_ADDRESS, subject_gpu_pci(r->arena, address), 0, canonical);
	reader_text(r, KEY_GPU_NODE_LOST, subject_gpu_pci(r->arena, address), 0,
		    slice_trim(slice_sub(rest, end + 2, rest.len)));
}

/* In a list that shows the MIG devices of some GPU, one without any is not split. */
static void whole_read(struct reader *r, size_t start)
{
	size_t end = r->facts->n;
	bool any = false, split = false;

	for (size_t i = start; i < end; i++)
		any |= r->facts->facts[i]->key == KEY_GPU_MIG_CURRENT;
	for (size_t i = end; any && i-- > start;) { /* backwards: the MIG devices stand behind their GPU */
		const struct fact *f = r->facts->facts[i];
		split |= f->key == KEY_GPU_MIG_CURRENT;
		if (f->key != KEY_GPU_NAME)
			continue;
		r->line = f->line;
		if (!split)
			reader_flag(r, KEY_GPU_MIG_CURRENT, f->subject, 0, false);
		split = false;
	}
}

static void list_parse(struct reader *r)
{
	struct subject gpu = subject_gpu(0);
	struct slice line;
	struct gpu_line g;
	int n = 0;
	size_t start = r->facts->n;
	bool gap = false, lost = false, split = false, any_unclosed = false;

	while (!reader_ends(r)) {
		line = slice_trim(reader_peek(r, 0));
		if (gpu_line_read(line, &g)) {
			if (g.index < n) /* another list begins */
				break;
			reader_next(r, &line);
			gpu = subject_gpu(g.index);
			gpu_line_facts(r, &g);
			gap |= g.index != n && !lost;
			any_unclosed |= !g.closed;
			n = g.index + 1;
			split = false;
		} else if (n && slice_starts(line, "MIG ")) {
			reader_next(r, &line);
			if (!mig_read(r, line, gpu)) {
				reader_unread(r);
				continue;
			}
			if (!split)
				reader_flag(r, KEY_GPU_MIG_CURRENT, gpu, 0, true);
			split = true;
		} else if (slice_starts(line, handle)) {
			reader_next(r, &line);
			lost_read(r, slice_trim(line));
			lost = true;
		} else if (n && slice_starts(line, "GPU ") && line.len > 4 && line.ptr[4] >= '0' && line.ptr[4] <= '9') {
			reader_next(r, &line); /* breaks off */
			reader_unread(r);
			gap = true;
		} else {
			gap |= n && r->pos + 1 == r->n &&
			       (slice_is(line, "G") || slice_is(line, "GP") || slice_is(line, "GPU"));
			break;
		}
	}
	count_end(r, n, gap || any_unclosed, lost);
	if (!gap && !any_unclosed)
		whole_read(r, start);
}

const struct format format_smi_list = { .name = "nvidia-smi -L", .starts = list_starts, .parse = list_parse };
