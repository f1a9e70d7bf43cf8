/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LEASE_LEASE_H
#define LEASE_LEASE_H
/*
 * A lease: what was promised, term by term, each with its line in the file.
 *
 * What is not written is not promised: a term that is absent has no struct. Terms live in the arena of the lease.
 */
#include "base/arena.h"
#include "base/error.h"
#include "base/slice.h"
#include "base/unit.h"
#include "fact/fact.h"

enum term_key {
	TERM_NONE,
#define TERM(id, name, kind, unit, form, sentence) TERM_##id,
#include "lease/terms.h"
#undef TERM
	TERM_MAX
};

struct term_info {
	const char *name;
	enum fact_kind kind;
	enum unit unit;
	const char *form;     /* the accepted form, as an example or as alternatives "a | b" */
	const char *sentence; /* what it promises; a message id */
};

struct term {
	enum term_key key;
	int item; /* place in its list; 0 elsewhere */
	int line; /* in the lease file; 0 when it came from elsewhere */
	int64_t i;
	struct slice text; /* value of TEXT; for others the words of the file */
};

struct lease {
	struct arena *arena;
	struct slice file; /* name of the file, for messages */
	struct term *terms;
	size_t n, capacity;
};

const struct term_info *term_info(enum term_key key);
/* By the name in terms.h, list keys with "[]". */
enum term_key term_by_name(struct slice name);

struct lease *lease_new(struct arena *arena, struct slice file);
/*
 * Reads a lease file's text. -EINVAL with "file:line: key: 'value' ..." for anything that is not of the form in terms.h:
 * bad YAML, unknown keys (with the nearest known one), duplicate keys, aliases, anchors, tags, values of another kind.
 */
int lease_read(struct arena *arena, struct slice file, struct slice text, struct lease **ret, struct error *error)
	__attribute__((warn_unused_result));
/* Adds one term from its words, parsed by its row; -EINVAL with a text that names key, value and accepted form. */
int lease_add(struct lease *lease, enum term_key key, int item, int line, struct slice words, struct error *error)
	__attribute__((warn_unused_result));

/* NULL when it is not promised. `lease` may be NULL: nothing is promised. */
const struct term *lease_term(const struct lease *lease, enum term_key key);
const struct term *lease_term_item(const struct lease *lease, enum term_key key, int item);
/* Number of entries in the list that `key` belongs to. */
int lease_items(const struct lease *lease, enum term_key key);
/* The value in words, as it would be written in a lease. */
struct slice term_text(struct arena *arena, const struct term *term);

#endif
