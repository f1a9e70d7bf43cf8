/* SPDX-License-Identifier: Apache-2.0 */
#include "base/yaml.h"

#include <errno.h>
#include <string.h>
#include <yaml.h>

#include "base/utf8.h"

/* Characters of a user's text that a message quotes. */
#define QUOTED 48

struct reading {
	struct arena *arena;
	struct slice file, text;
	struct error *error;
	yaml_parser_t parser;
	int nodes;
};

static int fail(struct reading *r, int line, int column, const char *what)
{
	return error_set(r->error, EINVAL, "%.*s:%d:%d: %s", SLICE_ARG(r->file), line, column, what);
}

static int fail_at(struct reading *r, yaml_mark_t mark, const char *what)
{
	return fail(r, (int)mark.line + 1, (int)mark.column + 1, what);
}

/* NEL and the Unicode line separators would count as line ends, which no editor does: lines would shift. */
static bool character_allowed(uint32_t c)
{
	if (c < 0x20)
		return c == '\t' || c == '\n' || c == '\r';
	return !(c >= 0x7f && c < 0xa0) && c != 0x2028 && c != 0x2029 && c != 0xfeff && c != 0xfffe && c != 0xffff;
}

/* The parser would take UTF-16 and says nothing about the place of a bad character. */
static int check_characters(struct reading *r)
{
	struct slice rest = r->text;
	int line = 1, column = 1;
	uint32_t c;

	while (rest.len) {
		if (!utf8_take(&rest, &c))
			return fail(r, line, column, "not UTF-8; save the file as UTF-8");
		if (c == 0)
			return fail(r, line, column, "a NUL byte; this is no text file, or it is UTF-16: save it as UTF-8");
		if (!character_allowed(c))
			return error_set(r->error, EINVAL, "%.*s:%d:%d: the control character U+%04X; take it out",
					 SLICE_ARG(r->file), line, column, (unsigned)c);
		column++;
		if (c == '\n' || (c == '\r' && !slice_starts(rest, "\n"))) {
			line++;
			column = 1;
		}
	}
	return 0;
}

/* What the parser says, and what it means for somebody who does not know YAML's grammar. */
static const struct {
	const char *problem, *meaning;
} meanings[] = {
	{ "mapping values are not allowed",
	  "a second ': ' in one value, or a line that is indented too far; quote a value that holds ': '" },
	{ "could not find expected ':'", "this line is no 'key: value'; put a colon and a blank behind the key" },
	{ "did not find expected key", "this line does not line up with the keys above it, or has no key" },
	{ "did not find expected '-' indicator", "a list goes on with '- ' in the same column" },
	{ "did not find expected ',' or '}'", "a '{' is not closed, or a comma is missing" },
	{ "did not find expected ',' or ']'", "a '[' is not closed, or a comma is missing" },
	{ "found unexpected end of stream", "a quote is not closed" },
	{ "expected <document start>", "a second document starts here; keep one document in a file" },
	{ "did not find expected node content", "a value is missing here" },
	{ "comment or line break", "something follows that does not belong to this value" },
	{ "found undefined tag handle", "tags (!...) are not accepted; write the plain value" },
};

static struct slice line_of(struct slice text, int line)
{
	struct slice row = { NULL, 0 };

	for (int i = 0; i < line && slice_split(&text, '\n', &row); i++)
		continue;
	return row;
}

static const char *start_meaning(struct slice row, size_t column)
{
	struct slice rest = row, skipped = utf8_cut(row, column);

	rest = slice_sub(row, skipped.len, row.len);
	if (slice_starts(rest, "\t"))
		return "a tab where YAML wants blanks; indent with blanks";
	if (slice_starts(rest, "%") || slice_starts(rest, "@") || slice_starts(rest, "`"))
		return "a value that starts with this character must stand in quotes";
	return NULL;
}

static int fail_syntax(struct reading *r)
{
	const char *problem = r->parser.problem ? r->parser.problem : "no memory left", *meaning = NULL;
	yaml_mark_t at = r->parser.problem_mark, start = r->parser.context_mark;
	struct slice row, started = { NULL, 0 };

	/* A missing colon or closing quote is noticed lines later. */
	if (strstr(problem, "could not find expected ':'") || strstr(problem, "unexpected end of stream"))
		at = start;
	row = line_of(r->text, (int)at.line + 1);
	for (size_t i = 0; i < sizeof(meanings) / sizeof(*meanings) && !meaning; i++)
		if (strstr(problem, meanings[i].problem))
			meaning = meanings[i].meaning;
	if (strstr(problem, "cannot start any token"))
		meaning = start_meaning(row, at.column);
	if (slice_has(row, "："))
		meaning = "a full-width colon ('：'); write ':' and a blank";
	if (strstr(problem, "expected ','") && start.line < at.line)
		started = arena_printf(r->arena, " (it starts in line %zu)", start.line + 1);
	return error_set(r->error, EINVAL, "%.*s:%zu:%zu: not valid YAML: %s%.*s", SLICE_ARG(r->file), at.line + 1,
			 at.column + 1, meaning ? meaning : problem, SLICE_ARG(started));
}

static int next_event(struct reading *r, yaml_event_t *ret)
{
	return yaml_parser_parse(&r->parser, ret) ? 0 : fail_syntax(r);
}

static bool has_control(struct slice s)
{
	uint32_t c;

	while (utf8_take(&s, &c))
		if (!character_allowed(c) || c == '\t')
			return true;
	return false;
}

static int read_node(struct reading *r, const yaml_event_t *event, int depth, struct node **ret);

static int read_scalar(struct reading *r, const yaml_event_t *event, struct node *node)
{
	struct slice value = { (const char *)event->data.scalar.value, event->data.scalar.length };

	node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	node->text = arena_slice(r->arena, node->quoted ? slice_trim(value) : value);
	if (has_control(node->text) || slice_has(node->text, "\n"))
		return fail_at(r, event->start_mark,
			       "a value of several lines or with control characters; write it in one line");
	return 0;
}

static int check_key(struct reading *r, const yaml_event_t *event, const struct node *map)
{
	struct slice key;

	if (event->type != YAML_SCALAR_EVENT)
		return event->type == YAML_ALIAS_EVENT
			       ? fail_at(r, event->start_mark, "aliases (*name) are not accepted; write the value out")
			       : fail_at(r, event->start_mark, "a list or map stands where a key is wanted");
	if (event->data.scalar.anchor || event->data.scalar.tag)
		return fail_at(r, event->start_mark, "anchors (&name) and tags (!name) are not accepted; write the plain key");
	key = (struct slice){ (const char *)event->data.scalar.value, event->data.scalar.length };
	if (slice_is(key, "<<"))
		return fail_at(r, event->start_mark, "merge keys (<<) are not accepted; write the keys out");
	if (key.len == 0 || has_control(key))
		return fail_at(r, event->start_mark, "a key is missing before ':'");
	for (const struct node *n = map->first; n; n = n->next)
		if (slice_eq(n->key, key))
			return error_set(r->error, EINVAL,
					 "%.*s:%zu:%zu: the key '%.*s' stands twice, first in line %d; keep one",
					 SLICE_ARG(r->file), event->start_mark.line + 1, event->start_mark.column + 1,
					 SLICE_ARG(utf8_cut(key, QUOTED)), n->key_line);
	return 0;
}

/* A key and its value; the end of the map leaves `*ret` alone. */
static int read_pair(struct reading *r, const yaml_event_t *event, int depth, struct node *map, struct node **ret)
{
	yaml_event_t value;
	struct slice key;
	int code = check_key(r, event, map);

	if (code < 0)
		return code;
	key = arena_slice(r->arena, (struct slice){ (const char *)event->data.scalar.value, event->data.scalar.length });
	code = next_event(r, &value);
	if (code < 0)
		return code;
	code = read_node(r, &value, depth, ret);
	yaml_event_delete(&value);
	if (code < 0)
		return code;
	(*ret)->key = key;
	(*ret)->key_line = (int)event->start_mark.line + 1;
	(*ret)->key_column = (int)event->start_mark.column + 1;
	return 0;
}

static int read_children(struct reading *r, int depth, struct node *parent)
{
	struct node **tail = &parent->first;

	for (;;) {
		yaml_event_t event;
		int code = next_event(r, &event);

		if (code < 0)
			return code;
		bool end = event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT;
		if (!end)
			code = parent->kind == NODE_MAP ? read_pair(r, &event, depth, parent, tail)
							: read_node(r, &event, depth, tail);
		yaml_event_delete(&event);
		if (end || code < 0)
			return code;
		tail = &(*tail)->next;
	}
}

static const char *refused(const yaml_event_t *event)
{
	bool tag = event->type == YAML_SCALAR_EVENT	      ? event->data.scalar.tag != NULL
		   : event->type == YAML_SEQUENCE_START_EVENT ? event->data.sequence_start.tag != NULL
		   : event->type == YAML_MAPPING_START_EVENT  ? event->data.mapping_start.tag != NULL
							      : false;
	bool anchor = event->type == YAML_SCALAR_EVENT		 ? event->data.scalar.anchor != NULL
		      : event->type == YAML_SEQUENCE_START_EVENT ? event->data.sequence_start.anchor != NULL
		      : event->type == YAML_MAPPING_START_EVENT	 ? event->data.mapping_start.anchor != NULL
								 : false;

	if (event->type == YAML_ALIAS_EVENT)
		return "aliases (*name) are not accepted; write the value out";
	if (anchor)
		return "anchors (&name) are not accepted; write the value out where it is needed";
	return tag ? "tags (!name) are not accepted; write the plain value" : NULL;
}

static int read_node(struct reading *r, const yaml_event_t *event, int depth, struct node **ret)
{
	const char *why = refused(event);
	struct node *node;
	int code;

	if (why)
		return fail_at(r, event->start_mark, why);
	if (depth >= YAML_MAX_DEPTH)
		return fail_at(r, event->start_mark, "lists and maps are nested too deep");
	if (++r->nodes > YAML_MAX_NODES)
		return fail_at(r, event->start_mark, "too many values in one file");
	node = arena_alloc(r->arena, sizeof(*node));
	node->line = (int)event->start_mark.line + 1;
	node->column = (int)event->start_mark.column + 1;
	node->kind = event->type == YAML_MAPPING_START_EVENT	? NODE_MAP
		     : event->type == YAML_SEQUENCE_START_EVENT ? NODE_LIST
								: NODE_SCALAR;
	code = node->kind == NODE_SCALAR ? read_scalar(r, event, node) : read_children(r, depth + 1, node);
	if (code < 0)
		return code;
	*ret = node;
	return 0;
}

/* The events around the root: stream, document, root, end of both. */
static int read_document(struct reading *r, struct node **ret)
{
	struct node *root = NULL;

	for (int documents = 0;;) {
		yaml_event_t event;
		int code = next_event(r, &event);

		if (code < 0)
			return code;
		bool end = event.type == YAML_STREAM_END_EVENT;
		if (event.type == YAML_DOCUMENT_START_EVENT) {
			if (documents++ > 0)
				code = fail_at(r, event.start_mark,
					       "a second document starts here; keep one document in a file");
			else if (event.data.document_start.tag_directives.start != event.data.document_start.tag_directives.end)
				code = fail_at(r, event.start_mark, "tag directives (%TAG) are not accepted");
		} else if (event.type != YAML_STREAM_START_EVENT && event.type != YAML_DOCUMENT_END_EVENT && !end) {
			code = read_node(r, &event, 0, &root);
		}
		yaml_event_delete(&event);
		if (code < 0)
			return code;
		if (end)
			break;
	}
	*ret = root && node_is_empty(root) ? NULL : root;
	return 0;
}

int yaml_read(struct arena *arena, struct slice file, struct slice text, struct node **ret, struct error *error)
{
	struct reading r = { .arena = arena, .file = file, .error = error };
	int code;

	if (text.len > YAML_MAX_BYTES)
		return error_set(error, E2BIG, "%.*s: larger than %zu KiB; this is no file of this kind", SLICE_ARG(file),
				 YAML_MAX_BYTES >> 10);
	r.text = slice_starts(text, "\xef\xbb\xbf") ? slice_sub(text, 3, text.len) : text;
	code = check_characters(&r);
	if (code < 0)
		return code;
	if (!yaml_parser_initialize(&r.parser))
		return error_set(error, ENOMEM, "%.*s: no memory left", SLICE_ARG(file));
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)(r.text.len ? r.text.ptr : ""), r.text.len);
	code = read_document(&r, ret);
	yaml_parser_delete(&r.parser);
	return code;
}

bool node_is_empty(const struct node *node)
{
	return node->kind == NODE_SCALAR && !node->quoted &&
	       (node->text.len == 0 || slice_is(node->text, "~") || slice_is(node->text, "null"));
}
