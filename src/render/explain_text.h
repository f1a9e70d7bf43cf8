/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_EXPLAIN_TEXT_H
#define RENDER_EXPLAIN_TEXT_H
/*
 * A check in words: its row of the check table, and for xid.N and sxid.N the catalogue's row of that code.
 */
#include "judge/judge.h"
#include "render/page.h"

/* One line a check. */
void render_checks_text(struct page *page);
/* `id` is the name that was asked for: "xid.79" for the check "xid.N". */
void render_check_text(struct arena *arena, struct page *page, const struct check *check, struct slice id);

#endif
