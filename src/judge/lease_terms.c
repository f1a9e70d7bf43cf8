/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/lease_terms.h"

#include "base/text.h"

/* ---- stated ---- */

static const struct {
	enum term_key key;
	const char *open; /* what is open while it is not written */
	const char *clause;
} wanted[] = {
	{ TERM_PRICE_AMOUNT, N_("the price is not written"),
	  N_("price: {amount: 52000, currency: CNY, per: node, every: month}") },
	{ TERM_PRICE_CURRENCY, N_("the currency is not written"), N_("price: {currency: CNY}") },
	{ TERM_PRICE_PER, N_("whether the price is for a card or for the machine is not written"), N_("price: {per: node}") },
	{ TERM_PRICE_EVERY, N_("the time that the price is for is not written"), N_("price: {every: month}") },
	{ TERM_PRICE_TAX, N_("whether tax is in the price is not written"), N_("price: {tax: included}") },
	{ TERM_BILLING_RENEWAL, N_("the price after the term is not written"), N_("billing: {renewal: same}") },
	{ TERM_BILLING_REFUND, N_("what is paid back at an early end is not written"), N_("billing: {refund: pro-rata}") },
	{ TERM_BILLING_STOPPED, N_("what a stopped machine costs is not written"), N_("billing: {stopped: free}") },
	{ TERM_SLA_AVAILABILITY, N_("no availability is promised"), N_("sla: {availability: 99.5%%}") },
	{ TERM_SLA_CREDIT_CREDIT, N_("nothing is due when the machine is not available"),
	  N_("sla: {credit: [{below: 99.5%%, credit: 10%%}]}") },
	{ TERM_SLA_REPLACE, N_("the time to replace a broken machine is not written"), N_("sla: {replace: 4 h}") },
	{ TERM_DATA_WIPE, N_("whether your data is wiped at the end is not written"), N_("data: {wipe: certificate}") },
};

void lease_terms_stated(struct judge *j)
{
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		const struct term *term = judge_term(j, wanted[i].key);
		struct subject subject = subject_named(SUBJECT_LEASE, slice_of(term_info(wanted[i].key)->name));
		struct finding *f = judge_find(j, subject, term ? VERDICT_PASS : VERDICT_WARN,
					       term ? MSG("%1", A_TEXT(term_text(j->arena, term))) : MSG(wanted[i].open));
		f->term = term;
		f->clause = term ? f->clause : MSG(wanted[i].clause);
	}
}

/* ---- contradictions ---- */

/* Whether the two terms cannot both hold. */
typedef bool contradicts_fn(const struct judge *j, const struct term *a, const struct term *b);

static bool pcie_with_nvlink(const struct judge *j, const struct term *a, const struct term *b)
{
	(void)j;
	return slice_is(a->text, "pcie") && b->i > 0;
}

static bool slice_of_whole(const struct judge *j, const struct term *a, const struct term *b)
{
	(void)j;
	return a->i && !slice_is(b->text, "off");
}

static bool threads_below_cores(const struct judge *j, const struct term *a, const struct term *b)
{
	(void)j;
	return b->i < a->i;
}

static bool unlimited_and_billed(const struct judge *j, const struct term *a, const struct term *b)
{
	(void)j;
	return slice_is(a->text, "unlimited") && slice_is(b->text, "billed");
}

static bool minimum_beyond_term(const struct judge *j, const struct term *a, const struct term *b)
{
	struct slice rest = a->text;
	int64_t months;

	(void)j;
	return slice_take_int(&rest, &months) && slice_starts(slice_trim(rest), "month") && months > b->i;
}

/* A credit that begins above the promised availability would be due while the promise is kept. */
static bool credit_above_promise(const struct judge *j, const struct term *a, const struct term *b)
{
	(void)b;
	for (int i = 0; i < lease_items(j->lease, TERM_SLA_CREDIT_BELOW); i++) {
		const struct term *below = lease_term_item(j->lease, TERM_SLA_CREDIT_BELOW, i);
		if (below && below->i > a->i)
			return true;
	}
	return false;
}

/* Less availability must not mean less credit. */
static bool credit_falls(const struct judge *j, const struct term *a, const struct term *b)
{
	int n = lease_items(j->lease, TERM_SLA_CREDIT_BELOW);

	(void)a;
	(void)b;
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < n; k++) {
			const struct term *low = lease_term_item(j->lease, TERM_SLA_CREDIT_BELOW, i);
			const struct term *high = lease_term_item(j->lease, TERM_SLA_CREDIT_BELOW, k);
			const struct term *low_credit = lease_term_item(j->lease, TERM_SLA_CREDIT_CREDIT, i);
			const struct term *high_credit = lease_term_item(j->lease, TERM_SLA_CREDIT_CREDIT, k);
			if (low && high && low_credit && high_credit && low->i < high->i && low_credit->i < high_credit->i)
				return true;
		}
	}
	return false;
}

/* Spot machines may be taken back at any time. */
static bool spot_with_availability(const struct judge *j, const struct term *a, const struct term *b)
{
	(void)j;
	(void)b;
	return slice_is(a->text, "spot");
}

/* A form beside a card that exists in another one only. */
static bool form_against_card(const struct judge *j, const struct term *a, const struct term *b)
{
	const struct card *found[1];

	return cards_find(b->text, FORM_UNKNOWN, 0, found, 1) > 0 && a->text.len && judge_promised_cards(j, found, 1) == 0;
}

static const struct {
	enum term_key a, b;
	contradicts_fn *contradicts;
	const char *sentence; /* %1, %2: the two values */
} contradictions[] = {
	{ TERM_GPU_INTERCONNECT, TERM_GPU_NVLINK, pcie_with_nvlink,
	  N_("the cards are linked by %1, and NVLink of %2 is promised") },
	{ TERM_GPU_EXCLUSIVE, TERM_GPU_MIG, slice_of_whole,
	  N_("whole cards (exclusive: %1) and a slice (mig: %2) are promised") },
	{ TERM_CPU_CORES, TERM_CPU_THREADS, threads_below_cores,
	  N_("%1 cores have at least as many threads, and %2 threads are promised") },
	{ TERM_NET_PUBLIC_TRAFFIC, TERM_BILLING_OVERAGE, unlimited_and_billed,
	  N_("traffic is %1, and what goes beyond is %2") },
	{ TERM_BILLING_MINIMUM, TERM_TERM_MONTHS, minimum_beyond_term,
	  N_("at least %1 is billed, and the rental lasts %2 months") },
	{ TERM_SLA_AVAILABILITY, TERM_SLA_CREDIT_BELOW, credit_above_promise,
	  N_("%1 is promised, and a credit begins at more than that") },
	{ TERM_SLA_CREDIT_BELOW, TERM_SLA_CREDIT_CREDIT, credit_falls, N_("a lower availability gives a lower credit") },
	{ TERM_BILLING_MODE, TERM_SLA_AVAILABILITY, spot_with_availability,
	  N_("a %1 machine may be taken back at any time, and an availability of %2 is promised") },
	{ TERM_GPU_FORM, TERM_GPU_CARD, form_against_card,
	  N_("the form %1 does not exist of the card %2 with the memory beside it") },
};

/* One finding for each subject: a term that was found stated is now found contradicted. */
static struct finding *finding_of(struct judge *j, struct subject subject, struct message measured)
{
	for (size_t i = 0; i < j->findings->n; i++) {
		struct finding *f = j->findings->findings[i];
		if (f->check != j->check || !subject_eq(f->subject, subject))
			continue;
		f->verdict = VERDICT_FAIL;
		f->measured = measured;
		return f;
	}
	return judge_find(j, subject, VERDICT_FAIL, measured);
}

void lease_terms_contradict(struct judge *j)
{
	for (size_t i = 0; i < sizeof(contradictions) / sizeof(*contradictions); i++) {
		const struct term *a = judge_term(j, contradictions[i].a), *b = judge_term(j, contradictions[i].b);
		if (!a || !b || !contradictions[i].contradicts(j, a, b))
			continue;
		struct arg one = A_TEXT(term_text(j->arena, a)), two = A_TEXT(term_text(j->arena, b));
		struct subject subject = subject_named(SUBJECT_LEASE, slice_of(term_info(b->key)->name));
		struct finding *f = finding_of(j, subject, MSG(contradictions[i].sentence, one, two));
		f->term = b;
	}
}
