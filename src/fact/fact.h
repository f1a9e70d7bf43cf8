/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FACT_FACT_H
#define FACT_FACT_H
/*
 * Facts: what is known about a box, each with the place it was read from, or with the reason why it is not known.
 *
 * A fact is (key, subject, item) -> value or absence. `key` is a row of keys.h. `item` numbers what a subject has several of
 * (NVLinks, log events, samples, processes); it is 0 otherwise. Several facts may stand under one (key, subject, item): one
 * for each output that tells it. Nothing is overwritten; fact_get() picks the best, the others are how sources are compared.
 *
 * A section is one output that was recognised in a blob. Facts of one section were true at one moment: to relate two facts
 * (link speed and performance state) take them from one section with fact_beside().
 *
 * Facts, sections and texts live in the arena of the set. A fact's address stays the same while the set lives.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "base/unit.h"

enum fact_kind { KIND_INTEGER, KIND_TEXT, KIND_FLAG };

enum subject_kind { SUBJECT_BOX, SUBJECT_GPU, SUBJECT_LINK, SUBJECT_NIC, SUBJECT_DISK, SUBJECT_FS, SUBJECT_LEASE };

enum key {
	KEY_NONE,
#define KEY(id, name, kind, unit, subject, how, sentence) KEY_##id,
#include "fact/keys.h"
#undef KEY
	KEY_MAX
};

struct key_info {
	const char *name;
	enum fact_kind kind;
	enum unit unit;
	enum subject_kind subject;
	const char *how;      /* the command that shows it */
	const char *sentence; /* what it is; a message id */
};

const struct key_info *key_info(enum key key);
/* KEY_NONE when there is no such public name. */
enum key key_by_name(struct slice name);

/*
 * What a fact or a finding is about.
 * GPU: `a` is the index as the driver counts; -1 when only the PCI address (`name`, "0000:9b:00") or the UUID is known.
 * LINK: GPUs `a` < `b`. NIC, DISK, FS, LEASE: `name`.
 */
struct subject {
	enum subject_kind kind;
	int a, b;
	struct slice name;
};

struct subject subject_box(void);
struct subject subject_gpu(int index);
/* Any usual spelling, "00000000:9B:00.0", "0000:9b:00", "9b:00.0", "PCI:0000:9b:00"; made canonical in the arena. */
struct subject subject_gpu_pci(struct arena *arena, struct slice address);
struct subject subject_gpu_uuid(struct slice uuid);
struct subject subject_link(int a, int b);
struct subject subject_named(enum subject_kind kind, struct slice name);
bool subject_eq(struct subject a, struct subject b);
/* -1, 0, 1: box, GPUs by index, then by address, links, NICs, disks, file systems, lease. */
int subject_compare(struct subject a, struct subject b);
/* "box", "gpu3", "gpu@0000:9b:00", "link gpu2-gpu5", "nic mlx5_0", "disk sda", "fs /data", "lease gpu.card". */
struct slice subject_text(struct arena *arena, struct subject subject);
/* The reverse; false when it is no subject. */
bool subject_parse(struct arena *arena, struct slice text, struct subject *ret);

/* "dddd:bb:dd" in lower case from any usual spelling, without the function; false when it is no PCI address. */
bool pci_address(struct arena *arena, struct slice text, struct slice *ret);

enum absence {
	PRESENT,
	ABSENT_NOT_CAPTURED, /* no output tells it */
	ABSENT_UNSUPPORTED,  /* N/A, [Not Supported] */
	ABSENT_DENIED,	     /* [Insufficient Permissions], access denied */
	ABSENT_LOST,	     /* ERR!, [GPU is lost], [Unknown Error], [GPU requires reset]: the GPU does not answer */
	ABSENT_TIMEOUT,	     /* the driver did not answer in time */
	ABSENT_CUT,	     /* the output ends before it */
	ABSENT_UNREADABLE,   /* it is there and cannot be read */
	ABSENT_DEPRECATED,   /* the tool says that it no longer tells */
	ABSENT_MIG,	     /* not told while MIG is on */
};

/* "not-captured", "unsupported" ... as in JSON; "present" when there is a value. */
const char *absence_name(enum absence absence);

struct fact {
	enum key key;
	enum absence absence;
	struct subject subject;
	int item;
	int section;	   /* index into facts->sections */
	int line;	   /* line in the blob, from 1 */
	int64_t i;	   /* value of INTEGER (base unit) and FLAG (0, 1) */
	struct slice text; /* value of TEXT; for others the words it was read from, may be empty */
	struct fact *next; /* the next fact with this key */
	struct fact *next_here; /* the next with this key and subject */
	struct fact *last_here; /* in the first of them: the last */
	struct fact *next_same; /* the next with this key, subject, section and item */
};

/* A hash of facts: each slot holds the first of a chain, or nothing. Private to fact.c. */
struct fact_table {
	struct fact **slots;
	size_t n_slots, n_used;
	bool exact; /* by key, subject, section and item; else by key and subject */
};

/* What kind of moment an output shows. */
enum moment { MOMENT_SNAPSHOT, MOMENT_MONITOR };

struct section {
	struct slice blob;    /* name of the file */
	struct slice raw;     /* the blob's bytes */
	const struct slice *lines; /* the blob's lines, cleaned, for quoting evidence */
	int n_lines;
	const char *format;   /* "nvidia-smi -q" */
	int first_line, last_line;
	struct slice command; /* the command line that was shown above it; may be empty */
	struct slice host;    /* host name in prompt or log; may be empty */
	enum moment moment;
	bool cut;	      /* the output ends early or holds a part only */
	bool events;	      /* a log: it names devices only to report what happened to them */
	int box;	      /* set when sections are dealt to boxes */
};

/* Lines of a blob that no parser could read. */
struct unread {
	struct slice blob;
	int first_line, n_lines;
	struct slice text; /* the first of them */
	int box;
};

struct facts {
	struct arena *arena;
	struct fact **facts;
	size_t n, capacity;
	struct fact *first[KEY_MAX], *last[KEY_MAX]; /* the facts of one key, linked */
	struct fact_table here, same;
	struct section *sections;
	size_t n_sections, sections_capacity;
	struct unread *unread;
	size_t n_unread, unread_capacity;
};

struct facts *facts_new(struct arena *arena);
/* A new section; returns its index. Fields other than those of `section` may be filled in later. */
int facts_section(struct facts *facts, struct section section);
/* A fact without a value yet: the caller sets i and text. */
struct fact *facts_add(struct facts *facts, enum key key, struct subject subject, int item, int section, int line);
/* A fact without a value, and why. */
struct fact *facts_add_absent(struct facts *facts, enum key key, struct subject subject, int item, int section, int line,
			      enum absence why);

/* The first fact with a value, in the order of the sections; NULL when none has one. Any item. */
const struct fact *fact_get(const struct facts *facts, enum key key, struct subject subject);
/* The same for one item. */
const struct fact *fact_get_item(const struct facts *facts, enum key key, struct subject subject, int item);
/* The first fact, with a value or not; NULL when no output tells of it. */
const struct fact *fact_any(const struct facts *facts, enum key key, struct subject subject);
/* The next fact after `after` (NULL: the first) with this key and subject, with a value or not. */
const struct fact *fact_next(const struct facts *facts, enum key key, struct subject subject, const struct fact *after);
/* The next fact after `after` with this key, whatever its subject, with a value or not. */
const struct fact *fact_next_key(const struct facts *facts, enum key key, const struct fact *after);
/* The fact `key` of the same subject, section and item as `fact`; failing that, of item 0. With a value, or NULL. */
const struct fact *fact_beside(const struct facts *facts, const struct fact *fact, enum key key);
/* For INTEGER and FLAG keys: the value, or `otherwise` when there is none. */
int64_t fact_value(const struct facts *facts, enum key key, struct subject subject, int64_t otherwise);
/* For TEXT keys: the value, or the empty slice. */
struct slice fact_words(const struct facts *facts, enum key key, struct subject subject);

/* All subjects of a kind that some fact is about, sorted; `ret_n` is their number. */
struct subject *facts_subjects(const struct facts *facts, enum subject_kind kind, struct arena *arena, size_t *ret_n);

/* The line of the blob that a fact was read from, cleaned of escapes and line end; empty when the section keeps no lines. */
struct slice fact_line(const struct facts *facts, const struct fact *fact);
/* The value in words: "79.6 GiB", "yes", the text; for an absent fact the empty slice. */
struct slice fact_text(struct arena *arena, const struct fact *fact);

#endif
