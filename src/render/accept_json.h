/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_ACCEPT_JSON_H
#define RENDER_ACCEPT_JSON_H
/*
 * The report of accept for programs: schema/report.schema.json. Always English, whatever the locale; texts that a person
 * reads come with their message id and values beside them, so that another program can put them into its own language.
 */
#include "base/buf.h"
#include "render/report.h"

#define REPORT_SCHEMA "urn:gpuvet:report:1"

void render_accept_json(struct arena *arena, struct buf *buf, const struct report *report);

#endif
