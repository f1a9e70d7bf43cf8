/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/links.h"

/* Words of a product name that tell the kind of card, where the catalogue does not know it; the first that fits decides. */
static const struct {
	const char *word;
	enum card_kind kind;
} kind_words[] = {
	{ "GeForce", CARD_KIND_CONSUMER },  { "TITAN", CARD_KIND_CONSUMER },	   { "Laptop", CARD_KIND_CONSUMER },
	{ "GTX", CARD_KIND_CONSUMER },	    { "Quadro", CARD_KIND_WORKSTATION },   { "RTX PRO", CARD_KIND_WORKSTATION },
	{ "RTX A", CARD_KIND_WORKSTATION }, { " Ada Gen", CARD_KIND_WORKSTATION }, { "Tesla", CARD_KIND_DATACENTER },
	{ "SXM", CARD_KIND_DATACENTER },
};

static enum card_kind kind_of_words(struct slice name)
{
	for (size_t i = 0; i < sizeof(kind_words) / sizeof(*kind_words); i++)
		if (slice_has_nocase(name, kind_words[i].word))
			return kind_words[i].kind;
	return CARD_KIND_UNKNOWN;
}

enum card_kind links_card_kind(const struct judge *j, struct subject gpu)
{
	static const enum key names[] = { KEY_GPU_NAME, KEY_GPU_NAME_PREFIX, KEY_GPU_BRAND };
	const struct card *card = judge_card(j, gpu).card;
	enum card_kind kind = CARD_KIND_UNKNOWN;

	for (size_t i = 0; !card && !kind && i < sizeof(names) / sizeof(*names); i++)
		kind = kind_of_words(fact_words(j->facts, names[i], gpu));
	if (kind)
		return kind;
	if (!card)
		card = judge_card_or_promise(j, gpu);
	if (!card)
		return CARD_KIND_UNKNOWN;
	if (card->datacenter)
		return CARD_KIND_DATACENTER;
	kind = card->form == FORM_LAPTOP ? CARD_KIND_CONSUMER : kind_of_words(slice_of(card->smi_name));
	return kind ? kind : CARD_KIND_WORKSTATION;
}

bool links_on_board(const struct card *card)
{
	return card && card->nvlink_links > 0 && !card->nvlink_bridge && !(card->unverified & CARD_NVLINK);
}

bool links_none(const struct card *card)
{
	return card && card->nvlink_links == 0 && card->nvlink_gbs == 0 && !(card->unverified & CARD_NVLINK);
}

const struct term *links_promised(const struct judge *j)
{
	const struct term *term = judge_term(j, TERM_GPU_INTERCONNECT);

	return term && slice_is_nocase(term->text, "nvlink") ? term : NULL;
}

const struct fact *links_beside(const struct judge *j, const struct fact *fact, enum key key)
{
	const struct fact *f = fact_beside(j->facts, fact, key);

	return f && f->item == fact->item ? f : NULL;
}

const struct fact *links_highest(const struct judge *j, enum key key, struct subject subject)
{
	const struct fact *best = NULL, *f = NULL;

	while ((f = fact_next(j->facts, key, subject, f)))
		if (f->absence == PRESENT && (!best || f->i > best->i))
			best = f;
	return best;
}

size_t links_range(const struct judge *j, enum key key, struct subject subject, int item, int64_t *ret_low, int64_t *ret_high)
{
	const struct fact *f = NULL;
	int64_t low = INT64_MAX, high = INT64_MIN;
	size_t n = 0;

	while ((f = fact_next(j->facts, key, subject, f))) {
		if (f->absence != PRESENT || (item >= 0 && f->item != item))
			continue;
		n++;
		low = f->i < low ? f->i : low;
		high = f->i > high ? f->i : high;
	}
	if (n) {
		*ret_low = low;
		*ret_high = high;
	}
	return n;
}
