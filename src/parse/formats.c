/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

/* Strict ones first: a format that asks for little must stand behind those that ask for more. */
const struct format *const formats[] = {
	/* NVIDIA and AMD tools */
	/* host tools, logs, other programs' reports */
	NULL,
};
