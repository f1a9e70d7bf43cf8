/* SPDX-License-Identifier: Apache-2.0 */
#include "render/cards_text.h"

#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/unit.h"
#include "render/columns.h"

#define LABEL_WIDTH 24
#define SIDE_WIDTH  26
/* Cards that are named when none fits. */
#define NEAREST 5

/* Not doubles of the locale: "19.5" is written the same everywhere. */
static struct slice number_text(struct arena *arena, double value)
{
	return quantity_text(arena, (int64_t)(value * 1000000 + 0.5), UNIT_MICRO_MONEY);
}

static struct slice measured(struct arena *arena, double value, const char *unit)
{
	if (value <= 0)
		return (struct slice){ NULL, 0 };
	return arena_printf(arena, "%.*s %s", SLICE_ARG(number_text(arena, value)), unit);
}

static struct slice yes_no(bool flag)
{
	return slice_of(tr(flag ? N_("yes") : N_("no")));
}

/* ---- one figure each; empty when it is not known ---- */

static struct slice maker(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->vendor);
}

static struct slice driver_name(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->smi_name);
}

static struct slice device_ids(struct arena *arena, const struct card *c)
{
	struct slice text = { NULL, 0 };

	for (const uint16_t *d = c->device_ids; *d; d++)
		text = arena_printf(arena, "%.*s%s0x%04x", SLICE_ARG(text), text.len ? ", " : "", *d);
	return text;
}

static struct slice architecture(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->architecture);
}

static struct slice capability(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->compute_capability);
}

static struct slice form(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->form_name);
}

static struct slice memory(struct arena *arena, const struct card *c)
{
	return c->memory_gb ? arena_printf(arena, "%d GB %s", c->memory_gb, c->memory_type) : (struct slice){ NULL, 0 };
}

static struct slice reported(struct arena *arena, const struct card *c)
{
	struct slice text = { NULL, 0 };

	for (const int *m = c->memory_mib; *m; m++)
		text = arena_printf(arena, "%.*s%s%d MiB", SLICE_ARG(text), text.len ? ", " : "", *m);
	return text;
}

static struct slice bandwidth(struct arena *arena, const struct card *c)
{
	return measured(arena, c->memory_bandwidth_gbs, "GB/s");
}

#define RATE(name, field, unit)                                                                                                \
	static struct slice name(struct arena *arena, const struct card *c)                                                    \
	{                                                                                                                      \
		return measured(arena, c->field, unit);                                                                        \
	}
RATE(fp32, fp32_tflops, "TFLOPS")
RATE(tf32, tf32_tflops, "TFLOPS")
RATE(bf16, bf16_tflops, "TFLOPS")
RATE(fp16, fp16_tflops, "TFLOPS")
RATE(fp8, fp8_tflops, "TFLOPS")
RATE(fp4, fp4_tflops, "TFLOPS")
RATE(int8, int8_tops, "TOPS")
RATE(l2, l2_mb, "MB")
RATE(power, tdp_w, "W")
#undef RATE

static struct slice multiprocessors(struct arena *arena, const struct card *c)
{
	return c->sm_count ? arena_printf(arena, "%d", c->sm_count) : (struct slice){ NULL, 0 };
}

static struct slice link_text(struct arena *arena, const struct card *c)
{
	struct message bridged = MSG("%1, by a bridge", A_QTY((int64_t)c->nvlink_gbs * 1000000000, UNIT_BYTES_PER_SECOND));
	struct message fixed = MSG("%1, both directions", A_QTY((int64_t)c->nvlink_gbs * 1000000000, UNIT_BYTES_PER_SECOND));

	if (c->nvlink_gbs)
		return message_text(arena, c->nvlink_bridge ? &bridged : &fixed, tr);
	return c->unverified & CARD_NVLINK || strcmp(c->vendor, "NVIDIA") != 0 ? (struct slice){ NULL, 0 }
									       : slice_of(tr(N_("none")));
}

static struct slice link_count(struct arena *arena, const struct card *c)
{
	return c->nvlink_links ? arena_printf(arena, "%d", c->nvlink_links) : (struct slice){ NULL, 0 };
}

static struct slice nvswitch(struct arena *arena, const struct card *c)
{
	(void)arena;
	return yes_no(c->nvswitch);
}

static struct slice pcie(struct arena *arena, const struct card *c)
{
	if (!c->pcie_generation)
		return (struct slice){ NULL, 0 };
	return arena_printf(arena, "%.*s %.*s", SLICE_ARG(quantity_text(arena, c->pcie_generation, UNIT_GENERATION)),
			    SLICE_ARG(quantity_text(arena, c->pcie_lanes, UNIT_LANES)));
}

static struct slice ecc(struct arena *arena, const struct card *c)
{
	(void)arena;
	if (strcmp(c->ecc, "optional") == 0)
		return slice_of(tr(N_("can be switched")));
	return c->ecc[0] ? yes_no(strcmp(c->ecc, "yes") == 0) : (struct slice){ NULL, 0 };
}

static struct slice mig(struct arena *arena, const struct card *c)
{
	struct message slices = MSG("%1 slices", A_INT(c->mig));

	if (c->mig)
		return message_text(arena, &slices, tr);
	return strcmp(c->vendor, "NVIDIA") == 0 ? yes_no(false) : (struct slice){ NULL, 0 };
}

static struct slice datacenter(struct arena *arena, const struct card *c)
{
	(void)arena;
	return yes_no(c->datacenter);
}

static struct slice rebuilt(struct arena *arena, const struct card *c)
{
	(void)arena;
	return c->modified ? slice_of(tr(N_("yes, not by its maker"))) : yes_no(false);
}

static struct slice driver(struct arena *arena, const struct card *c)
{
	return c->min_driver ? arena_printf(arena, "%d", c->min_driver) : (struct slice){ NULL, 0 };
}

static struct slice cuda(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->min_cuda);
}

static struct slice tier(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->rent_tier);
}

/* What is shown of a card, in this order. `cell`: the bit of card.unverified, 0 for none. */
static const struct figure {
	const char *label;
	unsigned cell;
	struct slice (*text)(struct arena *arena, const struct card *card);
} figures[] = {
	{ N_("maker"), 0, maker },
	{ N_("name in the driver"), 0, driver_name },
	{ N_("PCI device"), CARD_IDS, device_ids },
	{ N_("architecture"), 0, architecture },
	{ N_("compute capability"), 0, capability },
	{ N_("form"), 0, form },
	{ N_("memory"), CARD_MEMORY, memory },
	{ N_("memory as reported"), CARD_MEMORY, reported },
	{ N_("memory bandwidth"), CARD_BANDWIDTH, bandwidth },
	{ N_("FP32"), CARD_COMPUTE, fp32 },
	{ N_("TF32, dense"), CARD_COMPUTE, tf32 },
	{ N_("BF16, dense"), CARD_COMPUTE, bf16 },
	{ N_("FP16, dense"), CARD_COMPUTE, fp16 },
	{ N_("FP8, dense"), CARD_COMPUTE, fp8 },
	{ N_("FP4, dense"), CARD_COMPUTE, fp4 },
	{ N_("INT8, dense"), CARD_COMPUTE, int8 },
	{ N_("multiprocessors"), CARD_SM_COUNT, multiprocessors },
	{ N_("L2 cache"), CARD_L2, l2 },
	{ N_("power"), CARD_TDP, power },
	{ N_("link between cards"), CARD_NVLINK, link_text },
	{ N_("number of links"), CARD_NVLINK, link_count },
	{ N_("NVSwitch boards"), 0, nvswitch },
	{ N_("PCIe"), CARD_PCIE, pcie },
	{ N_("ECC memory"), 0, ecc },
	{ N_("MIG"), CARD_MIG, mig },
	{ N_("data centre card"), 0, datacenter },
	{ N_("rebuilt memory"), 0, rebuilt },
	{ N_("first driver branch"), CARD_DRIVER, driver },
	{ N_("first CUDA"), CARD_DRIVER, cuda },
	{ N_("rent"), 0, tier },
};

#define N_FIGURES (sizeof(figures) / sizeof(*figures))

/* With the mark of a figure that nothing confirms. */
static struct slice figure_text(struct arena *arena, const struct figure *figure, const struct card *card)
{
	struct slice text = figure->text(arena, card);

	if (text.len == 0 || !(card->unverified & figure->cell))
		return text;
	return arena_printf(arena, "%.*s (%s)", SLICE_ARG(text), tr(N_("unverified")));
}

/* "DRV;PID" -> "DRV, PID", so that a long list of sources can be broken. */
static struct slice source_text(struct arena *arena, const struct card *card)
{
	struct slice rest = slice_of(card->source), part, text = { NULL, 0 };

	while (slice_split(&rest, ';', &part))
		text = text.len ? arena_printf(arena, "%.*s, %.*s", SLICE_ARG(text), SLICE_ARG(slice_trim(part)))
				: slice_trim(part);
	return text;
}

static void add_row(struct buf *out, const char *label, struct slice text)
{
	if (text.len == 0)
		return;
	buf_text(out, "  ");
	column_add(out, slice_of(tr(label)), LABEL_WIDTH - 2);
	column_wrap(out, text, LABEL_WIDTH, LABEL_WIDTH);
}

void cards_show_text(struct arena *arena, struct buf *out, const struct card *card)
{
	buf_printf(out, "%s\n", card->id);
	for (size_t i = 0; i < N_FIGURES; i++)
		add_row(out, figures[i].label, figure_text(arena, &figures[i], card));
	add_row(out, N_("note"), slice_of(card->note));
	add_row(out, N_("source"), source_text(arena, card));
}

/* Two texts in columns beside each other, as many lines as the longer one needs. */
static void add_pair(struct buf *out, const char *label, struct slice a, struct slice b, bool differs)
{
	struct slice left, right, name = slice_of(tr(label));
	bool more_left = column_line(&a, SIDE_WIDTH - 1, &left), more_right = column_line(&b, SIDE_WIDTH, &right);
	const char *mark = differs ? "* " : "  ";

	while (more_left || more_right) {
		buf_text(out, mark);
		column_add(out, name, LABEL_WIDTH - 2);
		if (more_right) {
			column_add(out, more_left ? left : SLICE(""), SIDE_WIDTH);
			buf_slice(out, right);
		} else {
			buf_slice(out, left);
		}
		buf_char(out, '\n');
		mark = "  ";
		name = SLICE("");
		more_left = column_line(&a, SIDE_WIDTH - 1, &left);
		more_right = column_line(&b, SIDE_WIDTH, &right);
	}
}

void cards_compare_text(struct arena *arena, struct buf *out, const struct card *a, const struct card *b)
{
	add_pair(out, "", slice_of(a->id), slice_of(b->id), false);
	for (size_t i = 0; i < N_FIGURES; i++) {
		struct slice left = figure_text(arena, &figures[i], a), right = figure_text(arena, &figures[i], b);

		if (left.len == 0 && right.len == 0)
			continue;
		/* The mark is no difference: the figure is. */
		bool differs = !slice_eq(figures[i].text(arena, a), figures[i].text(arena, b));
		add_pair(out, figures[i].label, left.len ? left : SLICE("-"), right.len ? right : SLICE("-"), differs);
	}
	buf_printf(out, "\n%s\n", tr(N_("* They differ in this.")));
}

/* A column of the table; a figure that nothing confirms ends in "?". */
struct column {
	const char *title;
	int width;
	unsigned cell;
	struct slice (*text)(struct arena *arena, const struct card *card);
};

static struct slice id_text(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(c->id);
}

static struct slice short_form(struct arena *arena, const struct card *c)
{
	(void)arena;
	return slice_of(form_factor_name(c->form));
}

static struct slice short_memory(struct arena *arena, const struct card *c)
{
	return measured(arena, c->memory_gb, "GB");
}

static struct slice short_bf16(struct arena *arena, const struct card *c)
{
	return c->bf16_tflops > 0 ? number_text(arena, c->bf16_tflops) : (struct slice){ NULL, 0 };
}

static struct slice short_link(struct arena *arena, const struct card *c)
{
	return measured(arena, c->nvlink_gbs, "GB/s");
}

static const struct column table[] = {
	{ N_("card"), 25, CARD_IDS, id_text },
	{ N_("form"), 10, 0, short_form },
	{ N_("memory"), 8, CARD_MEMORY, short_memory },
	{ N_("bandwidth"), 12, CARD_BANDWIDTH, bandwidth },
	{ N_("BF16"), 7, CARD_COMPUTE, short_bf16 },
	{ N_("link"), 11, CARD_NVLINK, short_link },
	{ N_("power"), 7, CARD_TDP, power },
};

#define N_COLUMNS (sizeof(table) / sizeof(*table))

static void add_cell(struct buf *out, size_t column, struct slice text)
{
	if (column + 1 == N_COLUMNS)
		buf_slice(out, text);
	else
		column_add(out, text, table[column].width);
}

void cards_list_text(struct arena *arena, struct buf *out, const struct card *const list[], size_t n)
{
	bool unverified = false;

	for (size_t k = 0; k < N_COLUMNS; k++)
		add_cell(out, k, slice_of(tr(table[k].title)));
	buf_char(out, '\n');
	for (size_t i = 0; i < (list ? n : n_cards); i++) {
		const struct card *card = list ? list[i] : &cards[i];

		for (size_t k = 0; k < N_COLUMNS; k++) {
			struct slice text = table[k].text(arena, card);
			bool doubtful = k > 0 && text.len && card->unverified & table[k].cell;

			unverified |= doubtful;
			if (text.len == 0)
				text = SLICE("-");
			add_cell(out, k, doubtful ? arena_printf(arena, "%.*s?", SLICE_ARG(text)) : text);
		}
		buf_char(out, '\n');
	}
	buf_printf(out, "\n%s\n", tr(N_("BF16 in TFLOPS, dense. Link: of one card, both directions.")));
	if (unverified)
		buf_printf(out, "%s\n", tr(N_("? unverified: no saved output and no document of the maker confirms it.")));
}

void cards_none_text(struct arena *arena, struct buf *out, struct slice words)
{
	const struct card *near[NEAREST];
	size_t n = cards_nearest(words, near, NEAREST);
	struct message none = MSG("No card fits '%1'.", A_TEXT(words));
	struct slice text = message_text(arena, &none, tr), ids = { NULL, 0 };

	for (size_t i = 0; i < n; i++)
		ids = arena_printf(arena, "%.*s%s%s", SLICE_ARG(ids), ids.len ? ", " : "", near[i]->id);
	struct message nearest = MSG("The nearest are: %1.", A_TEXT(ids));
	if (n > 0)
		text = arena_printf(arena, "%.*s %.*s", SLICE_ARG(text), SLICE_ARG(message_text(arena, &nearest, tr)));
	column_wrap(out, text, 0, 0);
}
