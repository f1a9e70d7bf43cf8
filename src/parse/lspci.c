/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/lspci.h"

#include <string.h>

#include "parse/cells.h"

static bool lspci_starts(const struct reader *r);
static void lspci_parse(struct reader *r);
static bool tree_starts(const struct reader *r);
static void tree_parse(struct reader *r);

const struct format format_lspci = { .name = "lspci", .starts = lspci_starts, .parse = lspci_parse };
/* lspci -t draws no names of classes: taken, and nothing is read from it. */
const struct format format_lspci_tree = { .name = "lspci -t", .starts = tree_starts, .parse = tree_parse };

/* What is counted over one output. */
struct list {
	int gpus, nvidia_others, switches, infiniband, ethernet, others, bridges, hosts;
	int nics;		       /* items of box.nic.pci and box.nic.virtual */
	bool acs_seen, acs_on, broken; /* broken: ends in the middle of a line */
	int acs_line;
	const char *hypervisor;
	int first_line, domains; /* GPUs that stand alone in a PCI domain of their own, on bus 00 */
	struct slice last_domain;
};

/* What the lines below one head told. */
struct device_state {
	struct pci_device device;
	bool links_told, is_gpu, is_nic;
	struct subject subject;
};

static bool lspci_starts(const struct reader *r)
{
	struct pci_device d;

	return pci_device_read(r->arena, reader_peek(r, 0), &d);
}

/* ---- heads ---- */

static void gpu_head(struct reader *r, struct list *list, struct device_state *s)
{
	struct pci_device *d = &s->device;
	struct slice domain = slice_before(d->address, ":");

	s->is_gpu = true;
	s->subject = subject_gpu_pci(r->arena, d->address);
	list->gpus++;
	reader_text(r, KEY_GPU_PCI_ADDRESS, s->subject, 0, d->address);
	if (d->device >= 0 && !(d->dead && d->device == 0xffff))
		reader_int(r, KEY_GPU_PCI_DEVICE, s->subject, 0, d->device);
	if (d->dead)
		reader_text(r, KEY_GPU_FALLEN_OFF, s->subject, 0, d->model);
	if (d->has_revision)
		reader_flag(r, KEY_GPU_BUS_ALIVE, s->subject, 0, !d->dead);
	if (slice_is(slice_sub(slice_after(d->address, ":"), 0, 2), "00") && !slice_is(domain, "0000") &&
	    !slice_eq(domain, list->last_domain)) {
		list->domains++;
		list->last_domain = domain;
	}
}

static void nic_head(struct reader *r, struct list *list, struct device_state *s)
{
	struct pci_device *d = &s->device;
	bool fabric = d->kind == PCI_FABRIC_INFINIBAND || d->kind == PCI_FABRIC_ETHERNET;

	list->infiniband += d->kind == PCI_FABRIC_INFINIBAND;
	list->ethernet += d->kind == PCI_FABRIC_ETHERNET;
	if (fabric)
		reader_text(r, KEY_BOX_NIC_PCI, subject_box(), list->nics, d->model);
	if (fabric || d->is_virtual)
		reader_flag(r, KEY_BOX_NIC_VIRTUAL, subject_box(), list->nics++, d->is_virtual)->text = d->model;
	s->is_nic = fabric && !d->is_virtual;
	s->subject = subject_named(SUBJECT_NIC, d->slot);
}

static void head_read(struct reader *r, struct list *list, struct device_state *s)
{
	switch (s->device.kind) {
	case PCI_GPU:
		gpu_head(r, list, s);
		break;
	case PCI_FABRIC_INFINIBAND:
	case PCI_FABRIC_ETHERNET:
	case PCI_NIC:
		nic_head(r, list, s);
		break;
	case PCI_NVIDIA_OTHER:
		list->nvidia_others++;
		break;
	case PCI_NVSWITCH:
		list->switches++;
		break;
	case PCI_BRIDGE:
		list->bridges++;
		break;
	case PCI_HOST:
		list->hosts++;
		break;
	case PCI_OTHER:
		list->others++;
		break;
	}
	if (s->device.hypervisor && !list->hypervisor) {
		list->hypervisor = s->device.hypervisor;
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, slice_of(list->hypervisor));
	}
}

/* ---- lines below a head ---- */

struct link_keys {
	enum key gen_cap, width_cap, gen, width;
};

static const struct link_keys gpu_keys = { KEY_GPU_PCIE_GEN_CARD, KEY_GPU_PCIE_WIDTH_CARD, KEY_GPU_PCIE_GEN,
					   KEY_GPU_PCIE_WIDTH };
static const struct link_keys nic_keys = { KEY_NIC_PCIE_GEN_MAX, KEY_NIC_PCIE_WIDTH_MAX, KEY_NIC_PCIE_GEN, KEY_NIC_PCIE_WIDTH };

static void link_tell(struct reader *r, struct subject subject, enum key gen, enum key width, struct slice text)
{
	struct pcie_link link = pcie_link_read(text);

	if (link.gen)
		reader_int(r, gen, subject, 0, link.gen);
	if (link.width)
		reader_int(r, width, subject, 0, link.width);
}

static void links_denied(struct reader *r, const struct device_state *s, const struct link_keys *keys)
{
	const enum key all[] = { keys->gen_cap, keys->width_cap, keys->gen, keys->width };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		reader_absent(r, all[i], s->subject, 0, ABSENT_DENIED);
}

static void link_read(struct reader *r, struct device_state *s, struct slice line)
{
	const struct link_keys *keys = s->is_gpu ? &gpu_keys : &nic_keys;
	struct slice text;

	if (!s->is_gpu && !s->is_nic)
		return;
	if (pcie_link_line(line, "LnkCap:", &text))
		link_tell(r, s->subject, keys->gen_cap, keys->width_cap, text);
	else if (pcie_link_line(line, "LnkSta:", &text))
		link_tell(r, s->subject, keys->gen, keys->width, text);
	else if (slice_has(line, "Capabilities: <access denied>") && !s->links_told)
		links_denied(r, s, keys);
	else
		return;
	s->links_told = true;
}

/* "Subsystem: NVIDIA Corporation Device 16c1", with -nn "... [10de:16c1]": read where both ids are certain. */
static void subsystem_read(struct reader *r, const struct device_state *s, struct slice line)
{
	struct slice text = slice_trim(slice_after(line, "Subsystem:")), ids;
	uint64_t vendor = 0x10de, device;

	if (!s->is_gpu || text.len == 0)
		return;
	if (text.len > 11 && text.ptr[text.len - 11] == '[' && text.ptr[text.len - 1] == ']') {
		ids = slice_sub(text, text.len - 10, text.len - 1);
		if (!slice_hex(slice_sub(ids, 0, 4), &vendor) || !slice_hex(slice_sub(ids, 5, 9), &device))
			return;
	} else if (text.len != 9 || text.ptr[4] != ':' || !slice_hex(slice_sub(text, 0, 4), &vendor) ||
		   !slice_hex(slice_sub(text, 5, 9), &device)) {
		vendor = 0x10de;
		if (!slice_hex(slice_sub(slice_after(text, "NVIDIA Corporation Device "), 0, 4), &device))
			return;
	}
	reader_int(r, KEY_GPU_PCI_SUBSYSTEM, s->subject, 0, (int64_t)(device << 16 | vendor));
}

static void detail_read(struct reader *r, struct list *list, struct device_state *s, struct slice line)
{
	struct slice text = slice_trim(line);

	link_read(r, s, text);
	if (slice_starts(text, "Subsystem:"))
		subsystem_read(r, s, text);
	if (s->is_gpu && slice_has(text, "Unknown header type 7f")) {
		reader_text(r, KEY_GPU_FALLEN_OFF, s->subject, 0, text);
		reader_flag(r, KEY_GPU_BUS_ALIVE, s->subject, 0, false);
	}
	if (s->device.kind == PCI_BRIDGE && slice_starts(text, "ACSCtl:")) {
		list->acs_seen = true;
		if (!list->acs_on)
			list->acs_line = r->line;
		list->acs_on |= slice_has(text, "ReqRedir+");
	}
}

/* ---- the whole ---- */

static bool is_grepped(struct slice command)
{
	return slice_has(command, "grep") || slice_has(command, " -d") || slice_has(command, " -s") ||
	       slice_has(command, "head");
}

/* "lspci | grep -i nvidia" drops no GPU. */
static bool is_nvidia_search(struct slice command)
{
	struct slice rest = slice_after(command, "grep");

	return (slice_has_nocase(rest, "nvidia") || slice_has(rest, "10de")) && !slice_has(rest, "grep") &&
	       !slice_has(rest, "head") && !slice_has(rest, " -v") && !slice_has(rest, "tail") && !slice_has(rest, " -m") &&
	       !slice_has(command, " -s");
}

/*
 * A list is whole for a question when it shows devices that a search for the answer would have left out. Only a whole list
 * has host or PCI bridges; a search for "nvidia" has the audio functions of the cards beside them.
 */
static void counts_tell(struct reader *r, const struct list *list)
{
	struct slice command = reader_command(r);
	bool whole = list->bridges + list->hosts > 0, fabric_other = list->others + list->infiniband + list->ethernet > 0;
	int fabric = list->infiniband ? list->infiniband : list->ethernet;

	r->line = list->first_line;
	if (list->broken) {
		reader_cut(r);
		reader_absent(r, KEY_BOX_GPU_PCI_COUNT, subject_box(), 0, ABSENT_CUT);
		return;
	}
	if (is_grepped(command)) {
		if (is_nvidia_search(command))
			reader_int(r, KEY_BOX_GPU_PCI_COUNT, subject_box(), 0, list->gpus);
		reader_cut(r);
		return;
	}
	if (whole || (list->gpus && (fabric_other || list->nvidia_others || list->switches)))
		reader_int(r, KEY_BOX_GPU_PCI_COUNT, subject_box(), 0, list->gpus);
	if (list->switches || whole)
		reader_int(r, KEY_BOX_NVSWITCH_COUNT, subject_box(), 0, list->switches);
	if (whole || (fabric && list->others + list->gpus))
		reader_int(r, KEY_BOX_NIC_COUNT, subject_box(), 0, fabric);
	if (!whole)
		reader_cut(r);
}

/* "00: de 10 30 23 ..." of -x */
static bool is_hex_dump(struct slice line)
{
	uint64_t offset;

	return slice_hex(slice_before(line, ": "), &offset) && slice_nth_word(line, 1).len == 2 &&
	       slice_nth_word(line, 16).len == 2;
}

/* A last line without its line end is whole when it ends as lines of lspci do. */
static bool ends_well(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_ends(s, ")") || slice_ends(s, "]") || slice_starts(s, "Kernel modules:") ||
	       slice_starts(s, "Kernel driver in use:");
}

static void lspci_parse(struct reader *r)
{
	struct list list = { .first_line = r->lines[r->pos].number };
	struct device_state s = { .device = { .class = -1 } };
	struct pci_device device;
	struct slice line;

	while (reader_next(r, &line)) {
		if (pci_device_read(r->arena, line, &device)) {
			s = (struct device_state){ .device = device };
			head_read(r, &list, &s);
		} else if (line.len && (line.ptr[0] == '\t' || line.ptr[0] == ' ' || slice_starts(line, "!!!"))) {
			detail_read(r, &list, &s, line);
		} else if (is_hex_dump(line)) {
			continue;
		} else if (slice_is(slice_trim(line), "--") || slice_trim(line).len == 0) {
			continue; /* between devices, or between matches of grep -A */
		} else if (!slice_starts(line, "pcilib: ") && !slice_starts(line, "lspci: ")) {
			reader_back(r);
			break;
		}
	}
	list.broken = reader_line_open(r) && !ends_well(r->lines[r->n - 1].text);
	counts_tell(r, &list);
	r->line = list.acs_line;
	if (list.acs_seen)
		reader_flag(r, KEY_BOX_ACS, subject_box(), 0, list.acs_on);
	r->line = list.first_line;
	if (list.domains > 1 && !list.hypervisor) /* only Hyper-V gives each device a domain */
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, SLICE("Microsoft Hyper-V"));
}

static bool tree_starts(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "-[") || slice_starts(reader_peek(r, 0), "-+-[");
}

static void tree_parse(struct reader *r)
{
	struct slice line, s;

	while (reader_next(r, &line)) {
		s = slice_trim(line);
		if (s.len && !strchr("-+|\\", s.ptr[0])) {
			reader_back(r);
			return;
		}
	}
}
