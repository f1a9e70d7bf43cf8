/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_BOXES_H
#define PARSE_BOXES_H
/*
 * From sections to machines: which outputs belong to one box, and which GPU is which.
 *
 * Outputs of different machines are told apart by GPU UUIDs, host names of prompts and logs, machine ids. An output that
 * carries no such mark belongs to the box of the output before it. In each box a GPU gets one subject: the driver's index
 * where some output tells it, else its place in bus order where a complete list exists, else its PCI address.
 */
#include "fact/fact.h"

/* More machines than anybody judges at a time. */
#define BOXES_MAX 64

struct boxes {
	struct facts **boxes; /* at least one, even when nothing was read */
	size_t n;
	bool too_many; /* still another machine was named: its outputs are dealt to the last box, and nothing here may be judged */
};

struct boxes boxes_deal(struct arena *arena, const struct facts *all);

#endif
