/* SPDX-License-Identifier: Apache-2.0 */
/* gpu.mixed and gpu.identity: one model in all places, and the same cards in all outputs. */
#include "judge/host.h"
#include "judge/identify.h"

/* ---- gpu.mixed ---- */

/* What a GPU is, for a comparison: the card, else NVIDIA's name for the ids, else the name. */
static struct slice model_of(const struct judge *j, struct subject gpu)
{
	struct candidates c = identify_candidates(j, gpu);

	if (c.n == 1)
		return slice_of(c.cards[0]->id);
	if (c.name)
		return slice_of(c.name->name);
	return identify_bare(identify_name(j, gpu));
}

/* Rebuilt or not, it is one model: its memory is the affair of other checks. */
static bool same_model(const struct judge *j, struct subject a, struct subject b)
{
	const struct card *x = judge_card(j, a).card, *y = judge_card(j, b).card;

	if (x && y)
		return x == y || ((x->modified || y->modified) && x->device_ids[0] == y->device_ids[0]);
	return slice_eq(model_of(j, a), model_of(j, b));
}

/* Two names, one of them cut short, that cannot be the same. */
static bool starts_differ(struct slice a, struct slice b)
{
	size_t n;

	a = identify_bare(a);
	b = identify_bare(b);
	n = a.len < b.len ? a.len : b.len;
	return n > 0 && !slice_eq(slice_sub(a, 0, n), slice_sub(b, 0, n));
}

static struct slice name_or_start(const struct judge *j, struct subject gpu)
{
	struct slice name = identify_name(j, gpu);

	return name.len ? name : fact_words(j->facts, KEY_GPU_NAME_PREFIX, gpu);
}

static bool models_differ(const struct judge *j, struct subject a, struct subject b)
{
	if (model_of(j, a).len && model_of(j, b).len)
		return !same_model(j, a, b);
	return starts_differ(name_or_start(j, a), name_or_start(j, b));
}

static const struct fact *model_fact(const struct judge *j, struct subject gpu)
{
	const struct fact *f = identify_candidates(j, gpu).fact;

	return f ? f : fact_get(j->facts, KEY_GPU_NAME_PREFIX, gpu);
}

static void mixed_find(struct judge *j, struct subject box, struct subject a, struct subject b)
{
	struct slice one = model_of(j, a), other = model_of(j, b);
	struct finding *f = judge_find(j, box, judge_promise(j) ? VERDICT_FAIL : VERDICT_WARN,
				       MSG("%1 and %2 in one machine", A_TEXT(one.len ? one : name_or_start(j, a)),
					   A_TEXT(other.len ? other : name_or_start(j, b))));

	f->expected = MSG("one model");
	finding_evidence(finding_evidence(f, model_fact(j, a)), model_fact(j, b));
}

void gpu_mixed_judge(struct judge *j, struct subject box)
{
	const struct fact *count = host_largest(j, KEY_BOX_GPU_COUNT);
	size_t first = j->n_gpus, named = 0;
	struct finding *f;

	for (size_t i = 0; i < j->n_gpus; i++) {
		named += model_of(j, j->gpus[i]).len > 0;
		if (!model_of(j, j->gpus[i]).len && !name_or_start(j, j->gpus[i]).len)
			continue;
		first = first < i ? first : i;
		if (models_differ(j, j->gpus[first], j->gpus[i])) {
			mixed_find(j, box, j->gpus[first], j->gpus[i]);
			return;
		}
	}
	if (!count || (int64_t)named < count->i || named < j->n_gpus || named == 0) {
		judge_unknown(j, box, MSG("not every GPU is shown with its name"), "nvidia-smi -L")->term = NULL;
		return;
	}
	f = judge_find(j, box, VERDICT_PASS, MSG("all are %1", A_TEXT(model_of(j, j->gpus[0]))));
	f->expected = MSG("one model");
	finding_evidence(f, count);
}

/* ---- gpu.identity ---- */

/* The first value of a GPU against its later ones, and against the first of every GPU before it. */
static const struct fact *clash(const struct judge *j, enum key key, size_t gpu, const struct fact **ret_other)
{
	const struct fact *first = fact_get(j->facts, key, j->gpus[gpu]), *f = first;

	*ret_other = first;
	while (f && (f = fact_next(j->facts, key, j->gpus[gpu], f)))
		if (f->absence == PRESENT && !slice_eq(f->text, first->text))
			return f;
	for (size_t i = 0; first && i < gpu; i++) {
		f = fact_get(j->facts, key, j->gpus[i]);
		if (!f || !slice_eq(f->text, first->text))
			continue;
		*ret_other = f;
		return first;
	}
	return NULL;
}

/* Some GPU is told with this key by two outputs, so that there was something to compare. */
static const struct fact *told_twice(const struct judge *j, enum key key)
{
	const struct fact *f = NULL, *again;

	while ((f = fact_next_key(j->facts, key, f)))
		for (again = f; (again = fact_next(j->facts, key, f->subject, again));)
			if (again->section != f->section && again->absence == PRESENT && f->absence == PRESENT)
				return again;
	return NULL;
}

/* The first clash of a key gives the finding. */
static bool clash_found(struct judge *j, struct subject box, enum key key)
{
	const struct fact *f, *other;

	for (size_t i = 0; i < j->n_gpus; i++) {
		if (!(f = clash(j, key, i, &other)))
			continue;
		struct finding *found = judge_find(j, box, VERDICT_FAIL,
						   MSG("%1: %2 has %3, %4 has %5", A_WORD(key_info(key)->sentence),
						       A_TEXT(subject_text(j->arena, other->subject)), A_TEXT(other->text),
						       A_TEXT(subject_text(j->arena, f->subject)), A_TEXT(f->text)));
		found->expected = MSG("the same cards in every output, each with an id of its own");
		found->term = NULL;
		finding_evidence(finding_evidence(found, other), f);
		return true;
	}
	return false;
}

void gpu_identity_judge(struct judge *j, struct subject box)
{
	const struct fact *again = told_twice(j, KEY_GPU_UUID);

	if (clash_found(j, box, KEY_GPU_UUID) || clash_found(j, box, KEY_GPU_SERIAL))
		return;
	if (judge_promise(j))
		judge_unknown(j, box,
			      MSG("the accepted report %1 is not among the files given", A_TEXT(judge_promise(j)->text)), "")->term = NULL; /* what was accepted is no promise of the supplier */
	else if (again || (again = told_twice(j, KEY_GPU_SERIAL)))
		finding_evidence(judge_find(j, box, VERDICT_PASS, MSG("the outputs show the same cards")), again);
}
