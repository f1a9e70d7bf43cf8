/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "parse/cells.h"
#include "parse/lspci.h"

#define VENDOR_NVIDIA	0x10de
#define VENDOR_MELLANOX 0x15b3
#define VENDOR_AMD	0x1002

/* "[dddd:]bb:dd.f " at the front; the slot's length, 0 when it is none. */
static size_t slot_length(struct slice line)
{
	size_t n = slice_find_char(line, ' '), colons = 0;

	if (n == SLICE_NONE || n < 7 || n > 16 || line.ptr[n - 2] != '.' || line.ptr[n - 1] < '0' || line.ptr[n - 1] > '7')
		return 0;
	for (size_t i = 0; i + 2 < n; i++) {
		colons += line.ptr[i] == ':';
		if (line.ptr[i] != ':' && !isxdigit((unsigned char)line.ptr[i]))
			return 0;
	}
	return colons == 1 || colons == 2 ? n : 0;
}

/* The last "[10de:2330]" of the line. */
static void ids_read(struct slice model, struct pci_device *d)
{
	uint64_t vendor, device;

	for (size_t i = 0; i + 11 <= model.len; i++) {
		if (model.ptr[i] != '[' || model.ptr[i + 5] != ':' || model.ptr[i + 10] != ']')
			continue;
		if (!slice_hex(slice_sub(model, i + 1, i + 5), &vendor) || !slice_hex(slice_sub(model, i + 6, i + 10), &device))
			continue;
		d->vendor = (int64_t)vendor;
		d->device = (int64_t)device;
	}
}

/* lspci -n: "0302: 10de:2330 (rev a1)" */
static bool numeric_read(struct slice model, struct pci_device *d)
{
	uint64_t class, vendor, device;

	if (model.len < 15 || model.ptr[4] != ':' || model.ptr[10] != ':' || !slice_hex(slice_sub(model, 0, 4), &class) ||
	    !slice_hex(slice_sub(model, 6, 10), &vendor) || !slice_hex(slice_sub(model, 11, 15), &device))
		return false;
	d->class = (int)class;
	d->vendor = (int64_t)vendor;
	d->device = (int64_t)device;
	return true;
}

/* "3D controller [0302]: " -> 0x0302. */
static void class_read(struct slice class_text, struct pci_device *d)
{
	size_t open = slice_find_char(class_text, '[');
	uint64_t class;

	if (open != SLICE_NONE && slice_hex(slice_sub(class_text, open + 1, open + 5), &class))
		d->class = (int)class;
}

static bool is_class(const struct pci_device *d, struct slice class_text, int class, const char *text)
{
	return d->class >= 0 ? d->class == class : slice_starts(class_text, text);
}

static bool is_vendor(const struct pci_device *d, int64_t vendor, const char *text)
{
	return d->vendor >= 0 ? d->vendor == vendor : slice_has_nocase(d->model, text);
}

/* Ethernet cards that carry RDMA between nodes. ConnectX Lx cards are the slow ones beside them. */
static bool is_fabric_ethernet(const struct pci_device *d)
{
	static const char *const models[] = { "ConnectX-5", "ConnectX-6", "ConnectX-7", "ConnectX-8", "ConnectX-9",
					      "BlueField",  "BCM575",	  "BCM576",	"BCM578",     "Elastic Fabric Adapter",
					      "[1d0f:efa",  "Pollara",	  "Thor" };

	if (slice_has(d->model, " Lx"))
		return false;
	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++)
		if (slice_has(d->model, models[i]))
			return true;
	return false;
}

struct virtual_card {
	int64_t vendor;
	const char *text;	/* in the model line, where there are no ids */
	const char *hypervisor; /* NULL: bare-metal machines have it too */
};

static const struct virtual_card virtual_cards[] = {
	{ 0x1af4, "Virtio", "KVM" },
	{ 0x1b36, "QEMU", "QEMU" },
	{ 0x1414, "Microsoft Corporation", "Microsoft Hyper-V" },
	{ 0x15ad, "VMware", "VMware" },
	{ 0x5853, "XenSource", "Xen" },
	{ 0x1ae0, "Google, Inc.", "Google Compute Engine" },
	{ 0x1d0f, "Elastic Network Adapter", NULL },
};

static const struct virtual_card *virtual_card(const struct pci_device *d)
{
	for (size_t i = 0; i < sizeof(virtual_cards) / sizeof(*virtual_cards); i++)
		if (is_vendor(d, virtual_cards[i].vendor, virtual_cards[i].text))
			return &virtual_cards[i];
	return NULL;
}

static bool is_network(const struct pci_device *d, struct slice class_text)
{
	return is_class(d, class_text, 0x0200, "Ethernet controller") ||
	       is_class(d, class_text, 0x0207, "Infiniband controller") ||
	       is_class(d, class_text, 0x0280, "Network controller") || is_class(d, class_text, 0x0208, "Fabric controller");
}

static enum pci_kind network_kind(const struct pci_device *d, struct slice class_text)
{
	if (is_class(d, class_text, 0x0207, "Infiniband controller") ||
	    is_class(d, class_text, 0x0207, "InfiniBand controller") || is_class(d, class_text, 0x0208, "Fabric controller"))
		return PCI_FABRIC_INFINIBAND;
	return is_fabric_ethernet(d) ? PCI_FABRIC_ETHERNET : PCI_NIC;
}

static bool is_display(const struct pci_device *d, struct slice class_text)
{
	return is_class(d, class_text, 0x0300, "VGA compatible controller") ||
	       is_class(d, class_text, 0x0302, "3D controller") || is_class(d, class_text, 0x0380, "Display controller");
}

static enum pci_kind kind_of(const struct pci_device *d, struct slice class_text)
{
	bool nvidia = is_vendor(d, VENDOR_NVIDIA, "NVIDIA Corporation");

	if (is_network(d, class_text))
		return network_kind(d, class_text);
	if (nvidia && is_display(d, class_text))
		return PCI_GPU;
	if (is_vendor(d, VENDOR_AMD, "Instinct") && (is_class(d, class_text, 0x1200, "Processing accelerators") ||
						     is_class(d, class_text, 0x0380, "Display controller")))
		return PCI_GPU;
	if (nvidia && is_class(d, class_text, 0x0680, "Bridge"))
		return PCI_NVSWITCH;
	if (nvidia && !is_class(d, class_text, 0x0604, "PCI bridge"))
		return PCI_NVIDIA_OTHER;
	if (is_class(d, class_text, 0x0604, "PCI bridge"))
		return PCI_BRIDGE;
	if (d->class >= 0 ? d->class >> 8 == 0x06 || d->class >> 8 == 0x08 || d->class >> 8 == 0x0c
			  : slice_starts(class_text, "Host bridge") || slice_starts(class_text, "ISA bridge") ||
				    slice_starts(class_text, "SMBus") || slice_starts(class_text, "System peripheral") ||
				    slice_starts(class_text, "USB controller"))
		return PCI_HOST;
	return PCI_OTHER;
}

/* The number in "Device 2330", which an old list of names prints for a new card. */
static void device_of_name(struct pci_device *d)
{
	struct slice number = slice_sub(slice_after(d->model, "NVIDIA Corporation Device "), 0, 4);
	uint64_t device;

	if (d->device < 0 && slice_hex(number, &device)) {
		d->vendor = VENDOR_NVIDIA;
		d->device = (int64_t)device;
	}
}

bool pci_device_read(struct arena *arena, struct slice line, struct pci_device *ret)
{
	struct pci_device d = { .class = -1, .vendor = -1, .device = -1 };
	size_t slot = slot_length(line), colon;
	struct slice class_text = { NULL, 0 };

	if (!slot || !pci_address(arena, slice_sub(line, 0, slot), &d.address))
		return false;
	d.slot = slice_sub(line, 0, slot);
	d.model = slice_trim(slice_sub(line, slot, line.len));
	if (!numeric_read(d.model, &d)) {
		colon = slice_find(d.model, ": ");
		if (colon == SLICE_NONE)
			return false;
		class_text = slice_sub(d.model, 0, colon);
		class_read(class_text, &d);
		ids_read(slice_sub(d.model, colon, d.model.len), &d);
	}
	device_of_name(&d);
	d.kind = kind_of(&d, class_text);
	d.dead = slice_has(d.model, "(rev ff)");
	d.has_revision = slice_has(d.model, "(rev ");
	const struct virtual_card *card = virtual_card(&d);
	d.hypervisor = card ? card->hypervisor : NULL;
	d.is_virtual =
		slice_has(d.model, "Virtual Function") || (card && is_network(&d, class_text) && !slice_has(d.model, "efa"));
	*ret = d;
	return true;
}
