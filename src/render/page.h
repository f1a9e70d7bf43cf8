/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_PAGE_H
#define RENDER_PAGE_H
/*
 * Text for a terminal or a file: wrapped to a width, indented, with colour only where the caller allows it.
 *
 * Columns are counted by what a terminal shows: a wide character takes two. Whatever comes from a file is made harmless
 * here: control characters and text-direction marks never reach the terminal.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/slice.h"

enum colour { COLOUR_NONE, COLOUR_BOLD, COLOUR_DIM, COLOUR_RED, COLOUR_YELLOW, COLOUR_GREEN, COLOUR_CYAN };

struct page {
	struct buf *buf;
	int width; /* columns; 80 when in doubt */
	bool colour;
};

/* A line wrapped to the page; lines after the first begin at `indent` too. */
void page_text(struct page *page, int indent, enum colour colour, struct slice text);
/* "$ command" on one line, however long: a terminal wraps it, and it can still be copied whole. */
void page_command(struct page *page, int indent, struct slice text);
/* The same with a text on its right, or wrapped below it where it does not fit. */
void page_command_sides(struct page *page, int indent, struct slice text, struct slice right);
/* "label   text": the label padded to `column`, the text wrapped at that column. */
void page_field(struct page *page, int indent, struct slice label, int column, struct slice text);
/* "left text        right text" in one line where both fit, else `right` goes to a line of its own. */
void page_sides(struct page *page, int indent, enum colour colour, struct slice left, struct slice right);
void page_blank(struct page *page);

#endif
