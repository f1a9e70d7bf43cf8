/* SPDX-License-Identifier: Apache-2.0 */
/* rocm-smi --json: an object a card, {"card0": {"Temperature (Sensor edge) (C)": "35.0", ...}, ...}. */
#include "parse/format_list.h"

#include <jansson.h>

#include "base/buf.h"

/* Members by how their names begin; names differ between releases, an earlier row is preferred. */
static const struct {
	const char *start;
	enum key key;
	const char *unit;
} members[] = {
	{ "Card Series", KEY_GPU_NAME, NULL },
	{ "Card model", KEY_GPU_NAME, NULL },
	{ "Device ID", KEY_GPU_PCI_DEVICE, NULL },
	{ "GPU ID", KEY_GPU_PCI_DEVICE, NULL },
	{ "DID", KEY_GPU_PCI_DEVICE, NULL },
	{ "PCI Bus", KEY_GPU_PCI_ADDRESS, NULL },
	{ "Serial Number", KEY_GPU_SERIAL, NULL },
	{ "VBIOS version", KEY_GPU_VBIOS, NULL },
	{ "Temperature (Sensor junction) (C)", KEY_GPU_TEMPERATURE, "C" },
	{ "Temperature (Sensor edge) (C)", KEY_GPU_TEMPERATURE, "C" },
	{ "Average Graphics Package Power (W)", KEY_GPU_POWER, "W" },
	{ "Current Socket Graphics Package Power (W)", KEY_GPU_POWER, "W" },
	{ "Max Graphics Package Power (W)", KEY_GPU_POWER_LIMIT, "W" },
	{ "GPU use (%)", KEY_GPU_UTILIZATION, "%" },
	{ "Fan speed (%)", KEY_GPU_FAN, "%" },
	{ "VRAM Total Memory (B)", KEY_GPU_MEMORY_TOTAL, "B" },
	{ "VRAM Total Used Memory (B)", KEY_GPU_MEMORY_USED, "B" },
};

static bool json_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));

	return slice_starts(line, "{\"card") || (slice_is(line, "{") && slice_starts(slice_trim(reader_peek(r, 1)), "\"card"));
}

static void member_read(struct reader *r, json_t *card, struct subject gpu, size_t row)
{
	const char *name;
	json_t *value;
	struct slice address;

	json_object_foreach(card, name, value)
	{
		struct slice s = slice_of(name);
		if (s.len < slice_of(members[row].start).len ||
		    !slice_is_nocase(slice_sub(s, 0, slice_of(members[row].start).len), members[row].start) ||
		    !json_is_string(value))
			continue;
		struct slice words = arena_slice(r->arena, slice_trim(slice_of(json_string_value(value))));
		if (members[row].key != KEY_GPU_PCI_ADDRESS)
			reader_value(r, members[row].key, gpu, 0, words, members[row].unit);
		else if (pci_address(r->arena, words, &address))
			reader_text(r, KEY_GPU_PCI_ADDRESS, gpu, 0, address);
		return;
	}
}

static int card_read(struct reader *r, const char *name, json_t *card)
{
	struct slice rest = slice_of(name);
	int64_t index;
	bool told[KEY_MAX] = { false };

	if (!slice_starts(rest, "card") || !json_is_object(card))
		return 0;
	rest = slice_sub(rest, 4, rest.len);
	if (!slice_int(rest, &index) || index < 0 || index > 4095)
		return 0;
	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		size_t before = r->facts->n;
		if (!told[members[i].key])
			member_read(r, card, subject_gpu((int)index), i);
		told[members[i].key] |= r->facts->n > before;
	}
	return 1;
}

#define OBJECT_MAX ((size_t)16 << 20)

/* Takes lines until braces balance; the text of the object, in the arena. */
static struct slice object_take(struct reader *r)
{
	struct buf all = BUF_INIT(OBJECT_MAX);
	struct slice line;
	int depth = 0;
	bool quoted = false;

	do {
		if (!reader_next(r, &line))
			break;
		for (size_t i = 0; i < line.len; i++) {
			if (line.ptr[i] == '"' && (i == 0 || line.ptr[i - 1] != '\\'))
				quoted = !quoted;
			else if (!quoted)
				depth += (line.ptr[i] == '{') - (line.ptr[i] == '}');
		}
		buf_slice(&all, line);
		buf_char(&all, '\n');
	} while (depth > 0);
	struct slice text = arena_slice(r->arena, buf_view(&all));
	buf_release(&all);
	return text;
}

static void json_parse(struct reader *r)
{
	int line = r->lines[r->pos].number, n = 0;
	struct slice text = object_take(r);
	json_t *root = json_loadb(text.len ? text.ptr : "", text.len, 0, NULL), *card;
	const char *name;

	r->line = line;
	if (!json_is_object(root)) {
		reader_cut(r);
		reader_unread(r);
		json_decref(root);
		return;
	}
	json_object_foreach(root, name, card) n += card_read(r, name, card);
	json_decref(root);
	if (n)
		reader_int(r, KEY_BOX_GPU_COUNT, subject_box(), 0, n);
}

const struct format format_rocm_json = { .name = "rocm-smi --json", .starts = json_starts, .parse = json_parse };
