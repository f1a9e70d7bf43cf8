/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_DCGM_H
#define PARSE_DCGM_H
/* Results of "dcgmi diag": dcgm_json.c reads -j of DCGM 2 to 4, dcgm_table.c the table; both tell them in one way. */
#include "parse/parse.h"

/* One result of a test; `warning` may be empty. `gpu` -1: of the box. Item numbers the tests. */
void dcgm_tell(struct reader *r, int gpu, int item, struct slice status, struct slice test, struct slice warning);

#endif
