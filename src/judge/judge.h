/* SPDX-License-Identifier: Apache-2.0 */
#ifndef JUDGE_JUDGE_H
#define JUDGE_JUDGE_H
/*
 * From facts and terms to findings. Pure: no I/O, no clock.
 *
 * Each check is a row of a table. The framework walks the rows and their subjects, makes sure that the facts that a row
 * needs are there, and only then calls its function: no check can pass on missing data, because it is not asked. A missing
 * fact gives `unknown` with the reason and the command that would show it, where the lease promises the thing or a
 * baseline rule exists; where only a contract could decide and none does, it gives nothing.
 *
 * Everything lives in the judge's arena. Findings carry message ids and values, never rendered words.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/message.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "fact/fact.h"
#include "lease/lease.h"

enum verdict { VERDICT_PASS, VERDICT_WARN, VERDICT_FAIL, VERDICT_UNKNOWN, VERDICT_UNAGREED };

const char *verdict_name(enum verdict verdict); /* "pass" ... as in JSON */

/* What decides when the lease is silent. */
enum basis {
	BASIS_RULE,	/* a rule of our own or of the vendor: pass, warn, fail */
	BASIS_CONTRACT, /* only a contract: unagreed when seen, nothing when not */
};

struct judge;

#define CHECK_NEEDS 4
#define NEED_KEYS   8
#define CHECK_TERMS 8

struct check {
	const char *id;		   /* public: "pcie.width"; "xid.N" stands for one id a code */
	enum subject_kind subject; /* what the function is called for, one by one */
	enum basis basis;
	/* Each group is one thing to know, by any of its keys; unused places are KEY_NONE. */
	enum key needs[CHECK_NEEDS][NEED_KEYS];
	enum term_key terms[CHECK_TERMS]; /* the lease keys that promise it */
	const char *privilege;		  /* U any user, C container, R root, K kernel log, H host only */
	const char *source;		  /* where the threshold comes from */
	const char *verifies;		  /* what it looks at; a message id (N_) */
	const char *meaning;		  /* what a warn or fail means for the renter, one sentence; a message id */
	const char *remedy;		  /* what to do, or to ask the supplier for; a message id */
	/* Where it does not apply (no NVLink on a T4) there is no finding; NULL: always applies. */
	bool (*applies)(struct judge *j, struct subject subject);
	/*
	 * Gives its findings with judge_find(). Called only when every need is met; for a check about GPUs with the box as its
	 * subject when no output names a GPU and facts of the box meet the needs.
	 */
	void (*judge)(struct judge *j, struct subject subject);
};

/* A family is one file's table. */
struct check_family {
	const struct check *checks;
	size_t n;
};

extern const struct check_family *const check_families[];
extern const size_t n_check_families;
extern const struct check_family checks_identity, checks_memory, checks_xid, checks_pcie, checks_nvlink, checks_network, checks_cpu,
	checks_disk, checks_system, checks_state, checks_probe, checks_lease, checks_box;
#define CHECK_FAMILY(table) { table, sizeof(table) / sizeof(*(table)) }

/* By public id; "xid.79" finds "xid.N". NULL when there is none. */
const struct check *check_by_id(struct slice id);

#define FINDING_EVIDENCE 6

struct finding {
	const struct check *check;
	struct slice id; /* the check's, with the code in place of N */
	enum verdict verdict;
	struct subject subject;
	const struct term *term;	   /* the clause that it was judged by; NULL: the baseline (check->source) */
	struct message expected, measured; /* measured: for unknown, why it could not be seen */
	struct message meaning, remedy;	   /* where they differ from the check's; id NULL: the check's */
	struct message clause;		   /* unagreed: the line to write into the contract */
	struct message show;		   /* unknown: the command or privilege that would settle it */
	struct message cost;		   /* what it costs a month with the arithmetic, or "no price basis"; id NULL: none */
	int64_t cost_month;		   /* micro-units of the lease's currency a month; 0 unknown or none */
	const struct fact *evidence[FINDING_EVIDENCE];
	size_t n_evidence;
};

struct findings {
	struct finding **findings; /* in the order of the check tables, then by subject */
	size_t n, capacity;
	size_t counts[VERDICT_UNAGREED + 1];
	bool promised_unknown; /* some promised thing could not be seen: exit status 3 */
};

struct judge {
	struct arena *arena;
	const struct facts *facts;
	const struct lease *lease; /* may be NULL */
	struct findings *findings;
	const struct check *check; /* the row that is running */
	struct subject *gpus;	   /* every GPU of the box */
	size_t n_gpus;
	/* What identify.c found of each GPU, and of the promise, so that it is found once. */
	const struct candidates **found;
	struct promised_cards *promised;
};

/* Judges one box. `lease` may be NULL. */
struct findings *judge_box(struct arena *arena, const struct facts *facts, const struct lease *lease);
/* Judges the paper alone: the rows of checks_lease. */
struct findings *judge_lease(struct arena *arena, const struct lease *lease);
/* Prices each fail by the rules of the lease (cost.c): sets cost and cost_month. Nothing without a lease. */
void cost_findings(struct arena *arena, const struct lease *lease, struct findings *findings);

/* ---- for checks ---- */

/* A new finding of the running check. */
struct finding *judge_find(struct judge *j, struct subject subject, enum verdict verdict, struct message measured);
/* The same with the code put in place of N in the id. */
/* The subject that people read: a network card known by its slot on the bus alone ("1a:00.0") has no port's name, so what is
   found about it stands on the box. judge_find() and its kin do this by themselves. */
struct subject judge_where(struct subject subject);
struct finding *judge_find_code(struct judge *j, struct subject subject, int code, enum verdict verdict, struct message measured);
/* Adds evidence; NULL is ignored. Returns the finding. */
struct finding *finding_evidence(struct finding *finding, const struct fact *fact);
/* unknown, with the reason and the command that would show it ("" none). */
struct finding *judge_unknown(struct judge *j, struct subject subject, struct message why, const char *show);
/* unknown because `key` is missing on `subject`: the reason and the command come from the fact or the key's row. */
struct finding *judge_missing(struct judge *j, struct subject subject, enum key key);
/* unagreed: seen, and only a contract could decide; `clause` is the line to write in, as "gpu: {count: %1}". */
struct finding *judge_unagreed(struct judge *j, struct subject subject, struct message measured, struct message clause);
/* The first of the running check's terms that the lease holds; NULL: not promised. */
const struct term *judge_promise(const struct judge *j);
const struct term *judge_term(const struct judge *j, enum term_key key);

/* ---- the card of a GPU (identify.c) ---- */

/* Makes room for what the functions below find; called when judging starts. */
void identify_prepare(struct judge *j);

struct card_guess {
	const struct card *card; /* NULL: not known, or several fit */
	bool several;		 /* more than one card of the catalogue fits */
	bool from_id;		 /* found by PCI id, not by name alone */
	const struct fact *fact; /* the fact that decided */
};

/* What the facts of this GPU say it is: PCI device and subsystem first, full name, memory to tell variants apart. */
struct card_guess judge_card(const struct judge *j, struct subject gpu);
/* The cards that the lease's gpu.card, gpu.form and gpu.memory allow; returns how many, stores up to `max`. */
size_t judge_promised_cards(const struct judge *j, const struct card *ret[], size_t max);
/* The card to judge this GPU by: what it is, else the one promised card. NULL when neither is known. */
const struct card *judge_card_or_promise(const struct judge *j, struct subject gpu);
/* A data-centre card by the catalogue; `otherwise` when the card is not known. */
bool judge_datacenter(const struct judge *j, struct subject gpu, bool otherwise);

/* The small card that drives the screen of a DGX Station: listed with the GPUs, and none of them. */
bool judge_is_screen(const struct facts *facts, struct subject gpu);

/* ---- the moment (moment.c) ---- */

enum activity { ACTIVITY_UNKNOWN, ACTIVITY_IDLE, ACTIVITY_BUSY };
/* What the section of `fact` says about its GPU: utilisation, performance state, clock event Idle; a monitor is busy. */
enum activity judge_activity(const struct judge *j, const struct fact *fact);
/* ---- the machine (machine.c) ---- */

/* Whether the box is a virtual machine: 1 yes, 0 no, -1 no sign either way. */
int judge_is_vm(const struct judge *j);
/* Whether the outputs come from inside a container: 1, 0, -1. */
int judge_is_container(const struct judge *j);

#endif
