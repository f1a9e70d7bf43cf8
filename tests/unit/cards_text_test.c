/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cards and leases in words: no line is wider than a terminal, every figure that nothing confirms is marked, and two cards
 * are marked where they differ.
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "render/cards_text.h"
#include "render/columns.h"
#include "render/lease_text.h"

static int passed, failed;

static void expect(bool good, const char *id, const char *what)
{
	if (good) {
		passed++;
		return;
	}
	printf("%s: %s\n", id, what);
	failed++;
}

static void check_width(const char *id, struct buf *text)
{
	struct slice rest = buf_view(text), line;
	bool fits = true;

	expect(text->len > 0 && text->ptr[text->len - 1] == '\n' && !text->full, id, "a text of whole lines");
	while (slice_split(&rest, '\n', &line))
		if (utf8_columns(line) > COLUMNS) {
			printf("%.*s\n", SLICE_ARG(line));
			fits = false;
		}
	expect(fits, id, "no line is wider than 80 columns");
}

static void check_show(struct arena *arena, const struct card *card)
{
	struct buf text = BUF_INIT((size_t)1 << 20);
	bool marked;

	cards_show_text(arena, &text, card);
	check_width(card->id, &text);
	marked = slice_has(buf_view(&text), "(unverified)");
	if (card->unverified == 0)
		expect(!marked, card->id, "a confirmed figure is not marked");
	if (card->unverified & CARD_MEMORY && card->memory_gb)
		expect(marked, card->id, "unconfirmed memory is marked");
	expect(slice_has(buf_view(&text), card->id) && slice_has(buf_view(&text), "source"), card->id,
	       "id and source are shown");
	buf_release(&text);
}

static void check_compare(struct arena *arena, const struct card *a, const struct card *b)
{
	struct buf text = BUF_INIT((size_t)1 << 20);

	cards_compare_text(arena, &text, a, b);
	check_width(a->id, &text);
	expect(slice_has(buf_view(&text), "\n* memory  ") ==
		       (a->memory_gb != b->memory_gb || strcmp(a->memory_type, b->memory_type) != 0),
	       a->id, "memory is marked where it differs");
	buf_release(&text);
}

static void check_list(struct arena *arena)
{
	struct buf text = BUF_INIT((size_t)1 << 20);
	const struct card *one[] = { card_by_id(SLICE("A100-SXM4-80GB")) };

	cards_list_text(arena, &text, NULL, 0);
	check_width("list", &text);
	for (size_t i = 0; i < n_cards; i++)
		expect(slice_has(buf_view(&text), cards[i].id), cards[i].id, "stands in the list");
	expect(slice_has(buf_view(&text), "? unverified"), "list", "the mark is explained");
	buf_clear(&text);
	cards_list_text(arena, &text, one, 1);
	expect(slice_has(buf_view(&text), "600 GB/s") && !slice_has(buf_view(&text), "? unverified"), "list",
	       "no mark, no explanation");
	buf_clear(&text);
	cards_none_text(arena, &text, SLICE("A100 60G"));
	expect(slice_has(buf_view(&text), "A100-SXM4-40GB"), "none", "names the nearest");
	check_width("none", &text);
	buf_release(&text);
}

static void check_terms(struct arena *arena)
{
	struct buf text = BUF_INIT((size_t)1 << 20);
	struct lease *lease = NULL;
	struct error error;

	expect(lease_read(arena, SLICE("lease.yaml"),
			  SLICE("lease: 1\nsupplier: "
				"一家名字很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长的公司\ngpu: {exclusive: "
				"on}\n"
				"disk: [{size: 1 TB}, {size: 2 TB}]\n"),
			  &lease, &error) == 0,
	       "terms", "the lease is read");
	lease_terms_text(arena, &text, lease);
	check_width("terms", &text);
	expect(slice_has(buf_view(&text), "    3  whole cards, with nobody else on them: yes\n"), "terms", "a flag is yes");
	expect(slice_has(buf_view(&text), "    4  size of one disk, no. 2: 2 TB\n"), "terms", "the second disk");
	expect(slice_has(buf_view(&text), "gpu.card"), "terms", "what is not promised is named");
	expect(!slice_has(buf_view(&text), "gpu.exclusive"), "terms", "what is promised is not");
	buf_clear(&text);
	lease_init_text(arena, &text, card_by_id(SLICE("A100-PCIe-80GB")), 4);
	check_width("init", &text);
	expect(slice_has(buf_view(&text), "\n  #interconnect: ") && slice_has(buf_view(&text), "bridge"), "init",
	       "a bridge has to be asked for");
	expect(slice_has(buf_view(&text), "\n  count: 4\n"), "init", "the number of cards");
	buf_release(&text);
}

int main(void)
{
	struct arena *arena = arena_open();

	for (size_t i = 0; i < n_cards; i++) {
		check_show(arena, &cards[i]);
		check_compare(arena, &cards[i], &cards[(i + 37) % n_cards]);
	}
	check_list(arena);
	check_terms(arena);
	arena_close(arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed ? 1 : 0;
}
