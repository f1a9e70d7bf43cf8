/* SPDX-License-Identifier: Apache-2.0 */
#include "render/group.h"

#include <stdlib.h>
#include <string.h>

#include "render/report.h"

/* A finding and all that it says, but for the subject. */
struct keyed {
	const struct finding *finding;
	struct slice says;
	size_t place;
};

static struct slice english(struct arena *arena, struct message message)
{
	return message_text(arena, &message, NULL);
}

static struct slice says(struct arena *arena, const struct finding *f)
{
	return arena_printf(arena, "%.*s\n%d\n%.*s\n%.*s\n%.*s\n%.*s\n%.*s\n%.*s\n%.*s", SLICE_ARG(f->id), f->term ? f->term->line : 0,
			    SLICE_ARG(english(arena, f->measured)), SLICE_ARG(english(arena, f->expected)),
			    SLICE_ARG(english(arena, finding_meaning(f))), SLICE_ARG(english(arena, finding_remedy(f))),
			    SLICE_ARG(english(arena, f->clause)), SLICE_ARG(english(arena, f->show)), SLICE_ARG(english(arena, f->cost)));
}

static int order_by_says(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	size_t common = x->says.len < y->says.len ? x->says.len : y->says.len;
	int order = memcmp(x->says.ptr, y->says.ptr, common);

	if (order)
		return order;
	if (x->says.len != y->says.len)
		return x->says.len < y->says.len ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static int order_by_place(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

static struct keyed *select_(struct arena *arena, const struct findings *all, enum verdict verdict, size_t *ret_n)
{
	struct keyed *keyed = arena_array(arena, all->n + 1, sizeof(*keyed));
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->findings[i]->verdict == verdict)
			keyed[n++] = (struct keyed){ all->findings[i], says(arena, all->findings[i]), i };
	*ret_n = n;
	return keyed;
}

struct group *group_findings(struct arena *arena, const struct findings *all, enum verdict verdict, size_t *ret_n)
{
	size_t n, n_groups = 0;
	struct keyed *keyed = select_(arena, all, verdict, &n);
	struct group *groups = arena_array(arena, n + 1, sizeof(*groups));
	const struct finding **members = arena_array(arena, n + 1, sizeof(*members));

	qsort(keyed, n, sizeof(*keyed), order_by_says);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || !slice_eq(keyed[i].says, keyed[i - 1].says))
			groups[n_groups++] = (struct group){ .findings = members + i, .place = keyed[i].place };
		members[i] = keyed[i].finding;
		groups[n_groups - 1].n++;
		groups[n_groups - 1].cost += keyed[i].finding->cost_month;
	}
	qsort(groups, n_groups, sizeof(*groups), order_by_place);
	*ret_n = n_groups;
	return groups;
}

/* How many findings from `start` on are about GPUs in a row. */
static size_t run_length(const struct group *group, size_t start)
{
	struct subject first = group->findings[start]->subject;
	size_t n = 1;

	while (first.kind == SUBJECT_GPU && first.a >= 0 && start + n < group->n) {
		struct subject next = group->findings[start + n]->subject;
		if (next.kind != SUBJECT_GPU || next.a != first.a + (int)n)
			break;
		n++;
	}
	return n;
}

#define SUBJECTS_SHOWN 6

struct slice group_subjects(struct arena *arena, const struct group *group)
{
	struct slice text = { NULL, 0 };
	size_t shown = 0, n;

	for (size_t i = 0; i < group->n; i += n, shown++) {
		struct slice one = subject_text(arena, group->findings[i]->subject);
		n = run_length(group, i);
		if (shown == SUBJECTS_SHOWN)
			return arena_printf(arena, "%.*s +%zu", SLICE_ARG(text), group->n - i);
		if (n > 1)
			one = arena_printf(arena, "%.*s-%d", SLICE_ARG(one), group->findings[i + n - 1]->subject.a);
		text = shown ? arena_printf(arena, "%.*s, %.*s", SLICE_ARG(text), SLICE_ARG(one)) : one;
	}
	return text;
}

struct slice group_name(struct arena *arena, const struct group *group)
{
	struct slice subjects = group_subjects(arena, group);

	if (slice_is(subjects, "box"))
		return group->findings[0]->id;
	return arena_printf(arena, "%.*s %.*s", SLICE_ARG(group->findings[0]->id), SLICE_ARG(subjects));
}
