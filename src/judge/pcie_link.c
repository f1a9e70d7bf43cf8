/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Width and speed of a GPU's PCIe link, judged over all outputs that show it.
 *
 * A link sleeps while the card rests: speed always, width on GeForce and laptop cards. So each reading is taken with what
 * its own output says about the moment, and only then are the readings put together.
 */
#include "judge/links.h"

#define READINGS 64

struct link_keys {
	enum key now, max, card, host; /* host may be KEY_NONE */
	enum key line_now, line_cap;   /* of link lines that came without their device */
	enum unit unit;
};

static const struct link_keys width_keys = { KEY_GPU_PCIE_WIDTH, KEY_GPU_PCIE_WIDTH_MAX,  KEY_GPU_PCIE_WIDTH_CARD,
					     KEY_NONE,		 KEY_BOX_PCIE_LINK_WIDTH, KEY_BOX_PCIE_LINK_WIDTH_CAP,
					     UNIT_LANES };
static const struct link_keys gen_keys = { KEY_GPU_PCIE_GEN,	  KEY_GPU_PCIE_GEN_MAX,	 KEY_GPU_PCIE_GEN_CARD,
					   KEY_GPU_PCIE_GEN_HOST, KEY_BOX_PCIE_LINK_GEN, KEY_BOX_PCIE_LINK_GEN_CAP,
					   UNIT_GENERATION };

struct reading {
	const struct fact *now, *limit_fact; /* limit_fact NULL: from the catalogue */
	int64_t limit;			     /* what card and slot can do together; 0 not known */
	enum activity activity;
};

/* ---- lines without their device ---- */

static size_t lines_count(const struct judge *j, enum key key, int section)
{
	const struct fact *f = NULL;
	size_t n = 0;

	while ((f = fact_next_key(j->facts, key, f)))
		n += f->section == section;
	return n;
}

static size_t gpu_place(const struct judge *j, struct subject gpu)
{
	size_t i = 0;

	while (i < j->n_gpus && !subject_eq(j->gpus[i], gpu))
		i++;
	return i;
}

/* The line of this GPU: lines stand in the order of the bus, and so do GPUs, when there are as many. */
static const struct fact *line_of(const struct judge *j, struct subject gpu, enum key key)
{
	size_t place = gpu_place(j, gpu), k = 0;
	const struct fact *f = NULL;
	int section = -1;

	while ((f = fact_next_key(j->facts, key, f))) {
		if (f->section != section) {
			section = f->section;
			k = 0;
		}
		if (k++ == place && lines_count(j, key, section) == j->n_gpus)
			return f->absence == PRESENT ? f : NULL;
	}
	return NULL;
}

/* ---- readings ---- */

static int64_t catalogue_limit(const struct judge *j, struct subject gpu, enum unit unit)
{
	const struct card *card = judge_card_or_promise(j, gpu);

	if (!card || card->unverified & CARD_PCIE)
		return 0;
	return unit == UNIT_LANES ? card->pcie_lanes : card->pcie_generation;
}

static void limit_set(const struct judge *j, struct subject gpu, const struct link_keys *keys, struct reading *r)
{
	const struct fact *max = links_highest(j, keys->max, gpu);
	const struct fact *card = r->limit_fact ? r->limit_fact : links_highest(j, keys->card, gpu);
	const struct fact *host = keys->host ? links_highest(j, keys->host, gpu) : NULL;

	if (!max)
		max = host && card && host->i > 0 && host->i < card->i ? host : card;
	r->limit_fact = max && max->i > 0 ? max : NULL;
	r->limit = r->limit_fact ? r->limit_fact->i : catalogue_limit(j, gpu, keys->unit);
}

/* Every reading of one GPU; a width of 0 is no link and no reading. */
static size_t readings_get(const struct judge *j, struct subject gpu, const struct link_keys *keys,
			   struct reading ret[READINGS])
{
	const struct fact *f = NULL, *line = line_of(j, gpu, keys->line_now);
	size_t n = 0;

	while (n < READINGS - 1 && (f = fact_next(j->facts, keys->now, gpu, f))) {
		if (f->absence != PRESENT || f->i <= 0)
			continue;
		ret[n] = (struct reading){ .now = f, .activity = judge_activity(j, f) };
		limit_set(j, gpu, keys, &ret[n++]);
	}
	if (line && line->i > 0) {
		ret[n] = (struct reading){ .now = line, .limit_fact = links_beside(j, line, keys->line_cap) };
		limit_set(j, gpu, keys, &ret[n++]);
	}
	return n;
}

static struct finding *reading_find(struct judge *j, struct subject gpu, enum verdict verdict, struct message measured,
				    const struct reading *r, enum unit unit)
{
	struct finding *f = judge_find(j, gpu, verdict, measured);

	if (r->limit)
		f->expected = MSG("%1", A_QTY(r->limit, unit));
	finding_evidence(f, r->now);
	finding_evidence(f, r->limit_fact);
	if (r->activity != ACTIVITY_UNKNOWN) {
		finding_evidence(f, fact_beside(j->facts, r->now, KEY_GPU_PSTATE));
		finding_evidence(f, fact_beside(j->facts, r->now, KEY_GPU_UTILIZATION));
	}
	return f;
}

/* ---- lines that cannot be told apart ---- */

/* All lines have one limit: they are the GPUs, whoever is who. Else bridges and other cards may stand among them. */
static bool lines_alike(const struct judge *j, const struct link_keys *keys)
{
	int64_t low, high;

	return links_range(j, keys->line_cap, subject_box(), -1, &low, &high) > 0 && low == high;
}

static void lines_width(struct judge *j)
{
	const struct fact *f = NULL, *narrow = NULL, *wide = NULL, *cap;
	enum verdict verdict = VERDICT_WARN;
	struct finding *found;

	while ((f = fact_next_key(j->facts, KEY_BOX_PCIE_LINK_WIDTH, f))) {
		cap = f->absence == PRESENT ? links_beside(j, f, KEY_BOX_PCIE_LINK_WIDTH_CAP) : NULL;
		if (cap && f->i > 0 && f->i < cap->i && !narrow)
			narrow = f;
		if (cap && f->i == cap->i)
			wide = f;
	}
	if (!narrow && !wide) {
		judge_missing(j, subject_box(), KEY_GPU_PCIE_WIDTH_CARD);
		return;
	}
	if (!narrow) {
		found = judge_find(j, subject_box(), VERDICT_PASS, MSG("every link line shows the full width"));
		finding_evidence(found, wide);
		return;
	}
	if (lines_alike(j, &width_keys) && (wide || judge_is_vm(j) == 0))
		verdict = VERDICT_FAIL;
	cap = links_beside(j, narrow, KEY_BOX_PCIE_LINK_WIDTH_CAP);
	found = judge_find(j, subject_box(), verdict,
			   MSG("%1 in use where the device has %2; the lines do not name their devices",
			       A_QTY(narrow->i, UNIT_LANES), A_QTY(cap->i, UNIT_LANES)));
	found->expected = MSG("%1", A_QTY(cap->i, UNIT_LANES));
	finding_evidence(found, narrow);
	finding_evidence(found, cap);
}

static void lines_gen(struct judge *j)
{
	const struct fact *f = NULL, *cap, *seen = NULL;

	while ((f = fact_next_key(j->facts, KEY_BOX_PCIE_LINK_GEN, f))) {
		cap = f->absence == PRESENT ? links_beside(j, f, KEY_BOX_PCIE_LINK_GEN_CAP) : NULL;
		if (!cap || f->i < cap->i) {
			finding_evidence(
				judge_unknown(j, subject_box(),
					      MSG("some link line shows less than full speed, and not whose link it is nor "
						  "whether the card was at rest"),
					      key_info(KEY_GPU_PCIE_GEN)->how),
				f);
			return;
		}
		seen = f;
	}
	finding_evidence(judge_find(j, subject_box(), VERDICT_PASS, MSG("every link line shows the full speed")), seen);
}

/* The GPU has no reading of its own. Lines that cannot be dealt out are judged once, for the box. */
static void no_reading(struct judge *j, struct subject gpu, const struct link_keys *keys, void (*lines)(struct judge *))
{
	bool any_line = fact_get(j->facts, keys->line_now, subject_box()) != NULL;

	if (gpu.kind == SUBJECT_BOX || (any_line && subject_eq(gpu, j->gpus[0])))
		lines(j);
	else if (!any_line)
		judge_missing(j, gpu, keys->now);
}

/* ---- width ---- */

enum width { WIDTH_UNKNOWN, WIDTH_FULL, WIDTH_RESTING, WIDTH_NARROW };

/* Data-centre and workstation cards never drop width, at rest or not. */
static enum width width_of(const struct reading *r, enum card_kind kind)
{
	if (r->limit == 0)
		return WIDTH_UNKNOWN;
	if (r->now->i >= r->limit)
		return WIDTH_FULL;
	if (kind == CARD_KIND_DATACENTER || kind == CARD_KIND_WORKSTATION || r->activity == ACTIVITY_BUSY)
		return WIDTH_NARROW;
	return WIDTH_RESTING;
}

static bool same_model(const struct judge *j, struct subject a, struct subject b)
{
	const struct card *x = judge_card_or_promise(j, a), *y = judge_card_or_promise(j, b);

	return x || y ? x == y : slice_eq(fact_words(j->facts, KEY_GPU_NAME, a), fact_words(j->facts, KEY_GPU_NAME, b));
}

/* A reading of a sibling that is wider; `resting`: only one of the same output and the same moment is a proof. */
static const struct fact *wider_sibling(const struct judge *j, struct subject gpu, const struct reading *r, bool resting)
{
	struct reading other[READINGS];

	for (size_t g = 0; g < j->n_gpus; g++) {
		if (subject_eq(j->gpus[g], gpu) || !same_model(j, gpu, j->gpus[g]))
			continue;
		size_t n = readings_get(j, j->gpus[g], &width_keys, other);
		for (size_t i = 0; i < n; i++) {
			bool same = other[i].now->section == r->now->section && other[i].activity == r->activity;
			if (other[i].now->i > r->now->i && (same || !resting))
				return other[i].now;
		}
	}
	return NULL;
}

static void width_narrow(struct judge *j, struct subject gpu, const struct reading *r, bool resting)
{
	struct arg now = A_QTY(r->now->i, UNIT_LANES), limit = A_QTY(r->limit, UNIT_LANES);
	const struct fact *wider = wider_sibling(j, gpu, r, resting);
	int vm = judge_is_vm(j);
	struct finding *f;

	if (wider) {
		f = reading_find(j, gpu, VERDICT_FAIL,
				 MSG("%1 in use, while a sibling of the same model has %2", now, A_QTY(wider->i, UNIT_LANES)),
				 r, UNIT_LANES);
		finding_evidence(f, wider);
		return;
	}
	if (resting) {
		f = reading_find(j, gpu, VERDICT_WARN, MSG("%1 of %2 in use, not seen under load", now, limit), r, UNIT_LANES);
		f->meaning = MSG("A consumer card may narrow its link at rest: look again under load.");
		f->remedy = MSG("Start a load and repeat: nvidia-smi -q -d PCIE.");
		return;
	}
	if (vm == 0) {
		reading_find(j, gpu, VERDICT_FAIL, MSG("%1 in use where card and slot have %2", now, limit), r, UNIT_LANES);
		return;
	}
	f = reading_find(
		j, gpu, VERDICT_WARN,
		vm == 1 ? MSG("%1 of %2 in use, alike on every GPU, in a virtual machine", now, limit)
			: MSG("%1 of %2 in use, alike on every GPU; not known whether this is a virtual machine", now, limit),
		r, UNIT_LANES);
	f->meaning = MSG("Some cloud sizes are built with half the lanes: copies to and from the GPU run at half the rate.");
	f->remedy = MSG("Ask the supplier whether this size has fewer lanes by design.");
}

void pcie_width_judge(struct judge *j, struct subject gpu)
{
	struct reading r[READINGS];
	const struct reading *full = NULL, *narrow = NULL, *resting = NULL;
	const struct fact *wider;
	enum card_kind kind;
	size_t n = gpu.kind == SUBJECT_GPU ? readings_get(j, gpu, &width_keys, r) : 0;

	if (n == 0) {
		no_reading(j, gpu, &width_keys, lines_width);
		return;
	}
	kind = links_card_kind(j, gpu);
	for (size_t i = 0; i < n; i++) {
		enum width w = width_of(&r[i], kind);
		full = w == WIDTH_FULL && !full ? &r[i] : full;
		resting = w == WIDTH_RESTING && !resting ? &r[i] : resting;
		narrow = w == WIDTH_NARROW && (!narrow || r[i].now->i < narrow->now->i) ? &r[i] : narrow;
	}
	wider = full || narrow || resting ? NULL : wider_sibling(j, gpu, &r[0], true);
	if (narrow)
		width_narrow(j, gpu, narrow, false);
	else if (full)
		reading_find(j, gpu, VERDICT_PASS, MSG("%1 in use", A_QTY(full->now->i, UNIT_LANES)), full, UNIT_LANES);
	else if (resting || wider)
		width_narrow(j, gpu, resting ? resting : &r[0], true);
	else
		judge_missing(j, gpu, KEY_GPU_PCIE_WIDTH_CARD);
}

/* ---- speed ---- */

/* The card alone, to tell a slow host from a slow link. */
static int64_t card_gen(const struct judge *j, struct subject gpu)
{
	const struct fact *f = links_highest(j, KEY_GPU_PCIE_GEN_CARD, gpu);

	return f ? f->i : catalogue_limit(j, gpu, UNIT_GENERATION);
}

static void gen_good(struct judge *j, struct subject gpu, const struct reading *r)
{
	struct arg now = A_QTY(r->now->i, UNIT_GENERATION), limit = A_QTY(r->limit, UNIT_GENERATION);
	int64_t card = card_gen(j, gpu);
	struct finding *f;

	if (card > r->limit) {
		f = reading_find(j, gpu, VERDICT_WARN,
				 MSG("the slot allows %1 where the card can do %2", limit, A_QTY(card, UNIT_GENERATION)), r,
				 UNIT_GENERATION);
		f->meaning = MSG("The host is a generation behind the card: copies to and from the GPU run at its rate.");
		finding_evidence(f, links_highest(j, KEY_GPU_PCIE_GEN_HOST, gpu));
	} else if (r->now->i >= r->limit) {
		reading_find(j, gpu, VERDICT_PASS, MSG("%1 in use", now), r, UNIT_GENERATION);
	} else {
		reading_find(j, gpu, VERDICT_PASS, MSG("%1 while the card rests, %2 when it works", now, limit), r,
			     UNIT_GENERATION);
	}
}

static void gen_unclear(struct judge *j, struct subject gpu, const struct reading *r)
{
	struct finding *f = judge_unknown(j, gpu,
					  MSG("%1 of %2, and no sign whether the card was at rest",
					      A_QTY(r->now->i, UNIT_GENERATION), A_QTY(r->limit, UNIT_GENERATION)),
					  key_info(KEY_GPU_PCIE_GEN)->how);

	f->expected = MSG("%1 under load", A_QTY(r->limit, UNIT_GENERATION));
	finding_evidence(f, r->now);
	finding_evidence(f, r->limit_fact);
}

void pcie_gen_judge(struct judge *j, struct subject gpu)
{
	struct reading r[READINGS];
	const struct reading *full = NULL, *resting = NULL, *slow = NULL, *unclear = NULL;
	size_t n = gpu.kind == SUBJECT_GPU ? readings_get(j, gpu, &gen_keys, r) : 0;

	if (n == 0) {
		no_reading(j, gpu, &gen_keys, lines_gen);
		return;
	}
	for (size_t i = 0; i < n && r[i].limit; i++) {
		if (r[i].now->i >= r[i].limit)
			full = full ? full : &r[i];
		else if (r[i].activity == ACTIVITY_BUSY)
			slow = slow && slow->now->i <= r[i].now->i ? slow : &r[i];
		else if (r[i].activity == ACTIVITY_IDLE)
			resting = resting ? resting : &r[i];
		else
			unclear = unclear ? unclear : &r[i];
	}
	if (slow)
		reading_find(j, gpu, VERDICT_FAIL,
			     MSG("%1 under load where card and slot can do %2", A_QTY(slow->now->i, UNIT_GENERATION),
				 A_QTY(slow->limit, UNIT_GENERATION)),
			     slow, UNIT_GENERATION);
	else if (full || resting)
		gen_good(j, gpu, full ? full : resting);
	else if (unclear)
		gen_unclear(j, gpu, unclear);
	else
		judge_missing(j, gpu, KEY_GPU_PCIE_GEN_MAX);
}
