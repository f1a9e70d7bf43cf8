/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FACTS_TEXT_H
#define RENDER_FACTS_TEXT_H
/*
 * Facts for people: the vocabulary, and what is known of a box with the line that each fact was read from.
 */
#include "fact/fact.h"
#include "render/page.h"

/* Every key: name, kind, unit, what it is about, sentence, and the command that shows it. */
void render_vocabulary_text(struct arena *arena, struct page *page);
/* The facts of one box, in the order of the vocabulary, one line each; an absent one with its reason. */
void render_facts_text(struct arena *arena, struct page *page, const struct facts *facts);

/* "integer", "text", "flag" and "box", "gpu" ... as in JSON. */
const char *fact_kind_name(enum fact_kind kind);
const char *subject_kind_name(enum subject_kind kind);

#endif
