/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvlink.matrix: is every pair of GPUs connected as the board is built?
 *
 * Boards differ: behind NVSwitch all pairs have the same number of links; four GPUs may be wired to each other; eight V100
 * form a cube with half of the pairs unwired; bridges join pairs. All of them are islands: groups of GPUs in which every
 * pair has the same number of links, all groups of one size. Only the cube is not. So the layout is read out of the matrix,
 * and the card, when it is known, says how many links there should be.
 */
#include "judge/links.h"

#define CUBE_GPUS  8 /* the hybrid cube mesh of P100 and V100: */
#define CUBE_PEERS 4
#define CUBE_LINKS 2 /* at most, of a pair */
#define MESH_PEERS 3 /* a board of four GPUs without switches */

struct layout {
	struct judge *j;
	const struct link_matrix *m;
	const struct term *promise; /* of NVLink */
	size_t *island;		    /* of each GPU: the place of its first member */
	size_t largest;		    /* members of the largest island */
};

bool nvlink_matrix_applies(struct judge *j, struct subject box)
{
	bool none = j->n_gpus > 0;

	const struct term *count = judge_term(j, TERM_GPU_COUNT);

	if (fact_value(j->facts, KEY_BOX_GPU_COUNT, box, count ? count->i : 0) == 1)
		return false;
	if (fact_next_key(j->facts, KEY_LINK_PATH, NULL) || links_promised(j))
		return true;
	for (size_t i = 0; i < j->n_gpus; i++)
		none &= links_none(judge_card_or_promise(j, j->gpus[i]));
	return !none;
}

static int links_at(const struct layout *l, size_t a, size_t b)
{
	return link_matrix_at(l->m, a, b)->links;
}

static size_t peers_with_links(const struct layout *l, size_t a)
{
	size_t n = 0;

	for (size_t b = 0; b < l->m->n; b++)
		n += a != b && links_at(l, a, b) > 0;
	return n;
}

static void islands_find(struct layout *l)
{
	size_t n = l->m->n;
	bool moved = true;

	l->island = arena_array(l->j->arena, n, sizeof(*l->island));
	for (size_t a = 0; a < n; a++)
		l->island[a] = a;
	while (moved) {
		moved = false;
		for (size_t a = 0; a < n; a++)
			for (size_t b = 0; b < n; b++)
				if (links_at(l, a, b) > 0 && l->island[b] < l->island[a]) {
					l->island[a] = l->island[b];
					moved = true;
				}
	}
}

static size_t island_size(const struct layout *l, size_t a)
{
	size_t size = 0;

	for (size_t b = 0; b < l->m->n; b++)
		size += l->island[b] == l->island[a];
	return size;
}

/* ---- the card ---- */

static const struct card *card_at(const struct layout *l, size_t a)
{
	return judge_card_or_promise(l->j, subject_gpu(l->m->gpu[a]));
}

/* The cards whose number of links is the measure: those promised, else the one found; returns how many. */
static size_t measure_cards(const struct layout *l, const struct card *ret[], size_t max)
{
	size_t n = judge_promised_cards(l->j, ret, max);

	if (n > 0)
		return n < max ? n : max;
	for (size_t a = 0; a < l->m->n; a++) {
		ret[0] = card_at(l, a);
		if (ret[0])
			return 1;
	}
	return 0;
}

/* Whether `links` between two of `size` GPUs of an island is what this card has there. More than enough is enough. */
static bool links_fit(const struct layout *l, const struct card *card, int links, size_t size)
{
	int all = card->nvlink_links;

	if (all == 0 || card->unverified & CARD_NVLINK || links >= all)
		return true;
	if (card->nvlink_bridge)
		return !l->promise || (size > 2 && links * ((int)size - 1) >= all);
	if (!card->nvswitch)
		return true; /* wired directly, in several ways */
	return size <= MESH_PEERS + 1 && links >= all / MESH_PEERS;
}

/* NULL when the number fits one of the cards. */
static const struct card *links_misfit(const struct layout *l, size_t size)
{
	const struct card *measure[8];
	size_t n = measure_cards(l, measure, sizeof(measure) / sizeof(*measure));

	for (size_t i = 0; i < n; i++)
		if (links_fit(l, measure[i], l->m->usual, size))
			return NULL;
	return n ? measure[0] : NULL;
}

static const struct card *board_card(const struct layout *l)
{
	for (size_t a = 0; a < l->m->n; a++)
		if (links_on_board(card_at(l, a)))
			return card_at(l, a);
	return NULL;
}

/* ---- findings ---- */

static const struct fact *any_cell(const struct layout *l, size_t a)
{
	for (size_t b = 0; b < l->m->n; b++)
		if (a != b && link_matrix_at(l->m, a, b)->fact)
			return link_matrix_at(l->m, a, b)->fact;
	return NULL;
}

static struct finding *matrix_find(const struct layout *l, struct subject subject, enum verdict verdict,
				   struct message measured, const struct fact *evidence)
{
	struct finding *f = judge_find(l->j, subject, verdict, measured);

	f->term = l->promise;
	if (l->promise)
		f->expected = MSG("every pair of GPUs linked by NVLink as the board is built");
	return finding_evidence(f, evidence);
}

static void matrix_unknown(const struct layout *l, struct message why)
{
	struct finding *f = judge_unknown(l->j, subject_box(), why, key_info(KEY_LINK_PATH)->how);

	f->term = l->promise;
}

/* Every GPU is of a card that needs no NVLink: it has none, or only by a bridge. */
static bool links_optional(const struct layout *l)
{
	for (size_t a = 0; a < l->m->n; a++) {
		const struct card *card = card_at(l, a);
		bool consumer = links_card_kind(l->j, subject_gpu(l->m->gpu[a])) == CARD_KIND_CONSUMER;
		if (!links_none(card) && !(card && card->nvlink_bridge) && !consumer)
			return false;
	}
	return true;
}

/* A row that can be read from end to end; NULL: none. */
static const struct fact *whole_row(const struct layout *l)
{
	for (size_t a = 0; a < l->m->n; a++) {
		size_t readable = 0;
		for (size_t b = 0; b < l->m->n; b++)
			readable += a != b && links_at(l, a, b) >= 0;
		if (readable == l->m->n - 1)
			return any_cell(l, a);
	}
	return NULL;
}

/* No readable pair has NVLink. */
static void without_links(const struct layout *l)
{
	const struct fact *cell = whole_row(l);

	if (!cell)
		matrix_unknown(l, MSG("pairs of the matrix that cannot be read: %1; no other shows NVLink",
				      A_INT((int64_t)l->m->unreadable)));
	else if (l->promise || board_card(l))
		matrix_find(l, subject_box(), VERDICT_FAIL,
			    MSG("no pair of GPUs has NVLink; they are linked by %1 and the like", A_TEXT(cell->text)), cell);
	else if (l->m->unreadable > 0)
		matrix_unknown(l, MSG("pairs of the matrix that cannot be read: %1; no other shows NVLink",
				      A_INT((int64_t)l->m->unreadable)));
	else if (links_optional(l))
		matrix_find(l, subject_box(), VERDICT_PASS,
			    MSG("no NVLink: these cards have none, or only by a bridge that is not fitted"), cell);
	else
		matrix_unknown(l, MSG("no pair has NVLink, and no output names the card, which may have none"));
}

/* ---- outliers ---- */

/* Two peers of `a`, both readable and without a link to it, that are linked to each other. */
static bool left_out(const struct layout *l, size_t a)
{
	for (size_t b = 0; b < l->m->n; b++)
		for (size_t c = b + 1; c < l->m->n; c++)
			if (b != a && c != a && links_at(l, a, b) == 0 && links_at(l, a, c) == 0 && links_at(l, b, c) > 0)
				return true;
	return false;
}

static bool any_links(const struct layout *l, size_t a)
{
	return peers_with_links(l, a) > 0;
}

/* All pairs of `a` have links, and all have fewer than most pairs of the box. */
static bool weak(const struct layout *l, size_t a)
{
	size_t lower = 0;

	for (size_t b = 0; b < l->m->n; b++) {
		if (a == b || links_at(l, a, b) < 0)
			continue;
		if (links_at(l, a, b) == 0 || links_at(l, a, b) >= l->m->usual)
			return false;
		lower++;
	}
	return lower > 1;
}

/* Bridges are fitted or not: a card without one is no fault, unless NVLink is promised or on the board. */
static bool bridges_only(const struct layout *l)
{
	for (size_t a = 0; a < l->m->n; a++)
		if (peers_with_links(l, a) > 1)
			return false;
	return !l->promise && !board_card(l);
}

static bool is_outlier(const struct layout *l, size_t a)
{
	return any_links(l, a) ? weak(l, a) : left_out(l, a);
}

/* Returns how many GPUs stand out; none when it would be half of them or more. */
static size_t outliers_find(const struct layout *l)
{
	size_t n = 0;

	for (size_t a = 0; a < l->m->n; a++)
		n += is_outlier(l, a);
	if (n * 2 > l->m->n || bridges_only(l))
		return 0;
	for (size_t a = 0; a < l->m->n && n; a++) {
		const struct fact *cell = any_cell(l, a);
		if (!is_outlier(l, a))
			continue;
		matrix_find(l, subject_gpu(l->m->gpu[a]), VERDICT_FAIL,
			    any_links(l, a) ? MSG("%1 to its peers, which have NV%2 among themselves", A_TEXT(cell->text),
						  A_INT(l->m->usual))
					    : MSG("no NVLink (%1), while its peers have NV%2 among themselves",
						  A_TEXT(cell->text), A_INT(l->m->usual)),
			    cell);
	}
	return n;
}

/* ---- layouts ---- */

/* Inside every island all pairs have one number of links, and all islands are of one size; lone GPUs are left aside. */
static bool islands_whole(struct layout *l)
{
	for (size_t a = 0; a < l->m->n; a++) {
		size_t size = island_size(l, a);
		for (size_t b = 0; b < l->m->n; b++)
			if (a != b && l->island[a] == l->island[b] && links_at(l, a, b) != l->m->usual)
				return false;
		if (size == 1 ? !bridges_only(l) : l->largest > 1 && size != l->largest)
			return false;
		if (size > l->largest)
			l->largest = size;
	}
	return true;
}

/* P100 and V100 boards without switches: the cube of eight, or some GPUs of it, all linked, in a virtual machine. */
static bool cube_whole(const struct layout *l)
{
	int first = 0;
	bool part = l->m->n < CUBE_GPUS;

	if (l->m->n > CUBE_GPUS || l->m->most > CUBE_LINKS)
		return false;
	for (size_t a = 0; a < l->m->n; a++) {
		int sum = 0;
		for (size_t b = 0; b < l->m->n; b++)
			sum += a == b ? 0 : links_at(l, a, b);
		if (peers_with_links(l, a) != (part ? l->m->n - 1 : CUBE_PEERS) || (!part && first && sum != first))
			return false;
		first = sum;
	}
	return true;
}

/* Some pair that breaks the layout, to show one. */
static const struct fact *broken_cell(const struct layout *l)
{
	for (size_t a = 0; a < l->m->n; a++)
		for (size_t b = a + 1; b < l->m->n; b++)
			if (links_at(l, a, b) != l->m->usual && (l->island[a] == l->island[b] || links_at(l, a, b) > 0))
				return link_matrix_at(l->m, a, b)->fact;
	for (size_t a = 0; a < l->m->n; a++)
		if (peers_with_links(l, a) == 0)
			return any_cell(l, a);
	return any_cell(l, 0);
}

static void irregular(const struct layout *l)
{
	const struct fact *cell = broken_cell(l);
	struct slice pair = subject_text(l->j->arena, cell->subject);

	matrix_find(l, subject_box(), VERDICT_FAIL,
		    MSG("the pairs are not alike: %1 has %2 where most have NV%3", A_TEXT(pair), A_TEXT(cell->text),
			A_INT(l->m->usual)),
		    cell);
}

static void regular(const struct layout *l, size_t size)
{
	const struct card *misfit = links_misfit(l, size);
	struct arg usual = A_INT(l->m->usual);
	const struct fact *cell = any_cell(l, 0);
	struct finding *f;

	if (misfit) {
		f = matrix_find(
			l, subject_box(), VERDICT_FAIL,
			MSG("NV%1 between GPUs where a %2 has %3 links", usual, A_STR(misfit->id), A_INT(misfit->nvlink_links)),
			cell);
		f->expected = MSG("%1 NVLinks a GPU", A_INT(misfit->nvlink_links));
		f->meaning = MSG("Fewer links mean another card, or a board with links that are down.");
	} else if (size == l->m->n) {
		matrix_find(l, subject_box(), VERDICT_PASS, MSG("NV%1 between all %2 GPUs", usual, A_INT((int64_t)size)), cell);
	} else {
		matrix_find(l, subject_box(), VERDICT_PASS,
			    MSG("groups of %1 GPUs, NV%2 inside each", A_INT((int64_t)size), usual), cell);
	}
}

void nvlink_matrix_judge(struct judge *j, struct subject box)
{
	struct layout l = { .j = j, .m = link_matrix_read(j), .promise = links_promised(j) };
	int64_t count = fact_value(j->facts, KEY_BOX_GPU_COUNT, box, 0);

	for (int64_t i = count; i > 0; i--) /* the card of a screen is listed and has no place here */
		count -= judge_is_screen(j->facts, subject_gpu((int)i - 1));
	if (!l.m) {
		matrix_unknown(&l, MSG("the matrix cannot be read"));
		return;
	}
	if (l.m->most == 0) {
		without_links(&l);
		return;
	}
	islands_find(&l);
	if (outliers_find(&l) > 0)
		return;
	if (l.m->unreadable > 0)
		matrix_unknown(&l, MSG("pairs of the matrix that cannot be read: %1", A_INT((int64_t)l.m->unreadable)));
	else if (count > (int64_t)l.m->n)
		matrix_unknown(&l, MSG("the matrix shows %1 of %2 GPUs", A_INT((int64_t)l.m->n), A_INT(count)));
	else if (islands_whole(&l))
		regular(&l, l.largest);
	else if (cube_whole(&l))
		matrix_find(&l, box, VERDICT_PASS, MSG("the cube mesh of this board, whole: NV1 and NV2 to the neighbours"),
			    any_cell(&l, 0));
	else
		irregular(&l);
}
