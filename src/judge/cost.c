/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a breach costs, by a stated rule only: the remedy that the lease names; for a missing card its share of the price;
 * else no price basis. The difference to a cheaper offer needs offers, which a lease does not hold. Never a made-up weight,
 * and one cause is priced once.
 */
#include "judge/judge.h"

__extension__ typedef __int128 wide_int;

/* Time that a price is for, as a fraction of a month: 8760 hours, 365 days or 52 weeks and a day make 12 months. */
static const struct period {
	const char *every;
	int64_t multiply, divide;
} periods[] = {
	{ "hour", 730, 1 }, { "day", 365, 12 }, { "week", 365, 84 }, { "month", 1, 1 }, { "year", 1, 12 },
};

/* Findings that one missing or wrong thing can raise. */
enum cause { CAUSE_NONE, CAUSE_CARD_MISSING, CAUSE_CARD_OTHER, CAUSE_CPU, CAUSE_MEMORY, CAUSE_DISK };

static const struct {
	const char *id;
	enum cause cause;
} causes[] = {
	{ "gpu.count", CAUSE_CARD_MISSING },
	{ "gpu.count.pci", CAUSE_CARD_MISSING },
	{ "gpu.lost", CAUSE_CARD_MISSING },
	{ "gpu.fallen_off", CAUSE_CARD_MISSING },
	{ "gpu.init", CAUSE_CARD_MISSING },
	{ "gpu.hidden", CAUSE_CARD_MISSING },
	{ "gpu.model", CAUSE_CARD_OTHER },
	{ "gpu.mixed", CAUSE_CARD_OTHER },
	{ "gpu.form_factor", CAUSE_CARD_OTHER },
	{ "gpu.mem_total", CAUSE_CARD_OTHER },
	{ "gpu.genuine", CAUSE_CARD_OTHER },
	{ "nvlink.links", CAUSE_CARD_OTHER },
	{ "nvlink.matrix", CAUSE_CARD_OTHER },
	{ "nvlink.bandwidth", CAUSE_CARD_OTHER },
	{ "power.default", CAUSE_CARD_OTHER },
	{ "cpu.count", CAUSE_CPU },
	{ "cpu.limit", CAUSE_CPU },
	{ "mem.total", CAUSE_MEMORY },
	{ "mem.limit", CAUSE_MEMORY },
	{ "disk.kind", CAUSE_DISK },
	{ "disk.virtual", CAUSE_DISK },
	{ "disk.size", CAUSE_DISK },
	{ "disk.count", CAUSE_DISK },
};

static enum cause cause_of(const struct finding *f)
{
	for (size_t i = 0; i < sizeof(causes) / sizeof(*causes); i++)
		if (slice_is(f->id, causes[i].id))
			return causes[i].cause;
	return CAUSE_NONE;
}

/* ---- the price ---- */

struct price {
	bool known;
	int64_t node_month; /* of one machine, micro-units */
	int64_t cards;	    /* promised in one machine */
	struct slice currency;
	struct slice words; /* how it follows from the lease: "52000 a month for the machine" */
};

static const struct period *period_find(struct slice every)
{
	for (size_t i = 0; i < sizeof(periods) / sizeof(*periods); i++)
		if (slice_is(every, periods[i].every))
			return &periods[i];
	return NULL;
}

static struct slice amount_text(struct arena *arena, int64_t micro)
{
	return quantity_text(arena, micro, UNIT_MICRO_MONEY);
}

/* Only what the lease says: without amount, time and "per" there is no price basis. */
static struct price price_of(struct arena *arena, const struct lease *lease)
{
	const struct term *amount = lease_term(lease, TERM_PRICE_AMOUNT), *every = lease_term(lease, TERM_PRICE_EVERY);
	const struct term *per = lease_term(lease, TERM_PRICE_PER), *count = lease_term(lease, TERM_GPU_COUNT);
	const struct term *currency = lease_term(lease, TERM_PRICE_CURRENCY);
	struct price price = { .known = false };
	const struct period *period = every ? period_find(every->text) : NULL;

	if (!amount || !period || !per || !count || count->i < 1)
		return price;
	bool per_card = slice_is(per->text, "card");
	wide_int month = (wide_int)amount->i * period->multiply / period->divide;
	if (month > INT64_MAX / (per_card ? count->i : 1))
		return price;
	price.known = true;
	price.cards = count->i;
	price.node_month = (int64_t)month * (per_card ? count->i : 1);
	price.currency = currency ? currency->text : (struct slice){ NULL, 0 };
	price.words = arena_printf(arena, "%.*s", SLICE_ARG(amount_text(arena, amount->i)));
	if (period->multiply != 1 || period->divide != 1)
		price.words = period->divide == 1
				      ? arena_printf(arena, "%.*s x %jd", SLICE_ARG(price.words), (intmax_t)period->multiply)
				      : arena_printf(arena, "%.*s x %jd / %jd", SLICE_ARG(price.words),
						     (intmax_t)period->multiply, (intmax_t)period->divide);
	if (per_card)
		price.words = arena_printf(arena, "%.*s x %jd", SLICE_ARG(price.words), (intmax_t)count->i);
	return price;
}

/* ---- missing cards ---- */

/* Cards that a gpu.count finding says are missing; 0 when its evidence does not tell. */
static int64_t cards_missing(const struct finding *f, int64_t promised)
{
	for (size_t i = 0; i < f->n_evidence; i++) {
		const struct fact *fact = f->evidence[i];
		bool counts = fact->key == KEY_BOX_GPU_COUNT || fact->key == KEY_BOX_GPU_PCI_COUNT;
		if (counts && fact->absence == PRESENT && fact->i >= 0 && fact->i < promised)
			return promised - fact->i;
	}
	return 0;
}

static void cost_share(struct arena *arena, const struct price *price, struct finding *f, int64_t missing)
{
	int64_t share = (int64_t)((wide_int)price->node_month * missing / price->cards);
	struct arg month = A_TEXT(arena_printf(arena, "%.*s%s%.*s", SLICE_ARG(amount_text(arena, share)),
					       price->currency.len ? " " : "", SLICE_ARG(price->currency)));

	f->cost_month = share;
	f->cost = MSG("%1 a month: %2 of %3 cards, of a monthly price of %4 (%5)", month, A_INT(missing), A_INT(price->cards),
		      A_TEXT(amount_text(arena, price->node_month)), A_TEXT(price->words));
}

/* A card that does not work is a missing card; each is priced once, and none when gpu.count has priced them all. */
struct pricing {
	struct arena *arena;
	const struct lease *lease;
	struct findings *all;
	struct price price;
	const struct finding *count; /* the gpu.count finding that was priced */
};

static const struct finding *same_cause_before(const struct pricing *p, size_t at)
{
	const struct finding *f = p->all->findings[at];
	enum cause cause = cause_of(f);

	for (size_t i = 0; cause && i < at; i++) {
		const struct finding *other = p->all->findings[i];
		if (other->verdict != VERDICT_FAIL || cause_of(other) != cause)
			continue;
		/* Two lost cards are two causes; the same card told twice is one. */
		if (cause != CAUSE_CARD_MISSING || other == p->count || subject_eq(other->subject, f->subject))
			return other;
	}
	return NULL;
}

static void missing_card_price(struct pricing *p, struct finding *f)
{
	bool counted = slice_is(f->id, "gpu.count");
	int64_t missing = counted ? cards_missing(f, p->price.cards) : f->subject.kind == SUBJECT_GPU ? 1 : 0;

	if (missing == 0) {
		f->cost = MSG("no price basis: how many cards are missing is not seen");
		return;
	}
	cost_share(p->arena, &p->price, f, missing);
	if (counted)
		p->count = f;
}

static void finding_price(struct pricing *p, size_t at)
{
	struct finding *f = p->all->findings[at];
	const struct term *replace = lease_term(p->lease, TERM_SLA_REPLACE);
	const struct finding *same = same_cause_before(p, at);

	if (same)
		f->cost = MSG("the same cause as %1 on %2: counted once, there", A_TEXT(same->id),
			      A_TEXT(subject_text(p->arena, same->subject)));
	else if (!f->term && replace)
		/* Not a promise but a fault: what the lease names for a fault is a replacement, and no sum. */
		f->cost = MSG("the lease names the remedy: replacement within %1 (sla.replace, line %2)",
			      A_TEXT(term_text(p->arena, replace)), A_INT(replace->line));
	else if (cause_of(f) == CAUSE_CARD_MISSING && p->price.known)
		missing_card_price(p, f);
	else if (cause_of(f) == CAUSE_CARD_MISSING)
		f->cost = MSG("no price basis: the lease does not say amount, time, cards and what the price is for");
	else
		f->cost = MSG("no price basis");
}

void cost_findings(struct arena *arena, const struct lease *lease, struct findings *findings)
{
	struct pricing p = { .arena = arena, .lease = lease, .all = findings, .price = price_of(arena, lease) };

	/* Without a lease nobody owes anything. */
	for (size_t i = 0; lease && i < findings->n; i++)
		if (findings->findings[i]->verdict == VERDICT_FAIL)
			finding_price(&p, i);
}
