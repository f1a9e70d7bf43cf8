/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "parse/cells.h"
#include "parse/lspci.h"

static bool links_start(const struct reader *r);
static void links_parse(struct reader *r);

/* "lspci -vvv | grep -E 'LnkCap|LnkSta'": links in the order of the devices, whose heads are not there. */
const struct format format_pcie_links = { .name = "lspci link lines", .starts = links_start, .parse = links_parse };

struct speed {
	const char *text;
	int64_t gen;
};

static const struct speed speeds[] = { { "2.5GT/s", 1 }, { "5GT/s", 2 },  { "8GT/s", 3 },   { "16GT/s", 4 },
				       { "32GT/s", 5 },	 { "64GT/s", 6 }, { "5.0GT/s", 2 }, { "8.0GT/s", 3 } };

struct pcie_link pcie_link_read(struct slice text)
{
	struct slice speed = slice_nth_word(slice_after(text, "Speed "), 0), width = slice_after(text, "Width x");
	struct pcie_link link = { 0, 0 };

	if (slice_ends(speed, ","))
		speed = slice_sub(speed, 0, speed.len - 1);
	for (size_t i = 0; i < sizeof(speeds) / sizeof(*speeds); i++)
		if (slice_is(speed, speeds[i].text))
			link.gen = speeds[i].gen;
	if (!slice_take_int(&width, &link.width) || link.width > 32)
		link.width = 0;
	return link;
}

bool pcie_link_line(struct slice line, const char *label, struct slice *ret)
{
	struct slice s = slice_trim(line);

	if (!slice_starts(s, label))
		return false;
	*ret = slice_trim(slice_sub(s, strlen(label), s.len));
	return true;
}

static bool links_start(const struct reader *r)
{
	struct slice line = reader_peek(r, 0), text;

	return pcie_link_line(line, "LnkCap:", &text) || pcie_link_line(line, "LnkSta:", &text);
}

static void value_tell(struct reader *r, enum key key, int item, int64_t value)
{
	if (value)
		reader_int(r, key, subject_box(), item, value);
}

static void links_parse(struct reader *r)
{
	bool have_cap = false, have_sta = false;
	struct slice line, text;
	int item = 0;

	while (reader_next(r, &line)) {
		bool cap = pcie_link_line(line, "LnkCap:", &text), sta = !cap && pcie_link_line(line, "LnkSta:", &text);
		if (!cap && !sta) {
			if (slice_starts(slice_trim(line), "Lnk") || slice_is(slice_trim(line), "--"))
				continue;
			reader_back(r);
			return;
		}
		if ((cap && (have_cap || have_sta)) || (sta && have_sta)) {
			item++;
			have_cap = have_sta = false;
		}
		struct pcie_link link = pcie_link_read(text);
		value_tell(r, cap ? KEY_BOX_PCIE_LINK_GEN_CAP : KEY_BOX_PCIE_LINK_GEN, item, link.gen);
		value_tell(r, cap ? KEY_BOX_PCIE_LINK_WIDTH_CAP : KEY_BOX_PCIE_LINK_WIDTH, item, link.width);
		have_cap |= cap;
		have_sta |= sta;
	}
}
