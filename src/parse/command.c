/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/command.h"

#include <string.h>

#include "parse/cells.h"

/* So many lines of one-line outputs may stand between a prompt and the line in question. */
#define LINES_BACK 12

/* Commands whose output is one line (so that the next command's output can be found by counting), or none. */
static const struct {
	const char *program;
	size_t lines;
} one_liners[] = {
	{ "nproc", 1 }, { "hostname", 1 }, { "uname", 1 },  { "uptime", 1 }, { "whoami", 1 }, { "date", 1 },
	{ "pwd", 1 },	{ "echo", 1 },	   { "ulimit", 1 }, { "cat", 1 },    { "cd", 0 },     { "export", 0 },
	{ "set", 0 },	{ "source", 0 },   { "clear", 0 },  { "sleep", 0 },  { "grep", 1 },   { "systemd-detect-virt", 1 }
};

bool origin_is(const struct origin *origin, const char *program)
{
	return slice_is(slice_nth_word(origin->command, 0), program);
}

static bool lines_of(struct slice command, size_t *ret)
{
	struct slice program = slice_nth_word(command, 0);

	for (size_t i = 0; i < sizeof(one_liners) / sizeof(*one_liners); i++) {
		if (!slice_is(program, one_liners[i].program))
			continue;
		*ret = one_liners[i].lines;
		return !slice_is(program, "grep") || slice_has(command, " -c");
	}
	return false;
}

/* Cuts the next simple command off a command line: up to ';', '&&' or '||' outside quotes. Pipes stay in it. */
static bool command_cut(struct slice *rest, struct slice *ret)
{
	char quote = '\0';
	size_t i = 0;

	*rest = slice_trim(*rest);
	if (rest->len == 0)
		return false;
	for (; i < rest->len; i++) {
		char c = rest->ptr[i];
		bool pair = i + 1 < rest->len && rest->ptr[i + 1] == c;
		if (quote) {
			quote = c == quote ? '\0' : quote;
			continue;
		}
		if (c == '"' || c == '\'')
			quote = c;
		if (c == ';' || ((c == '&' || c == '|') && pair))
			break;
	}
	*ret = slice_trim(slice_sub(*rest, 0, i));
	while (i < rest->len && strchr(";&|", rest->ptr[i]))
		i++;
	*rest = slice_sub(*rest, i, rest->len);
	while (slice_starts(*ret, "sudo "))
		*ret = slice_trim(slice_sub(*ret, 5, ret->len));
	return true;
}

/* The k-th argument (from 0) that is no option. */
static struct slice argument(struct slice command, int k)
{
	struct slice rest = slice_before(slice_before(command, "|"), "2>"), word;

	slice_word(&rest, &word);
	while (slice_word(&rest, &word))
		if (!slice_starts(word, "-") && k-- == 0)
			return slice_unquote(word);
	return (struct slice){ NULL, 0 };
}

static int n_arguments(struct slice command)
{
	int n = 0;

	while (argument(command, n).len)
		n++;
	return n;
}

/* Counts one-line outputs off a command line until the one that printed line `k` below the prompt. */
static bool origin_of_line(struct slice line, size_t k, struct origin *ret)
{
	struct slice command;

	while (command_cut(&line, &command)) {
		size_t lines = 0;
		bool known = lines_of(command, &lines), is_cat = slice_is(slice_nth_word(command, 0), "cat");
		int files = is_cat ? n_arguments(command) : 1;
		if (is_cat)
			lines = (size_t)files;
		if (k < lines || !known) {
			*ret = (struct origin){ .command = command };
			ret->path = is_cat ? argument(command, (int)k) : argument(command, n_arguments(command) - 1);
			return known || k == 0;
		}
		k -= lines;
	}
	return false;
}

/* "==> /path <==", "*** /path", "=== nproc ===": what the mark names. */
static bool origin_of_mark(struct slice line, struct origin *ret)
{
	struct slice s = slice_trim(line);
	size_t signs = 0;

	while (s.len && strchr("=*#->:", s.ptr[0])) {
		s = slice_sub(s, 1, s.len);
		signs++;
	}
	while (s.len && strchr("=*#-<: ", s.ptr[s.len - 1]))
		s = slice_sub(s, 0, s.len - 1);
	s = slice_trim(s);
	if (signs < 3 || s.len == 0)
		return false;
	if (slice_starts(s, "/")) {
		*ret = (struct origin){ .command = SLICE("cat"), .path = s };
		return true;
	}
	return origin_of_line(s, 0, ret);
}

bool origin_here(const struct reader *r, struct origin *ret)
{
	struct slice command, host;

	for (size_t k = 0; k < LINES_BACK && k < r->pos; k++) {
		struct slice line = r->lines[r->pos - 1 - k].text;
		if (k == 0 && origin_of_mark(line, ret))
			return true;
		if (prompt_split(line, &command, &host))
			return origin_of_line(command, k, ret);
	}
	return false;
}

bool origin_value(const struct reader *r, const char *folder, struct slice *ret_path, struct slice *ret_value)
{
	struct slice line = slice_trim(reader_peek(r, 0));
	size_t colon = slice_find_char(line, ':');
	struct origin origin;

	if (slice_starts(line, folder) && colon != SLICE_NONE) {
		*ret_path = slice_sub(line, 0, colon);
		*ret_value = slice_trim(slice_sub(line, colon + 1, line.len));
		return ret_value->len > 0;
	}
	*ret_value = line;
	if (line.len == 0 || line.len > 64 || !origin_here(r, &origin) || !slice_starts(origin.path, folder))
		return false;
	*ret_path = origin.path;
	return origin_is(&origin, "cat") || origin_is(&origin, "head") || origin_is(&origin, "tail");
}
