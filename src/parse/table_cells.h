/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_TABLE_CELLS_H
#define PARSE_TABLE_CELLS_H
/* Lines of tables that are drawn with '|': cells by their walls, words inside them. */
#include <stdbool.h>

#include "base/slice.h"

#define TABLE_CELLS 8
#define TABLE_WORDS 24

struct cells {
	struct slice cell[TABLE_CELLS]; /* trimmed */
	size_t n;
	bool closed; /* the line ends with a wall */
};

/* False when the line does not begin with '|'. */
bool cells_split(struct slice line, struct cells *ret);
/* "+----+", "|====+", "|----|": a rule between rows. */
bool is_rule(struct slice line);
/* The words of a cell; returns how many there are, at most `max`. */
size_t cell_words(struct slice cell, struct slice *words, size_t max);
/* From the start of `first` to the end of `last`, both of one cell. */
struct slice slice_span(struct slice first, struct slice last);

#endif
