/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CATALOGUE_CARDS_WORDS_H
#define CATALOGUE_CARDS_WORDS_H
/*
 * What people write for a card, cut into words that can be compared. Used by cards_find.c alone.
 *
 * A word is lower-case ASCII. Names of either side go through the same cutting: "RTX4090", "rtx-4090" and "ＲＴＸ ４０９０"
 * become "rtx" "4090"; "3090Ti" "3090" "ti"; "80 GB" "80gb"; "PCI-E" "pcie"; "英伟达" "nvidia". Nothing is allocated.
 */
#include "base/slice.h"

#define CARD_WORDS     16
#define CARD_WORD_LONG 24

struct card_words {
	size_t n;
	char word[CARD_WORDS][CARD_WORD_LONG + 1];
};

/* False when the text is too long, has too many words, or a character that no name of a card has. */
bool card_words_cut(struct slice text, struct card_words *ret);
/* Adds the words of `text`; what does not fit is dropped. */
void card_words_add(struct card_words *words, struct slice text);
bool card_words_have(const struct card_words *words, const char *word);

/* "80gb", "80g", "80gib": the number of gigabytes; 0 for other words. */
int card_word_memory(const char *word);
/* "sxm", "sxm4", "pcie", "oam". */
bool card_word_is_form(const char *word);

#endif
