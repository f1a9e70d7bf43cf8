/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the parsers: parse_test FILE.txt... compares the facts of each file with FILE.facts beside it, byte for byte.
 *
 *	--rewrite FILE...    writes FILE.facts anew; read the difference before you keep it
 *	--print FILE...      prints the facts of any file, with the outputs that were recognised and the lines that were not
 *	--cut N FILE...      parses every part of each file from its start whose length is a multiple of N, and the file from
 *	                     every such place on: nothing may crash. Prints how many parts there were
 *
 * Facts are sorted lines: "subject key[item] = value" or "subject key[item] ! absence"; an integer with words that a report
 * quotes (an Xid's line) prints them behind " | ".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "parse/parse.h"

#define TEXT_MAX ((size_t)64 << 20)

static const char *const absences[] = { "present", "not-captured", "unsupported", "denied",	"lost",
					"timeout", "cut",	   "unreadable",  "deprecated", "mig" };

static struct buf file_read(const char *path)
{
	struct buf text = BUF_INIT(TEXT_MAX);
	FILE *file = fopen(path, "rb");
	char piece[65536];
	size_t n;

	if (!file) {
		fprintf(stderr, "%s: cannot read\n", path);
		exit(2);
	}
	while ((n = fread(piece, 1, sizeof(piece), file)) > 0)
		buf_add(&text, piece, n);
	fclose(file);
	return text;
}

static int line_order(const void *a, const void *b)
{
	const struct slice *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = memcmp(x->ptr, y->ptr, n);

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

static struct slice fact_as_line(struct arena *arena, const struct fact *fact)
{
	struct slice subject = subject_text(arena, fact->subject), item = { NULL, 0 };
	const char *name = key_info(fact->key)->name;
	bool event = fact->key == KEY_GPU_XID || fact->key == KEY_BOX_SXID;

	if (fact->item)
		item = arena_printf(arena, "[%d]", fact->item);
	if (fact->absence != PRESENT)
		return arena_printf(arena, "%.*s %s%.*s ! %s\n", SLICE_ARG(subject), name, SLICE_ARG(item),
				    absences[fact->absence]);
	struct slice value = fact_text(arena, fact);
	if (event)
		value = arena_printf(arena, "%.*s | %.*s", SLICE_ARG(value), SLICE_ARG(fact->text));
	return arena_printf(arena, "%.*s %s%.*s = %.*s\n", SLICE_ARG(subject), name, SLICE_ARG(item), SLICE_ARG(value));
}

/* The outputs that were recognised, in order, then the unread lines. */
static void outline(struct arena *arena, const struct facts *facts, struct buf *out)
{
	for (size_t i = 0; i < facts->n_sections; i++) {
		const struct section *s = &facts->sections[i];
		struct slice line = arena_printf(arena, "# %s, lines %d-%d%s%s\n", s->format, s->first_line, s->last_line,
						 s->cut ? ", cut" : "", s->moment == MOMENT_MONITOR ? ", monitor" : "");
		buf_slice(out, line);
	}
	for (size_t i = 0; i < facts->n_unread; i++)
		buf_slice(out, arena_printf(arena, "# unread: %d from line %d: %.*s\n", facts->unread[i].n_lines,
					    facts->unread[i].first_line, SLICE_ARG(facts->unread[i].text)));
}

static void facts_print(struct arena *arena, struct slice data, struct buf *out)
{
	struct facts *facts = facts_new(arena);

	parse_blob(facts, SLICE("file"), data);
	struct slice *lines = arena_array(arena, facts->n + 1, sizeof(*lines));
	for (size_t i = 0; i < facts->n; i++)
		lines[i] = fact_as_line(arena, facts->facts[i]);
	qsort(lines, facts->n, sizeof(*lines), line_order);
	outline(arena, facts, out);
	for (size_t i = 0; i < facts->n; i++)
		buf_slice(out, lines[i]);
}

static struct slice facts_path(struct arena *arena, const char *path)
{
	size_t n = strlen(path);

	if (n > 4 && strcmp(path + n - 4, ".txt") == 0)
		n -= 4;
	return arena_printf(arena, "%.*s.facts", (int)n, path);
}

static void first_difference(const char *path, struct slice want, struct slice got)
{
	struct slice w = { NULL, 0 }, g = { NULL, 0 };
	int line = 0;
	bool more = true;

	while (more && slice_eq(w, g)) {
		bool a = slice_split(&want, '\n', &w), b = slice_split(&got, '\n', &g);
		if (!a)
			w = SLICE("(end)");
		if (!b)
			g = SLICE("(end)");
		more = a && b;
		line++;
	}
	printf("%s:%d: want '%.*s', got '%.*s'\n", path, line, SLICE_ARG(w), SLICE_ARG(g));
}

static int compare(const char *path, bool rewrite)
{
	struct arena *arena = arena_open();
	struct buf data = file_read(path), got = BUF_INIT(TEXT_MAX), want = BUF_INIT(TEXT_MAX);
	const char *golden = facts_path(arena, path).ptr;
	int bad = 0;

	facts_print(arena, buf_view(&data), &got);
	if (rewrite) {
		FILE *file = fopen(golden, "wb");
		bad = !file || fwrite(got.ptr, 1, got.len, file) != got.len;
		bad |= file && fclose(file) != 0;
	} else {
		want = file_read(golden);
		bad = !slice_eq(buf_view(&want), buf_view(&got));
		if (bad)
			first_difference(golden, buf_view(&want), buf_view(&got));
	}
	buf_release(&data);
	buf_release(&got);
	buf_release(&want);
	arena_close(arena);
	return bad;
}

static void print(const char *path)
{
	struct arena *arena = arena_open();
	struct buf data = file_read(path), out = BUF_INIT(TEXT_MAX);

	facts_print(arena, buf_view(&data), &out);
	printf("%.*s", SLICE_ARG(buf_view(&out)));
	buf_release(&data);
	buf_release(&out);
	arena_close(arena);
}

/* A copy of exact size, so that a read past the end is seen. */
static void part_parse(struct slice part)
{
	struct arena *arena = arena_open();
	struct buf out = BUF_INIT(TEXT_MAX);
	char *copy = malloc(part.len + !part.len);

	if (copy && part.len)
		memcpy(copy, part.ptr, part.len);
	facts_print(arena, (struct slice){ copy, part.len }, &out);
	buf_release(&out);
	arena_close(arena);
	free(copy);
}

static size_t cut(const char *path, size_t step)
{
	struct buf data = file_read(path);
	size_t n = 0;

	for (size_t at = 0; at < data.len; at += step, n += 2) {
		part_parse(slice_sub(buf_view(&data), 0, at));
		part_parse(slice_sub(buf_view(&data), at, data.len));
	}
	buf_release(&data);
	return n;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 && strncmp(argv[1], "--", 2) == 0 ? argv[1] : "";
	int first = mode[0] ? 2 : 1, failed = 0;
	size_t step = 0, parts = 0;

	if (strcmp(mode, "--cut") == 0) {
		step = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
		first = 3;
		if (!step) {
			fprintf(stderr, "usage: parse_test --cut N FILE...\n");
			return 2;
		}
	}
	for (int i = first; i < argc; i++) {
		if (strcmp(mode, "--print") == 0)
			print(argv[i]);
		else if (step)
			parts += cut(argv[i], step);
		else
			failed += compare(argv[i], strcmp(mode, "--rewrite") == 0);
	}
	if (step)
		printf("%zu passed, 0 failed\n", parts); /* a part that does not pass ends the program */
	else if (strcmp(mode, "--print") != 0)
		printf("%d passed, %d failed\n", argc - first - failed, failed);
	return failed != 0 || argc <= first;
}
