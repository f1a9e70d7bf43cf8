/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lease files: text -> terms, or the error.
 *
 * `wanted` is the error's text behind "lease.yaml:", or "= " and the terms as "key=value", list keys with their place,
 * numbers in base units. A row is a whole file; "L" stands for its first line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/yaml.h"
#include "lease/lease.h"
#include "lease/lease_write.h"

#define L "lease: 1\n"

static int passed, failed;

static const struct row {
	int line;
	const char *text, *wanted;
} rows[] = {
#define ROW(text, wanted)                                                                                                      \
	{                                                                                                                      \
		__LINE__, text, wanted                                                                                         \
	}
#include "lease_rows.h"
#undef ROW
};

static void terms_text(struct buf *out, const struct lease *lease)
{
	buf_text(out, "=");
	for (size_t i = 0; i < lease->n; i++) {
		const struct term *t = &lease->terms[i];
		const struct term_info *info = term_info(t->key);

		buf_printf(out, " %s", info->name);
		if (strstr(info->name, "[]"))
			buf_printf(out, "#%d", t->item);
		if (info->kind == KIND_TEXT)
			buf_printf(out, "=%.*s", SLICE_ARG(t->text));
		else
			buf_printf(out, "=%" PRId64, t->i);
		buf_printf(out, "@%d", t->line);
	}
}

static void check(const char *name, int line, struct slice got, const char *wanted)
{
	if (slice_is(got, wanted)) {
		passed++;
		return;
	}
	printf("%s:%d: got    %.*s\n%s:%d: wanted %s\n", name, line, SLICE_ARG(got), name, line, wanted);
	failed++;
}

/* The file is read from memory of its exact size, so that a byte read past its end is found. */
static void read_row(int line, struct slice text, const char *wanted)
{
	struct arena *arena = arena_open();
	struct buf out = BUF_INIT((size_t)1 << 20);
	struct error error = { "" };
	struct lease *lease = NULL;
	char *exact = malloc(text.len ? text.len : 1);

	if (text.len)
		memcpy(exact, text.ptr, text.len);
	if (lease_read(arena, SLICE("lease.yaml"), (struct slice){ exact, text.len }, &lease, &error) == 0)
		terms_text(&out, lease);
	else
		buf_text(&out, strncmp(error.text, "lease.yaml:", 11) == 0 ? error.text + 11 : error.text);
	free(exact);
	check("lease_rows.h", line, buf_view(&out), wanted);
	buf_release(&out);
	arena_close(arena);
}

/* What is no row because of its length or its bytes. */
static void read_large(void)
{
	struct buf text = BUF_INIT((size_t)4 << 20);

	buf_text(&text, L "supplier: ");
	while (text.len <= YAML_MAX_BYTES)
		buf_text(&text, "aaaaaaaaaaaaaaaa");
	read_row(__LINE__, buf_view(&text), " larger than 1024 KiB; this is no file of this kind");
	buf_clear(&text);
	buf_text(&text, L "disk: ");
	for (int i = 0; i < 100000; i++)
		buf_char(&text, '[');
	read_row(__LINE__, buf_view(&text), "2:22: lists and maps are nested too deep");
	buf_clear(&text);
	buf_text(&text, L "disk:\n");
	for (int i = 0; i < 20000; i++)
		buf_text(&text, "- {count: 1}\n");
	read_row(__LINE__, buf_view(&text), "5001:11: too many values in one file");
	buf_clear(&text);
	buf_text(&text, L "supplier: ");
	for (int i = 0; i < 100000; i++)
		buf_char(&text, 'k');
	buf_text(&text, "\ngpu: {count: ");
	for (int i = 0; i < 100000; i++)
		buf_char(&text, '9');
	buf_text(&text, "}\n");
	read_row(__LINE__, buf_view(&text),
		 "3:14: gpu.count: '999999999999999999999999999999999999999999999999' is too large; write it as: 8");
	buf_release(&text);
	read_row(__LINE__, SLICE(L "nodes: \0 1\n"),
		 "2:8: a NUL byte; this is no text file, or it is UTF-16: save it as UTF-8");
	read_row(__LINE__, SLICE("\xff\xfel\0e\0"), "1:1: not UTF-8; save the file as UTF-8");
}

/* "#key: a | b" -> "key: a"; comments stay. */
static void uncomment(struct buf *out, struct slice text)
{
	struct slice line;

	while (slice_split(&text, '\n', &line)) {
		size_t at = slice_find_char(line, '#');
		if (at != SLICE_NONE && at + 1 < line.len && line.ptr[at + 1] != ' ') {
			struct slice key = slice_sub(line, at + 1, line.len);
			buf_slice(out, slice_sub(line, 0, at));
			buf_slice(out, slice_sub(key, 0, slice_find(key, " | ")));
		} else {
			buf_slice(out, line);
		}
		buf_char(out, '\n');
	}
}

static void check_readable(const char *id, struct slice text, size_t wanted_terms, const char *what)
{
	struct arena *arena = arena_open();
	struct error error = { "" };
	struct lease *lease = NULL;

	if (lease_read(arena, SLICE("init"), text, &lease, &error) == 0 && (wanted_terms == 0 || lease->n == wanted_terms))
		passed++;
	else {
		printf("init of %s, %s: %zu terms; %s\n", id, what, lease ? lease->n : 0, error.text);
		failed++;
	}
	arena_close(arena);
}

/* What `lease init` writes is read as it is, and with every line taken in. */
static void check_init(const struct card *card)
{
	struct arena *arena = arena_open();
	struct buf text = BUF_INIT((size_t)1 << 20), all = BUF_INIT((size_t)1 << 20);
	const char *id = card ? card->id : "no card";

	lease_write(arena, &text, card, card ? 8 : 0, NULL);
	check_readable(id, buf_view(&text), 0, "as written");
	uncomment(&all, buf_view(&text));
	check_readable(id, buf_view(&all), TERM_MAX - 1, "every line");
	buf_release(&text);
	buf_release(&all);
	arena_close(arena);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		read_row(rows[i].line, slice_of(rows[i].text), rows[i].wanted);
	read_large();
	check_init(NULL);
	for (size_t i = 0; i < n_cards; i++)
		check_init(&cards[i]);
	printf("%d passed, %d failed\n", passed, failed);
	return failed ? 1 : 0;
}
