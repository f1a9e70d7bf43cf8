/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_CELLS_H
#define PARSE_CELLS_H
/*
 * Pieces that the parsers of host tools share: sizes without a B, labels with either colon, lists of CPUs, and the signs
 * of a hypervisor in the names of hardware. Pure; nothing here emits a fact.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "fact/fact.h"

/*
 * A size as free, df and lsblk print it: "3.5T", "503Gi", "0B", "64M", "1031872". The letters are binary, as in those tools;
 * `bare` is what a number without a letter counts. `ret_step` (may be NULL) is the worth of the last digit that is shown.
 */
bool size_read(struct slice text, int64_t bare, int64_t *ret, int64_t *ret_step);

/* "Label: value" or "Label：value": the first colon of either kind parts them; both are trimmed. */
bool label_split(struct slice line, struct slice *ret_label, struct slice *ret_value);

/* How many CPUs "0-63,128-191" names; 0 when it is no such list. */
int64_t cpu_list_count(struct slice list);

/* What stands behind the first `text`, or before it; the empty slice (before: all of it) when it is not there. */
struct slice slice_after(struct slice s, const char *text);
struct slice slice_before(struct slice s, const char *text);

/* The n-th word, from 0; the empty slice when there are fewer. */
struct slice slice_nth_word(struct slice s, int n);
/* Only digits, at least one. */
bool slice_is_digits(struct slice s);
/* Cuts quote marks off either end. */
struct slice slice_unquote(struct slice s);

/* The first PCI address that stands in a text ("... GPU 0000:98:00.0: RmInit ..."), with its domain; false: none. */
bool pci_find(struct arena *arena, struct slice text, struct slice *ret_address);

/* The first version number, "550.127.05", in a text; the empty slice when there is none. */
struct slice version_find(struct slice text);

/*
 * The hypervisor that a machine's maker and product names give away ("QEMU Standard PC" -> "QEMU"), or NULL. Bare-metal
 * machines of a cloud ("Amazon EC2 p4d.metal") are none.
 */
const char *hypervisor_of_product(struct slice product);

#endif
