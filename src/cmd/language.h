/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CMD_LANGUAGE_H
#define CMD_LANGUAGE_H
/*
 * The language that people read. JSON, names of checks and facts, and exit statuses do not depend on it.
 */
#include <stdbool.h>

/* Takes the language of the environment and finds the message catalogues: $GPUVET_LOCALEDIR, the build tree, the installed place. */
void language_start(void);
/* "en", "zh" or a longer form of them, "zh_CN.UTF-8"; false when it is neither. Works on machines without that locale. */
bool language_set(const char *name);

#endif
