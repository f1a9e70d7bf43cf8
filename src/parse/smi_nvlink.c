/* SPDX-License-Identifier: Apache-2.0 */
/* nvidia-smi nvlink -s, -c, -e, -i: a line that names a GPU, then lines of its links, or a sentence in place of them. */
#include "parse/format_list.h"
#include "parse/gpu_line.h"

#define LINKS_MAX 64

/* Labels of -e by what they hold; the first that fits. Labels without a row are read and tell no fact. */
static const struct {
	const char *has;
	enum key key;
} counters[] = {
	{ "Link recovery failed", KEY_GPU_NVLINK_RECOVERY },
	{ "Link recovery successful", KEY_GPU_NVLINK_RECOVERED },
	{ "Recovery Errors", KEY_GPU_NVLINK_RECOVERY },
	{ "Replay", KEY_GPU_NVLINK_REPLAY },
	{ "CRC", KEY_GPU_NVLINK_CRC },
};

enum sentence { SENTENCE_NONE, SENTENCE_INACTIVE, SENTENCE_ABSENT, SENTENCE_MIG };

static enum sentence sentence_of(struct slice line)
{
	if (slice_has_nocase(line, "all links are inactive"))
		return SENTENCE_INACTIVE;
	if (slice_has_nocase(line, "does not have or support nvlink"))
		return SENTENCE_ABSENT;
	if (slice_has_nocase(line, "nvlink queries are not supported for devices in mig"))
		return SENTENCE_MIG;
	return SENTENCE_NONE;
}

/* "Link 0: 26.562 GB/s", "Link 0, P2P is supported: true": number and rest. */
static bool link_split(struct slice line, int *ret_link, struct slice *ret_rest)
{
	struct slice rest = slice_trim(line);
	int64_t link;

	if (!slice_starts(rest, "Link "))
		return false;
	rest = slice_sub(rest, 5, rest.len);
	if (!slice_take_int(&rest, &link) || link >= LINKS_MAX || !(slice_starts(rest, ":") || slice_starts(rest, ",")))
		return false;
	*ret_link = (int)link;
	*ret_rest = slice_trim(slice_sub(rest, 1, rest.len));
	return true;
}

static bool is_link_line(struct slice line)
{
	int link;
	struct slice rest;

	return link_split(line, &link, &rest);
}

static bool nvlink_starts(const struct reader *r)
{
	struct gpu_line g;
	size_t ahead = 1;

	if (sentence_of(reader_peek(r, 0)))
		return true;
	if (!gpu_line_read(reader_peek(r, 0), &g))
		return false;
	while (ahead < 3 && slice_trim(reader_peek(r, ahead)).len == 0)
		ahead++;
	return is_link_line(reader_peek(r, ahead)) || sentence_of(reader_peek(r, ahead));
}

static void counter_read(struct reader *r, struct subject gpu, int link, struct slice rest)
{
	size_t colon = slice_find_char(rest, ':');
	struct slice label = slice_sub(rest, 0, colon),
		     value = colon == SLICE_NONE ? (struct slice){ NULL, 0 } : slice_trim(slice_sub(rest, colon + 1, rest.len));

	for (size_t i = 0; colon != SLICE_NONE && i < sizeof(counters) / sizeof(*counters); i++) {
		if (!slice_has_nocase(label, counters[i].has))
			continue;
		reader_value(r, counters[i].key, gpu, link, value, NULL);
		return;
	}
	if (colon == SLICE_NONE)
		reader_unread(r);
}

static void link_read(struct reader *r, struct subject gpu, int link, struct slice rest)
{
	int64_t speed;

	if (slice_is_nocase(rest, "<inactive>") || slice_is_nocase(rest, "inactive"))
		reader_flag(r, KEY_GPU_NVLINK_STATE, gpu, link, false);
	else if (quantity_parse(rest, UNIT_BYTES_PER_SECOND, NULL, &speed, NULL) == 0) {
		reader_flag(r, KEY_GPU_NVLINK_STATE, gpu, link, true);
		reader_int(r, KEY_GPU_NVLINK_SPEED, gpu, link, speed);
	} else if (cell_absence(rest) != PRESENT) {
		reader_absent(r, KEY_GPU_NVLINK_STATE, gpu, link, cell_absence(rest));
	} else {
		counter_read(r, gpu, link, rest);
	}
}

static void sentence_read(struct reader *r, enum sentence sentence, bool known, struct subject gpu)
{
	if (sentence == SENTENCE_INACTIVE && !known) {
		reader_flag(r, KEY_BOX_NVLINK_ALL_INACTIVE, subject_box(), 0, true);
	} else if (sentence == SENTENCE_INACTIVE) {
		reader_flag(r, KEY_GPU_NVLINK_ALL_INACTIVE, gpu, 0, true);
	} else if (known && sentence == SENTENCE_ABSENT) {
		reader_flag(r, KEY_GPU_NVLINK_ABSENT, gpu, 0, true);
	} else if (known && sentence == SENTENCE_MIG) {
		reader_absent(r, KEY_GPU_NVLINK_STATE, gpu, 0, ABSENT_MIG);
		reader_flag(r, KEY_GPU_MIG_CURRENT, gpu, 0, true);
	}
}

static bool goes_on(const struct reader *r)
{
	struct gpu_line g;
	struct slice line = slice_trim(reader_peek(r, 0));

	if (reader_ends(r))
		return false;
	if (line.len == 0)
		return is_link_line(reader_peek(r, 1)) || gpu_line_read(reader_peek(r, 1), &g);
	return is_link_line(line) || sentence_of(line) || gpu_line_read(line, &g) || slice_starts(line, "NVLE") ||
	       slice_starts(line, "Firmware Version") || slice_is(line, "...") || slice_is(line, "[...]");
}

static void nvlink_parse(struct reader *r)
{
	struct subject gpu = subject_gpu(0);
	struct slice line, rest;
	struct gpu_line g;
	bool known = false;
	int link;

	while (goes_on(r) && reader_next(r, &line)) {
		enum sentence sentence = sentence_of(line);
		if (gpu_line_read(line, &g)) {
			gpu = subject_gpu(g.index);
			known = true;
			gpu_line_facts(r, &g);
		} else if (sentence) {
			sentence_read(r, sentence, known, gpu);
		} else if (link_split(line, &link, &rest)) {
			if (known)
				link_read(r, gpu, link, rest);
			else
				reader_unread(r);
		} else if (slice_has(line, "...")) {
			reader_cut(r);
		}
	}
}

const struct format format_smi_nvlink = { .name = "nvidia-smi nvlink", .starts = nvlink_starts, .parse = nvlink_parse };
