/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_YAML_H
#define BASE_YAML_H
/*
 * A YAML file as a tree of scalars, lists and maps, each with its line and column; the plain part of YAML only.
 *
 * Refused, with "file:line:column: ..." in one line: text that is not UTF-8 or holds control characters, anchors, aliases,
 * tags, merge keys, keys that are no plain words, a key that stands twice in one map, a second document, and files, trees
 * and nestings past the limits below. A scalar is kept as its text: what it means is for the reader to say, so `off`, `1e3`
 * and `2027-01-01` are never turned into something else. Windows line ends and a byte order mark are fine.
 *
 * The tree lives in the arena and holds no pointer into the text.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/slice.h"

#define YAML_MAX_BYTES ((size_t)1 << 20)
#define YAML_MAX_DEPTH 16
#define YAML_MAX_NODES 10000

enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
	enum node_kind kind;
	int line, column;   /* from 1; the column in characters */
	struct slice text;  /* of a scalar */
	bool quoted;	    /* a scalar in quotes, or a block: "" is a text, nothing is not */
	struct node *first; /* of a list or map */
	struct node *next;  /* in the list or map that this node is in */
	struct slice key;   /* its name in a map */
	int key_line, key_column;
};

/* The root is NULL when the file holds nothing but comments. -EINVAL, -E2BIG with a text. */
int yaml_read(struct arena *arena, struct slice file, struct slice text, struct node **ret, struct error *error)
	__attribute__((warn_unused_result));
/* A scalar without a value: `key:`, `key: ~`, `key: null`. */
bool node_is_empty(const struct node *node);

#endif
