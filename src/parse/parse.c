/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include "parse/clean.h"

static void unread_add(struct facts *facts, struct slice name, const struct line *line)
{
	struct unread *last = facts->n_unread ? &facts->unread[facts->n_unread - 1] : NULL;

	if (last && slice_eq(last->blob, name) && last->first_line + last->n_lines == line->number) {
		last->n_lines++;
		return;
	}
	facts->unread =
		arena_grow(facts->arena, facts->unread, &facts->unread_capacity, facts->n_unread + 1, sizeof(*facts->unread));
	facts->unread[facts->n_unread++] =
		(struct unread){ .blob = name, .first_line = line->number, .n_lines = 1, .text = line->text };
}

static const struct format *format_at(const struct reader *r)
{
	for (const struct format *const *f = formats; *f; f++)
		if ((*f)->starts(r))
			return *f;
	return NULL;
}

/* What an output takes over from its blob and from the lines above it: every field but those of the format. */
static void output_read(struct reader *r, const struct format *format, const struct section *context)
{
	size_t start = r->pos;

	r->section = facts_section(r->facts, *context);
	r->facts->sections[r->section].format = format->name;
	r->facts->sections[r->section].events = format->events;
	r->line = r->facts->sections[r->section].first_line = r->lines[start].number;
	format->parse(r);
	if (r->pos == start) /* a parser that takes nothing must not stop the walk */
		r->fates[r->pos++] = FATE_UNREAD;
	r->facts->sections[r->section].last_line = r->lines[r->pos - 1].number;
}

static bool is_noise(struct slice line)
{
	struct slice s = slice_trim(line);

	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] != '-' && s.ptr[i] != '=' && s.ptr[i] != '_' && s.ptr[i] != '*' && s.ptr[i] != '#')
			return false;
	return true;
}

/* One line that begins no output: a prompt or mark is taken in, anything else is unread. */
static void between_read(struct reader *r, struct section *c)
{
	struct slice line = reader_peek(r, 0), command, host;

	if (prompt_split(line, &command, &host)) {
		c->command = command;
		if (host.len)
			c->host = host;
	} else if (!reader_ends(r) && !is_noise(line)) {
		r->fates[r->pos++] = FATE_UNREAD;
		return;
	}
	r->fates[r->pos++] = FATE_READ;
}

static const struct slice *line_texts(struct arena *arena, const struct line *lines, size_t n)
{
	struct slice *texts = arena_array(arena, n + 1, sizeof(*texts));

	for (size_t i = 0; i < n; i++)
		texts[i] = lines[i].text;
	return texts;
}

void parse_blob(struct facts *facts, struct slice name, struct slice data)
{
	struct reader r = { .arena = facts->arena, .facts = facts };
	struct section context = { .blob = name, .raw = data };

	r.lines = clean_lines(facts->arena, data, &r.n);
	context.lines = line_texts(facts->arena, r.lines, r.n);
	context.n_lines = (int)r.n;
	r.fates = arena_array(facts->arena, r.n + 1, sizeof(*r.fates));
	while (r.pos < r.n) {
		/* a command line is no output, whatever it looks like */
		const struct format *format = reader_ends(&r) ? NULL : format_at(&r);
		if (format) {
			output_read(&r, format, &context);
			context.command = (struct slice){ NULL, 0 };
		} else {
			between_read(&r, &context);
		}
	}
	for (size_t i = 0; i < r.n; i++)
		if (r.fates[i] == FATE_UNREAD)
			unread_add(facts, name, &r.lines[i]);
}
