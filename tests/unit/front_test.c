/* SPDX-License-Identifier: Apache-2.0 */
/* Options, JSON writer, pages, nearest words. */
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/nearest.h"
#include "base/options.h"
#include "render/group.h"
#include "render/page.h"

static int passed, failed;

static void same(const char *what, struct slice got, const char *wanted)
{
	if (slice_is(got, wanted)) {
		passed++;
		return;
	}
	failed++;
	printf("%s: got '%.*s', wanted '%s'\n", what, SLICE_ARG(got), wanted);
}

/* ---- options: a command line, and what is read of it ---- */

static const struct option_row rows[] = {
	{ 'h', "help", NULL, "" }, { 'l', "lease", "FILE", "" }, { 0, "json", NULL, "" }, { 'a', "all", NULL, "" }
};

/* Words are divided by blanks. Read as "help=;lease=x;args", or the problem. */
static const struct {
	const char *line, *wanted;
} option_lines[] = {
	{ "", "|" },
	{ "a b", "|a b " },
	{ "--json a", "json|a " },
	{ "a --json b", "json|a b " },
	{ "--lease x a", "lease=x|a " },
	{ "--lease=x a", "lease=x|a " },
	{ "--lease= a", "lease=|a " },
	{ "-l x", "lease=x|" },
	{ "-lx", "lease=x|" },
	{ "-ah", "help all|" },
	{ "-al x", "lease=x all|" },
	{ "--lease x --lease y", "lease=y|" },
	{ "-- --json", "|--json " },
	{ "-", "|- " },
	{ "--lease -", "lease=-|" },
	{ "--lease", "option '--lease' needs a value: --lease FILE" },
	{ "-l", "option '-l' needs a value: -l FILE" },
	{ "--json=x", "option '--json' takes no value" },
	{ "--jsno", "unknown option '--jsno'; did you mean '--json'?" },
	{ "--zzzzzzzz", "unknown option '--zzzzzzzz'" },
	{ "-z", "unknown option '-z'" },
	{ "-az", "unknown option '-az'" },
	{ "--", "|" },
	{ "--leas=x", "unknown option '--leas=x'; did you mean '--lease'?" },
};

static void option_line(struct arena *arena, const char *line, const char *wanted)
{
	char *argv[16];
	int argc = 0;
	struct slice rest = slice_of(line), word;
	struct options options;
	struct message problem;
	struct buf buf = BUF_INIT(1024);

	while (slice_split(&rest, ' ', &word))
		if (word.len)
			argv[argc++] = arena_text(arena, word);
	if (options_parse(arena, rows, 4, argc, argv, false, &options, &problem) < 0) {
		same(line, message_text(arena, &problem, NULL), wanted);
		return;
	}
	for (size_t i = 0; i < 4; i++) {
		if (!option_given(&options, i))
			continue;
		buf_printf(&buf, "%s%s", buf.len ? " " : "", rows[i].name);
		if (rows[i].value)
			buf_printf(&buf, "=%s", options.values[i]);
	}
	buf_char(&buf, '|');
	for (size_t i = 0; i < options.n_args; i++)
		buf_printf(&buf, "%s ", options.args[i]);
	same(line, buf_view(&buf), wanted);
	buf_release(&buf);
}

/* ---- JSON ---- */

static const struct {
	const char *text;
	size_t len; /* 0: up to NUL */
	const char *wanted;
} json_texts[] = {
	{ "", 0, "\"\"\n" },
	{ "a\"b\\c", 0, "\"a\\\"b\\\\c\"\n" },
	{ "tab\tline\n", 0, "\"tab\\tline\\n\"\n" },
	{ "\x01\x1f\x7f", 0, "\"\\u0001\\u001f\\u007f\"\n" },
	{ "a\0b", 3, "\"a\\u0000b\"\n" },
	{ "中文 °C", 0, "\"中文 °C\"\n" },
	{ "\xff\xc0\x80", 0, "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n" },
	{ "cut \xe4\xb8", 0, "\"cut \xEF\xBF\xBD\xEF\xBF\xBD\"\n" },
	{ "\xed\xa0\x80", 0, "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n" },
};

static void json_text_one(size_t i)
{
	struct buf buf = BUF_INIT(1024);
	struct json json = JSON_INIT(&buf);
	struct slice text = slice_of(json_texts[i].text);

	if (json_texts[i].len)
		text.len = json_texts[i].len;
	json_text(&json, text);
	json_end(&json);
	same("json text", buf_view(&buf), json_texts[i].wanted);
	buf_release(&buf);
}

static void json_structure(void)
{
	struct buf buf = BUF_INIT(1024);
	struct json json = JSON_INIT(&buf);

	json_object(&json);
	json_key_int(&json, "a", INT64_MIN);
	json_key(&json, "empty");
	json_list(&json);
	json_list_end(&json);
	json_key(&json, "list");
	json_list(&json);
	json_bool(&json, true);
	json_null(&json);
	json_object_inline(&json);
	json_key_text(&json, "x", SLICE("1"));
	json_key_text(&json, "y", SLICE("2"));
	json_object_end(&json);
	json_list_end(&json);
	json_object_end(&json);
	json_end(&json);
	same("json structure", buf_view(&buf),
	     "{\n  \"a\": -9223372036854775808,\n  \"empty\": [],\n  \"list\": [\n    true,\n    null,\n    {\"x\": \"1\", \"y\": \"2\"}\n  ]\n}\n");
	buf_release(&buf);
}

/* ---- pages ---- */

static const struct {
	int width, indent;
	const char *text, *wanted;
} pages[] = {
	{ 20, 2, "one two three four five", "  one two three four\n  five\n" },
	{ 10, 0, "averyverylongword x", "averyverylongword\nx\n" },
	{ 10, 2, "   blanks   inside ", "  blanks\n  inside\n" },
	{ 10, 0, "", "\n" },
	{ 10, 0, "一二三四五六七", "一二三四五\n六七\n" },
	{ 10, 0, "一二三四五，六", "一二三四\n五，六\n" },
	{ 10, 0, "ab一二三四五", "ab一二三四\n五\n" },
	{ 40, 0, "esc \033[31mred\007", "esc ?[31mred?\n" },
	{ 40, 0, "c1 \xc2\x9b""1m bidi \xe2\x80\xae x", "c1 ?1m bidi ? x\n" },
	{ 40, 0, "bad \xff byte", "bad ? byte\n" },
};

static void page_one(size_t i)
{
	struct buf buf = BUF_INIT(1024);
	struct page page = { .buf = &buf, .width = pages[i].width };

	page_text(&page, pages[i].indent, COLOUR_RED, slice_of(pages[i].text));
	same("page", buf_view(&buf), pages[i].wanted);
	buf_release(&buf);
}

/* ---- groups ---- */

static const struct {
	int gpus[10]; /* ended by -1 */
	const char *wanted;
} groups[] = {
	{ { 0, -1 }, "gpu0" },
	{ { 0, 1, 2, 3, 4, 5, 6, 7, -1 }, "gpu0-7" },
	{ { 0, 1, 5, -1 }, "gpu0-1, gpu5" },
	{ { 1, 3, 5, 7, -1 }, "gpu1, gpu3, gpu5, gpu7" },
	{ { 0, 2, 4, 6, 8, 10, 12, 14, -1 }, "gpu0, gpu2, gpu4, gpu6, gpu8, gpu10 +2" },
};

static void group_one(struct arena *arena, size_t i)
{
	static const struct check check = { .id = "pcie.width", .meaning = "slow", .remedy = "ask" };
	struct findings all = { .findings = arena_array(arena, 10, sizeof(struct finding *)) };
	size_t n;

	for (; groups[i].gpus[all.n] >= 0; all.n++) {
		struct finding *f = arena_alloc(arena, sizeof(*f));
		*f = (struct finding){ .check = &check, .id = SLICE("pcie.width"), .verdict = VERDICT_FAIL };
		f->subject = subject_gpu(groups[i].gpus[all.n]);
		f->measured = MSG("%1 in use", A_QTY(8, UNIT_LANES));
		all.findings[all.n] = f;
	}
	struct group *found = group_findings(arena, &all, VERDICT_FAIL, &n);
	if (n != 1)
		same("group", SLICE("several groups"), groups[i].wanted);
	else
		same("group", group_subjects(arena, found), groups[i].wanted);
	all.findings[0]->measured = MSG("%1 in use", A_QTY(4, UNIT_LANES));
	group_findings(arena, &all, VERDICT_FAIL, &n);
	same("another measure is another group", n == 2 || all.n == 1 ? SLICE("yes") : SLICE("no"), "yes");
	group_findings(arena, &all, VERDICT_PASS, &n);
	same("another verdict", n ? SLICE("some") : SLICE("none"), "none");
}

int main(void)
{
	struct arena *arena = arena_open();

	for (size_t i = 0; i < sizeof(option_lines) / sizeof(*option_lines); i++)
		option_line(arena, option_lines[i].line, option_lines[i].wanted);
	for (size_t i = 0; i < sizeof(json_texts) / sizeof(*json_texts); i++)
		json_text_one(i);
	json_structure();
	for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++)
		page_one(i);
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++)
		group_one(arena, i);
	arena_close(arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
