/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/clean.h"

#include <string.h>

/* UTF-16 with a byte order mark (Windows Notepad, PowerShell `>`), as UTF-8; code points beyond the BMP become '?'. */
static struct slice from_utf16(struct arena *arena, struct slice data)
{
	bool little = (unsigned char)data.ptr[0] == 0xff;
	char *out = arena_alloc(arena, data.len / 2 * 3 + 1);
	size_t n = 0;

	for (size_t i = 2; i + 1 < data.len; i += 2) {
		unsigned low = (unsigned char)data.ptr[i + (little ? 0 : 1)], high = (unsigned char)data.ptr[i + (little ? 1 : 0)];
		unsigned code = high << 8 | low;
		if (code < 0x80) {
			out[n++] = (char)code;
		} else if (code < 0x800) {
			out[n++] = (char)(0xc0 | code >> 6);
			out[n++] = (char)(0x80 | (code & 0x3f));
		} else if (code >= 0xd800 && code < 0xe000) {
			out[n++] = '?';
		} else {
			out[n++] = (char)(0xe0 | code >> 12);
			out[n++] = (char)(0x80 | (code >> 6 & 0x3f));
			out[n++] = (char)(0x80 | (code & 0x3f));
		}
	}
	return (struct slice){ out, n };
}

struct entity {
	const char *text;
	char c;
};

static const struct entity entities[] = { { "&lt;", '<' },   { "&gt;", '>' },	{ "&amp;", '&' },
					  { "&quot;", '"' }, { "&#39;", '\'' }, { "&nbsp;", ' ' } };

/* Length of the escape sequence at the front of `s`; 0 when there is none. */
static size_t escape_length(struct slice s)
{
	size_t i = 2;

	if (s.len < 2 || s.ptr[0] != '\033')
		return 0;
	if (s.ptr[1] == ']') { /* title: up to BEL or ESC \ */
		while (i < s.len && s.ptr[i] != '\a' && s.ptr[i] != '\033')
			i++;
		return i < s.len && s.ptr[i] == '\a' ? i + 1 : i;
	}
	if (s.ptr[1] != '[')
		return 2;
	while (i < s.len && (s.ptr[i] < '@' || s.ptr[i] > '~'))
		i++;
	return i < s.len ? i + 1 : i;
}

static bool is_dirty(struct slice line, bool entities_too)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] == '\033' || line.ptr[i] == '\r' || line.ptr[i] == '\0' || line.ptr[i] == '\b' ||
		    (unsigned char)line.ptr[i] == 0xc2 || (unsigned char)line.ptr[i] == 0xe3 || (unsigned char)line.ptr[i] == 0xef ||
		    (entities_too && line.ptr[i] == '&'))
			return true;
	return false;
}

/* Characters that stand for a blank or for nothing; returns the bytes that they take, 0 when it is another character. */
static size_t odd_space(struct slice s, char *ret)
{
	*ret = ' ';
	if (slice_starts(s, "\xc2\xa0"))
		return 2;
	if (slice_starts(s, "\xe3\x80\x80")) /* ideographic space */
		return 3;
	*ret = '\0';
	if (slice_starts(s, "\xef\xbb\xbf")) /* byte order mark */
		return 3;
	return 0;
}

static size_t entity_at(struct slice s, char *ret)
{
	for (size_t i = 0; i < sizeof(entities) / sizeof(*entities); i++) {
		if (!slice_starts(s, entities[i].text))
			continue;
		*ret = entities[i].c;
		return strlen(entities[i].text);
	}
	return 0;
}

static struct slice line_clean(struct arena *arena, struct slice line, bool entities_too)
{
	if (!is_dirty(line, entities_too))
		return line;
	char *out = arena_alloc(arena, line.len + 1), c = '\0';
	size_t n = 0;
	for (size_t i = 0; i < line.len;) {
		struct slice rest = slice_sub(line, i, line.len);
		size_t skip = escape_length(rest);
		if (skip == 0 && (line.ptr[i] == '\r' || line.ptr[i] == '\0' || line.ptr[i] == '\b'))
			skip = 1;
		if (skip) {
			i += skip;
			continue;
		}
		skip = odd_space(rest, &c);
		if (skip == 0 && entities_too)
			skip = entity_at(rest, &c);
		if (skip && c)
			out[n++] = c;
		if (!skip)
			out[n++] = line.ptr[i];
		i += skip ? skip : 1;
	}
	return (struct slice){ out, n };
}

/* Whether every line that is not blank begins with `mark`. */
static bool all_begin(const struct line *lines, size_t n, const char *mark)
{
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		struct slice s = lines[i].text;
		if (slice_trim(s).len == 0 || slice_is(slice_trim(s), ">"))
			continue;
		if (!slice_starts(s, mark))
			return false;
		any = true;
	}
	return any;
}

static void strip_all(struct line *lines, size_t n, size_t len)
{
	for (size_t i = 0; i < n; i++)
		lines[i].text = slice_sub(lines[i].text, len, lines[i].text.len);
}

struct line *clean_lines(struct arena *arena, struct slice data, size_t *ret_n)
{
	size_t n = 0, count = 1;

	if (slice_starts(data, "\xff\xfe") || slice_starts(data, "\xfe\xff"))
		data = from_utf16(arena, data);
	for (size_t i = 0; i < data.len; i++)
		count += data.ptr[i] == '\n';
	struct line *lines = arena_array(arena, count, sizeof(*lines));
	/* XML and HTML of the tools keep their entities: the XML parser reads them. */
	bool entities_too = !slice_has(data, "<?xml") && !slice_has(data, "<nvidia_smi_log");
	struct slice rest = data, line;
	while (slice_split(&rest, '\n', &line)) {
		lines[n].text = line_clean(arena, line, entities_too);
		lines[n].number = (int)n + 1;
		n++;
	}
	if (n && lines[n - 1].text.len == 0) /* behind the last line end */
		n--;
	while (all_begin(lines, n, "> "))
		strip_all(lines, n, 2);
	while (all_begin(lines, n, "    "))
		strip_all(lines, n, 4);
	*ret_n = n;
	return lines;
}
