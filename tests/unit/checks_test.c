/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs the check fixtures: checks_test FILE... (the files of tests/checks)
 *
 *	== pcie.width met          one fixture: the check, then met, broken, unseen, or other words
 *	gpu0 gpu.pcie.width.current = 16      facts and terms, see facts_text.h
 *	=> gpu0 pass               what must come out: subject and verdict of this check ("gpu0-7" for eight)
 *	=> xid.79 gpu0 fail        for another id
 *	=> none                    this check says nothing
 *	=> gpu0 not pass           any verdict but this
 *
 * Beyond the rows: every check needs a met, a broken and an unseen fixture and its sentences; and for each met fixture,
 * with all facts of one need taken away, no subject may still pass. Ids of tests/checks/ids.txt must be in the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts_text.h"
#include "judge/judge.h"

static int passed, failed;

struct fixture {
	struct arena *arena;
	const char *file;
	int line;
	struct slice id, variant;
	struct slice lines[400];
	int numbers[400];
	size_t n;
};

static void miss(const struct fixture *f, int line, const char *what, struct slice detail)
{
	printf("%s:%d: %.*s %.*s: %s %.*s\n", f->file, line, SLICE_ARG(f->id), SLICE_ARG(f->variant), what, SLICE_ARG(detail));
	failed++;
}

/* The fixture's facts, without those of `drop` (may be NULL). */
static struct findings *fixture_judge(struct fixture *f, const enum key *drop, const struct lease **ret_lease)
{
	struct facts *facts = facts_new(f->arena);
	struct lease *lease = lease_new(f->arena, SLICE("lease.yaml"));
	struct error error;

	for (size_t i = 0; i < f->n; i++) {
		if (slice_starts(f->lines[i], "=>"))
			continue;
		if (facts_text_line(facts, lease, f->lines[i], &error) < 0)
			miss(f, f->numbers[i], error.text, f->lines[i]);
	}
	if (drop) {
		struct facts *rest = facts_new(f->arena);
		for (size_t i = 0; i < facts->n_sections; i++)
			facts_section(rest, facts->sections[i]);
		for (size_t i = 0; i < facts->n; i++) {
			const struct fact *old = facts->facts[i];
			bool dropped = false;
			for (size_t k = 0; k < NEED_KEYS && drop[k]; k++)
				dropped |= old->key == drop[k];
			if (dropped)
				continue;
			struct fact *copy = facts_add(rest, old->key, old->subject, old->item, old->section, old->line);
			copy->i = old->i;
			copy->text = old->text;
			copy->absence = old->absence;
		}
		facts = rest;
	}
	*ret_lease = lease->n ? lease : NULL;
	const struct check *check = check_by_id(f->id);
	if (check && check->subject == SUBJECT_LEASE && !slice_is(f->variant, "accept"))
		return judge_lease(f->arena, *ret_lease);
	return judge_box(f->arena, facts, *ret_lease);
}

static struct slice verdicts_of(struct fixture *f, const struct findings *all, struct slice id, struct slice subject, bool *ret_any)
{
	struct slice text = { NULL, 0 };

	*ret_any = false;
	for (size_t i = 0; i < all->n; i++) {
		const struct finding *x = all->findings[i];
		if (!slice_eq(x->id, id) || (subject.ptr && !slice_eq(subject_text(f->arena, x->subject), subject)))
			continue;
		text = *ret_any ? arena_printf(f->arena, "%.*s,%s", SLICE_ARG(text), verdict_name(x->verdict)) : slice_of(verdict_name(x->verdict));
		*ret_any = true;
	}
	return text;
}

static void expect_one(struct fixture *f, const struct findings *all, int line, struct slice id, struct slice subject, bool not, struct slice verdict)
{
	bool any;
	struct slice got = verdicts_of(f, all, id, subject, &any);

	if (not ? !slice_eq(got, verdict) : slice_eq(got, verdict))
		passed++;
	else
		miss(f, line, "got", arena_printf(f->arena, "'%.*s' on %.*s", SLICE_ARG(got), SLICE_ARG(subject)));
}

static void expect(struct fixture *f, const struct findings *all, size_t at)
{
	struct slice rest = slice_trim(slice_sub(f->lines[at], 2, f->lines[at].len)), id = f->id, verdict, subject, word;
	bool any, not = false;
	int64_t first, last;

	if (slice_is(rest, "none")) {
		struct slice got = verdicts_of(f, all, id, (struct slice){ NULL, 0 }, &any);
		if (any)
			miss(f, f->numbers[at], "wanted nothing, got", got);
		else
			passed++;
		return;
	}
	struct slice peek = rest;
	slice_word(&peek, &word);
	if (check_by_id(word)) {
		id = word;
		rest = slice_trim(peek);
	}
	size_t blank = rest.len;
	while (blank && rest.ptr[blank - 1] != ' ')
		blank--;
	verdict = slice_sub(rest, blank, rest.len);
	subject = slice_trim(slice_sub(rest, 0, blank));
	if (slice_ends(subject, " not")) {
		not = true;
		subject = slice_trim(slice_sub(subject, 0, subject.len - 4));
	}
	struct slice range = slice_starts(subject, "gpu") ? slice_sub(subject, 3, subject.len) : subject;
	if (slice_take_int(&range, &first) && slice_starts(range, "-")) {
		range = slice_sub(range, 1, range.len);
		if (slice_int(range, &last))
			for (; first <= last; first++)
				expect_one(f, all, f->numbers[at], id, subject_text(f->arena, subject_gpu((int)first)), not, verdict);
		return;
	}
	expect_one(f, all, f->numbers[at], id, subject, not, verdict);
}

/* With one need taken away nothing may pass. */
static void expect_no_pass_without(struct fixture *f, const struct check *check)
{
	const struct lease *lease;

	for (size_t g = 0; g < CHECK_NEEDS && check->needs[g][0]; g++) {
		struct findings *all = fixture_judge(f, check->needs[g], &lease);
		bool pass = false;
		for (size_t i = 0; i < all->n; i++)
			pass |= all->findings[i]->check == check && all->findings[i]->verdict == VERDICT_PASS;
		if (pass)
			miss(f, f->line, "still passes without", slice_of(key_info(check->needs[g][0])->name));
		else
			passed++;
	}
}

static void render_all(struct fixture *f, const struct findings *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct finding *x = all->findings[i];
		message_text(f->arena, &x->measured, NULL);
		message_text(f->arena, &x->expected, NULL);
		message_text(f->arena, &x->meaning, NULL);
		message_text(f->arena, &x->remedy, NULL);
		message_text(f->arena, &x->clause, NULL);
		if (x->verdict == VERDICT_UNKNOWN && !x->measured.id)
			miss(f, f->line, "unknown without a reason:", x->id);
	}
}

static void fixture_run(struct fixture *f)
{
	const struct check *check = check_by_id(f->id);
	const struct lease *lease;

	if (!check) {
		miss(f, f->line, "no such check", (struct slice){ NULL, 0 });
		return;
	}
	struct findings *all = fixture_judge(f, NULL, &lease);
	render_all(f, all);
	bool any = false;
	for (size_t i = 0; i < f->n; i++) {
		if (!slice_starts(f->lines[i], "=>"))
			continue;
		expect(f, all, i);
		any = true;
	}
	if (!any)
		miss(f, f->line, "has no => line", (struct slice){ NULL, 0 });
	if (slice_is(f->variant, "met"))
		expect_no_pass_without(f, check);
}

struct seen {
	const struct check *check;
	bool met, broken, unseen;
};

static struct seen seen[400];
static size_t n_seen;

static void seen_add(const struct check *check, struct slice variant)
{
	for (size_t i = 0; i < n_seen; i++) {
		if (seen[i].check != check)
			continue;
		seen[i].met |= slice_is(variant, "met");
		seen[i].broken |= slice_is(variant, "broken");
		seen[i].unseen |= slice_is(variant, "unseen");
	}
}

static void complete(bool value, const char *id, const char *what)
{
	if (value) {
		passed++;
		return;
	}
	printf("%s: no %s\n", id, what);
	failed++;
}

static char *file_read(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL;
	size_t n = 0;

	if (!file || getdelim(&text, &n, '\0', file) < 0) {
		printf("%s: cannot read\n", path);
		exit(2);
	}
	fclose(file);
	return text;
}

static void file_run(const char *path)
{
	char *text = file_read(path);
	struct slice rest = slice_of(text), line, word;
	struct fixture f = { .file = path };
	int number = 0;
	bool more;

	do {
		more = slice_split(&rest, '\n', &line);
		number++;
		if ((!more || slice_starts(line, "== ")) && f.line) {
			fixture_run(&f);
			seen_add(check_by_id(f.id), f.variant);
			arena_close(f.arena);
			f = (struct fixture){ .file = path };
		}
		if (!more)
			break;
		if (slice_starts(line, "== ")) {
			f.arena = arena_open();
			f.line = number;
			line = slice_sub(line, 3, line.len);
			slice_word(&line, &f.id);
			if (slice_word(&line, &word))
				f.variant = word;
		} else if (f.line && slice_trim(line).len && line.ptr[0] != '#' && f.n < 400) {
			f.numbers[f.n] = number;
			f.lines[f.n++] = slice_trim(line);
		}
	} while (more);
	free(text);
}

static void ids_run(const char *path)
{
	char *text = file_read(path);
	struct slice rest = slice_of(text), line;

	while (slice_split(&rest, '\n', &line)) {
		if (line.len == 0 || line.ptr[0] == '#')
			continue;
		if (check_by_id(line)) {
			passed++;
		} else {
			printf("%.*s: no row in the check table\n", SLICE_ARG(line));
			failed++;
		}
	}
	free(text);
}

int main(int argc, char **argv)
{
	for (size_t f = 0; f < n_check_families; f++)
		for (size_t i = 0; i < check_families[f]->n; i++)
			seen[n_seen++].check = &check_families[f]->checks[i];
	bool partial = argc > 1 && strcmp(argv[1], "--partial") == 0;
	for (int i = partial ? 2 : 1; i < argc; i++) {
		if (strstr(argv[i], "ids.txt"))
			ids_run(argv[i]);
		else
			file_run(argv[i]);
	}
	for (size_t i = 0; i < n_seen && !partial; i++) {
		const char *id = seen[i].check->id;
		complete(seen[i].met, id, "met fixture");
		complete(seen[i].broken, id, "broken fixture");
		complete(seen[i].unseen, id, "unseen fixture");
		complete(seen[i].check->verifies && seen[i].check->meaning && seen[i].check->remedy, id, "sentence");
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
