/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_LSPCI_H
#define PARSE_LSPCI_H
/*
 * The output of lspci: head lines ("9b:00.0 3D controller [0302]: NVIDIA Corporation ... [10de:2330] (rev a1)") and, with -v
 * or -k, indented lines below them. lspci.c walks it and counts; lspci_device.c reads one head and names what it is;
 * pcie_link.c reads LnkCap and LnkSta, there and where they come without heads.
 */
#include "parse/parse.h"

enum pci_kind {
	PCI_OTHER,
	PCI_GPU,
	PCI_NVIDIA_OTHER, /* audio, USB of a graphics card */
	PCI_NVSWITCH,
	PCI_FABRIC_INFINIBAND,
	PCI_FABRIC_ETHERNET,
	PCI_NIC, /* any other network card */
	PCI_BRIDGE,
	PCI_HOST, /* host bridges, ISA, SMBus, SATA ...: only a whole list shows them */
};

struct pci_device {
	struct slice slot;	/* as printed */
	struct slice address;	/* dddd:bb:dd */
	struct slice model;	/* the head line behind the slot */
	int class;		/* 0x0302; -1 when not told in numbers */
	int64_t vendor, device; /* -1 when not told */
	enum pci_kind kind;
	bool is_virtual;	 /* virtio, ena, a Virtual Function */
	bool dead, has_revision; /* rev ff */
	const char *hypervisor;	 /* that such a device gives away; or NULL */
};

/* False when the line is no head of lspci. */
bool pci_device_read(struct arena *arena, struct slice line, struct pci_device *ret);

struct pcie_link {
	int64_t gen, width; /* 0: not told */
};

/* "LnkCap: Port #0, Speed 32GT/s, Width x16, ..." behind the label; LnkSta the same. */
struct pcie_link pcie_link_read(struct slice text);
/* The words behind "LnkCap:" or "LnkSta:" (`label`) when the trimmed line is one; LnkCap2 and LnkSta2 are others. */
bool pcie_link_line(struct slice line, const char *label, struct slice *ret);

#endif
