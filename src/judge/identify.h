/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_IDENTIFY_H
#define JUDGE_IDENTIFY_H
/*
 * Which cards a GPU can be, and what the identity checks share among their files. Private to src/judge.
 *
 * A candidate is a card of the catalogue that no fact of the GPU contradicts. The PCI id decides before the name, the
 * memory only among cards that share an id or a name.
 */
#include "judge/judge.h"

#define CANDIDATES_MAX 32

struct candidates {
	const struct card *cards[CANDIDATES_MAX];
	size_t n;
	bool from_id;
	const struct fact *fact;	/* the id or the name; NULL when the GPU tells neither */
	const struct device_name *name; /* NVIDIA's name for the ids; NULL when it has none, or several products share the id */
};

/* The PCI device id as the bus tells it, else as the part number holds it; NULL when neither is known. */
const struct fact *identify_device(const struct judge *j, struct subject gpu, uint16_t *ret_device);
struct candidates identify_candidates(const struct judge *j, struct subject gpu);
/* The name in full, unless it says nothing ("Graphics Device"); empty when no output prints it. */
struct slice identify_name(const struct judge *j, struct subject gpu);
/* Name without the words that drivers add or leave out: "NVIDIA ", "Tesla ", " LC" at the end. */
struct slice identify_bare(struct slice name);
/* The frame buffer is one of those that tools report for the card (2 %), with or without what the driver reserves. */
bool identify_memory_fits(const struct card *card, int64_t bytes, int64_t reserved);
/* Form factor by id, name or card; *ret_fact decided. FORM_UNKNOWN when nothing tells. */
enum form_factor identify_form(const struct judge *j, struct subject gpu, const struct fact **ret_fact);
/* A virtual slice of a GPU: the fact that says so, or NULL. */
const struct fact *identify_vgpu(const struct judge *j, struct subject gpu);

/* Whether version `have` keeps a promise such as ">=550", ">=12.4, <13", "550.54"; -1 when one of them is no version. */
int version_keeps(struct slice have, struct slice promise);
/* Whether two dotted versions are ordered -1, 0, 1; missing parts of `b` are not compared: 550.54 equals 550. */
int version_compare(struct slice a, struct slice b);

/* identity_count.c */
void gpu_count_judge(struct judge *j, struct subject box);
void gpu_count_pci_judge(struct judge *j, struct subject box);
bool gpu_count_pci_applies(struct judge *j, struct subject box);
void gpu_hidden_judge(struct judge *j, struct subject box);
bool gpu_hidden_applies(struct judge *j, struct subject box);
void gpu_init_judge(struct judge *j, struct subject box);

/* identity_alike.c */
void gpu_mixed_judge(struct judge *j, struct subject box);
void gpu_identity_judge(struct judge *j, struct subject box);

/* identity_model.c */
void gpu_model_judge(struct judge *j, struct subject gpu);
void gpu_form_judge(struct judge *j, struct subject gpu);
void gpu_memory_judge(struct judge *j, struct subject gpu);

/* identity_genuine.c */
bool gpu_genuine_applies(struct judge *j, struct subject gpu);
void gpu_genuine_judge(struct judge *j, struct subject gpu);

/* identity_driver.c */
void gpu_driver_judge(struct judge *j, struct subject box);
void gpu_driver_loaded_judge(struct judge *j, struct subject box);
void gpu_driver_match_judge(struct judge *j, struct subject box);
void gpu_driver_access_judge(struct judge *j, struct subject box);
void gpu_vbios_judge(struct judge *j, struct subject box);

/* identity_mode.c */
void gpu_inforom_judge(struct judge *j, struct subject gpu);
bool gpu_persistence_applies(struct judge *j, struct subject gpu);
void gpu_persistence_judge(struct judge *j, struct subject gpu);
bool gpu_ecc_mode_applies(struct judge *j, struct subject gpu);
void gpu_ecc_mode_judge(struct judge *j, struct subject gpu);
bool gpu_mig_applies(struct judge *j, struct subject gpu);
void gpu_mig_judge(struct judge *j, struct subject gpu);
void gpu_vgpu_judge(struct judge *j, struct subject gpu);
bool gpu_vgpu_license_applies(struct judge *j, struct subject gpu);
void gpu_vgpu_license_judge(struct judge *j, struct subject gpu);
void gpu_graphics_judge(struct judge *j, struct subject gpu);
void gpu_compute_mode_judge(struct judge *j, struct subject gpu);
void gpu_conf_compute_judge(struct judge *j, struct subject gpu);

#endif
