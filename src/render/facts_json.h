/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_FACTS_JSON_H
#define RENDER_FACTS_JSON_H
/*
 * Facts for programs: the vocabulary, and the facts of every box with their sources. Always English.
 */
#include "base/buf.h"
#include "fact/fact.h"

void render_vocabulary_json(struct buf *buf);
/* `boxes`: the facts of each box, named box1, box2 ... */
void render_facts_json(struct arena *arena, struct buf *buf, struct facts *const boxes[], size_t n);

#endif
