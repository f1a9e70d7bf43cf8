/* SPDX-License-Identifier: Apache-2.0 */
#include "lease/lease_write.h"

#include <string.h>

#include "base/text.h"

#define DEEPEST 4

/* What to ask the supplier, by the part of the file that the answer belongs to. */
static const struct {
	const char *part, *question;
} questions[] = {
	{ "supplier", N_("Which company signs and is paid?") },
	{ "term", N_("From which day, and for how long at this price?") },
	{ "machine", N_("The whole machine, a virtual machine or a container?") },
	{ "gpu", N_("Which card exactly, how many in one machine, linked how, and all mine?") },
	{ "cpu", N_("How many physical cores, not threads, are mine alone?") },
	{ "memory", N_("How much memory of the machine is mine alone?") },
	{ "disk", N_("Which disks are local, how large and how fast?") },
	{ "network", N_("Which rate is mine alone, and what does the traffic cost?") },
	{ "software", N_("Which driver is installed, and who may change it?") },
	{ "price", N_("What does it cost, for what, with or without tax?") },
	{ "billing", N_("What is billed when it is stopped, ends early or goes on?") },
	{ "sla", N_("What is paid back when it fails, and until when must it be claimed?") },
	{ "data", N_("What happens to the data at the end?") },
	{ "accepted", N_("Which report shows what was handed over?") },
};

struct writing {
	struct arena *arena;
	struct buf *out;
	const struct card *card;
	int count;
	const char *(*translate)(const char *);
	struct slice open[DEEPEST]; /* the parts of the last key above it: "network", "public" */
	int depth;
};

static const char *english(const char *id)
{
	return id;
}

static bool has_nvlink(const struct card *card)
{
	return card->nvlink_gbs > 0 && strcmp(card->vendor, "NVIDIA") == 0 && !(card->unverified & CARD_NVLINK);
}

static struct slice interconnect(const struct writing *w)
{
	/* Bridges are an extra, and one card is linked to none. */
	if (w->count == 1 || w->card->nvlink_bridge || strcmp(w->card->vendor, "NVIDIA") != 0 ||
	    w->card->unverified & CARD_NVLINK)
		return (struct slice){ NULL, 0 };
	return has_nvlink(w->card) ? SLICE("nvlink") : SLICE("pcie");
}

/* What the card decides; empty for all else. */
static struct slice known_value(const struct writing *w, enum term_key key)
{
	static const struct slice none = { NULL, 0 };

	if (key == TERM_LEASE)
		return SLICE("1");
	if (!w->card)
		return none;
	switch (key) {
	case TERM_GPU_CARD:
		return slice_of(w->card->id);
	case TERM_GPU_FORM:
		return w->card->form == FORM_SXM    ? SLICE("sxm")
		       : w->card->form == FORM_PCIE ? SLICE("pcie")
		       : w->card->form == FORM_OAM  ? SLICE("oam")
						    : none;
	case TERM_GPU_COUNT:
		return w->count > 0 ? arena_printf(w->arena, "%d", w->count) : none;
	case TERM_GPU_INTERCONNECT:
		return interconnect(w);
	case TERM_GPU_NVLINK:
		return slice_is(interconnect(w), "nvlink")
			       ? quantity_text(w->arena, (int64_t)w->card->nvlink_gbs * 1000000000, UNIT_BYTES_PER_SECOND)
			       : none;
	case TERM_GPU_ECC:
		return strcmp(w->card->ecc, "yes") == 0 ? SLICE("on") : none;
	default:
		return none;
	}
}

/* Words on the card that the sentence of the term does not say; NULL for none. */
static const char *card_remark(const struct card *card, enum term_key key)
{
	if (!card)
		return NULL;
	if (key == TERM_GPU_INTERCONNECT && card->nvlink_bridge && has_nvlink(card))
		return N_("this card has NVLink only where a bridge is fitted: ask for it");
	if (key == TERM_GPU_INTERCONNECT && card->unverified & CARD_NVLINK)
		return N_("the catalogue does not know this card's links for sure: ask");
	if (key == TERM_GPU_ECC && strcmp(card->ecc, "optional") == 0)
		return N_("it can be switched on this card, and takes some of the memory");
	if (key == TERM_GPU_CARD && card->modified)
		return N_("a card with rebuilt memory: its maker gives no warranty");
	return NULL;
}

static void indent(struct writing *w, int depth)
{
	for (int i = 0; i < depth; i++)
		buf_text(w->out, "  ");
}

static void comment(struct writing *w, int depth, const char *id)
{
	if (!id)
		return;
	indent(w, depth);
	buf_printf(w->out, "# %s\n", w->translate(id));
}

/* True when some key below "gpu" or "gpu.x" has a value. */
static bool part_is_filled(const struct writing *w, struct slice path)
{
	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++) {
		struct slice name = slice_of(term_info(key)->name);

		if (name.len > path.len && slice_eq(slice_sub(name, 0, path.len), path) && strchr(".[", name.ptr[path.len]) &&
		    known_value(w, key).len)
			return true;
	}
	return false;
}

static void write_question(struct writing *w, struct slice part)
{
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++) {
		if (slice_is(part, questions[i].part)) {
			buf_char(w->out, '\n');
			comment(w, 0, questions[i].question);
		}
	}
}

/*
 * Opens the maps and lists that `name` stands in and that are not open yet. Returns the offset of the last part of the
 * name; `*ret_dash` is set when the key begins an element of a list.
 */
static size_t open_parts(struct writing *w, struct slice name, bool *ret_dash)
{
	size_t start = 0;
	int depth = 0;

	*ret_dash = false;
	for (size_t i = 0; i < name.len; i++) {
		if (name.ptr[i] != '.')
			continue;
		struct slice part = slice_sub(name, start, i), bare = slice_sub(part, 0, slice_find_char(part, '['));
		bool list = bare.len < part.len;
		if (depth >= w->depth || !slice_eq(w->open[depth], part)) {
			if (depth == 0)
				write_question(w, bare);
			indent(w, depth);
			buf_printf(w->out, "%s%.*s:\n", part_is_filled(w, slice_sub(name, 0, start + bare.len)) ? "" : "#",
				   SLICE_ARG(bare));
			w->open[depth] = part;
			w->depth = depth + 1;
			*ret_dash = list;
		}
		depth += list ? 2 : 1;
		if (list)
			w->open[depth - 1] = SLICE("-");
		if (w->depth < depth)
			w->depth = depth;
		start = i + 1;
	}
	w->depth = depth;
	if (depth == 0)
		write_question(w, name);
	return start;
}

/* What stands behind '#': the card's own figure where it has one, else the form. */
static struct slice example_value(const struct writing *w, enum term_key key)
{
	if (w->card && key == TERM_GPU_MEMORY && w->card->memory_gb)
		return arena_printf(w->arena, "%d GB", w->card->memory_gb);
	if (w->card && key == TERM_GPU_POWER && w->card->tdp_w)
		return quantity_text(w->arena, (int64_t)w->card->tdp_w * 1000, UNIT_MILLIWATTS);
	return slice_of(term_info(key)->form);
}

static void write_term(struct writing *w, enum term_key key)
{
	const struct term_info *info = term_info(key);
	struct slice name = slice_of(info->name), value = known_value(w, key);
	bool dash, filled = value.len > 0;
	size_t start = open_parts(w, name, &dash);
	int depth = dash ? w->depth - 1 : w->depth;
	/* YAML reads a '>' at the start as a folded text. */
	const char *quote = !filled && info->form[0] == '>' ? "\"" : "";

	if (!filled)
		value = example_value(w, key);
	comment(w, depth, info->sentence);
	comment(w, depth, card_remark(w->card, key));
	indent(w, depth);
	buf_printf(w->out, "%s%s%.*s: %s%.*s%s\n", filled ? "" : "#", dash ? "- " : "",
		   SLICE_ARG(slice_sub(name, start, name.len)), quote, SLICE_ARG(value), quote);
}

void lease_write(struct arena *arena, struct buf *out, const struct card *card, int count,
		 const char *(*translate)(const char *))
{
	struct writing w = {
		.arena = arena, .out = out, .card = card, .count = count, .translate = translate ? translate : english
	};

	comment(&w, 0, N_("A lease: what the supplier promises. What is not written is not promised."));
	comment(&w, 0, N_("Take the '#' off a line, and off the line it belongs to, once it is agreed."));
	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++)
		write_term(&w, key);
}
