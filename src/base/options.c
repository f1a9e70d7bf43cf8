/* SPDX-License-Identifier: Apache-2.0 */
#include "base/options.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/nearest.h"

struct cursor {
	int argc, at;
	char *const *argv;
	struct options *options;
	struct message *problem;
};

static int problem(struct cursor *c, struct message message)
{
	*c->problem = message;
	return -EINVAL;
}

/* The value behind an option: what stands in the same word, else the next word. */
static int value_take(struct cursor *c, size_t row, const char *inside, const char *shown)
{
	if (inside) {
		c->options->values[row] = inside;
		return 0;
	}
	if (c->at + 1 >= c->argc)
		return problem(c, MSG("option '%1' needs a value: %1 %2", A_STR(shown), A_STR(c->options->rows[row].value)));
	c->options->values[row] = c->argv[++c->at];
	return 0;
}

static int long_unknown(struct cursor *c, struct slice name, const char *word)
{
	struct nearest nearest = { .word = NULL };

	for (size_t i = 0; i < c->options->n_rows; i++)
		nearest_offer(&nearest, name, c->options->rows[i].name);
	if (nearest.word)
		return problem(c, MSG("unknown option '%1'; did you mean '--%2'?", A_STR(word), A_STR(nearest.word)));
	return problem(c, MSG("unknown option '%1'", A_STR(word)));
}

static int long_read(struct cursor *c, const char *word)
{
	struct slice name = slice_of(word + 2);
	const char *equal = strchr(word, '=');

	if (equal)
		name.len = (size_t)(equal - word) - 2;
	for (size_t i = 0; i < c->options->n_rows; i++) {
		const struct option_row *row = &c->options->rows[i];
		if (!slice_is(name, row->name))
			continue;
		if (row->value)
			return value_take(c, i, equal ? equal + 1 : NULL, word);
		if (equal)
			return problem(c, MSG("option '--%1' takes no value", A_STR(row->name)));
		c->options->values[i] = "";
		return 0;
	}
	return long_unknown(c, name, word);
}

static int letter_find(const struct options *options, char letter, size_t *ret)
{
	for (size_t i = 0; i < options->n_rows; i++) {
		if (options->rows[i].letter == letter) {
			*ret = i;
			return 0;
		}
	}
	return -ENOENT;
}

static int letters_read(struct cursor *c, const char *word)
{
	size_t row;

	for (const char *p = word + 1; *p; p++) {
		if (letter_find(c->options, *p, &row) < 0)
			return problem(c, MSG("unknown option '%1'", A_STR(word)));
		if (c->options->rows[row].value)
			return value_take(c, row, p[1] ? p + 1 : NULL, word);
		c->options->values[row] = "";
	}
	return 0;
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1] != '\0';
}

int options_parse(struct arena *arena, const struct option_row *rows, size_t n_rows, int argc, char *const argv[], bool first_only,
		  struct options *ret, struct message *ret_problem)
{
	struct options options = { .rows = rows, .n_rows = n_rows };
	struct cursor c = { .argc = argc, .argv = argv, .options = &options, .problem = ret_problem };
	bool only_args = false;
	int r;

	assert(n_rows <= OPTIONS_MAX);
	options.args = arena_array(arena, (size_t)argc + 1, sizeof(*options.args));
	for (; c.at < argc; c.at++) {
		const char *word = argv[c.at];
		if (!only_args && strcmp(word, "--") == 0) {
			only_args = true;
			continue;
		}
		if (only_args || !is_option(word)) {
			options.args[options.n_args++] = word;
			only_args |= first_only;
			continue;
		}
		r = word[1] == '-' ? long_read(&c, word) : letters_read(&c, word);
		if (r < 0)
			return r;
	}
	*ret = options;
	return 0;
}
