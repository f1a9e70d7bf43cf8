/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_LINKS_H
#define JUDGE_LINKS_H
/*
 * What the families of links (Xid, PCIe, NVLink, network) share among their files. Private to src/judge: memory and state
 * take the kinds of cards and the walks over facts from here.
 *
 * The rows stand in one table a family (xid.c, pcie.c, nvlink.c, network.c); a row whose rule needs more room has its
 * function in a file of its own, declared here.
 */
#include "judge/judge.h"

/* ---- what kind of card it is, where the rule is about kinds ---- */

enum card_kind { CARD_KIND_UNKNOWN, CARD_KIND_DATACENTER, CARD_KIND_WORKSTATION, CARD_KIND_CONSUMER };

/* By the catalogue; for a card that it does not hold, by the words of the driver's name. */
enum card_kind links_card_kind(const struct judge *j, struct subject gpu);
/* The catalogue is sure that this card has NVLink ports on its board: no bridge has to be fitted. */
bool links_on_board(const struct card *card);
/* The catalogue is sure that this card has no NVLink. */
bool links_none(const struct card *card);
/* The lease promises that the cards are linked by NVLink; NULL: it does not. */
const struct term *links_promised(const struct judge *j);

/* ---- facts of one key ---- */

/* As fact_beside(), of the same item only. */
const struct fact *links_beside(const struct judge *j, const struct fact *fact, enum key key);
/* The fact with the largest value; NULL when none has one. */
const struct fact *links_highest(const struct judge *j, enum key key, struct subject subject);
/* Smallest and largest value among the sections, of one item (-1: any); returns the number of facts with a value. */
size_t links_range(const struct judge *j, enum key key, struct subject subject, int item, int64_t *ret_low, int64_t *ret_high);

/* ---- xid ---- */

/* What the numbers of one line say beyond its code. */
enum xid_says { XID_LINE_SILENT, XID_LINE_HARMLESS, XID_LINE_EDGE, XID_LINE_FATAL };

struct xid_line {
	enum xid_says says;
	const char *why;	/* a message id; NULL when silent */
	const char *resolution; /* NVIDIA's action, as in the catalogue; NULL when the rules hold none */
};

/* Xid 144 to 150: the decode rows of data/nvlink5.yaml against the registers of the line. */
struct xid_line xid_line_nvlink5(int code, struct slice line);
/* Xid 74: the bits of the first register. `ret_link` is the link of a parity or ECC error, -1 for other errors. */
struct xid_line xid_line_nvlink(struct slice line, int *ret_link);
/* The first `max` hexadecimal numbers in the last brackets of the line; returns how many. */
size_t xid_line_registers(struct slice line, uint32_t *ret, size_t max);

/* NVIDIA's action in words for a renter, and who can do it; an id of N_() or, for an action that is not known, the general one.
 */
const char *xid_action_words(const char *action, int is_vm, int is_container);

bool xid_seen(struct judge *j, struct subject gpu);
void xid_judge(struct judge *j, struct subject gpu);
void xid_log_judge(struct judge *j, struct subject box);
bool sxid_seen(struct judge *j, struct subject box);
void sxid_judge(struct judge *j, struct subject box);

/* ---- pcie ---- */

void pcie_width_judge(struct judge *j, struct subject gpu);
void pcie_gen_judge(struct judge *j, struct subject gpu);

/* ---- nvlink ---- */

struct link_cell {
	int links; /* bonded links between two GPUs; 0: PCIe only; -1: no readable row shows it */
	const struct fact *fact;
};

/* The topology matrix over the GPUs that it names. */
struct link_matrix {
	size_t n;
	const int *gpu;		 /* index of each GPU, rising */
	struct link_cell *cells; /* n * n, symmetric */
	size_t unreadable;	 /* pairs */
	int most;		 /* the highest number of links of a pair; 0: no NVLink at all */
	int usual;		 /* the number that most pairs with links have; 0 without */
};

/* NULL when there is none, or when it names more GPUs than a machine can have. */
const struct link_matrix *link_matrix_read(struct judge *j);
const struct link_cell *link_matrix_at(const struct link_matrix *m, size_t a, size_t b);
/* Links that GPU `a` of the matrix uses in all, for a card with `links`: -1 when a cell that matters cannot be read. */
int link_matrix_used(const struct link_matrix *m, size_t a, int links);

bool nvlink_matrix_applies(struct judge *j, struct subject box);
void nvlink_matrix_judge(struct judge *j, struct subject box);
void nvlink_links_judge(struct judge *j, struct subject gpu);
void nvlink_bandwidth_judge(struct judge *j, struct subject gpu);
bool nvlink_errors_applies(struct judge *j, struct subject gpu);
void nvlink_errors_judge(struct judge *j, struct subject gpu);

bool fabric_state_applies(struct judge *j, struct subject gpu);
void fabric_state_judge(struct judge *j, struct subject gpu);
bool fabric_manager_applies(struct judge *j, struct subject box);
void fabric_manager_judge(struct judge *j, struct subject box);
bool imex_applies(struct judge *j, struct subject box);
void imex_judge(struct judge *j, struct subject box);
void p2p_judge(struct judge *j, struct subject link);

/* ---- network ---- */

/* A port of the network between machines, as far as the facts tell. */
bool nic_is_fabric(const struct judge *j, struct subject nic);
/* Its link layer is not the promised kind of network. */
bool nic_other_kind(const struct judge *j, struct subject nic);
bool nic_is_active(const struct judge *j, struct subject nic);
/* The lease promises a network between machines; NULL: it does not. */
const struct term *nic_promise(const struct judge *j);

/* Seconds on some scale from a time as logs print it, for differences; false when it is of no known form. */
bool nic_time_parse(struct slice text, int64_t *ret);

void nic_count_judge(struct judge *j, struct subject box);
bool nic_state_applies(struct judge *j, struct subject box);
void nic_state_judge(struct judge *j, struct subject box);
void nic_rate_judge(struct judge *j, struct subject box);
bool nic_flap_applies(struct judge *j, struct subject nic);
void nic_flap_judge(struct judge *j, struct subject nic);
bool nic_errors_applies(struct judge *j, struct subject nic);
void nic_errors_judge(struct judge *j, struct subject nic);
bool nic_pcie_applies(struct judge *j, struct subject nic);
void nic_pcie_judge(struct judge *j, struct subject nic);
void nic_affinity_judge(struct judge *j, struct subject gpu);
void nic_virtual_judge(struct judge *j, struct subject box);
bool nic_eth_applies(struct judge *j, struct subject box);
void nic_eth_judge(struct judge *j, struct subject box);

#endif
