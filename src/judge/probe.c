/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"

const struct check_family checks_probe = { NULL, 0 };
