/* SPDX-License-Identifier: Apache-2.0 */
/* nvlink.links and nvlink.bandwidth: the links of one GPU, as `nvidia-smi nvlink -s` lists them. */
#include "judge/links.h"

#define LINKS_MAX     64
#define SPEED_PERCENT 97 /* of the catalogue's rounded speed: 25 for 25.781, 14 for 14.062 GB/s (own) */

/* The links of one GPU over all outputs; a link that is down in one of them is down. */
struct links {
	int listed, up;
	bool cut;	   /* the list ends early */
	bool all_inactive; /* the driver says so */
	bool none;	   /* the driver says that the card has none */
	bool speeds;	   /* every link that is up shows its speed */
	int64_t sum, slow; /* of the links that are up, one direction; the slowest */
	const struct fact *first, *down, *slowest;
};

/* The state that counts of each link, and the speed. Returns whether the list is whole. */
static bool states_get(const struct judge *j, struct subject gpu, const struct fact *state[LINKS_MAX],
		       const struct fact *speed[LINKS_MAX])
{
	const struct fact *f = NULL;
	bool whole = true;

	while ((f = fact_next(j->facts, KEY_GPU_NVLINK_STATE, gpu, f))) {
		whole &= f->absence != ABSENT_CUT && !j->facts->sections[f->section].cut;
		if (f->absence == PRESENT && f->item >= 0 && f->item < LINKS_MAX && (!state[f->item] || !f->i))
			state[f->item] = f;
	}
	while ((f = fact_next(j->facts, KEY_GPU_NVLINK_SPEED, gpu, f)))
		if (f->absence == PRESENT && f->item >= 0 && f->item < LINKS_MAX && !speed[f->item])
			speed[f->item] = f;
	return whole;
}

static struct links links_get(const struct judge *j, struct subject gpu)
{
	const struct fact *state[LINKS_MAX] = { NULL }, *speed[LINKS_MAX] = { NULL };
	struct links l = { .speeds = true, .cut = !states_get(j, gpu, state, speed) };

	for (int item = 0; item < LINKS_MAX; item++) {
		if (!state[item] && !speed[item])
			continue;
		l.listed++;
		l.first = l.first ? l.first : state[item] ? state[item] : speed[item];
		if (state[item] && !state[item]->i) {
			l.down = l.down ? l.down : state[item];
			continue;
		}
		l.up++;
		l.speeds &= speed[item] != NULL;
		l.sum += speed[item] ? speed[item]->i : 0;
		if (speed[item] && (!l.slowest || speed[item]->i < l.slowest->i))
			l.slowest = speed[item];
	}
	l.slow = l.slowest ? l.slowest->i : 0;
	l.none = fact_value(j->facts, KEY_GPU_NVLINK_ABSENT, gpu, 0);
	l.all_inactive = l.up == 0 && (l.listed > 0 || fact_value(j->facts, KEY_GPU_NVLINK_ALL_INACTIVE, gpu, 0));
	return l;
}

/* The most links that a GPU of this box has up. */
static int sibling_links(const struct judge *j)
{
	int most = 0;

	for (size_t g = 0; g < j->n_gpus; g++) {
		int up = links_get(j, j->gpus[g]).up;
		most = up > most ? up : most;
	}
	return most;
}

static struct finding *links_find(struct judge *j, struct subject subject, enum verdict verdict, struct message measured)
{
	struct finding *f = judge_find(j, subject, verdict, measured);
	const struct card *card = subject.kind == SUBJECT_GPU ? judge_card_or_promise(j, subject) : NULL;

	f->term = links_promised(j);
	if (card && card->nvlink_links)
		f->expected =
			MSG("%1 links of %2 in each direction", A_INT(card->nvlink_links),
			    A_QTY((int64_t)card->nvlink_gbs * 1000000000 / 2 / card->nvlink_links, UNIT_BYTES_PER_SECOND));
	finding_evidence(f, fact_get(j->facts, KEY_BOX_NVLINK_ALL_INACTIVE, subject_box()));
	return finding_evidence(f, card ? fact_get(j->facts, KEY_GPU_NVLINK_ALL_INACTIVE, subject) : NULL);
}

/* ---- nvlink.links ---- */

/* A slice of one GPU out of a board gets no partition of the NVLink fabric: NVIDIA's fabric manager turns its links off. */
static bool lone_guest(const struct judge *j)
{
	return j->n_gpus == 1 && judge_is_vm(j) == 1;
}

/* No link is up, or the card has none. */
static void links_inactive(struct judge *j, struct subject subject, const struct card *card, enum card_kind kind)
{
	struct finding *f;

	if (links_promised(j))
		links_find(j, subject, VERDICT_FAIL, MSG("no NVLink is up, and NVLink was promised"));
	else if (links_on_board(card) && lone_guest(j)) {
		f = links_find(j, subject, VERDICT_WARN,
			       MSG("no NVLink is up on this one GPU of a board, in a virtual machine"));
		f->meaning = MSG("A guest with one GPU of a board usually gets no NVLink: it has no peer. With more GPUs this "
				 "would be a fault.");
	} else if (links_on_board(card))
		links_find(j, subject, VERDICT_FAIL,
			   MSG("no NVLink is up, and the board of this card has %1", A_INT(card->nvlink_links)));
	else if (links_none(card) || (card && card->nvlink_bridge) || kind == CARD_KIND_CONSUMER ||
		 kind == CARD_KIND_WORKSTATION)
		links_find(j, subject, VERDICT_PASS, MSG("no NVLink: the card has none, or needs a bridge that is not fitted"));
	else
		judge_unknown(j, subject, MSG("no NVLink is up, and no output names the card, which may have none"),
			      "nvidia-smi -L");
}

static void links_missing(struct judge *j, struct subject gpu, const struct links *l, int wanted)
{
	struct finding *f;

	if (l->cut && !l->down) {
		f = judge_unknown(j, gpu,
				  MSG("the list ends early: %1 of %2 links seen, all of them up", A_INT(l->up), A_INT(wanted)),
				  key_info(KEY_GPU_NVLINK_STATE)->how);
	} else {
		f = links_find(j, gpu, VERDICT_FAIL, MSG("%1 of %2 links are up", A_INT(l->up), A_INT(wanted)));
		f->expected = MSG("%1 links up", A_INT(wanted));
	}
	finding_evidence(f, l->down ? l->down : l->first);
}

/* How many links should be up: those of the board; by a bridge, or of an unknown card, as many as a sibling has. */
static int links_wanted(const struct judge *j, const struct card *card, const struct links *l)
{
	int siblings;

	if (links_on_board(card))
		return card->nvlink_links;
	siblings = sibling_links(j);
	if (card && card->nvlink_bridge)
		return siblings;
	return l->listed > siblings ? l->listed : siblings;
}

static void links_up(struct judge *j, struct subject gpu, const struct card *card, const struct links *l)
{
	int64_t nominal = links_on_board(card) ? (int64_t)card->nvlink_gbs * 1000000000 / 2 / card->nvlink_links : 0;
	int wanted = links_wanted(j, card, l);
	struct finding *f;

	if (l->up < wanted) {
		links_missing(j, gpu, l, wanted);
		return;
	}
	if (l->slowest && l->slow * 100 < nominal * SPEED_PERCENT) {
		f = links_find(j, gpu, VERDICT_FAIL,
			       MSG("a link runs at %1 where the card has %2", A_QTY(l->slow, UNIT_BYTES_PER_SECOND),
				   A_QTY(nominal, UNIT_BYTES_PER_SECOND)));
		finding_evidence(f, l->slowest);
		return;
	}
	if (l->slowest)
		f = links_find(
			j, gpu, VERDICT_PASS,
			MSG("%1 links up, %2 each in one direction", A_INT(l->up), A_QTY(l->slow, UNIT_BYTES_PER_SECOND)));
	else
		f = links_find(j, gpu, VERDICT_PASS, MSG("%1 links up", A_INT(l->up)));
	finding_evidence(f, l->first);
}

static bool links_seen(const struct judge *j, struct subject gpu)
{
	return fact_any(j->facts, KEY_GPU_NVLINK_STATE, gpu) || fact_any(j->facts, KEY_GPU_NVLINK_SPEED, gpu) ||
	       fact_any(j->facts, KEY_GPU_NVLINK_ALL_INACTIVE, gpu) || fact_any(j->facts, KEY_GPU_NVLINK_ABSENT, gpu);
}

static bool links_seen_anywhere(const struct judge *j)
{
	for (size_t g = 0; g < j->n_gpus; g++)
		if (links_seen(j, j->gpus[g]))
			return true;
	return false;
}

static bool is_first_gpu(const struct judge *j, struct subject gpu)
{
	return gpu.kind == SUBJECT_BOX || subject_eq(gpu, j->gpus[0]);
}

/* A line about all links that names no GPU: judged once, by the card of the first GPU that is known. */
static void box_inactive(struct judge *j)
{
	const struct card *card = NULL;
	enum card_kind kind = CARD_KIND_UNKNOWN;

	for (size_t g = 0; g < j->n_gpus && !card && !kind; g++) {
		card = judge_card_or_promise(j, j->gpus[g]);
		kind = links_card_kind(j, j->gpus[g]);
	}
	links_inactive(j, j->n_gpus == 1 ? j->gpus[0] : subject_box(), card, kind);
}

/* No output lists the links of this GPU. */
static void links_unseen(struct judge *j, struct subject gpu)
{
	const struct card *card = judge_card(j, gpu).card;

	if (fact_value(j->facts, KEY_BOX_NVLINK_ALL_INACTIVE, subject_box(), 0) && !links_seen_anywhere(j)) {
		if (is_first_gpu(j, gpu))
			box_inactive(j);
	} else if (links_none(card) && !links_promised(j))
		links_find(j, gpu, VERDICT_PASS, MSG("this card has no NVLink, and none was promised"));
	else if (links_none(card))
		links_find(j, gpu, VERDICT_FAIL, MSG("this card has no NVLink, and NVLink was promised"));
	else if (links_seen_anywhere(j))
		judge_missing(j, gpu, KEY_GPU_NVLINK_STATE);
	else if (is_first_gpu(j, gpu))
		judge_missing(j, j->n_gpus == 1 ? gpu : subject_box(), KEY_GPU_NVLINK_STATE);
}

void nvlink_links_judge(struct judge *j, struct subject gpu)
{
	struct links l = { .listed = 0 };
	const struct card *card;

	if (gpu.kind == SUBJECT_GPU)
		l = links_get(j, gpu);
	if (l.listed == 0 && !l.all_inactive && !l.none) {
		links_unseen(j, gpu);
		return;
	}
	card = judge_card_or_promise(j, gpu);
	if (l.up > 0)
		links_up(j, gpu, card, &l);
	else
		links_inactive(j, gpu, card, links_card_kind(j, gpu));
}

/* ---- nvlink.bandwidth ---- */

static void bandwidth_find(struct judge *j, struct subject subject, int64_t rate, struct message measured,
			   const struct fact *evidence)
{
	const struct term *term = judge_term(j, TERM_GPU_NVLINK);
	struct finding *f;

	if (term) {
		f = judge_find(j, subject, rate >= term->i ? VERDICT_PASS : VERDICT_FAIL, measured);
		f->expected = MSG("%1, both directions together", A_QTY(term->i, UNIT_BYTES_PER_SECOND));
	} else {
		f = judge_unagreed(j, subject, measured, MSG("gpu: {nvlink: %1}", A_QTY(rate, UNIT_BYTES_PER_SECOND)));
	}
	finding_evidence(f, evidence);
}

static void bandwidth_none(struct judge *j, struct subject subject, const struct fact *evidence)
{
	/* Nothing to agree on where there is nothing. */
	if (judge_term(j, TERM_GPU_NVLINK))
		bandwidth_find(j, subject, 0, MSG("no NVLink is up: 0 GB/s"), evidence);
}

static void gpu_bandwidth(struct judge *j, struct subject gpu)
{
	struct links l = links_get(j, gpu);
	const struct term *term = judge_term(j, TERM_GPU_NVLINK);
	int64_t rate = 2 * l.sum;

	if (l.all_inactive || l.none)
		bandwidth_none(j, gpu, fact_any(j->facts, KEY_GPU_NVLINK_ALL_INACTIVE, gpu));
	else if (l.up == 0 && !term)
		return;
	else if (l.up == 0 || !l.speeds)
		judge_missing(j, gpu, KEY_GPU_NVLINK_SPEED);
	else if (l.cut && (!term || rate < term->i))
		judge_unknown(j, gpu, MSG("the list of links ends early: %1 seen so far", A_QTY(rate, UNIT_BYTES_PER_SECOND)),
			      key_info(KEY_GPU_NVLINK_SPEED)->how);
	else
		bandwidth_find(j, gpu, rate,
			       MSG("%1 links x %2 x 2 directions = %3", A_INT(l.up), A_QTY(l.sum / l.up, UNIT_BYTES_PER_SECOND),
				   A_QTY(rate, UNIT_BYTES_PER_SECOND)),
			       l.slowest);
}

/* Number of links from the matrix, speed from the catalogue; the GPU that has least speaks for the box. */
static void matrix_bandwidth(struct judge *j, const struct link_matrix *m)
{
	const struct card *card, *least_card = NULL;
	int least = 0;
	size_t at = 0;

	for (size_t a = 0; a < m->n; a++) {
		card = judge_card_or_promise(j, subject_gpu(m->gpu[a]));
		int used = card && card->nvlink_links && !(card->unverified & CARD_NVLINK)
				   ? link_matrix_used(m, a, card->nvlink_links)
				   : -1;
		if (used == 0 && m->most > 0)
			bandwidth_none(j, subject_gpu(m->gpu[a]), NULL);
		if (used > 0 && (!least_card || used < least)) {
			least = used;
			least_card = card;
			at = a;
		}
	}
	const struct fact *cell = link_matrix_at(m, at, at ? 0 : 1)->fact;
	if (m->most == 0 && m->unreadable == 0)
		bandwidth_none(j, subject_box(), cell);
	else if (least_card) {
		int64_t each = (int64_t)least_card->nvlink_gbs * 1000000000 / least_card->nvlink_links;
		bandwidth_find(j, subject_box(), each * least,
			       MSG("%1 links x %2, both directions, = %3", A_INT(least), A_QTY(each, UNIT_BYTES_PER_SECOND),
				   A_QTY(each * least, UNIT_BYTES_PER_SECOND)),
			       cell);
	} else if (judge_term(j, TERM_GPU_NVLINK))
		judge_unknown(j, subject_box(), MSG("the matrix and the name of the card do not tell the bandwidth together"),
			      key_info(KEY_GPU_NVLINK_SPEED)->how);
}

void nvlink_bandwidth_judge(struct judge *j, struct subject gpu)
{
	bool seen = gpu.kind == SUBJECT_GPU && links_seen(j, gpu);

	if (seen)
		gpu_bandwidth(j, gpu);
	if (!is_first_gpu(j, gpu))
		return;
	const struct link_matrix *m = link_matrix_read(j);
	if (m)
		matrix_bandwidth(j, m);
	else if (!seen && !links_seen_anywhere(j) && judge_term(j, TERM_GPU_NVLINK))
		judge_missing(j, j->n_gpus == 1 ? gpu : subject_box(), KEY_GPU_NVLINK_SPEED);
}
