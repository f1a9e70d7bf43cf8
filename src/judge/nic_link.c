/* SPDX-License-Identifier: Apache-2.0 */
/* What one network card does over time, and where it sits: nic.flap, nic.errors, nic.pcie, nic.affinity, nic.virtual,
 * nic.eth_speed. */
#include <stdlib.h>

#include "judge/links.h"

/* ---- nic.flap ---- */

#define FLAPS_PASS 1 /* in 24 hours (own) */
#define FLAPS_WARN 5 /* (Azure node health checks) */
#define DAY	   86400

bool nic_flap_applies(struct judge *j, struct subject nic)
{
	return nic_is_fabric(j, nic) || fact_any(j->facts, KEY_NIC_CARRIER_LOST, nic);
}

static int time_order(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The most events within 24 hours. */
static size_t busiest_day(int64_t *times, size_t n)
{
	size_t most = 0, first = 0;

	qsort(times, n, sizeof(*times), time_order);
	for (size_t last = 0; last < n; last++) {
		while (times[last] - times[first] > DAY)
			first++;
		if (last - first + 1 > most)
			most = last - first + 1;
	}
	return most;
}

/* Flaps of the log that has most; `ret_dated` is false when some time could not be read: then all count as one day. */
static size_t flaps_count(struct judge *j, struct subject nic, const struct fact **ret, bool *ret_dated)
{
	int64_t *times = arena_array(j->arena, j->facts->n + 1, sizeof(*times));
	const struct fact *f = NULL, *next;
	size_t n = 0, all = 0, most = 0;
	bool dated = true;

	*ret_dated = true;
	for (f = fact_next(j->facts, KEY_NIC_CARRIER_LOST, nic, NULL); f; f = next) {
		next = fact_next(j->facts, KEY_NIC_CARRIER_LOST, nic, f);
		if (f->absence == PRESENT) {
			all++;
			if (nic_time_parse(f->text, &times[n]))
				n++;
			else
				dated = false;
		}
		if (next && next->section == f->section)
			continue;
		size_t here = dated ? busiest_day(times, n) : all;
		if (here > most) {
			most = here;
			*ret = f;
			*ret_dated = dated;
		}
		n = all = 0;
		dated = true;
	}
	return most;
}

static enum verdict flaps_verdict(int64_t flaps)
{
	return flaps <= FLAPS_PASS ? VERDICT_PASS : flaps <= FLAPS_WARN ? VERDICT_WARN : VERDICT_FAIL;
}

/* The counter of the port has no times: it bounds the flaps of a day only when it is small, or the machine young. */
static bool counter_judge(struct judge *j, struct subject nic)
{
	const struct fact *counter = links_highest(j, KEY_NIC_LINK_DOWNED, nic);
	int64_t uptime = fact_value(j->facts, KEY_SYS_UPTIME, subject_box(), INT64_MAX);
	struct finding *f;

	if (!counter)
		return false;
	if (counter->i <= FLAPS_PASS || uptime <= (int64_t)DAY * 1000000000)
		f = judge_find(j, nic, flaps_verdict(counter->i), MSG("the port counts %1 lost links", A_INT(counter->i)));
	else
		f = judge_unknown(j, nic, MSG("the port counts %1 lost links, and not when", A_INT(counter->i)),
				  key_info(KEY_NIC_CARRIER_LOST)->how);
	f->expected = MSG("at most one in 24 hours");
	finding_evidence(f, counter);
	return true;
}

static bool log_whole(const struct judge *j)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_LOG_COVERAGE, subject_box(), f)))
		if (f->absence == PRESENT && slice_is(f->text, "whole"))
			return true;
	return false;
}

void nic_flap_judge(struct judge *j, struct subject nic)
{
	const struct fact *fact = NULL;
	bool dated;
	int64_t flaps = (int64_t)flaps_count(j, nic, &fact, &dated);
	enum verdict verdict = flaps_verdict(flaps);
	struct finding *f;

	if (flaps == 0 && counter_judge(j, nic))
		return;
	if (flaps == 0 && !log_whole(j)) {
		judge_missing(j, nic, KEY_NIC_CARRIER_LOST);
		return;
	}
	if (!dated && verdict == VERDICT_FAIL)
		verdict = VERDICT_WARN;
	f = judge_find(
		j, nic, verdict,
		flaps == 0 ? MSG("no lost carrier in the kernel log")
		: dated	   ? MSG("the carrier was lost %1 times in 24 hours", A_INT(flaps))
			   : MSG("the carrier was lost %1 times in the log given, whose times cannot be read", A_INT(flaps)));
	f->expected = MSG("at most one in 24 hours");
	finding_evidence(f, fact);
}

/* ---- nic.errors ---- */

bool nic_errors_applies(struct judge *j, struct subject nic)
{
	return nic_is_fabric(j, nic) || fact_any(j->facts, KEY_NIC_ERRORS, nic);
}

void nic_errors_judge(struct judge *j, struct subject nic)
{
	const struct fact *high = links_highest(j, KEY_NIC_ERRORS, nic);
	int64_t low = 0, top = 0;
	size_t n = links_range(j, KEY_NIC_ERRORS, nic, -1, &low, &top);
	struct finding *f;

	if (n < 2)
		f = judge_unknown(j, nic, MSG("%1 errors in one output: whether they grow is not known", A_INT(top)),
				  key_info(KEY_NIC_ERRORS)->how);
	else if (top > low)
		f = judge_find(j, nic, VERDICT_FAIL, MSG("errors grew from %1 to %2", A_INT(low), A_INT(top)));
	else
		f = judge_find(j, nic, VERDICT_PASS, MSG("%1 errors in each of %2 outputs", A_INT(top), A_INT((int64_t)n)));
	f->expected = MSG("no growth");
	finding_evidence(f, high);
}

/* ---- nic.pcie ---- */

#define RATE_400G INT64_C(400000000000) /* such a port wants Gen5 x16 (GCM) */

/* A card of a list of the bus has no port's name: the worst of them speaks for the box. Higher is worse. */
static int pcie_badness(const struct judge *j, struct subject nic)
{
	int64_t width = fact_value(j->facts, KEY_NIC_PCIE_WIDTH, nic, 0), gen = fact_value(j->facts, KEY_NIC_PCIE_GEN, nic, 0);
	const struct fact *lanes = links_highest(j, KEY_NIC_PCIE_WIDTH_MAX, nic), *most = links_highest(j, KEY_NIC_PCIE_GEN_MAX, nic);

	if (!lanes || !most || width <= 0 || gen <= 0)
		return 1;
	return width < lanes->i || gen < most->i ? 2 : 0;
}

static bool is_worst_slot(const struct judge *j, struct subject nic)
{
	size_t n;
	struct subject worst = nic, *nics = facts_subjects(j->facts, SUBJECT_NIC, j->arena, &n);
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		if (judge_where(nics[i]).kind != SUBJECT_BOX)
			continue;
		if (!found || pcie_badness(j, nics[i]) > pcie_badness(j, worst))
			worst = nics[i];
		found = true;
	}
	return slice_eq(worst.name, nic.name);
}

bool nic_pcie_applies(struct judge *j, struct subject nic)
{
	if (judge_where(nic).kind == SUBJECT_BOX && !is_worst_slot(j, nic))
		return false;
	return nic_is_fabric(j, nic) || fact_any(j->facts, KEY_NIC_PCIE_WIDTH, nic) ||
	       fact_any(j->facts, KEY_NIC_PCIE_GEN, nic);
}

void nic_pcie_judge(struct judge *j, struct subject nic)
{
	const struct fact *width = fact_get(j->facts, KEY_NIC_PCIE_WIDTH, nic),
			  *lanes = links_highest(j, KEY_NIC_PCIE_WIDTH_MAX, nic);
	const struct fact *gen = fact_get(j->facts, KEY_NIC_PCIE_GEN, nic), *most = links_highest(j, KEY_NIC_PCIE_GEN_MAX, nic);
	struct arg w = A_QTY(width->i, UNIT_LANES), g = A_QTY(gen->i, UNIT_GENERATION);
	struct finding *f;

	if (!lanes || !most || width->i <= 0) {
		judge_missing(j, nic, lanes ? KEY_NIC_PCIE_GEN_MAX : KEY_NIC_PCIE_WIDTH_MAX);
		return;
	}
	if ((width->i < lanes->i || gen->i < most->i) && judge_where(nic).kind == SUBJECT_BOX)
		f = judge_find(j, nic, VERDICT_FAIL, MSG("%1 %2 in use by the network card at %3", g, w, A_TEXT(nic.name)));
	else if (width->i < lanes->i || gen->i < most->i)
		f = judge_find(j, nic, VERDICT_FAIL, MSG("%1 %2 in use", g, w));
	else if (fact_value(j->facts, KEY_NIC_RATE, nic, 0) >= RATE_400G && (gen->i < 5 || width->i < 16))
		f = judge_find(j, nic, VERDICT_WARN, MSG("%1 %2 in use, too little for a port of 400 Gbit/s", g, w));
	else
		f = judge_find(j, nic, VERDICT_PASS, MSG("%1 %2 in use", g, w));
	f->expected = MSG("%1 %2", A_QTY(most->i, UNIT_GENERATION), A_QTY(lanes->i, UNIT_LANES));
	finding_evidence(finding_evidence(f, width), gen);
	finding_evidence(finding_evidence(f, lanes), most);
}

/* ---- nic.affinity ---- */

/* From near to far. */
static const char *const paths[] = { "PIX", "PXB", "PHB", "NODE", "SYS" };
enum { PATH_PIX, PATH_PXB, PATH_PHB, PATH_NODE, PATH_SYS, N_PATHS };

static int path_rank(struct slice path)
{
	int rank = 0;

	if (slice_is(path, "SOC")) /* the older word */
		return PATH_SYS;
	while (rank < N_PATHS && !slice_is(path, paths[rank]))
		rank++;
	return rank;
}

static const struct fact *nearest_nic(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *best = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_NIC_PATH, gpu, f)))
		if (f->absence == PRESENT && path_rank(f->text) < N_PATHS &&
		    (!best || path_rank(f->text) < path_rank(best->text)))
			best = f;
	return best;
}

void nic_affinity_judge(struct judge *j, struct subject gpu)
{
	const struct fact *best = nearest_nic(j, gpu);
	const struct term *promise = nic_promise(j), *count = judge_term(j, TERM_NET_NODE_COUNT);
	bool each = count && j->n_gpus > 0 && count->i >= (int64_t)j->n_gpus;
	struct finding *f;
	int rank;

	if (!best) {
		judge_missing(j, gpu, KEY_GPU_NIC_PATH);
		return;
	}
	rank = path_rank(best->text);
	struct arg path = A_TEXT(best->text);
	if (rank <= PATH_PXB)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("a network card behind the same PCIe switch (%1)", path));
	else if (!promise)
		f = judge_find(j, gpu, VERDICT_PASS,
			       MSG("the nearest network card is at %1; no network between machines was promised", path));
	else if (each && rank >= PATH_NODE)
		f = judge_find(j, gpu, VERDICT_FAIL,
			       MSG("the nearest network card is at %1, and one for each GPU was promised", path));
	else if (rank == PATH_SYS)
		f = judge_find(j, gpu, VERDICT_WARN, MSG("every network card is at the other CPU (%1)", path));
	else
		f = judge_find(j, gpu, VERDICT_PASS, MSG("the nearest network card is at %1", path));
	f->term = rank > PATH_PXB ? promise : NULL;
	finding_evidence(f, best);
}

/* ---- nic.virtual ---- */

static void virtual_find(struct judge *j, struct subject subject, const struct fact *fact)
{
	const struct term *machine = judge_term(j, TERM_MACHINE);
	bool metal = machine && slice_is_nocase(machine->text, "bare-metal");
	struct arg words = A_TEXT(fact->text);
	struct finding *f;

	if (!fact->i)
		f = judge_find(j, subject, VERDICT_PASS, MSG("a physical network card"));
	else if (metal)
		f = judge_find(j, subject, VERDICT_FAIL,
			       MSG("a virtual network card (%1), and bare metal was promised", words));
	else if (machine)
		f = judge_find(j, subject, VERDICT_PASS,
			       MSG("a virtual network card (%1), as belongs to the promised machine", words));
	else
		f = judge_unagreed(j, subject, MSG("a virtual network card (%1)", words), MSG("machine: bare-metal"));
	f->term = machine;
	finding_evidence(f, fact);
}

/* Interfaces that software makes are no cards. */
static bool is_software(struct slice name)
{
	static const char *const prefixes[] = { "lo",  "docker", "veth", "br",	    "virbr", "tun",
						"tap", "bond",	 "cni",	 "flannel", "cali" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (slice_starts(name, prefixes[i]))
			return true;
	return false;
}

/* The interface of a card that was seen on the bus only: there is one such card, and one interface that it can be. */
static struct subject card_subject(const struct judge *j, struct subject box, const struct subject *nics, size_t n)
{
	const struct fact *f = NULL;
	size_t seen = 0, candidates = 0, at = 0;

	while ((f = fact_next(j->facts, KEY_BOX_NIC_VIRTUAL, box, f)))
		seen += f->absence == PRESENT;
	for (size_t i = 0; i < n; i++) {
		if (nic_is_fabric(j, nics[i]) || is_software(nics[i].name) || fact_any(j->facts, KEY_NIC_VIRTUAL, nics[i]))
			continue;
		candidates++;
		at = i;
	}
	return seen == 1 && candidates == 1 && !fact_get(j->facts, KEY_BOX_NIC_PCI, box) ? nics[at] : box;
}

void nic_virtual_judge(struct judge *j, struct subject box)
{
	const struct fact *on_bus = links_highest(j, KEY_BOX_NIC_VIRTUAL, box);
	size_t n;
	struct subject *nics = facts_subjects(j->facts, SUBJECT_NIC, j->arena, &n);

	if (on_bus)
		virtual_find(j, card_subject(j, box, nics, n), on_bus);
	for (size_t i = 0; i < n; i++) {
		const struct fact *fact = links_highest(j, KEY_NIC_VIRTUAL, nics[i]);
		if (fact)
			virtual_find(j, nics[i], fact);
	}
}

/* ---- nic.eth_speed ---- */

bool nic_eth_applies(struct judge *j, struct subject box)
{
	(void)box;
	return fact_next_key(j->facts, KEY_NIC_ETH_SPEED, NULL) != NULL;
}

/* An Ethernet network between machines, else the internet line: no port can give more than its speed. */
static const struct term *eth_promise(const struct judge *j)
{
	const struct term *kind = judge_term(j, TERM_NET_NODE_KIND), *rate = judge_term(j, TERM_NET_NODE_RATE);

	if (rate && kind && !slice_is_nocase(kind->text, "infiniband"))
		return rate;
	return judge_term(j, TERM_NET_PUBLIC_RATE);
}

/* The fastest physical port decides: which one the promise means is not written anywhere. */
void nic_eth_judge(struct judge *j, struct subject box)
{
	const struct term *promise = eth_promise(j);
	const struct fact *fact = NULL, *best = NULL, *emulated = NULL;
	struct finding *f;

	while ((fact = fact_next_key(j->facts, KEY_NIC_ETH_SPEED, fact))) {
		if (fact->absence != PRESENT || fact->i <= 0)
			continue;
		if (fact_value(j->facts, KEY_NIC_VIRTUAL, fact->subject, 0))
			emulated = fact;
		else if (!best || fact->i > best->i)
			best = fact;
	}
	if (!best && !emulated) {
		judge_missing(j, box, KEY_NIC_ETH_SPEED);
		return;
	}
	if (!best) {
		f = judge_unknown(j, emulated->subject, MSG("the speed of a virtual port says nothing: measure"),
				  key_info(KEY_NET_DOWN_RATE)->how);
		f->term = promise;
		finding_evidence(f, emulated);
		return;
	}
	struct arg speed = A_QTY(best->i, UNIT_BITS_PER_SECOND);
	if (promise) {
		f = judge_find(j, best->subject, best->i >= promise->i ? VERDICT_PASS : VERDICT_FAIL, MSG("%1", speed));
		f->expected = MSG("%1", A_QTY(promise->i, UNIT_BITS_PER_SECOND));
	} else {
		f = judge_unagreed(j, best->subject, MSG("%1", speed),
				   MSG("network: {node: {kind: ethernet, rate: %1}}", speed));
	}
	f->term = promise;
	finding_evidence(f, best);
}
