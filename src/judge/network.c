/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the network; those about cards and ports have their rules in nic.c and nic_link.c. */
#include "judge/links.h"

#define MEASURED_PERCENT 90 /* of a promised rate is a kept promise: headers and other traffic take the rest (own) */

static bool kept(int64_t rate, const struct term *promise)
{
	return rate / MEASURED_PERCENT * 100 + rate % MEASURED_PERCENT * 100 / MEASURED_PERCENT >= promise->i;
}

/* ---- peermem ---- */

static bool peermem_applies(struct judge *j, struct subject box)
{
	return nic_promise(j) || fact_any(j->facts, KEY_BOX_PEERMEM, box);
}

static void peermem_judge(struct judge *j, struct subject box)
{
	const struct fact *f = NULL, *error = NULL, *loaded = NULL, *absent = NULL;
	struct finding *found;

	while ((f = fact_next(j->facts, KEY_BOX_PEERMEM, box, f))) {
		if (f->absence != PRESENT)
			continue;
		if (slice_is_nocase(f->text, "loaded"))
			loaded = f;
		else if (slice_is_nocase(f->text, "absent"))
			absent = f;
		else
			error = f;
	}
	if (error) {
		found = judge_find(j, box, VERDICT_WARN, MSG("the log has an error: %1", A_TEXT(error->text)));
	} else if (loaded) {
		found = judge_find(j, box, VERDICT_PASS, MSG("nvidia_peermem is loaded"));
	} else if (nic_promise(j)) {
		found = judge_find(j, box, VERDICT_WARN,
				   MSG("nvidia_peermem is not loaded, and a network between machines was promised"));
		found->meaning = MSG("Without it, or DMA-BUF in a newer kernel, data between GPU and network card goes through "
				     "host memory.");
	} else {
		found = judge_find(j, box, VERDICT_PASS,
				   MSG("nvidia_peermem is not loaded; no network between machines was promised"));
	}
	finding_evidence(found, error ? error : loaded ? loaded : absent);
}

/* ---- net.internet ---- */

/* Each direction by its best run: a slow peer proves nothing against the line. */
static void internet_judge(struct judge *j, struct subject box)
{
	const struct term *promise = judge_term(j, TERM_NET_PUBLIC_RATE);
	const struct fact *down = links_highest(j, KEY_NET_DOWN_RATE, box), *up = links_highest(j, KEY_NET_UP_RATE, box);
	const struct fact *low = !up || (down && down->i < up->i) ? down : up, *high = low == down ? up : down;
	struct arg slow = A_QTY(low->i, UNIT_BITS_PER_SECOND);
	struct message measured = high	 ? MSG("%1 incoming, %2 outgoing measured", A_QTY(down->i, UNIT_BITS_PER_SECOND),
					       A_QTY(up->i, UNIT_BITS_PER_SECOND))
				  : down ? MSG("%1 incoming measured", slow)
					 : MSG("%1 outgoing measured", slow);
	struct finding *f;

	if (!promise) {
		f = judge_unagreed(j, box, measured, MSG("network: {public: {rate: %1}}", slow));
	} else if (kept(low->i, promise)) {
		f = judge_find(j, box, VERDICT_PASS, measured);
	} else if (high && kept(high->i, promise)) {
		f = judge_find(j, box, VERDICT_WARN, measured);
		f->meaning =
			MSG("One direction keeps the promise and the other does not; the lease does not say which it means.");
	} else {
		f = judge_find(j, box, VERDICT_FAIL, measured);
	}
	if (promise)
		f->expected = MSG("%1, of which 90 %% may be measured", A_QTY(promise->i, UNIT_BITS_PER_SECOND));
	finding_evidence(finding_evidence(f, low), high);
}

/* ---- net.ports ---- */

static void ports_judge(struct judge *j, struct subject box)
{
	const struct term *promise = judge_term(j, TERM_NET_PUBLIC_IPV4);
	const struct fact *seen = links_highest(j, KEY_NET_PUBLIC_ADDRESSES, box);
	struct arg count = A_INT(seen->i);
	struct finding *f;

	if (seen->i == 0 && !promise)
		return;
	if (!promise)
		f = judge_unagreed(j, box, MSG("%1 public IPv4 addresses", count), MSG("network: {public: {ipv4: %1}}", count));
	else if (seen->i >= promise->i)
		f = judge_find(j, box, VERDICT_PASS, MSG("%1 public IPv4 addresses", count));
	else if (seen->i == 0)
		f = judge_unknown(j, box, MSG("no interface has a public address; one may be mapped to it outside"),
				  "curl -4 ifconfig.co");
	else
		f = judge_find(j, box, VERDICT_FAIL, MSG("%1 public IPv4 addresses", count));
	if (promise)
		f->expected = MSG("at least %1", A_INT(promise->i));
	finding_evidence(f, seen);
}

/* ---- net.throughput ---- */

static void throughput_judge(struct judge *j, struct subject nic)
{
	enum term_key key = nic_is_fabric(j, nic) ? TERM_NET_NODE_RATE : TERM_NET_PUBLIC_RATE;
	const struct term *promise = judge_term(j, key);
	const struct fact *rate = links_highest(j, KEY_NIC_TRANSFER, nic);
	struct arg measured = A_QTY(rate->i, UNIT_BITS_PER_SECOND);
	struct finding *f;

	if (!promise) {
		f = judge_unagreed(j, nic, MSG("%1 measured", measured),
				   key == TERM_NET_NODE_RATE ? MSG("network: {node: {rate: %1}}", measured)
							     : MSG("network: {public: {rate: %1}}", measured));
	} else {
		f = judge_find(j, nic, kept(rate->i, promise) ? VERDICT_PASS : VERDICT_FAIL, MSG("%1 measured", measured));
		f->expected = MSG("%1, of which 90 %% may be measured", A_QTY(promise->i, UNIT_BITS_PER_SECOND));
	}
	f->term = promise;
	finding_evidence(f, rate);
}

static const struct check checks[] = {
	{ .id = "nic.count",
	  .subject = SUBJECT_BOX,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_BOX_NIC_COUNT, KEY_BOX_NIC_PCI, KEY_NIC_STATE, KEY_NIC_RATE, KEY_NIC_LAYER, KEY_GPU_NIC_PATH,
		       KEY_BOX_GPU_PCI_COUNT } },
	  .terms = { TERM_NET_NODE_COUNT, TERM_NET_NODE_RATE, TERM_NET_NODE_KIND },
	  .privilege = "U C",
	  .source = "lease",
	  .verifies = N_("number of cards or ports of the network between machines"),
	  .meaning = N_("Jobs over several machines have fewer ports than promised, or none."),
	  .remedy = N_("Open a ticket with the list: ask for a machine with the network that was promised."),
	  .judge = nic_count_judge },
	{ .id = "nic.state",
	  .subject = SUBJECT_BOX,
	  .needs = { { KEY_NIC_STATE } },
	  .terms = { TERM_NET_NODE_COUNT, TERM_NET_NODE_RATE, TERM_NET_NODE_KIND },
	  .privilege = "U C",
	  .source = "GPUd, Azure node health checks",
	  .verifies = N_("ports of the network between machines are up"),
	  .meaning = N_("A promised port carries nothing: cable, switch port or subnet manager."),
	  .remedy = N_("Ask the supplier to check cable, switch port and subnet manager of this port."),
	  .applies = nic_state_applies,
	  .judge = nic_state_judge },
	{ .id = "nic.rate",
	  .subject = SUBJECT_BOX,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_NIC_RATE } },
	  .terms = { TERM_NET_NODE_RATE },
	  .privilege = "U C",
	  .source = "lease",
	  .verifies = N_("rate of the ports of the network between machines"),
	  .meaning = N_("Jobs over several machines run at the rate of the slowest port."),
	  .remedy = N_("Ask the supplier why the port runs below the promise: another card, or a cable that trained low."),
	  .judge = nic_rate_judge },
	{ .id = "nic.flap",
	  .subject = SUBJECT_NIC,
	  .needs = { { KEY_NIC_CARRIER_LOST, KEY_NIC_LINK_DOWNED, KEY_LOG_COVERAGE } },
	  .privilege = "K U",
	  .source = "Azure node health checks",
	  .verifies = N_("the link of a port does not come and go"),
	  .meaning = N_("The port loses its link: jobs over several machines hang or end when it does."),
	  .remedy = N_("Ask the supplier to replace the cable or transceiver of this port, or to check the switch."),
	  .applies = nic_flap_applies,
	  .judge = nic_flap_judge },
	{ .id = "nic.errors",
	  .subject = SUBJECT_NIC,
	  .needs = { { KEY_NIC_ERRORS } },
	  .privilege = "U",
	  .source = "GPUd",
	  .verifies = N_("error counters of a port do not grow"),
	  .meaning = N_("Packets are damaged on the wire and sent again."),
	  .remedy = N_("Ask the supplier to replace the cable or transceiver of this port."),
	  .applies = nic_errors_applies,
	  .judge = nic_errors_judge },
	{ .id = "nic.pcie",
	  .subject = SUBJECT_NIC,
	  .needs = { { KEY_NIC_PCIE_WIDTH }, { KEY_NIC_PCIE_GEN } },
	  .privilege = "U",
	  .source = "GCM",
	  .verifies = N_("the network card's own PCIe link is full"),
	  .meaning = N_("The card cannot carry what its port promises."),
	  .remedy = N_("Ask the supplier to reseat the network card, or to move it to a full slot."),
	  .applies = nic_pcie_applies,
	  .judge = nic_pcie_judge },
	{ .id = "nic.affinity",
	  .subject = SUBJECT_GPU,
	  .needs = { { KEY_GPU_NIC_PATH } },
	  .privilege = "U",
	  .source = "Azure node health checks",
	  .verifies = N_("a network card behind the same PCIe switch as the GPU"),
	  .meaning = N_("Data between this GPU and the network goes through a CPU, or through both."),
	  .remedy = N_("Ask the supplier for a machine with network cards near the GPUs; check the virtual machine's topology "
		       "file."),
	  .judge = nic_affinity_judge },
	{ .id = "nic.virtual",
	  .subject = SUBJECT_BOX,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_NIC_VIRTUAL, KEY_BOX_NIC_VIRTUAL } },
	  .privilege = "U",
	  .source = "own",
	  .verifies = N_("network cards are physical"),
	  .meaning = N_("The host shares or limits this card: its rate is what the host gives."),
	  .remedy = N_("Ask the supplier whether the machine is bare metal, and what rate the virtual card is given."),
	  .judge = nic_virtual_judge },
	{ .id = "nic.eth_speed",
	  .subject = SUBJECT_BOX,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_NIC_ETH_SPEED } },
	  .terms = { TERM_NET_NODE_RATE, TERM_NET_PUBLIC_RATE },
	  .privilege = "U",
	  .source = "lease",
	  .verifies = N_("speed of the Ethernet ports"),
	  .meaning = N_("No port of the machine is fast enough for the rate that was promised."),
	  .remedy = N_("Ask the supplier why the port runs below the promise."),
	  .applies = nic_eth_applies,
	  .judge = nic_eth_judge },
	{ .id = "peermem",
	  .subject = SUBJECT_BOX,
	  .needs = { { KEY_BOX_PEERMEM } },
	  .privilege = "K",
	  .source = "GPUd",
	  .verifies = N_("network cards can read GPU memory (GPUDirect RDMA)"),
	  .meaning = N_("Transfers between network card and GPU memory may fail or take the way through host memory."),
	  .remedy = N_("Load it: sudo modprobe nvidia-peermem (needs the RDMA drivers first), or use DMA-BUF."),
	  .applies = peermem_applies,
	  .judge = peermem_judge },
	{ .id = "net.internet",
	  .subject = SUBJECT_BOX,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_NET_DOWN_RATE, KEY_NET_UP_RATE } },
	  .terms = { TERM_NET_PUBLIC_RATE },
	  .privilege = "U",
	  .source = "lease",
	  .verifies = N_("rate of the internet line, measured"),
	  .meaning = N_("Data comes in and results go out slower than was promised."),
	  .remedy = N_("Measure against two peers at two times of day, then hold the numbers against the lease."),
	  .judge = internet_judge },
	{ .id = "net.ports",
	  .subject = SUBJECT_BOX,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_NET_PUBLIC_ADDRESSES } },
	  .terms = { TERM_NET_PUBLIC_IPV4 },
	  .privilege = "U",
	  .source = "lease",
	  .verifies = N_("public addresses as promised"),
	  .meaning = N_("The machine cannot be reached from outside as promised."),
	  .remedy = N_("Ask the supplier which public addresses belong to this machine."),
	  .judge = ports_judge },
	{ .id = "net.throughput",
	  .subject = SUBJECT_NIC,
	  .basis = BASIS_CONTRACT,
	  .needs = { { KEY_NIC_TRANSFER } },
	  .terms = { TERM_NET_PUBLIC_RATE },
	  .privilege = "U",
	  .source = "own",
	  .verifies = N_("a port is not held below the promised rate, measured"),
	  .meaning = N_("A port that shows its full rate carries less: the supplier limits it."),
	  .remedy = N_("Repeat with several streams; ask the supplier whether the port is policed."),
	  .judge = throughput_judge },
};

const struct check_family checks_network = CHECK_FAMILY(checks);
