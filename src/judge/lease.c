/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lease itself, before any machine is seen: does it name one card, does it say what matters, do its terms fit together.
 * `lease check` reports all of it. `accept` judges the box, not the paper: it runs lease.card alone, when several cards fit.
 */
#include "base/text.h"
#include "judge/lease_terms.h"

#define CARDS_SHOWN 4

static struct subject about(const char *key)
{
	return subject_named(SUBJECT_LEASE, slice_of(key));
}

/* ---- the card ---- */

static struct slice card_names(const struct judge *j, const struct card *const *found, size_t n)
{
	struct slice text = { NULL, 0 };

	for (size_t i = 0; i < n && i < CARDS_SHOWN; i++)
		text = arena_printf(j->arena, "%.*s%s%s", SLICE_ARG(text), i ? ", " : "", found[i]->id);
	return n > CARDS_SHOWN ? arena_printf(j->arena, "%.*s ...", SLICE_ARG(text)) : text;
}

/* Whether the candidates differ in price class; what they rent for is then two things. */
static bool tiers_differ(const struct card *const *found, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (!slice_is(slice_of(found[i]->rent_tier), found[0]->rent_tier))
			return true;
	return false;
}

static void card_judge(struct judge *j, struct subject subject)
{
	const struct card *found[CARDS_SHOWN] = { NULL };
	const struct term *card = judge_term(j, TERM_GPU_CARD);
	size_t n = card ? judge_promised_cards(j, found, CARDS_SHOWN) : 0, shown = n < CARDS_SHOWN ? n : CARDS_SHOWN;
	struct finding *f;

	(void)subject;
	subject = about("gpu.card");
	if (!card) {
		f = judge_find(j, subject, VERDICT_WARN, MSG("the lease names no card"));
	} else if (n == 0) {
		f = judge_unknown(j, subject, MSG("no card of the catalogue fits '%1' with the form and memory beside it", A_TEXT(card->text)),
				  "gpuvet cards");
	} else if (n == 1) {
		f = judge_find(j, subject, VERDICT_PASS, MSG("%1", A_STR(found[0]->id)));
	} else if (tiers_differ(found, shown)) {
		f = judge_find(j, subject, VERDICT_WARN,
			       MSG("%1 cards fit '%2': %3; they rent at different prices, and the supplier may deliver the cheapest",
				   A_INT((int64_t)n), A_TEXT(card->text), A_TEXT(card_names(j, found, n))));
	} else {
		f = judge_find(j, subject, VERDICT_WARN,
			       MSG("%1 cards fit '%2': %3; the supplier may deliver any of them", A_INT((int64_t)n), A_TEXT(card->text),
				   A_TEXT(card_names(j, found, n))));
	}
	f->expected = MSG("one card: model, form and memory");
	f->clause = n > 1 ? MSG("gpu: {card: %1}", A_STR(found[0]->id)) : f->clause;
}

/* ---- the link ---- */

/* The most NVLink bandwidth of any card that fits; -1 when none is known for sure. */
static int64_t nvlink_most(const struct judge *j)
{
	const struct card *found[64];
	size_t n = judge_promised_cards(j, found, 64);
	int64_t most = n ? 0 : -1;

	for (size_t i = 0; i < n && i < 64; i++) {
		if (found[i]->unverified & CARD_NVLINK)
			return -1;
		most = found[i]->nvlink_gbs > most ? found[i]->nvlink_gbs : most;
	}
	return most;
}

#define GB ((int64_t)1000 * 1000 * 1000)

static void interconnect_judge(struct judge *j, struct subject subject)
{
	const struct term *link = judge_term(j, TERM_GPU_INTERCONNECT), *rate = judge_term(j, TERM_GPU_NVLINK), *count = judge_term(j, TERM_GPU_COUNT);
	const struct term *card = judge_term(j, TERM_GPU_CARD);
	bool nvlink = (link && slice_is(link->text, "nvlink")) || rate;
	int64_t most = nvlink ? nvlink_most(j) : 0;
	struct finding *f;

	(void)subject;
	subject = about("gpu.interconnect");
	if (nvlink && most == 0)
		f = judge_find(j, subject, VERDICT_FAIL, MSG("NVLink is promised, and %1 has none", A_TEXT(card->text)));
	else if (rate && most > 0 && rate->i > most * GB)
		f = judge_find(j, subject, VERDICT_FAIL, MSG("%1 is promised, and %2 has %3", A_QTY(rate->i, UNIT_BYTES_PER_SECOND),
							     A_TEXT(card->text), A_QTY(most * GB, UNIT_BYTES_PER_SECOND)));
	else if (nvlink && most < 0)
		f = judge_unknown(j, subject, MSG("NVLink is promised; whether the card can have it is not known"), "gpuvet cards");
	else if (link || rate)
		f = judge_find(j, subject, VERDICT_PASS, MSG("%1", A_TEXT(link ? link->text : rate->text)));
	else if (count && count->i <= 1)
		f = judge_find(j, subject, VERDICT_PASS, MSG("one card needs no link"));
	else
		f = judge_find(j, subject, VERDICT_WARN, MSG("how the cards are linked is not written"));
	f->term = link ? link : rate;
	f->clause = f->verdict == VERDICT_WARN ? MSG("gpu: {interconnect: nvlink | pcie}") : f->clause;
}

/* ---- what must be written ---- */

static void host_judge(struct judge *j, struct subject subject)
{
	static const struct {
		const char *name;
		enum term_key keys[2];
		const char *clause;
	} rows[] = {
		{ "cpu.cores", { TERM_CPU_CORES, TERM_CPU_THREADS }, N_("cpu: {cores: 128}") },
		{ "memory", { TERM_MEMORY, TERM_NONE }, N_("memory: 1 TiB") },
		{ "disk[].kind", { TERM_DISK_KIND, TERM_NONE }, N_("disk: [{kind: nvme, size: 3.84 TB, mount: /data}]") },
		{ "disk[].size", { TERM_DISK_SIZE, TERM_NONE }, N_("disk: [{kind: nvme, size: 3.84 TB, mount: /data}]") },
	};

	(void)subject;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct term *term = judge_term(j, rows[i].keys[0]);
		if (!term && rows[i].keys[1])
			term = judge_term(j, rows[i].keys[1]);
		struct finding *f = judge_find(j, about(rows[i].name), term ? VERDICT_PASS : VERDICT_WARN,
					       term ? MSG("%1", A_TEXT(term_text(j->arena, term))) : MSG("not written"));
		f->term = term;
		f->clause = term ? f->clause : MSG(rows[i].clause);
	}
}

static void exclusive_judge(struct judge *j, struct subject subject)
{
	const struct term *term = judge_term(j, TERM_GPU_EXCLUSIVE);
	struct finding *f;

	(void)subject;
	if (term && term->i)
		f = judge_find(j, about("gpu.exclusive"), VERDICT_PASS, MSG("whole cards, for one tenant"));
	else
		f = judge_find(j, about("gpu.exclusive"), VERDICT_WARN,
			       term ? MSG("the lease says that others may use the cards") : MSG("nothing says that the cards are yours alone"));
	f->clause = term && term->i ? f->clause : MSG("gpu: {exclusive: yes}");
}

static void terms_judge(struct judge *j, struct subject subject)
{
	(void)subject;
	lease_terms_stated(j);
	lease_terms_contradict(j);
}

static const struct check table[] = {
	{
		.id = "lease.card", .subject = SUBJECT_LEASE, .basis = BASIS_RULE, .terms = { TERM_GPU_CARD },
		.privilege = "U", .source = "gpuvet, card catalogue",
		.verifies = N_("the promise names one card"),
		.meaning = N_("Several cards go by this name, of very different speed and price; whichever is delivered keeps the promise."),
		.remedy = N_("Have the supplier write the exact model, form and memory."),
		.judge = card_judge,
	},
	{
		.id = "lease.interconnect", .subject = SUBJECT_LEASE, .basis = BASIS_RULE, .terms = { TERM_GPU_INTERCONNECT, TERM_GPU_NVLINK },
		.privilege = "U", .source = "gpuvet, card catalogue",
		.verifies = N_("how several cards are linked"),
		.meaning = N_("Training over several cards can be many times slower without NVLink; a link that the card cannot have will not be delivered."),
		.remedy = N_("Have the supplier write the link and its bandwidth."),
		.judge = interconnect_judge,
	},
	{
		.id = "lease.host", .subject = SUBJECT_LEASE, .basis = BASIS_RULE,
		.privilege = "U", .source = "gpuvet",
		.verifies = N_("cores, memory and disks are written"),
		.meaning = N_("What is not written is not promised: a small host can hold the cards up."),
		.remedy = N_("Have the supplier write it."),
		.judge = host_judge,
	},
	{
		.id = "lease.exclusive", .subject = SUBJECT_LEASE, .basis = BASIS_RULE, .terms = { TERM_GPU_EXCLUSIVE },
		.privilege = "U", .source = "gpuvet",
		.verifies = N_("whole cards for one tenant"),
		.meaning = N_("A slice of a card, or a card that others use too, would keep this lease."),
		.remedy = N_("Have the supplier write that the cards are whole and yours alone."),
		.judge = exclusive_judge,
	},
	{
		.id = "lease.terms", .subject = SUBJECT_LEASE, .basis = BASIS_RULE,
		.privilege = "U", .source = "gpuvet",
		.verifies = N_("price, tax, renewal, refund, stopped fees, remedies and data wiping are written and fit together"),
		.meaning = N_("What the lease leaves open is decided later, by the supplier; two terms that contradict decide nothing."),
		.remedy = N_("Settle it before you sign."),
		.judge = terms_judge,
	},
};

const struct check_family checks_lease = CHECK_FAMILY(table);
