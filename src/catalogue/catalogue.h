/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CATALOGUE_CATALOGUE_H
#define CATALOGUE_CATALOGUE_H
/*
 * What a card is, what an Xid means: data/ as const tables, compiled in by tools/catalogue.py.
 *
 * Everything here is constant and lives as long as the program. A number that is not known is 0, a text "". A figure whose
 * bit stands in `unverified` was not confirmed by a saved output or an NVIDIA document: it is shown as unverified and
 * decides nothing alone.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

enum form_factor { FORM_UNKNOWN, FORM_SXM, FORM_PCIE, FORM_OAM, FORM_MEZZANINE, FORM_LAPTOP };

/* Bits of card.unverified. */
enum card_cell {
	CARD_MEMORY = 1 << 0,
	CARD_SM_COUNT = 1 << 1,
	CARD_TDP = 1 << 2,
	CARD_NVLINK = 1 << 3,
	CARD_BANDWIDTH = 1 << 4,
	CARD_COMPUTE = 1 << 5,
	CARD_IDS = 1 << 6,
	CARD_PCIE = 1 << 7,
	CARD_DRIVER = 1 << 8,
	CARD_L2 = 1 << 9,
	CARD_MIG = 1 << 10,
};

struct card {
	const char *id;	      /* "A100-SXM4-80GB": the public name, used in lease files */
	const char *vendor;   /* "NVIDIA", "AMD" ... */
	const char *smi_name; /* what the driver's tool prints; "" unknown */
	const uint16_t *device_ids;	/* PCI device ids, ended by 0 */
	const uint32_t *subsystem_ids;	/* device << 16 | vendor, ended by 0; empty: any */
	const char *architecture;	/* "Ampere GA100" */
	const char *compute_capability; /* "8.0" */
	enum form_factor form;
	const char *form_name;	    /* "SXM4", "PCIe", "OAM" ... as sold */
	int memory_gb;		    /* nominal */
	const int *memory_mib;	    /* what tools report, all values seen (drivers, ECC on/off), ended by 0 */
	const char *memory_type;    /* "HBM2e" */
	int memory_bandwidth_gbs;   /* GB/s */
	double fp32_tflops, tf32_tflops, bf16_tflops, fp16_tflops, fp8_tflops, fp4_tflops, int8_tops; /* dense */
	int sm_count;
	double l2_mb;
	int tdp_w;
	int nvlink_generation, nvlink_links;
	int nvlink_gbs;	     /* both directions of one GPU; 0: none */
	bool nvlink_bridge;  /* only by a bridge, which need not be fitted */
	bool nvswitch;	     /* sold on boards with NVSwitch */
	int pcie_generation, pcie_lanes;
	const char *ecc;     /* "yes", "no", "optional" */
	int mig;	     /* number of slices; 0: cannot */
	bool vgpu, datacenter;
	bool modified;	     /* an unofficial memory rebuild */
	int min_driver;	     /* first driver branch that knows it */
	const char *min_cuda;
	const char *rent_tier;
	const char *note;
	const char *source;
	unsigned unverified; /* bits of enum card_cell */
};

extern const struct card cards[];
extern const size_t n_cards;

/* What data/device_names.yaml holds for a PCI id: NVIDIA's released product names. */
struct device_name {
	uint16_t device;
	uint32_t subsystem; /* device << 16 | vendor; 0: any */
	const char *name;
	enum form_factor form;
	bool vgpu; /* the id of a virtual GPU profile */
};

extern const struct device_name device_names[];
extern const size_t n_device_names;

struct xid {
	int code;
	const char *name, *description;
	const char *action;	   /* NVIDIA's immediate action: RESET_GPU, CONTACT_SUPPORT ... */
	const char *investigation; /* NVIDIA's investigatory action */
	const char *severity;	   /* gpuvet's reading: "info", "warn", "fail" */
	const char *note;
};

extern const struct xid xids[];
extern const size_t n_xids;

struct sxid {
	int code;
	const char *name;
	bool potentially_fatal, always_fatal;
	const char *recovery;
};

extern const struct sxid sxids[];
extern const size_t n_sxids;

/* One decode row for Xid 144 to 150 (NVLink5). A pattern has 32 of 0, 1, - (any), most significant bit first. */
struct nvlink5_rule {
	int xid;
	const char *unit;
	const char *pattern1, *pattern2; /* of the intrinfo register; "" none */
	uint32_t error_status;
	const char *resolution, *investigation, *severity;
};

extern const struct nvlink5_rule nvlink5_rules[];
extern const size_t n_nvlink5_rules;

/* By catalogue id; NULL when there is none. */
const struct card *card_by_id(struct slice id);
/* The next card with this PCI device id after `after` (NULL: the first). */
const struct card *card_next_by_device(uint16_t device, const struct card *after);
/* The next card whose driver name is `name` ("NVIDIA " may be missing) after `after`. */
const struct card *card_next_by_name(struct slice name, const struct card *after);
/*
 * All cards that fit what people write: a catalogue id, a driver name, "A100 80G", "4090 48G", "H100 NVL", "10de:20b2".
 * `form` and `memory_gb` narrow it (FORM_UNKNOWN, 0: any). Returns how many; the first `max` are stored.
 */
size_t cards_find(struct slice words, enum form_factor form, int memory_gb, const struct card *ret[], size_t max);
/* For words that fit no card: the cards whose ids are nearest by edit distance, best first. Returns how many were stored. */
size_t cards_nearest(struct slice words, const struct card *ret[], size_t max);
/* NVIDIA's name for an id: the row with the subsystem, else the one without; NULL when unknown. */
const struct device_name *device_name_find(uint16_t device, uint32_t subsystem);
const struct xid *xid_find(int code);
const struct sxid *sxid_find(int code);
const char *form_factor_name(enum form_factor form); /* "SXM", "PCIe", "OAM", "mezzanine", "laptop", "unknown" */

#endif
