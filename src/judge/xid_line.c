/* SPDX-License-Identifier: Apache-2.0 */
/* What the registers of an Xid line say, and what NVIDIA's actions mean for somebody who rents. */
#include <string.h>

#include "judge/links.h"

#define NVLINK5_REGISTERS 2 /* which unit, and its error status */

size_t xid_line_registers(struct slice line, uint32_t *ret, size_t max)
{
	size_t open = line.len, n = 0;
	struct slice rest, word;
	uint64_t value;

	while (open && line.ptr[open - 1] != '(')
		open--;
	if (open == 0)
		return 0;
	rest = slice_sub(line, open, line.len);
	rest = slice_sub(rest, 0, slice_find_char(rest, ')'));
	while (n < max && slice_split(&rest, slice_find_char(rest, ',') == SLICE_NONE ? ' ' : ',', &word)) {
		word = slice_trim(word);
		if (!slice_starts(word, "0x") || !slice_hex(word, &value) || value > UINT32_MAX)
			break;
		ret[n++] = (uint32_t)value;
	}
	return n;
}

/* A pattern is 32 of 0, 1, -; the most significant bit stands first. */
static bool pattern_fits(const char *pattern, uint32_t value)
{
	if (strlen(pattern) != 32)
		return false;
	for (int bit = 0; bit < 32; bit++)
		if (pattern[bit] != '-' && (pattern[bit] == '1') != (value >> (31 - bit) & 1))
			return false;
	return true;
}

static enum xid_says rule_rank(const struct nvlink5_rule *rule)
{
	if (strstr(rule->severity, "Fatal?"))
		return XID_LINE_EDGE;
	if (strstr(rule->severity, "Fatal"))
		return XID_LINE_FATAL;
	return strcmp(rule->investigation, "IGNORE") == 0 ? XID_LINE_HARMLESS : XID_LINE_EDGE;
}

/* Drivers lay the first register out in two ways: the rows are tried by the first pattern, then all again by the second. */
static const struct nvlink5_rule *rule_find(int code, uint32_t unit, uint32_t status, bool second)
{
	const struct nvlink5_rule *best = NULL;

	for (size_t i = 0; i < n_nvlink5_rules; i++) {
		const struct nvlink5_rule *rule = &nvlink5_rules[i];
		if (rule->xid != code || !pattern_fits(second ? rule->pattern2 : rule->pattern1, unit))
			continue;
		if (rule->error_status == status)
			return rule;
		/* Several errors at once: the gravest of the bits that are set. */
		if ((status & rule->error_status) == rule->error_status && (!best || rule_rank(rule) > rule_rank(best)))
			best = rule;
	}
	return best;
}

struct xid_line xid_line_nvlink5(int code, struct slice line)
{
	static const char *const words[] = {
		[XID_LINE_HARMLESS] = N_("The registers of the line tell of an event that NVIDIA ignores."),
		[XID_LINE_EDGE] = N_("The registers of the line tell of an error that stops no work."),
		[XID_LINE_FATAL] = N_("The registers of the line tell of an error that stops the link or the GPU."),
	};
	uint32_t r[NVLINK5_REGISTERS];
	const struct nvlink5_rule *rule;
	struct xid_line ret = { .says = XID_LINE_SILENT };

	if (xid_line_registers(line, r, NVLINK5_REGISTERS) < NVLINK5_REGISTERS)
		return ret;
	rule = rule_find(code, r[0], r[1], false);
	if (!rule)
		rule = rule_find(code, r[0], r[1], true);
	if (!rule)
		return ret;
	ret.says = rule_rank(rule);
	ret.why = words[ret.says];
	ret.resolution = rule->resolution;
	return ret;
}

#define BIT(n) (UINT32_C(1) << (n))

/* First register of Xid 74 on Ampere and Hopper; NVIDIA's tree as told in NVSentinel issue 364. The gravest row stands first.
 */
static const struct {
	uint32_t bits;
	enum xid_says says;
	const char *why;
} nvlink_bits[] = {
	{ BIT(8) | BIT(9) | BIT(12) | BIT(16) | BIT(17) | BIT(24) | BIT(28), XID_LINE_FATAL,
	  N_("The first register has bits that NVIDIA counts as possible hardware faults of the link.") },
	{ BIT(21) | BIT(22), XID_LINE_EDGE,
	  N_("The first register tells of a marginal signal on the link: contacts or cable.") },
	{ BIT(4) | BIT(5), XID_LINE_EDGE, N_("The first register tells of a parity or ECC error of the link.") },
	{ BIT(1) | BIT(20), XID_LINE_EDGE, N_("The first register tells of a following error: its cause is another Xid.") },
	{ BIT(0) | BIT(23) | BIT(30), XID_LINE_HARMLESS, N_("The first register has only bits that NVIDIA ignores.") },
};
#define NVLINK_PARITY (BIT(4) | BIT(5))

static int link_number(struct slice line)
{
	size_t at = slice_find(line, "link ");
	struct slice rest = slice_sub(line, at == SLICE_NONE ? line.len : at + 5, line.len);
	int64_t link;

	return slice_take_int(&rest, &link) && link < 64 ? (int)link : -1;
}

struct xid_line xid_line_nvlink(struct slice line, int *ret_link)
{
	struct xid_line ret = { .says = XID_LINE_SILENT };
	uint32_t first;

	*ret_link = -1;
	if (xid_line_registers(line, &first, 1) == 0)
		return ret;
	if (first & NVLINK_PARITY)
		*ret_link = link_number(line);
	for (size_t i = 0; i < sizeof(nvlink_bits) / sizeof(*nvlink_bits); i++) {
		if (!(first & nvlink_bits[i].bits))
			continue;
		ret.says = nvlink_bits[i].says;
		ret.why = nvlink_bits[i].why;
		break;
	}
	return ret;
}

/* NVIDIA's words; what they mean on one's own host; what they mean in a rented VM or container ("" the same). */
static const struct {
	const char *action, *host, *guest;
} actions[] = {
	{ "IGNORE", N_("Nothing to do by itself."), "" },
	{ "RESTART_APP", N_("Restart the program that was running."), "" },
	{ "CHECK_APP", N_("Look for the fault in the program first (compute-sanitizer finds bad memory accesses)."), "" },
	{ "WORKFLOW_XID_13",
	  N_("Look for the fault in the program first; several programs, or one place (GPC, TPC, SM) again and again, mean "
	     "hardware."),
	  "" },
	{ "WORKFLOW_XID_31",
	  N_("Look for the fault in the program first; several programs or GPUs mean hardware: run dcgmi diag."), "" },
	{ "INVESTIGATE_SW",
	  N_("Note driver and program versions; try a newer driver, then report it to NVIDIA through the supplier."), "" },
	{ "RESET_GPU",
	  N_("Stop all work and reset the GPU (sudo nvidia-smi -r; on NVSwitch boards before Hopper all GPUs together)."),
	  N_("The GPU needs a reset, which a guest can rarely do: open a ticket and ask the supplier for it.") },
	{ "RESTART_FM", N_("Restart the fabric manager (sudo systemctl restart nvidia-fabricmanager)."),
	  N_("The fabric manager runs on the host: ask the supplier to restart it.") },
	{ "RESTART_VM", N_("Reboot the machine."),
	  N_("Reboot the virtual machine; if that does not help, ask the supplier to reset the GPU: a guest's reboot may not "
	     "reach it.") },
	{ "RESTART_BM",
	  N_("Reboot the machine, with a power cycle if need be; if the error is there again, ask for another machine."),
	  N_("The physical host must be rebooted: open a ticket, and ask for another machine.") },
	{ "CHECK_MECHANICALS", N_("Seat, power plugs and cables of the card must be checked: open a ticket with the supplier."),
	  "" },
	{ "CONTACT_SUPPORT", N_("Suspect the hardware: open a ticket with these lines and ask for another card."), "" },
	{ "UPDATE_SWFW", N_("Driver or firmware must be updated: yours if you own the driver, else the supplier's."), "" },
	{ "CHECK_UVM", N_("Look for an earlier memory error of the same GPU: this one follows it."), "" },
	{ "SYMPATHETIC_REPORT_SOLO", N_("It follows another error; alone, report it to the supplier."), "" },
	{ "WORKFLOW_XID_45",
	  N_("It follows another error: look at that one. Alone, restart the fabric manager where there is one."), "" },
	{ "WORKFLOW_XID_48",
	  N_("Stop all work and reset the GPU; without an Xid 63, 64 or 94 beside it, ask for the field diagnostic or another "
	     "card."),
	  N_("The GPU needs a reset: open a ticket; without an Xid 63, 64 or 94 beside it, ask for another card.") },
	{ "WORKFLOW_NVLINK_ERR",
	  N_("An NVLink had an error: ask the supplier to check its contacts and to run the field diagnostic."), "" },
	{ "WORKFLOW_NVLINK5_ERR",
	  N_("An NVLink had an error: follow the Xid 154 of the same GPU, and ask the supplier to check the link."), "" },
	{ "XID_154", N_("Do what the driver asks for here; in a rented guest open a ticket and ask the supplier for it."), "" },
	{ "XID_137", N_("It follows an error of the GPU at the other end of the link: look at that one."), "" },
	{ "INVESTIGATE_LINK_SI", N_("The link's signal is weak: ask the supplier to check seat, connector or cable."), "" },
	{ "INVESTIGATE_PEER", N_("Look at the device at the other end of the link."), "" },
	{ "INVESTIGATE_HOST", N_("Look for errors of the host: its log belongs to the supplier."), "" },
	{ "CHECK_NVLINK", N_("Ask the supplier to check the NVLink that the line names."), "" },
	{ "REPORT_ISSUE", N_("Report it to the supplier when it comes more than once a day."), "" },
};

/* The longest row that `action` begins with: INVESTIGATE_SW_USER is INVESTIGATE_SW. */
const char *xid_action_words(const char *action, int is_vm, int is_container)
{
	size_t best = sizeof(actions) / sizeof(*actions), best_len = 0;

	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
		size_t len = strlen(actions[i].action);
		if (len <= best_len || strncmp(action, actions[i].action, len) != 0)
			continue;
		best = i;
		best_len = len;
	}
	if (best_len == 0)
		return N_("Show these lines to the supplier.");
	return (is_vm == 1 || is_container == 1) && actions[best].guest[0] ? actions[best].guest : actions[best].host;
}
