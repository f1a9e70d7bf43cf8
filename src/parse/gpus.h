/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_GPUS_H
#define PARSE_GPUS_H
/*
 * One subject a GPU: outputs name a GPU by index, by PCI address or by UUID; here the three become one.
 *
 * The index of the driver wins. An address or UUID leads to it by any output that prints both. Addresses of lists that no
 * index claims are numbered in bus order: alone (lspci or -q without more) from 0, beside a list of indices without
 * addresses one to one when there are as many. What remains (a kernel log alone, cards that the driver does not show)
 * keeps its address, and only the facts that speak of a dead or failing card.
 */
#include "fact/fact.h"

struct facts *gpus_unify(struct arena *arena, const struct facts *facts);

#endif
