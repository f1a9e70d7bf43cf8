/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_SMI_FIELDS_H
#define PARSE_SMI_FIELDS_H
/*
 * The fields of nvidia-smi that become facts, one row each: `nvidia-smi -q` calls it by a path of headings, -q -x by a path
 * of tags, --query-gpu by a name. What was renamed between drivers has its names side by side, divided by '|', the
 * preferred one first: a new name is a change of one row.
 */
#include "parse/parse.h"

enum smi_rule {
	SMI_VALUE,    /* read by the key's row */
	SMI_WORD,     /* a word of smi_words[] becomes the vocabulary's word */
	SMI_VERSION,  /* up to " [" */
	SMI_DEVICE,   /* 0x20B210DE: the device id is the high half */
	SMI_BOARD,    /* 0x146310DE: kept whole */
	SMI_ADDRESS,  /* PCI address, made canonical */
	SMI_SUM,      /* a counter that is one part of the key's sum */
	SMI_SUM_LAST, /* the part without which the sum is not known */
	SMI_BIT,      /* one clock event reason: `bit` of the mask */
	SMI_HEALTH,   /* one line of the fabric's health: tells only when it is bad */
};

enum smi_dialect { SMI_QUERY, SMI_XML, SMI_CSV, SMI_DIALECTS };

struct smi_field {
	enum key key;
	const char *names[SMI_DIALECTS]; /* NULL: this dialect does not tell it */
	const char *unit;		 /* of a bare number */
	enum smi_rule rule;
	unsigned bit;
};

extern const struct smi_field smi_fields[];
extern const size_t n_smi_fields;

/* Whether the field is called `name` in a dialect (upper and lower case are the same); `any_end`: or its last parts are. */
bool smi_field_is(const struct smi_field *field, enum smi_dialect dialect, struct slice name, bool any_end);
/* The n-th of the names that `names` divides by '|'; false when there are fewer. */
bool smi_name_at(const char *names, size_t n, struct slice *ret);
/* The vocabulary's word for one of nvidia-smi, as "E. Process" -> exclusive; false when there is none. */
bool smi_word(enum key key, struct slice words, struct slice *ret);

#endif
