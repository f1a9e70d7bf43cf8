/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RENDER_REPORT_H
#define RENDER_REPORT_H
/*
 * What accept found, ready to be rendered: the files that were read, the boxes they show and the findings of each.
 *
 * A report only points at facts and findings; it lives in the arena that it was made in and not longer than they do.
 */
#include "judge/judge.h"

struct report_output {
	const char *format;
	int lines;
};

struct report_input {
	struct slice file;
	const char *oddity; /* why the file holds no text, a message id; NULL for text */
	struct report_output *outputs;
	size_t n_outputs, capacity;
	int unread_lines;
};

struct report_box {
	struct slice name; /* "box1" */
	const struct facts *facts;
	const struct findings *findings;
};

struct report {
	const char *version; /* of gpuvet */
	const struct lease *lease; /* may be NULL */
	struct report_input *inputs;
	size_t n_inputs;
	struct report_box *boxes;
	size_t n_boxes;
};

/* Fills the outputs and unread lines of one input from what was read of it. */
void report_input_read(struct arena *arena, struct report_input *input, const struct facts *all);
/* For an input without outputs: the sentence that says so. */
struct message report_input_unknown(const struct report_input *input);
/* Findings of one verdict in all boxes. */
size_t report_count(const struct report *report, enum verdict verdict);
bool report_promised_unknown(const struct report *report);
/* Whether some output shows a GPU, or says that there is none. A report without one never passes. */
bool report_gpus_seen(const struct report *report);
/*
 * The whole in one word: fail when something failed; unknown when nothing failed but a promised thing could not be seen, or
 * when nothing at all could be judged; warn; pass.
 */
enum verdict report_verdict(const struct report *report);

/* "lease.yaml:6 gpu.card"; empty for a finding that no clause decided. */
struct slice finding_clause(struct arena *arena, const struct lease *lease, const struct finding *finding);
/* meaning and remedy: the finding's own, else its check's. */
struct message finding_meaning(const struct finding *finding);
struct message finding_remedy(const struct finding *finding);

#endif
