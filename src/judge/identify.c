/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"

/* Placeholder until the identity family is built. */
struct card_guess judge_card(const struct judge *j, struct subject gpu)
{
	struct slice name = fact_words(j->facts, KEY_GPU_NAME, gpu);
	struct card_guess guess = { .card = name.len ? card_next_by_name(name, NULL) : NULL };

	return guess;
}

size_t judge_promised_cards(const struct judge *j, const struct card *ret[], size_t max)
{
	const struct term *t = judge_term(j, TERM_GPU_CARD);

	return t ? cards_find(t->text, FORM_UNKNOWN, 0, ret, max) : 0;
}

const struct card *judge_card_or_promise(const struct judge *j, struct subject gpu)
{
	const struct card *promised[1];
	struct card_guess guess = judge_card(j, gpu);

	if (guess.card)
		return guess.card;
	return judge_promised_cards(j, promised, 1) == 1 ? promised[0] : NULL;
}

bool judge_datacenter(const struct judge *j, struct subject gpu, bool otherwise)
{
	const struct card *card = judge_card_or_promise(j, gpu);

	return card ? card->datacenter : otherwise;
}
