/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"

#include <assert.h>
#include <string.h>

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = { "pass", "warn", "fail", "unknown", "unagreed" };

	return names[verdict];
}

/* "xid.79" is "xid.N": the prefix, then digits only. */
static bool id_matches(const char *pattern, struct slice id)
{
	size_t len = strlen(pattern);
	int64_t code;

	if (len < 2 || strcmp(pattern + len - 2, ".N") != 0)
		return slice_is(id, pattern);
	if (slice_is(id, pattern))
		return true;
	return id.len >= len && memcmp(id.ptr, pattern, len - 1) == 0 && slice_int(slice_sub(id, len - 1, id.len), &code);
}

const struct check *check_by_id(struct slice id)
{
	for (size_t f = 0; f < n_check_families; f++)
		for (size_t i = 0; i < check_families[f]->n; i++)
			if (id_matches(check_families[f]->checks[i].id, id))
				return &check_families[f]->checks[i];
	return NULL;
}

/* ---- findings ---- */

struct subject judge_where(struct subject subject)
{
	size_t colon = slice_find_char(subject.name, ':'), dot = slice_find_char(subject.name, '.');
	bool slot = subject.kind == SUBJECT_NIC && colon != SLICE_NONE && dot != SLICE_NONE && colon < dot;

	return slot ? subject_box() : subject;
}

static struct finding *find(struct judge *j, struct slice id, struct subject subject, enum verdict verdict, struct message measured)
{
	struct findings *all = j->findings;
	struct finding *f = arena_alloc(j->arena, sizeof(*f));

	*f = (struct finding){
		.check = j->check, .id = id, .verdict = verdict, .subject = judge_where(subject), .measured = measured
	};
	f->term = judge_promise(j);
	all->findings = arena_grow(j->arena, all->findings, &all->capacity, all->n + 1, sizeof(struct finding *));
	all->findings[all->n++] = f;
	return f;
}

struct finding *judge_find(struct judge *j, struct subject subject, enum verdict verdict, struct message measured)
{
	return find(j, slice_of(j->check->id), subject, verdict, measured);
}

struct finding *judge_find_code(struct judge *j, struct subject subject, int code, enum verdict verdict, struct message measured)
{
	struct slice stem = slice_of(j->check->id);

	return find(j, arena_printf(j->arena, "%.*s%d", (int)stem.len - 1, stem.ptr, code), subject, verdict, measured);
}

struct finding *finding_evidence(struct finding *finding, const struct fact *fact)
{
	if (fact && finding->n_evidence < FINDING_EVIDENCE)
		finding->evidence[finding->n_evidence++] = fact;
	return finding;
}

struct finding *judge_unknown(struct judge *j, struct subject subject, struct message why, const char *show)
{
	struct finding *f = judge_find(j, subject, VERDICT_UNKNOWN, why);

	if (show[0])
		f->show = MSG("%1", A_STR(show));
	return f;
}

struct finding *judge_unagreed(struct judge *j, struct subject subject, struct message measured, struct message clause)
{
	struct finding *f = judge_find(j, subject, VERDICT_UNAGREED, measured);

	f->clause = clause;
	return f;
}

const struct term *judge_term(const struct judge *j, enum term_key key)
{
	return lease_term(j->lease, key);
}

const struct term *judge_promise(const struct judge *j)
{
	for (size_t i = 0; i < CHECK_TERMS && j->check->terms[i]; i++) {
		const struct term *term = lease_term(j->lease, j->check->terms[i]);
		if (term)
			return term;
	}
	return NULL;
}

/* ---- needs ---- */

static struct message absence_reason(const struct fact *fact, enum key key)
{
	struct arg what = A_WORD(key_info(key)->sentence);

	switch (fact ? fact->absence : ABSENT_NOT_CAPTURED) {
	case ABSENT_UNSUPPORTED:
		return MSG("the tool prints '%2' (not supported): %1", what, A_TEXT(fact->text));
	case ABSENT_DENIED:
		return MSG("access was denied: %1", what);
	case ABSENT_LOST:
		return MSG("the GPU does not answer ('%2'): %1", what, A_TEXT(fact->text));
	case ABSENT_TIMEOUT:
		return MSG("the driver did not answer in time: %1", what);
	case ABSENT_CUT:
		return MSG("the output ends before it: %1", what);
	case ABSENT_UNREADABLE:
		return MSG("'%2' cannot be read: %1", what, A_TEXT(fact->text));
	case ABSENT_DEPRECATED:
		return MSG("this driver no longer tells: %1", what);
	case ABSENT_MIG:
		return MSG("the driver does not tell while MIG is on: %1", what);
	case PRESENT:
	case ABSENT_NOT_CAPTURED:
		break;
	}
	return MSG("no output given here tells: %1", what);
}

struct finding *judge_missing(struct judge *j, struct subject subject, enum key key)
{
	const struct key_info *info = key_info(key);
	struct subject about = info->subject == SUBJECT_BOX ? subject_box() : subject;
	const struct fact *fact = info->subject == about.kind ? fact_any(j->facts, key, about) : NULL;
	struct finding *f = judge_unknown(j, subject, absence_reason(fact, key), info->how);

	return finding_evidence(f, fact);
}

/* Whether `key` has a value for `subject`: on the subject itself, on the box, or on any subject when the check is the box's. */
static bool key_known(const struct judge *j, enum key key, struct subject subject, bool or_absent)
{
	enum subject_kind kind = key_info(key)->subject;
	bool own = kind != SUBJECT_BOX && kind == subject.kind;
	const struct fact *f = NULL;

	while ((f = own ? fact_next(j->facts, key, subject, f) : fact_next_key(j->facts, key, f)))
		if (f->absence == PRESENT || or_absent)
			return true;
	return false;
}

static bool group_known(const struct judge *j, const enum key *group, struct subject subject, bool or_absent)
{
	for (size_t i = 0; i < NEED_KEYS && group[i]; i++)
		if (key_known(j, group[i], subject, or_absent))
			return true;
	return false;
}

/* Of a group that has no value: the key whose absence says most. */
static enum key group_reason(const struct judge *j, const enum key *group, struct subject subject)
{
	for (size_t i = 0; i < NEED_KEYS && group[i]; i++)
		if (key_known(j, group[i], subject, true))
			return group[i];
	return group[0];
}

static const enum key *first_missing(const struct judge *j, const struct check *check, struct subject subject)
{
	for (size_t g = 0; g < CHECK_NEEDS && check->needs[g][0]; g++)
		if (!group_known(j, check->needs[g], subject, false))
			return check->needs[g];
	return NULL;
}

/* No subject of the check's kind has any word about this group: one unknown on the box says it for all. */
static bool missing_everywhere(const struct judge *j, const enum key *group, const struct subject *subjects, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (group_known(j, group, subjects[i], true))
			return false;
	return true;
}

/* What was found out about the needs of a check on the way over its subjects. */
struct missing {
	const enum key *nowhere;   /* no subject has a word about this group: said once, on the box */
	const enum key *somewhere; /* some subject has */
};

static void check_subject(struct judge *j, struct subject subject, struct missing *known, const struct subject *subjects, size_t n)
{
	const struct check *check = j->check;
	const enum key *missing = first_missing(j, check, subject);

	if (check->applies && !check->applies(j, subject))
		return;
	if (!missing) {
		check->judge(j, subject);
		return;
	}
	if (check->basis == BASIS_CONTRACT && !judge_promise(j))
		return;
	if (missing == known->nowhere)
		return;
	if (missing == known->somewhere || !missing_everywhere(j, missing, subjects, n)) {
		known->somewhere = missing;
		judge_missing(j, subject, group_reason(j, missing, subject));
	} else if (!known->nowhere) {
		known->nowhere = missing;
		judge_missing(j, n == 1 ? subject : subject_box(), missing[0]);
	}
}

static void check_run(struct judge *j, const struct check *check)
{
	struct missing known = { .nowhere = NULL };
	struct subject box = subject_box();
	struct subject *subjects = &box;
	size_t n = 1;

	j->check = check;
	if (check->subject == SUBJECT_GPU) {
		subjects = j->gpus;
		n = j->n_gpus;
	} else if (check->subject != SUBJECT_BOX) {
		subjects = facts_subjects(j->facts, check->subject, j->arena, &n);
	}
	for (size_t i = 0; i < n; i++)
		check_subject(j, subjects[i], &known, subjects, n);
	/* No GPU has a name, and yet the box has the facts: the finding stands on the box. */
	if (n == 0 && check->subject == SUBJECT_GPU && check->needs[0][0] && !first_missing(j, check, box)) {
		check_subject(j, box, &known, &box, 1);
		return;
	}
	/* Nothing to look at: what is promised about it is unknown. */
	if (n == 0 && judge_promise(j) && check->needs[0][0])
		judge_missing(j, box, check->needs[0][0]);
}

/* The paper is not judged with the box, but for a promise that several cards keep: the box cannot be judged by it. */
static void check_paper(struct judge *j, const struct check *check)
{
	const struct card *found[2];

	if (strcmp(check->id, "lease.card") != 0 || judge_promised_cards(j, found, 2) < 2)
		return;
	j->check = check;
	check->judge(j, subject_box());
}

static void count(struct findings *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct finding *f = all->findings[i];
		all->counts[f->verdict]++;
		if (f->verdict == VERDICT_UNKNOWN && f->term)
			all->promised_unknown = true;
	}
}

bool judge_is_screen(const struct facts *facts, struct subject gpu)
{
	return slice_has(fact_words(facts, KEY_GPU_NAME, gpu), "DGX Display");
}

static size_t without_screen(const struct facts *facts, struct subject *gpus, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!judge_is_screen(facts, gpus[i]))
			gpus[kept++] = gpus[i];
	return kept;
}

static struct judge judge_start(struct arena *arena, const struct facts *facts, const struct lease *lease)
{
	struct judge j = { .arena = arena, .facts = facts, .lease = lease };

	j.findings = arena_alloc(arena, sizeof(*j.findings));
	j.gpus = facts_subjects(facts, SUBJECT_GPU, arena, &j.n_gpus);
	j.n_gpus = without_screen(facts, j.gpus, j.n_gpus);
	identify_prepare(&j);
	return j;
}

struct findings *judge_box(struct arena *arena, const struct facts *facts, const struct lease *lease)
{
	struct judge j = judge_start(arena, facts, lease);

	for (size_t f = 0; f < n_check_families; f++)
		for (size_t i = 0; i < check_families[f]->n; i++)
			if (check_families[f]->checks[i].subject == SUBJECT_LEASE)
				check_paper(&j, &check_families[f]->checks[i]);
			else
				check_run(&j, &check_families[f]->checks[i]);
	count(j.findings);
	cost_findings(arena, lease, j.findings);
	return j.findings;
}

struct findings *judge_lease(struct arena *arena, const struct lease *lease)
{
	struct judge j = judge_start(arena, facts_new(arena), lease);

	for (size_t i = 0; i < checks_lease.n; i++) {
		j.check = &checks_lease.checks[i];
		j.check->judge(&j, subject_box());
	}
	count(j.findings);
	return j.findings;
}
