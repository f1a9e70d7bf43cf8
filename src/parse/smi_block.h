/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_SMI_BLOCK_H
#define PARSE_SMI_BLOCK_H
/*
 * What one output tells about one GPU, collected field by field: a block of -q, a <gpu> of XML, a row of csv.
 *
 * A key has one fact a block: the first value wins, a value replaces an absence. Sums (ECC layouts differ) and the mask of
 * clock event reasons are known when their parts are complete; smi_block_end() adds them. A sum or mask whose end was cut
 * off is given only where the part that was seen is bad enough to say so, else it is absent as cut.
 */
#include "parse/smi_fields.h"

#define SMI_SUMS 8

struct smi_sum {
	enum key key;
	int64_t value;
	bool number, first, last; /* a part was a number; the first and the last part were there */
	enum absence why;
	int line;
};

struct smi_block {
	struct reader *r;
	struct subject gpu;
	int item;  /* number of the sample */
	bool bare; /* numbers may stand without their unit (csv): elsewhere one without it is cut off */
	struct fact *by_key[KEY_MAX];
	struct smi_sum sums[SMI_SUMS];
	size_t n_sums;
	unsigned bits, bits_seen; /* clock event reasons: active, told */
	bool bits_complete;
	enum absence bits_why;
	int bits_line;
	bool mig;	   /* MIG is on: what is N/A now is hidden by it */
	struct slice lost; /* what was printed for a GPU that does not answer */
	int lost_line;
};

void smi_block_begin(struct smi_block *b, struct reader *r, struct subject gpu);
/* One field with the words of its cell, at the reader's line. */
void smi_block_add(struct smi_block *b, const struct smi_field *field, struct slice words);
/* The same for every row of smi_fields[] that a dialect calls `name`; false when there is none. */
bool smi_block_name(struct smi_block *b, enum smi_dialect dialect, struct slice name, struct slice words, bool any_end);
/* Remembers that the GPU does not answer, and how that was printed: a sentence tells more than "ERR!". */
void smi_block_lost(struct smi_block *b, struct slice words);
void smi_block_end(struct smi_block *b);

#endif
