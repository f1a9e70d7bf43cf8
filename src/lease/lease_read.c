/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a lease file to its terms: the tree of base/yaml.h is walked along the dotted names of terms.h.
 */
#include <errno.h>
#include <string.h>

#include "base/distance.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "lease/lease.h"

#define LEASE_VERSION 1
/* Characters of a key or value that a message quotes. */
#define QUOTED 48
/* Room for the longest name in terms.h. */
#define PATH_MAX_CHARS 64

struct binding {
	struct lease *lease;
	struct error *error;
};

/* The part of a lease that a path names: a term, a map with keys below it, a list of maps. */
enum place { PLACE_NONE, PLACE_TERM, PLACE_MAP, PLACE_LIST };

static enum place place_of(struct slice path)
{
	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++) {
		struct slice name = slice_of(term_info(key)->name);

		if (slice_eq(name, path))
			return PLACE_TERM;
		if (name.len <= path.len || !slice_eq(slice_sub(name, 0, path.len), path))
			continue;
		if (name.ptr[path.len] == '.')
			return PLACE_MAP;
		if (name.ptr[path.len] == '[')
			return PLACE_LIST;
	}
	return PLACE_NONE;
}

static struct slice last_part(struct slice path)
{
	for (size_t i = path.len; i > 0; i--)
		if (path.ptr[i - 1] == '.')
			return slice_sub(path, i, path.len);
	return path;
}

/* The known name that is meant, most likely: a part of a name as far as the next dot or bracket counts too. */
static struct slice nearest_name(struct slice path)
{
	struct slice best = { NULL, 0 };
	int best_distance = DISTANCE_FAR;

	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++) {
		struct slice name = slice_of(term_info(key)->name);

		for (size_t end = 1; end <= name.len; end++) {
			if (end < name.len && name.ptr[end] != '.' && name.ptr[end] != '[')
				continue;
			struct slice known = slice_sub(name, 0, end);
			int distance = word_distance(path, known);
			/* The right key in the wrong place. */
			if (distance > 1 && slice_eq(last_part(path), last_part(known)))
				distance = 1;
			if (distance < best_distance) {
				best_distance = distance;
				best = known;
			}
		}
	}
	return distance_is_near(best_distance, path) ? best : (struct slice){ NULL, 0 };
}

/* "card, form, memory ...": the keys below `path`, which is empty at the top. */
static struct slice known_keys(struct arena *arena, struct slice path)
{
	struct slice list = { NULL, 0 }, previous = { NULL, 0 };
	size_t skip = path.len ? path.len + 1 : 0;

	for (enum term_key key = TERM_NONE + 1; key < TERM_MAX; key++) {
		struct slice name = slice_of(term_info(key)->name), part;

		if (path.len &&
		    (name.len <= skip || !slice_eq(slice_sub(name, 0, path.len), path) || name.ptr[path.len] != '.'))
			continue;
		part = slice_sub(name, skip, name.len);
		part = slice_sub(part, 0, slice_find_char(part, '.'));
		part = slice_sub(part, 0, slice_find_char(part, '['));
		if (slice_eq(part, previous))
			continue;
		list = list.len ? arena_printf(arena, "%.*s, %.*s", SLICE_ARG(list), SLICE_ARG(part)) : part;
		previous = part;
	}
	return list;
}

/* Mistakes that look like an unknown key; NULL for others. */
static const char *key_slip(struct slice key)
{
	bool digits = key.len > 0;

	for (size_t i = 0; i < key.len; i++)
		digits &= key.ptr[i] >= '0' && key.ptr[i] <= '9';
	if (digits)
		return "a number is written without a comma in it";
	if (slice_has(key, ".") || slice_has(key, "["))
		return "a key below another is written as 'gpu: {count: 8}', a list as 'disk: [{size: 1 TB}]'";
	return NULL;
}

static int fail_key(struct binding *b, const struct node *node, struct slice parent, struct slice path)
{
	struct arena *arena = b->lease->arena;
	struct slice near = nearest_name(path), wide = full_width_find(node->key), hint;

	if (wide.len)
		hint = arena_printf(arena, "it holds the full-width character '%.*s'; type it in half width", SLICE_ARG(wide));
	else if (key_slip(node->key))
		hint = slice_of(key_slip(node->key));
	else if (near.len)
		hint = arena_printf(arena, "did you mean '%.*s'?", SLICE_ARG(near));
	else
		hint = arena_printf(arena, "the keys here are: %.*s", SLICE_ARG(known_keys(arena, parent)));
	return error_set(b->error, EINVAL, "%.*s:%d:%d: unknown key '%.*s'; %.*s", SLICE_ARG(b->lease->file), node->key_line,
			 node->key_column, SLICE_ARG(utf8_cut(node->key, QUOTED)), SLICE_ARG(hint));
}

static int fail_kind(struct binding *b, const struct node *node, struct slice path, const char *wanted, struct slice example)
{
	static const char *const found[] = { "a single value", "a list", "a map" };

	return error_set(b->error, EINVAL, "%.*s:%d:%d: %.*s: %s stands where %s is wanted; write it as: %.*s",
			 SLICE_ARG(b->lease->file), node->line, node->column, SLICE_ARG(path), found[node->kind], wanted,
			 SLICE_ARG(example));
}

static int fail_empty(struct binding *b, const struct node *node, struct slice path)
{
	return error_set(b->error, EINVAL, "%.*s:%d:%d: %.*s: the value is empty; write one, or leave the key out",
			 SLICE_ARG(b->lease->file), node->line, node->column, SLICE_ARG(path));
}

static int bind_term(struct binding *b, const struct node *node, enum term_key key, int item)
{
	struct error inner;

	if (lease_add(b->lease, key, item, node->line, node->text, &inner) == 0)
		return 0;
	return error_set(b->error, EINVAL, "%.*s:%d:%d: %s", SLICE_ARG(b->lease->file), node->line, node->column, inner.text);
}

static int bind_node(struct binding *b, const struct node *node, struct slice path, int item);

static int bind_map(struct binding *b, const struct node *map, struct slice path, int item)
{
	for (const struct node *n = map->first; n; n = n->next) {
		struct arena *arena = b->lease->arena;
		struct slice child = n->key;

		if (n->key.len > PATH_MAX_CHARS)
			return fail_key(b, n, path, n->key);
		if (path.len)
			child = arena_printf(arena, "%.*s.%.*s", SLICE_ARG(path), SLICE_ARG(n->key));
		/* A name that is written with its dots or brackets is no key, though it stands in terms.h. */
		if (place_of(child) == PLACE_NONE || key_slip(n->key))
			return fail_key(b, n, path, child);
		int code = bind_node(b, n, child, item);
		if (code < 0)
			return code;
	}
	return 0;
}

static struct slice map_example(struct binding *b, struct slice path, const char *open, const char *close)
{
	struct slice keys = known_keys(b->lease->arena, path);

	return arena_printf(b->lease->arena, "%s%.*s: ...%s", open, SLICE_ARG(slice_sub(keys, 0, slice_find_char(keys, ','))),
			    close);
}

static int bind_list(struct binding *b, const struct node *list, struct slice path)
{
	struct slice element = arena_printf(b->lease->arena, "%.*s[]", SLICE_ARG(path));
	int item = 0;

	for (const struct node *n = list->first; n; n = n->next) {
		if (node_is_empty(n) || (n->kind != NODE_SCALAR && !n->first))
			return fail_empty(b, n, element);
		if (n->kind != NODE_MAP)
			return fail_kind(b, n, element, "a map of keys", map_example(b, element, "{", "}"));
		int code = bind_map(b, n, element, item++);
		if (code < 0)
			return code;
	}
	return 0;
}

static int bind_node(struct binding *b, const struct node *node, struct slice path, int item)
{
	enum place place = place_of(path);

	if (node_is_empty(node) || (node->kind != NODE_SCALAR && !node->first))
		return fail_empty(b, node, path);
	if (place == PLACE_TERM) {
		enum term_key key = term_by_name(path);
		if (node->kind != NODE_SCALAR)
			return fail_kind(b, node, path, "a single value", slice_of(term_info(key)->form));
		return bind_term(b, node, key, item);
	}
	if (place == PLACE_LIST) {
		struct slice element = arena_printf(b->lease->arena, "%.*s[]", SLICE_ARG(path));
		if (node->kind != NODE_LIST)
			return fail_kind(b, node, path, "a list", map_example(b, element, "[{", "}]"));
		return bind_list(b, node, path);
	}
	if (node->kind != NODE_MAP)
		return fail_kind(b, node, path, "a map of keys", map_example(b, path, "{", "}"));
	return bind_map(b, node, path, item);
}

/* Before all other keys: a newer version may have keys that this one does not know. */
static int check_version(struct binding *b, const struct node *root)
{
	struct slice file = b->lease->file;
	const struct node *n = root->first;
	int64_t version;

	while (n && !slice_is(n->key, "lease"))
		n = n->next;
	if (!n)
		return error_set(b->error, EINVAL,
				 "%.*s:%d:%d: the version of the format is missing; write as first line: lease: %d",
				 SLICE_ARG(file), root->line, root->column, LEASE_VERSION);
	if (n->kind != NODE_SCALAR || !slice_int(n->text, &version) || version == LEASE_VERSION)
		return 0; /* what is wrong with it is said when it is bound */
	return error_set(b->error, EINVAL, "%.*s:%d:%d: lease: version %.*s is %s; this program reads version %d",
			 SLICE_ARG(file), n->line, n->column, SLICE_ARG(utf8_cut(n->text, QUOTED)),
			 version > LEASE_VERSION ? "newer than this program" : "no version", LEASE_VERSION);
}

int lease_read(struct arena *arena, struct slice file, struct slice text, struct lease **ret, struct error *error)
{
	struct binding b = { .lease = lease_new(arena, arena_slice(arena, file)), .error = error };
	struct node *root;
	int code = yaml_read(arena, file, text, &root, error);

	if (code < 0)
		return code;
	if (!root)
		return error_set(error, EINVAL, "%.*s:1:1: the file is empty; a lease starts with: lease: %d", SLICE_ARG(file),
				 LEASE_VERSION);
	if (root->kind != NODE_MAP)
		return error_set(error, EINVAL,
				 "%.*s:%d:%d: %s stands where 'key: value' lines are wanted; a lease starts with: lease: %d%s",
				 SLICE_ARG(file), root->line, root->column,
				 root->kind == NODE_LIST ? "a list" : "a single value", LEASE_VERSION,
				 full_width_find(root->text).len ? " (with a half-width colon)" : "");
	if (!root->first)
		return error_set(error, EINVAL, "%.*s:%d:%d: the map is empty; a lease starts with: lease: %d", SLICE_ARG(file),
				 root->line, root->column, LEASE_VERSION);
	code = check_version(&b, root);
	if (code < 0)
		return code;
	code = bind_map(&b, root, (struct slice){ NULL, 0 }, 0);
	if (code < 0)
		return code;
	*ret = b.lease;
	return 0;
}
