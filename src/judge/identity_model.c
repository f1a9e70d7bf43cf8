/* SPDX-License-Identifier: Apache-2.0 */
/* Model, form factor and memory of a GPU against the card that was promised. */
#include <stdlib.h>

#include "judge/identify.h"

struct promise {
	const struct card *cards[CANDIDATES_MAX];
	size_t n;
	const struct term *term;
};

static struct promise promise_of(const struct judge *j)
{
	struct promise p = { .term = judge_term(j, TERM_GPU_CARD) };

	p.n = judge_promised_cards(j, p.cards, CANDIDATES_MAX);
	if (p.n > CANDIDATES_MAX)
		p.n = CANDIDATES_MAX;
	return p;
}

/* A rebuilt card is still that model; what was done to it is gpu.genuine's and gpu.mem_total's affair. */
static bool same_model(const struct card *a, const struct card *b)
{
	return a == b || ((a->modified || b->modified) && a->device_ids[0] && a->device_ids[0] == b->device_ids[0]);
}

static bool promise_holds(const struct promise *p, const struct card *card)
{
	for (size_t i = 0; i < p->n; i++)
		if (same_model(p->cards[i], card))
			return true;
	return false;
}

/* ---- gpu.model ---- */

static struct finding *model_find(struct judge *j, struct subject gpu, enum verdict verdict, struct message measured,
				  const struct fact *fact)
{
	struct finding *f = judge_find(j, gpu, verdict, measured);

	f->expected = MSG("%1", A_TEXT(f->term->text));
	return finding_evidence(f, fact);
}

static struct finding *model_unknown(struct judge *j, struct subject gpu, struct message why, const struct fact *fact)
{
	struct finding *f = judge_unknown(j, gpu, why, "nvidia-smi -q; lspci -nn | grep -i nvidia");

	f->expected = MSG("%1", A_TEXT(f->term->text));
	return finding_evidence(f, fact);
}

/* The name says nothing ("Graphics Device"), the id does. */
static bool name_is_mute(const struct judge *j, struct subject gpu)
{
	return fact_get(j->facts, KEY_GPU_NAME, gpu) && !identify_name(j, gpu).len;
}

static void model_by_candidates(struct judge *j, struct subject gpu, const struct promise *p, const struct candidates *c)
{
	size_t fit = 0;
	struct message one = MSG("%1", A_STR(c->cards[0]->id));

	for (size_t i = 0; i < c->n; i++)
		fit += promise_holds(p, c->cards[i]);
	if (fit == c->n && name_is_mute(j, gpu))
		model_find(j, gpu, VERDICT_WARN,
			   MSG("%1 by its PCI id; the driver is too old to name it", A_STR(c->cards[0]->id)), c->fact);
	else if (fit == c->n)
		model_find(j, gpu, VERDICT_PASS, one, c->fact);
	else if (fit == 0)
		model_find(j, gpu, VERDICT_FAIL, one, c->fact);
	else
		model_unknown(j, gpu,
			      MSG("%1 and other cards share what was seen; its memory would tell", A_STR(c->cards[0]->id)),
			      c->fact);
}

/* Whether a promised card's name begins with what the table shows of this one's. */
static bool prefix_possible(const struct promise *p, struct slice prefix)
{
	prefix = identify_bare(prefix);
	for (size_t i = 0; i < p->n; i++) {
		struct slice name = identify_bare(slice_of(p->cards[i]->smi_name));
		if (!name.len || (name.len >= prefix.len && slice_eq(slice_sub(name, 0, prefix.len), prefix)))
			return true;
	}
	return p->n == 0;
}

/* No card of the catalogue: NVIDIA's list of names may still know that it is another product. */
static void model_by_name(struct judge *j, struct subject gpu, const struct promise *p, const struct candidates *c)
{
	struct slice name = c->name ? slice_of(c->name->name) : identify_name(j, gpu);
	const struct fact *prefix = fact_get(j->facts, KEY_GPU_NAME_PREFIX, gpu);
	bool known = c->name != NULL;

	for (size_t i = 0; i < n_device_names && !known; i++)
		known = name.len && slice_eq(identify_bare(slice_of(device_names[i].name)), identify_bare(name));
	if (name.len && slice_is_nocase(identify_bare(name), arena_text(j->arena, identify_bare(p->term->text))))
		model_find(j, gpu, VERDICT_PASS, MSG("%1", A_TEXT(name)), c->fact);
	else if (known && p->n)
		model_find(j, gpu, VERDICT_FAIL, MSG("%1", A_TEXT(name)), c->fact);
	else if (name.len)
		model_unknown(j, gpu, MSG("'%1' is no card that this program knows", A_TEXT(name)), c->fact);
	else if (prefix && !prefix_possible(p, prefix->text))
		model_find(j, gpu, VERDICT_FAIL, MSG("a card whose name begins with '%1'", A_TEXT(prefix->text)), prefix);
	else if (prefix)
		model_unknown(j, gpu, MSG("the table shows only the start of the name, '%1'", A_TEXT(prefix->text)), prefix);
	else
		model_unknown(j, gpu, MSG("the name says nothing and no PCI id was seen"),
			      fact_any(j->facts, KEY_GPU_NAME, gpu));
}

static void model_unagreed(struct judge *j, struct subject gpu, const struct candidates *c)
{
	struct slice name = c->n == 1 ? slice_of(c->cards[0]->id) : c->name ? slice_of(c->name->name) : identify_name(j, gpu);
	struct finding *f;

	if (!name.len)
		return;
	if (name_is_mute(j, gpu))
		f = judge_find(j, gpu, VERDICT_WARN, MSG("%1 by its PCI id; the driver is too old to name it", A_TEXT(name)));
	else
		f = judge_unagreed(j, gpu, MSG("%1", A_TEXT(name)), MSG("gpu: {card: %1}", A_TEXT(name)));
	finding_evidence(f, c->fact);
}

void gpu_model_judge(struct judge *j, struct subject gpu)
{
	struct promise p = promise_of(j);
	struct candidates c = identify_candidates(j, gpu);
	const struct fact *slice = identify_vgpu(j, gpu);

	if (!p.term)
		model_unagreed(j, gpu, &c);
	else if (slice)
		model_unknown(j, gpu, MSG("a slice of a virtual GPU is no card: gpu.vgpu judges it"), slice);
	else if (c.n && p.n)
		model_by_candidates(j, gpu, &p, &c);
	else
		model_by_name(j, gpu, &p, &c);
}

/* ---- gpu.form_factor ---- */

/* The form that the lease names or that all promised cards have. */
static enum form_factor form_wanted(const struct judge *j, const struct term **ret_term)
{
	struct promise p = promise_of(j);
	const struct term *form = judge_term(j, TERM_GPU_FORM);

	*ret_term = form ? form : p.term;
	if (form)
		return slice_is(form->text, "sxm") ? FORM_SXM : slice_is(form->text, "oam") ? FORM_OAM : FORM_PCIE;
	for (size_t i = 1; i < p.n; i++)
		if (p.cards[i]->form != p.cards[0]->form)
			return FORM_UNKNOWN;
	return p.n ? p.cards[0]->form : FORM_UNKNOWN;
}

void gpu_form_judge(struct judge *j, struct subject gpu)
{
	const struct term *term;
	const struct fact *fact;
	enum form_factor want = form_wanted(j, &term), have = identify_form(j, gpu, &fact);
	struct message measured = MSG("%1", A_STR(form_factor_name(have)));
	struct finding *f;

	if (want == FORM_UNKNOWN) {
		if (have == FORM_UNKNOWN)
			return;
		f = judge_unagreed(j, gpu, measured,
				   MSG("gpu: {form: %1}", A_STR(have == FORM_SXM   ? "sxm"
								: have == FORM_OAM ? "oam"
										   : "pcie")));
		f->term = NULL;
	} else if (have == FORM_UNKNOWN) {
		f = judge_unknown(j, gpu, MSG("neither a PCI id nor a full name was seen that tells the form"),
				  "lspci -nn | grep -i nvidia");
	} else {
		f = judge_find(j, gpu, have == want ? VERDICT_PASS : VERDICT_FAIL, measured);
	}
	if (want != FORM_UNKNOWN) {
		f->term = term;
		f->expected = MSG("%1", A_STR(form_factor_name(want)));
	}
	finding_evidence(f, fact);
}

/* ---- gpu.mem_total ---- */

#define ANOTHER_SIZE_PERCENT 15 /* ECC takes 6 %, binary and decimal units differ by 7 % (own) */
#define BELOW_PERCENT	     2	/* under the promise: names of cards are rounded (own) */

/* In-line ECC on GDDR keeps one sixteenth for itself. */
static bool ecc_explains(const struct card *card, const struct fact *total, bool ecc_on)
{
	for (const int *mib = card->memory_mib; ecc_on && *mib; mib++) {
		int64_t left = ((int64_t)*mib << 20) / 16 * 15;
		if (llabs(total->i - left) * 100 <= left)
			return true;
	}
	return false;
}

#define GB INT64_C(1000000000)

/* 24 GB and 24 GiB are both how people write the size that a card is sold by. */
static bool sold_as(const struct card *card, int64_t bytes)
{
	return card->memory_gb && (bytes == card->memory_gb * GB || bytes == (int64_t)card->memory_gb << 30);
}

/* The least that tools report for any of the cards; 0 when nothing is known of them. */
static int64_t least_memory(const struct card *const among[], size_t n)
{
	int64_t least = 0;

	for (size_t i = 0; i < n; i++)
		for (const int *mib = among[i]->memory_mib; *mib; mib++)
			if (!least || ((int64_t)*mib << 20) < least)
				least = (int64_t)*mib << 20;
	return least;
}

/* The smallest amount that the promised card or gpu.memory means; 0 when nothing is promised. */
static int64_t memory_promised(const struct judge *j, const struct promise *p, const struct candidates *c,
			       const struct term **ret_term)
{
	const struct term *term = judge_term(j, TERM_GPU_MEMORY);

	*ret_term = term ? term : p->term;
	if (!term)
		return least_memory(p->cards, p->n);
	for (size_t i = 0; i < c->n; i++)
		if (sold_as(c->cards[i], term->i) && least_memory(&c->cards[i], 1))
			return least_memory(&c->cards[i], 1);
	return term->i;
}

static bool below(int64_t have, int64_t promised)
{
	return promised && have < promised / 100 * (100 - BELOW_PERCENT);
}

/* What a tool reports of a card may not be confirmed; the size that it is sold by is, and this is another one. */
static bool another_size(const struct card *card, int64_t bytes)
{
	int64_t sold = (int64_t)card->memory_gb << 30;

	return sold && llabs(bytes - sold) * 100 > sold * ANOTHER_SIZE_PERCENT;
}

struct memory {
	const struct fact *total;
	int64_t reserved;
	bool ecc_on;
};

static void memory_by_card(struct judge *j, struct subject gpu, const struct memory *m, const struct card *among[], size_t n)
{
	struct message measured = MSG("%1", A_QTY(m->total->i, UNIT_BYTES));
	bool fits = false, explained = false, verified = true;
	struct finding *f;

	for (size_t i = 0; i < n; i++) {
		fits |= identify_memory_fits(among[i], m->total->i, m->reserved);
		explained |= ecc_explains(among[i], m->total, m->ecc_on);
		verified &= (among[i]->memory_mib[0] && !(among[i]->unverified & CARD_MEMORY)) ||
			    another_size(among[i], m->total->i);
	}
	if (fits)
		f = judge_find(j, gpu, VERDICT_PASS, measured);
	else if (explained)
		f = judge_find(j, gpu, VERDICT_WARN,
			       MSG("%1: error correction keeps the rest", A_QTY(m->total->i, UNIT_BYTES)));
	else if (verified)
		f = judge_find(j, gpu, VERDICT_FAIL, measured);
	else
		f = judge_unknown(
			j, gpu,
			MSG("%1; what a %2 reports is not confirmed", A_QTY(m->total->i, UNIT_BYTES), A_STR(among[0]->id)), "");
	f->term = NULL;
	if (among[0]->memory_mib[0])
		f->expected = MSG("%1 of a %2", A_QTY((int64_t)among[0]->memory_mib[0] << 20, UNIT_BYTES), A_STR(among[0]->id));
	finding_evidence(f, m->total);
}

void gpu_memory_judge(struct judge *j, struct subject gpu)
{
	struct promise p = promise_of(j);
	struct candidates c = identify_candidates(j, gpu);
	struct memory m = { .total = fact_get(j->facts, KEY_GPU_MEMORY_TOTAL, gpu),
			    .reserved = fact_value(j->facts, KEY_GPU_MEMORY_RESERVED, gpu, 0),
			    .ecc_on = fact_value(j->facts, KEY_GPU_ECC_CURRENT, gpu, 0) == 1 };
	const struct term *term;
	int64_t promised = memory_promised(j, &p, &c, &term);
	struct finding *f;

	if (below(m.total->i + m.reserved, promised)) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("%1", A_QTY(m.total->i, UNIT_BYTES)));
		f->expected = MSG("%1", A_QTY(promised, UNIT_BYTES));
		f->term = term;
		finding_evidence(f, m.total);
	} else if (c.n && !identify_vgpu(j, gpu)) {
		memory_by_card(j, gpu, &m, c.cards, c.n);
	} else if (p.n && !c.fact) {
		memory_by_card(j, gpu, &m, p.cards, p.n);
	} else if (term && judge_term(j, TERM_GPU_MEMORY)) {
		f = judge_find(j, gpu, VERDICT_PASS, MSG("%1", A_QTY(m.total->i, UNIT_BYTES)));
		f->term = term;
		finding_evidence(f, m.total);
	} else {
		judge_unknown(j, gpu,
			      identify_vgpu(j, gpu)
				      ? MSG("%1 of a virtual slice", A_QTY(m.total->i, UNIT_BYTES))
				      : MSG("%1; the card is not in the catalogue, so there is nothing to compare with",
					    A_QTY(m.total->i, UNIT_BYTES)),
			      "")
			->term = NULL;
	}
}
