/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_JSON_TEXT_H
#define PARSE_JSON_TEXT_H
/*
 * JSON inside a blob: it begins at the reader's line with '{' or '[' and ends where its value ends; what stands behind it
 * belongs to the next output. Strings that become facts are copied into the arena: the tree is freed by who took it.
 */
#include <jansson.h>

#include "parse/parse.h"

/* Does the line begin a JSON value, and does `mark` stand in its first lines? */
bool json_begins(const struct reader *r, const char *mark);
/*
 * Reads the value and takes its lines. NULL when it is broken or cut short: then its lines are taken as unread and the
 * section is marked as cut. Give the tree back with json_decref().
 */
json_t *json_take(struct reader *r);

/* A string (or a number or flag in words), copied into the arena; the empty slice when there is none. */
struct slice json_words(struct reader *r, const json_t *object, const char *name);

#endif
