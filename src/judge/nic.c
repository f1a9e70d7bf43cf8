/* SPDX-License-Identifier: Apache-2.0 */
/* The ports of the network between machines: how many, whether they are up, how fast: nic.count, nic.state, nic.rate. */
#include "judge/links.h"

bool nic_is_fabric(const struct judge *j, struct subject nic)
{
	static const enum key keys[] = { KEY_NIC_STATE, KEY_NIC_PHYSICAL, KEY_NIC_RATE, KEY_NIC_LAYER, KEY_NIC_LINK_DOWNED };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (fact_any(j->facts, keys[i], nic))
			return true;
	return false;
}

bool nic_other_kind(const struct judge *j, struct subject nic)
{
	const struct term *kind = judge_term(j, TERM_NET_NODE_KIND);
	struct slice layer = fact_words(j->facts, KEY_NIC_LAYER, nic);

	if (!kind || layer.len == 0)
		return false;
	return slice_is_nocase(kind->text, "infiniband") != slice_is_nocase(layer, "infiniband");
}

/* The last word of several outputs. */
static const struct fact *last_fact(const struct judge *j, enum key key, struct subject subject)
{
	const struct fact *f = NULL, *last = NULL;

	while ((f = fact_next(j->facts, key, subject, f)))
		if (f->absence == PRESENT)
			last = f;
	return last;
}

bool nic_is_active(const struct judge *j, struct subject nic)
{
	const struct fact *state = last_fact(j, KEY_NIC_STATE, nic), *physical = last_fact(j, KEY_NIC_PHYSICAL, nic);

	return state && slice_is_nocase(state->text, "Active") && (!physical || slice_is_nocase(physical->text, "LinkUp"));
}

const struct term *nic_promise(const struct judge *j)
{
	static const enum term_key keys[] = { TERM_NET_NODE_COUNT, TERM_NET_NODE_RATE, TERM_NET_NODE_KIND };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (judge_term(j, keys[i]))
			return judge_term(j, keys[i]);
	return NULL;
}

/* A node network without a number of ports has at least one. */
static int64_t ports_promised(const struct judge *j)
{
	const struct term *count = judge_term(j, TERM_NET_NODE_COUNT);

	return count ? count->i : nic_promise(j) ? 1 : 0;
}

/* ---- nic.count ---- */

struct tally {
	int64_t n;
	bool whole; /* some complete list tells it: there are no more */
	const struct fact *fact;
};

static void tally_add(struct tally *t, int64_t n, bool whole, const struct fact *fact)
{
	if (n > t->n || !t->fact) {
		t->n = n > t->n ? n : t->n;
		t->fact = fact;
	}
	t->whole |= whole;
}

/* A line of lspci that is of another kind than the network promised. */
static bool line_other_kind(const struct judge *j, struct slice line)
{
	const struct term *kind = judge_term(j, TERM_NET_NODE_KIND);
	bool infiniband = slice_has_nocase(line, "infiniband controller"),
	     ethernet = slice_has_nocase(line, "ethernet controller");

	if (!kind || infiniband == ethernet)
		return false;
	return slice_is_nocase(kind->text, "infiniband") ? ethernet : infiniband;
}

static void tally_section(struct judge *j, struct tally *t, int section, bool whole)
{
	const struct fact *f = NULL, *shown = NULL;
	int64_t n = 0;

	while ((f = fact_next_key(j->facts, KEY_BOX_NIC_PCI, f))) {
		if (f->absence != PRESENT || f->section != section || line_other_kind(j, f->text))
			continue;
		n++;
		shown = f;
	}
	tally_add(t, n, whole, shown);
}

/* A whole lspci lists the GPUs too: then cards that it does not list are not there. */
static void tally_pci(struct judge *j, struct tally *t)
{
	const struct fact *f = NULL;
	int section = -1;

	while ((f = fact_next_key(j->facts, KEY_BOX_NIC_PCI, f))) {
		if (f->section != section)
			tally_section(j, t, f->section, false);
		section = f->section;
	}
	while ((f = fact_next_key(j->facts, KEY_BOX_GPU_PCI_COUNT, f)))
		if (f->absence == PRESENT && !j->facts->sections[f->section].cut) {
			tally_section(j, t, f->section, true);
			t->fact = t->fact ? t->fact : f;
		}
}

static void tally_ports(struct judge *j, struct tally *t)
{
	const struct fact *list = links_highest(j, KEY_BOX_NIC_COUNT, subject_box());
	int64_t ports = 0, other = 0;
	const struct fact *shown = NULL;
	size_t n;
	struct subject *nics = facts_subjects(j->facts, SUBJECT_NIC, j->arena, &n);

	for (size_t i = 0; i < n; i++) {
		if (!nic_is_fabric(j, nics[i]))
			continue;
		if (nic_other_kind(j, nics[i])) {
			other++;
			continue;
		}
		ports++;
		shown = shown ? shown : fact_any(j->facts, KEY_NIC_STATE, nics[i]);
	}
	if (list)
		tally_add(t, list->i > other ? list->i - other : 0, judge_is_container(j) != 1, list);
	if (ports)
		tally_add(t, ports, false, shown);
}

/* Columns of the topology matrix: as many cards at least. */
static void tally_columns(struct judge *j, struct tally *t)
{
	const struct fact *f = NULL, *last = NULL;

	while ((f = fact_next_key(j->facts, KEY_GPU_NIC_PATH, f)))
		if (f->absence == PRESENT && (!last || f->item > last->item))
			last = f;
	if (last)
		tally_add(t, (int64_t)last->item + 1, false, last);
}

void nic_count_judge(struct judge *j, struct subject box)
{
	struct tally t = { .n = 0 };
	int64_t promised = ports_promised(j);
	struct arg seen;
	struct finding *f;

	tally_ports(j, &t);
	tally_pci(j, &t);
	tally_columns(j, &t);
	seen = A_INT(t.n);
	if (promised == 0 && t.n == 0)
		return;
	if (promised == 0)
		f = judge_unagreed(j, box, MSG("%1 cards or ports of a network between machines", seen),
				   MSG("network: {node: {count: %1}}", seen));
	else if (t.n >= promised)
		f = judge_find(j, box, VERDICT_PASS, MSG("%1 cards or ports", seen));
	else if (t.whole)
		f = judge_find(j, box, VERDICT_FAIL,
			       t.n ? MSG("%1 cards or ports, in a complete list", seen) : MSG("none, in a complete list"));
	else
		f = judge_unknown(j, box, MSG("%1 cards or ports seen, in a list that need not be complete", seen),
				  "lspci -nn; ibstat");
	if (promised)
		f->expected = MSG("at least %1", A_INT(promised));
	finding_evidence(f, t.fact);
}

/* ---- nic.state ---- */

bool nic_state_applies(struct judge *j, struct subject box)
{
	return nic_promise(j) || fact_next_key(j->facts, KEY_NIC_STATE, NULL) || fact_any(j->facts, KEY_BOX_NIC_PCI, box);
}

static void state_find(struct judge *j, struct subject nic, bool enough)
{
	const struct fact *state = last_fact(j, KEY_NIC_STATE, nic), *physical = last_fact(j, KEY_NIC_PHYSICAL, nic);
	bool active = nic_is_active(j, nic), promised = nic_promise(j) && !nic_other_kind(j, nic) && !enough;
	struct arg words = A_TEXT(state->text), cable = A_TEXT(physical ? physical->text : SLICE(""));
	struct finding *f;

	f = judge_find(j, nic,
		       active	  ? VERDICT_PASS
		       : promised ? VERDICT_FAIL
				  : VERDICT_WARN,
		       physical ? MSG("%1, %2", words, cable) : MSG("%1", words));
	f->expected = MSG("Active, LinkUp");
	if (!active && !promised) {
		f->term = NULL;
		f->meaning = MSG("A spare port is down; as many as were promised are up, or none were promised.");
	}
	finding_evidence(finding_evidence(f, state), physical);
}

void nic_state_judge(struct judge *j, struct subject box)
{
	size_t n;
	struct subject *nics = facts_subjects(j->facts, SUBJECT_NIC, j->arena, &n);
	int64_t active = 0;

	(void)box;
	for (size_t i = 0; i < n; i++)
		active += nic_is_active(j, nics[i]) && !nic_other_kind(j, nics[i]);
	for (size_t i = 0; i < n; i++) {
		if (last_fact(j, KEY_NIC_STATE, nics[i]))
			state_find(j, nics[i], active >= ports_promised(j));
		else if (nic_is_fabric(j, nics[i]))
			judge_missing(j, nics[i], KEY_NIC_STATE);
	}
}

/* ---- nic.rate ---- */

/* The rate of a port that is down is a default, not a measure. */
static const struct fact *port_rate(const struct judge *j, struct subject nic)
{
	bool told = last_fact(j, KEY_NIC_STATE, nic) != NULL;

	return told && !nic_is_active(j, nic) ? NULL : last_fact(j, KEY_NIC_RATE, nic);
}

/*
 * A port below the promise. When enough others keep it, this one is not of the promised network; when its kind is promised
 * by name, or no port keeps the promise, it is broken; else it may be a port for management: a warning.
 */
static void rate_below(struct judge *j, struct subject nic, const struct fact *rate, int64_t good)
{
	const struct term *count = judge_term(j, TERM_NET_NODE_COUNT), *kind = judge_term(j, TERM_NET_NODE_KIND);
	bool sure = good == 0 ||
		    (kind && fact_words(j->facts, KEY_NIC_LAYER, nic).len > 0 && slice_is_nocase(kind->text, "infiniband"));
	struct finding *f;

	if (count && good >= count->i)
		return;
	f = judge_find(j, nic, sure || count ? VERDICT_FAIL : VERDICT_WARN, MSG("%1", A_QTY(rate->i, UNIT_BITS_PER_SECOND)));
	f->expected = MSG("%1", A_QTY(judge_term(j, TERM_NET_NODE_RATE)->i, UNIT_BITS_PER_SECOND));
	finding_evidence(f, rate);
}

static void rate_find(struct judge *j, struct subject nic, const struct fact *rate, int64_t good)
{
	const struct term *term = judge_term(j, TERM_NET_NODE_RATE);
	struct arg now = A_QTY(rate->i, UNIT_BITS_PER_SECOND);
	struct finding *f;

	if (!term) {
		finding_evidence(judge_unagreed(j, nic, MSG("%1", now), MSG("network: {node: {rate: %1}}", now)), rate);
	} else if (rate->i >= term->i) {
		f = judge_find(j, nic, VERDICT_PASS, MSG("%1", now));
		f->expected = MSG("%1", A_QTY(term->i, UNIT_BITS_PER_SECOND));
		finding_evidence(f, rate);
	} else if (!nic_other_kind(j, nic)) {
		rate_below(j, nic, rate, good);
	}
}

void nic_rate_judge(struct judge *j, struct subject box)
{
	const struct term *term = judge_term(j, TERM_NET_NODE_RATE);
	size_t n, seen = 0;
	struct subject *nics = facts_subjects(j->facts, SUBJECT_NIC, j->arena, &n);
	int64_t good = 0;

	for (size_t i = 0; i < n; i++) {
		const struct fact *rate = port_rate(j, nics[i]);
		seen += rate && !nic_other_kind(j, nics[i]);
		good += rate && term && rate->i >= term->i && !nic_other_kind(j, nics[i]);
	}
	for (size_t i = 0; i < n; i++) {
		const struct fact *rate = port_rate(j, nics[i]);
		if (rate)
			rate_find(j, nics[i], rate, good);
	}
	if (seen == 0 && term)
		judge_unknown(j, box, MSG("no port of the promised network is up, so that no rate can be read"),
			      key_info(KEY_NIC_RATE)->how);
}
