/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Broken memory that was put aside: rows (Ampere and newer), pages (Volta, Turing and older), channels. A card of the other
 * kind prints "N/A" and has no finding; a card that hides its rows while MIG is on is unknown.
 */
#include "judge/links.h"
#include "judge/memory.h"

#define REMAP_SOME 8   /* own */
#define REMAP_MANY 512 /* DCGM: the board is used up */
#define PAGES_SOME 15  /* DCGM */
#define PAGES_MANY 63  /* DCGM: there is room for 64 */

/* ---- which card has what ---- */

static const struct {
	const char *word; /* of an architecture as the catalogue or the driver writes it */
	enum memory_age age;
} ages[] = {
	{ "Blackwell", MEMORY_AGE_ROWS }, { "Hopper", MEMORY_AGE_ROWS },  { "Ada", MEMORY_AGE_ROWS },
	{ "Ampere", MEMORY_AGE_ROWS },	  { "Rubin", MEMORY_AGE_ROWS },	  { "Turing", MEMORY_AGE_PAGES },
	{ "Volta", MEMORY_AGE_PAGES },	  { "Pascal", MEMORY_AGE_PAGES }, { "Maxwell", MEMORY_AGE_PAGES },
	{ "Kepler", MEMORY_AGE_PAGES },
};

static enum memory_age age_of_words(struct slice words)
{
	for (size_t i = 0; i < sizeof(ages) / sizeof(*ages); i++)
		if (slice_has_nocase(words, ages[i].word))
			return ages[i].age;
	return MEMORY_AGE_UNKNOWN;
}

enum memory_age memory_age(const struct judge *j, struct subject gpu)
{
	enum memory_age age = age_of_words(fact_words(j->facts, KEY_GPU_ARCHITECTURE, gpu));
	const struct card *card = age ? NULL : judge_card_or_promise(j, gpu);

	return card ? age_of_words(slice_of(card->architecture)) : age;
}

bool memory_is_consumer(const struct judge *j, struct subject gpu)
{
	return links_card_kind(j, gpu) == CARD_KIND_CONSUMER;
}

bool memory_told(const struct judge *j, struct subject gpu, const enum key *keys)
{
	const struct fact *f;

	for (; *keys; keys++)
		for (f = fact_next(j->facts, *keys, gpu, NULL); f; f = fact_next(j->facts, *keys, gpu, f))
			if (f->absence != ABSENT_UNSUPPORTED && f->absence != ABSENT_NOT_CAPTURED)
				return true;
	return false;
}

/* A yes or no of the driver. */
static void flag_judge(struct judge *j, struct subject gpu, enum key key, enum verdict broken, struct message yes,
		       struct message no)
{
	const struct fact *fact = links_highest(j, key, gpu);
	struct finding *f = judge_find(j, gpu, fact->i ? broken : VERDICT_PASS, fact->i ? yes : no);

	f->expected = no;
	finding_evidence(f, fact);
}

/* ---- remap.* ---- */

bool remap_applies(struct judge *j, struct subject gpu)
{
	static const enum key keys[] = { KEY_GPU_REMAP_PENDING,	  KEY_GPU_REMAP_FAILURE,    KEY_GPU_REMAP_UNC,
					 KEY_GPU_REMAP_BANKS_LOW, KEY_GPU_REMAP_BANKS_NONE, KEY_NONE };

	return memory_told(j, gpu, keys) || (memory_age(j, gpu) != MEMORY_AGE_PAGES && !memory_is_consumer(j, gpu));
}

void remap_pending_judge(struct judge *j, struct subject gpu)
{
	flag_judge(j, gpu, KEY_GPU_REMAP_PENDING, VERDICT_FAIL, MSG("a row remap waits for a reset of the GPU"),
		   MSG("no row remap waits for a reset"));
}

void remap_failure_judge(struct judge *j, struct subject gpu)
{
	flag_judge(j, gpu, KEY_GPU_REMAP_FAILURE, VERDICT_FAIL, MSG("a row remap failed: the broken row is still in use"),
		   MSG("no row remap failed"));
}

void remap_uncorrected_judge(struct judge *j, struct subject gpu)
{
	const struct fact *most = links_highest(j, KEY_GPU_REMAP_UNC, gpu);
	enum verdict verdict = most->i >= REMAP_MANY ? VERDICT_FAIL : most->i > REMAP_SOME ? VERDICT_WARN : VERDICT_PASS;
	struct finding *f = judge_find(j, gpu, verdict, MSG("%1 rows remapped for uncorrected errors", A_INT(most->i)));

	f->expected = MSG("at most %1; %2 or more use the board up", A_INT(REMAP_SOME), A_INT(REMAP_MANY));
	finding_evidence(f, most);
}

void remap_histogram_judge(struct judge *j, struct subject gpu)
{
	const struct fact *none = links_highest(j, KEY_GPU_REMAP_BANKS_NONE, gpu),
			  *low = links_highest(j, KEY_GPU_REMAP_BANKS_LOW, gpu);
	struct finding *f;

	if (none && none->i > 0) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("%1 memory banks have no spare row left", A_INT(none->i)));
	} else if (low && low->i > 0) {
		f = judge_find(j, gpu, VERDICT_WARN, MSG("%1 memory banks have few spare rows left", A_INT(low->i)));
	} else if (!none || !low) {
		judge_missing(j, gpu, none ? KEY_GPU_REMAP_BANKS_LOW : KEY_GPU_REMAP_BANKS_NONE);
		return;
	} else {
		f = judge_find(j, gpu, VERDICT_PASS, MSG("every memory bank has spare rows"));
	}
	f->expected = MSG("spare rows in every bank");
	finding_evidence(finding_evidence(f, none), low);
}

/* ---- repair.* ---- */

bool repair_applies(struct judge *j, struct subject gpu)
{
	static const enum key keys[] = { KEY_GPU_REPAIR_CHANNEL, KEY_GPU_REPAIR_TPC, KEY_GPU_REPAIR_UNREPAIRABLE, KEY_NONE };

	if (memory_told(j, gpu, keys))
		return true;
	/* "N/A" of a driver that knows these lines: the card has no such repair. */
	for (size_t i = 0; keys[i]; i++)
		if (fact_any(j->facts, keys[i], gpu))
			return false;
	return memory_age(j, gpu) != MEMORY_AGE_PAGES && !memory_is_consumer(j, gpu);
}

void repair_pending_judge(struct judge *j, struct subject gpu)
{
	const struct fact *channel = links_highest(j, KEY_GPU_REPAIR_CHANNEL, gpu),
			  *tpc = links_highest(j, KEY_GPU_REPAIR_TPC, gpu);
	struct finding *f;

	if (channel && channel->i)
		f = judge_find(j, gpu, VERDICT_WARN, MSG("a memory channel repair waits for a reset"));
	else if (tpc && tpc->i)
		f = judge_find(j, gpu, VERDICT_WARN, MSG("a repair of processing units (TPC) waits for a reset"));
	else
		f = judge_find(j, gpu, VERDICT_PASS, MSG("no repair waits for a reset"));
	f->expected = MSG("no repair waits for a reset");
	finding_evidence(finding_evidence(f, channel), tpc);
}

void repair_unrepairable_judge(struct judge *j, struct subject gpu)
{
	flag_judge(j, gpu, KEY_GPU_REPAIR_UNREPAIRABLE, VERDICT_FAIL, MSG("the driver says that the memory cannot be repaired"),
		   MSG("no unrepairable memory"));
}

/* ---- pages.* ---- */

bool pages_applies(struct judge *j, struct subject gpu)
{
	static const enum key keys[] = { KEY_GPU_PAGES_SBE, KEY_GPU_PAGES_DBE, KEY_GPU_PAGES_PENDING, KEY_NONE };

	return memory_told(j, gpu, keys) || (memory_age(j, gpu) == MEMORY_AGE_PAGES && !memory_is_consumer(j, gpu));
}

void pages_retired_judge(struct judge *j, struct subject gpu)
{
	const struct fact *single = links_highest(j, KEY_GPU_PAGES_SBE, gpu), *dbl = links_highest(j, KEY_GPU_PAGES_DBE, gpu);
	int64_t pages;
	struct finding *f;

	/* One count of the two can only break the limit, never keep it. */
	pages = (single ? single->i : 0) + (dbl ? dbl->i : 0);
	if ((!single || !dbl) && pages < PAGES_SOME) {
		judge_missing(j, gpu, single ? KEY_GPU_PAGES_DBE : KEY_GPU_PAGES_SBE);
		return;
	}
	f = judge_find(j, gpu,
		       pages >= PAGES_MANY   ? VERDICT_FAIL
		       : pages >= PAGES_SOME ? VERDICT_WARN
					     : VERDICT_PASS,
		       MSG("%1 memory pages retired", A_INT(pages)));
	f->expected = MSG("fewer than %1; at %2 the board is to be replaced", A_INT(PAGES_SOME), A_INT(PAGES_MANY));
	finding_evidence(finding_evidence(f, single), dbl);
}

void pages_pending_judge(struct judge *j, struct subject gpu)
{
	flag_judge(j, gpu, KEY_GPU_PAGES_PENDING, VERDICT_FAIL,
		   MSG("a page retirement waits for a reset: the broken page is still in use"),
		   MSG("no page retirement waits for a reset"));
}
