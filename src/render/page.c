/* SPDX-License-Identifier: Apache-2.0 */
#include "render/page.h"

#include "base/utf8.h"

/* Control characters and marks that turn the direction of text: a terminal must not act on what a file holds. */
static bool is_harmful(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
	       c == 0x200F;
}

static void harmless(struct buf *buf, struct slice text)
{
	while (text.len) {
		struct slice before = text;
		uint32_t c = utf8_take_any(&text);
		if (c == UTF8_REPLACEMENT || is_harmful(c))
			buf_char(buf, c == '\t' || c == '\n' ? ' ' : '?');
		else
			buf_slice(buf, slice_sub(before, 0, before.len - text.len));
	}
}

static void blanks(struct buf *buf, int n)
{
	for (; n > 0; n--)
		buf_char(buf, ' ');
}

static void colour_on(struct page *page, enum colour colour)
{
	static const char *const codes[] = { "", "1", "2", "1;31", "33", "32", "36" };

	if (page->colour && colour)
		buf_printf(page->buf, "\033[%sm", codes[colour]);
}

static void colour_off(struct page *page, enum colour colour)
{
	if (page->colour && colour)
		buf_text(page->buf, "\033[0m");
}

/* Punctuation that must not begin a line in Chinese. */
static bool is_closing(uint32_t c)
{
	return c == 0x3001 || c == 0x3002 || c == 0xFF0C || c == 0xFF1A || c == 0xFF1B || c == 0xFF09 || c == 0xFF01 || c == 0xFF1F ||
	       c == 0x300D || c == 0x201D;
}

/* The next piece that is not torn apart: a word with no blank in it, or one wide character with what must follow it. */
static struct slice piece_take(struct slice *rest, int *ret_columns)
{
	struct slice start = *rest;
	bool last_wide = false;

	while (rest->len && rest->ptr[0] != ' ') {
		struct slice before = *rest;
		uint32_t c = utf8_take_any(rest);
		bool wide = utf8_columns(slice_sub(before, 0, before.len - rest->len)) > 1;
		if (before.ptr != start.ptr && (last_wide || wide) && !is_closing(c)) {
			*rest = before;
			break;
		}
		last_wide = wide;
	}
	struct slice piece = slice_sub(start, 0, start.len - rest->len);
	*ret_columns = utf8_columns(piece);
	return piece;
}

/* Wraps `text` into what is left of a line of which `used` columns are taken; goes on at `indent`. */
static void wrap(struct page *page, int used, int indent, struct slice text)
{
	int at = used, columns;
	bool line_empty = true;

	while (text.len) {
		int gap = 0;
		while (text.len && text.ptr[0] == ' ') {
			text = slice_sub(text, 1, text.len);
			gap = line_empty ? 0 : 1;
		}
		if (!text.len)
			break;
		struct slice piece = piece_take(&text, &columns);
		if (!line_empty && at + gap + columns > page->width) {
			buf_char(page->buf, '\n');
			blanks(page->buf, indent);
			at = indent;
			gap = 0;
		}
		blanks(page->buf, gap);
		harmless(page->buf, piece);
		at += gap + columns;
		line_empty = false;
	}
}

void page_text(struct page *page, int indent, enum colour colour, struct slice text)
{
	blanks(page->buf, indent);
	colour_on(page, colour);
	wrap(page, indent, indent, text);
	colour_off(page, colour);
	buf_char(page->buf, '\n');
}

static void command(struct page *page, int indent, struct slice text)
{
	blanks(page->buf, indent);
	colour_on(page, COLOUR_BOLD);
	buf_text(page->buf, "$ ");
	harmless(page->buf, text);
	colour_off(page, COLOUR_BOLD);
}

void page_command(struct page *page, int indent, struct slice text)
{
	command(page, indent, text);
	buf_char(page->buf, '\n');
}

void page_command_sides(struct page *page, int indent, struct slice text, struct slice right)
{
	int free_columns = page->width - indent - 2 - utf8_columns(text) - utf8_columns(right);

	command(page, indent, text);
	if (free_columns < 2) {
		buf_char(page->buf, '\n');
		page_text(page, indent + 4, COLOUR_NONE, right);
		return;
	}
	blanks(page->buf, free_columns);
	harmless(page->buf, right);
	buf_char(page->buf, '\n');
}

void page_field(struct page *page, int indent, struct slice label, int column, struct slice text)
{
	int columns = utf8_columns(label);

	blanks(page->buf, indent);
	colour_on(page, COLOUR_DIM);
	harmless(page->buf, label);
	colour_off(page, COLOUR_DIM);
	if (indent + columns < column) {
		blanks(page->buf, column - indent - columns);
	} else {
		buf_char(page->buf, '\n');
		blanks(page->buf, column);
	}
	wrap(page, column, column, text);
	buf_char(page->buf, '\n');
}

void page_sides(struct page *page, int indent, enum colour colour, struct slice left, struct slice right)
{
	int free_columns = page->width - indent - utf8_columns(left) - utf8_columns(right);

	if (!right.len || free_columns < 2) {
		page_text(page, indent, colour, left);
		if (right.len)
			page_text(page, indent + 4, COLOUR_DIM, right);
		return;
	}
	blanks(page->buf, indent);
	colour_on(page, colour);
	harmless(page->buf, left);
	colour_off(page, colour);
	blanks(page->buf, free_columns);
	colour_on(page, COLOUR_DIM);
	harmless(page->buf, right);
	colour_off(page, COLOUR_DIM);
	buf_char(page->buf, '\n');
}

void page_blank(struct page *page)
{
	buf_char(page->buf, '\n');
}
