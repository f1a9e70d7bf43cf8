/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Finds cards by what people write.
 *
 * An id or a driver's name in full names that card. Else every word must be explained by the card: the word of its model
 * ("a100", "4090") must be there and match as a whole, so that A100 is never A10; words that make another product of it (Ti,
 * SUPER, D) must be there when the card has them; the memory, the form, the maker, the architecture may be there and must
 * then be the card's. A rebuilt card is meant only when its memory or the rebuilding is named.
 */
#include <ctype.h>
#include <string.h>

#include "base/distance.h"
#include "catalogue/cards_words.h"
#include "catalogue/catalogue.h"

struct query {
	struct card_words words;
	enum form_factor form;
	int memory_gb;
};

/* Words that make another product of a model. */
static const char *const product_words[] = { "ti", "super", "d", "v2", "ai", "laptop" };
/* Words that people add to any card. */
static const char *const noise[] = { "gpu", "card", "graphics", "accelerator", "vram", "memory" };
/* Names that stand neither in an id nor in a driver's name. */
static const struct {
	const char *id, *word;
	bool model; /* stands for the model */
} aliases[] = {
	{ "Ascend-910B2", "910b", true }, { "Ascend-910B3", "910b", true }, { "Ascend-910B4", "910b", true },
	{ "GB200", "nvl72", false },	  { "GB300", "nvl72", false },	    { "RTX-PRO-6000-SE", "server", false },
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static bool in_list(const char *const list[], size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

static bool is_alias(const struct card *card, const char *word, bool model)
{
	for (size_t i = 0; i < COUNT(aliases); i++)
		if (strcmp(aliases[i].id, card->id) == 0 && strcmp(aliases[i].word, word) == 0 && (aliases[i].model || !model))
			return true;
	return false;
}

/* The first word of an id that has a digit and is neither memory nor form: "a100", "4090"; NULL for "TITAN-V". */
static const char *model_word(const struct card_words *id)
{
	for (size_t i = 0; i < id->n; i++)
		if (strpbrk(id->word[i], "0123456789") && !card_word_memory(id->word[i]) && !card_word_is_form(id->word[i]))
			return id->word[i];
	return NULL;
}

static bool has_model(const struct card *card, const struct card_words *id, const struct card_words *query)
{
	const char *model = model_word(id);

	for (size_t i = 0; i < query->n; i++)
		if ((model && strcmp(query->word[i], model) == 0) || is_alias(card, query->word[i], true))
			return true;
	if (model)
		return false;
	for (size_t i = 0; i < id->n; i++)
		if (!card_words_have(query, id->word[i]))
			return false;
	return true;
}

static bool has_product_words(const struct card_words *id, const struct card_words *query)
{
	for (size_t i = 0; i < COUNT(product_words); i++)
		if (card_words_have(id, product_words[i]) && !card_words_have(query, product_words[i]))
			return false;
	return true;
}

static bool form_fits(const struct card *card, const char *word)
{
	struct slice rest = slice_of(card->form_name), first;

	if (strcmp(word, "sxm") == 0 || strcmp(word, "hgx") == 0 || strcmp(word, "dgx") == 0)
		return card->form == FORM_SXM;
	if (strcmp(word, "pcie") == 0)
		return card->form == FORM_PCIE;
	if (strcmp(word, "oam") == 0)
		return card->form == FORM_OAM;
	return slice_word(&rest, &first) && slice_is_nocase(first, word);
}

/* "quadro" and "tesla" have left the names of newer cards, not the way people talk. */
static bool brand_fits(const struct card *card, const char *word)
{
	if (strcmp(word, "tesla") == 0)
		return card->datacenter && strcmp(card->vendor, "NVIDIA") == 0;
	return strcmp(word, "quadro") == 0 &&
	       (slice_starts(slice_of(card->id), "RTX-A") || slice_starts(slice_of(card->id), "Quadro"));
}

static bool memory_fits(const struct card *card, const struct query *query, size_t i)
{
	const char *word = query->words.word[i];
	int gb = card_word_memory(word);

	/* "A100 80": a number that stands alone is the memory when the model is before it, else a number of cards. */
	if (gb == 0 && i > 0 && strspn(word, "0123456789") == strlen(word) && strlen(word) <= 3)
		for (const char *p = word; *p; p++)
			gb = gb * 10 + (*p - '0');
	return gb > 0 && gb == card->memory_gb;
}

static bool names_memory(const struct card *card, const struct query *query)
{
	if (query->memory_gb && query->memory_gb == card->memory_gb)
		return true;
	for (size_t i = 0; i < query->words.n; i++)
		if (memory_fits(card, query, i))
			return true;
	return false;
}

static bool explained(const struct card *card, const struct card_words *known, const struct query *query, size_t i)
{
	const char *word = query->words.word[i];

	return card_words_have(known, word) || in_list(noise, COUNT(noise), word) || form_fits(card, word) ||
	       brand_fits(card, word) || memory_fits(card, query, i) || is_alias(card, word, false);
}

static bool card_fits(const struct card *card, const struct query *query)
{
	struct card_words id, known;

	if ((query->form && card->form != query->form) || (query->memory_gb && card->memory_gb != query->memory_gb))
		return false;
	if (!card_words_cut(slice_of(card->id), &id) || !has_model(card, &id, &query->words) ||
	    !has_product_words(&id, &query->words))
		return false;
	if (card->modified && !card_words_have(&query->words, "mod") && !names_memory(card, query))
		return false;
	known = id;
	card_words_add(&known, slice_of(card->vendor));
	card_words_add(&known, slice_of(card->architecture));
	card_words_add(&known, slice_of(card->memory_type));
	/* A driver's name that is longer than the product's: "MI250X/MI250" is no reason to take one for the other. */
	card_words_add(&known, slice_of(card->smi_name));
	for (size_t i = 0; i < query->words.n; i++)
		if (!explained(card, &known, query, i))
			return false;
	return true;
}

struct results {
	const struct card **ret;
	size_t n, max;
};

static void result_add(struct results *r, const struct card *card)
{
	if (r->n < r->max)
		r->ret[r->n] = card;
	r->n++;
}

static bool same_words(const struct card_words *a, const struct card_words *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->word[i], b->word[i]) != 0)
			return false;
	return true;
}

static void drop_vendor(struct card_words *words, const struct card *card)
{
	if (words->n == 0 || !slice_is_nocase(slice_of(words->word[0]), card->vendor))
		return;
	words->n--;
	memmove(words->word[0], words->word[1], words->n * sizeof(words->word[0]));
}

/* An id or a driver's name in full, of at least `fewest` words. */
static bool is_full_name(const struct card *card, const struct query *query, size_t fewest)
{
	struct card_words asked = query->words, name;

	drop_vendor(&asked, card);
	if (card_words_cut(slice_of(card->id), &name) && same_words(&asked, &name))
		return true;
	if (card->modified || asked.n < fewest || !card_words_cut(slice_of(card->smi_name), &name))
		return false;
	drop_vendor(&name, card);
	return same_words(&asked, &name);
}

static bool narrowed(const struct card *card, const struct query *query)
{
	return (query->form == FORM_UNKNOWN || card->form == query->form) &&
	       (query->memory_gb == 0 || card->memory_gb == query->memory_gb);
}

static void find_full_name(const struct query *query, size_t fewest, struct results *r)
{
	for (size_t i = 0; i < n_cards; i++)
		if (is_full_name(&cards[i], query, fewest) && narrowed(&cards[i], query))
			result_add(r, &cards[i]);
}

/* A card on a PCIe board whose name says NVL is not what "PCIe" means, unless it is the only one. */
static bool is_second_pcie(const struct card *card, const struct query *query)
{
	struct card_words id;

	if (!card_words_have(&query->words, "pcie") || !card_words_cut(slice_of(card->id), &id) ||
	    !card_words_have(&id, "nvl") || card_words_have(&query->words, "nvl"))
		return false;
	for (size_t i = 0; i < n_cards; i++)
		if (!strstr(cards[i].id, "NVL") && card_fits(&cards[i], query))
			return true;
	return false;
}

static void find_words(const struct query *query, struct results *r)
{
	for (size_t i = 0; i < n_cards; i++)
		if (card_fits(&cards[i], query) && !is_second_pcie(&cards[i], query))
			result_add(r, &cards[i]);
}

/* PCI vendor ids of the makers in the catalogue. */
static const struct {
	const char *vendor;
	uint64_t id;
} vendors[] = { { "NVIDIA", 0x10de }, { "AMD", 0x1002 }, { "Cambricon", 0xcabc }, { "Hygon", 0x1d94 } };

static bool vendor_fits(const struct card *card, uint64_t vendor)
{
	for (size_t i = 0; i < COUNT(vendors); i++)
		if (strcmp(vendors[i].vendor, card->vendor) == 0)
			return vendor == 0 || vendors[i].id == vendor;
	return vendor == 0;
}

/* "10de:20b2", "20b2", "0x20b2", "0x20b210de"; false for other words. */
static bool pci_id(struct slice words, uint64_t *ret_vendor, uint64_t *ret_device)
{
	struct slice first = slice_sub(words, 0, slice_find_char(words, ':')), second;
	bool prefixed = slice_starts(words, "0x") || slice_starts(words, "0X");

	*ret_vendor = 0;
	if (first.len < words.len) {
		second = slice_sub(words, first.len + 1, words.len);
		return first.len == 4 && second.len == 4 && slice_hex(first, ret_vendor) && slice_hex(second, ret_device);
	}
	if (prefixed)
		words = slice_sub(words, 2, words.len);
	if ((words.len != 4 && !(prefixed && words.len == 8)) || !slice_hex(words, ret_device))
		return false;
	if (words.len == 8) {
		*ret_vendor = *ret_device & 0xffff;
		*ret_device >>= 16;
	}
	return true;
}

static void find_pci(struct slice words, const struct query *query, struct results *r)
{
	uint64_t vendor, device;

	if (!pci_id(words, &vendor, &device) || device == 0)
		return;
	for (size_t i = 0; i < n_cards; i++)
		for (const uint16_t *d = cards[i].device_ids; *d; d++)
			if (*d == device && vendor_fits(&cards[i], vendor) && narrowed(&cards[i], query) &&
			    (!cards[i].modified || names_memory(&cards[i], query)))
				result_add(r, &cards[i]);
}

size_t cards_find(struct slice words, enum form_factor form, int memory_gb, const struct card *ret[], size_t max)
{
	struct query query = { .form = form, .memory_gb = memory_gb };
	struct results r = { .ret = ret, .max = max };

	words = slice_trim(words);
	if (!card_words_cut(words, &query.words) || query.words.n == 0)
		return 0;
	/* A driver's name of one word ("NVIDIA H100") is what people call the whole family. */
	find_full_name(&query, 2, &r);
	if (r.n == 0)
		find_words(&query, &r);
	if (r.n == 0)
		find_full_name(&query, 1, &r);
	/* Last, because "4090" is four hexadecimal digits too. */
	if (r.n == 0)
		find_pci(words, &query, &r);
	return r.n;
}

/* Letters and digits alone, in lower case. */
static struct slice squash(struct slice text, char out[static DISTANCE_LONGEST])
{
	size_t n = 0;

	for (size_t i = 0; i < text.len && n < DISTANCE_LONGEST; i++)
		if (isalnum((unsigned char)text.ptr[i]))
			out[n++] = (char)tolower((unsigned char)text.ptr[i]);
	return (struct slice){ out, n };
}

static int card_distance(const struct card *card, struct slice words)
{
	char a[DISTANCE_LONGEST], b[DISTANCE_LONGEST];
	struct slice asked = squash(words, a);
	struct card_words id;
	int best = word_distance(asked, squash(slice_of(card->id), b)), distance;

	distance = word_distance(asked, squash(slice_of(card->smi_name), b));
	if (distance < best)
		best = distance;
	if (card_words_cut(slice_of(card->id), &id) && model_word(&id)) {
		distance = word_distance(asked, slice_of(model_word(&id)));
		if (distance < best)
			best = distance;
	}
	return asked.len ? best : DISTANCE_FAR;
}

size_t cards_nearest(struct slice words, const struct card *ret[], size_t max)
{
	struct slice shown = slice_sub(words, 0, DISTANCE_LONGEST);
	int limit = shown.len < 8 ? 3 : (int)shown.len / 2;
	size_t n = 0;

	/* By distance, and in the order of the catalogue within one. */
	for (int distance = 0; distance <= limit && n < max; distance++)
		for (size_t i = 0; i < n_cards && n < max; i++)
			if (card_distance(&cards[i], shown) == distance)
				ret[n++] = &cards[i];
	return n;
}
