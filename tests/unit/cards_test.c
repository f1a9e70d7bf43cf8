/* SPDX-License-Identifier: Apache-2.0 */
/* Cards by what people write: words -> the ids of all cards that fit, in the order of the catalogue; "" for none. */
#include <stdio.h>

#include "base/buf.h"
#include "catalogue/catalogue.h"

#define MOST 32

static int passed, failed;

static const struct row {
	int line;
	const char *words;
	enum form_factor form;
	int memory_gb;
	const char *wanted;
} rows[] = {
#define ROW(words, wanted)                                                                                                     \
	{                                                                                                                      \
		__LINE__, words, FORM_UNKNOWN, 0, wanted                                                                       \
	}
#define ROW_WITH(words, form, memory_gb, wanted)                                                                               \
	{                                                                                                                      \
		__LINE__, words, form, memory_gb, wanted                                                                       \
	}
#include "cards_rows.h"
#undef ROW
#undef ROW_WITH
};

static const struct row nearest_rows[] = {
#define NEAR(words, wanted)                                                                                                    \
	{                                                                                                                      \
		__LINE__, words, FORM_UNKNOWN, 0, wanted                                                                       \
	}
	NEAR("A10O", "A100-SXM4-40GB A100-SXM4-80GB A100-SXM-64GB A100-PCIE-40GB A100-PCIe-80GB"),
	NEAR("8xA100", "A100-SXM4-40GB A100-SXM4-80GB A100-SXM-64GB A100-PCIE-40GB A100-PCIe-80GB"),
	NEAR("RTX-4O90", "RTX-4090 RTX-3090 RTX-4080 RTX-4090-D RTX-5090"),
	NEAR("A100-SXM5-80GB", "A100-SXM4-80GB H100-SXM5-80GB A100-SXM4-40GB A800-SXM4-80GB H800-SXM5-80GB"),
	NEAR("something else altogether, and long", ""),
	NEAR("", ""),
#undef NEAR
};

static void ids_text(struct buf *out, const struct card *const found[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%s%s", i ? " " : "", found[i]->id);
}

static void check(const struct row *row, const char *name, struct buf *got)
{
	if (slice_is(buf_view(got), row->wanted)) {
		passed++;
	} else {
		printf("%s:%d: '%s': got '%.*s', wanted '%s'\n", name, row->line, row->words, SLICE_ARG(buf_view(got)),
		       row->wanted);
		failed++;
	}
	buf_release(got);
}

/* What a test of rows cannot say: every card is found by its id, in any case, and by the name that its driver prints. */
static void check_card(const struct card *card)
{
	const struct card *found[MOST];
	struct buf got = BUF_INIT(4096);
	struct row row = { __LINE__, card->id, FORM_UNKNOWN, 0, card->id };
	bool by_name = false;
	size_t n;

	ids_text(&got, found, cards_find(slice_of(card->id), FORM_UNKNOWN, 0, found, MOST));
	check(&row, "by id", &got);
	if (card->modified || !card->smi_name[0])
		return;
	n = cards_find(slice_of(card->smi_name), FORM_UNKNOWN, 0, found, MOST);
	for (size_t i = 0; i < n && i < MOST; i++)
		by_name |= found[i] == card;
	if (by_name) {
		passed++;
		return;
	}
	printf("%s is not found by '%s'\n", card->id, card->smi_name);
	failed++;
}

int main(void)
{
	const struct card *found[MOST];

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct buf got = BUF_INIT(4096);
		size_t n = cards_find(slice_of(rows[i].words), rows[i].form, rows[i].memory_gb, found, MOST);

		ids_text(&got, found, n < MOST ? n : MOST);
		check(&rows[i], "cards_rows.h", &got);
	}
	for (size_t i = 0; i < sizeof(nearest_rows) / sizeof(*nearest_rows); i++) {
		struct buf got = BUF_INIT(4096);

		ids_text(&got, found, cards_nearest(slice_of(nearest_rows[i].words), found, 5));
		check(&nearest_rows[i], "cards_test.c", &got);
	}
	for (size_t i = 0; i < n_cards; i++)
		check_card(&cards[i]);
	printf("%d passed, %d failed\n", passed, failed);
	return failed ? 1 : 0;
}
