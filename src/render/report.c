/* SPDX-License-Identifier: Apache-2.0 */
#include "render/report.h"

void report_input_read(struct arena *arena, struct report_input *input, const struct facts *all)
{
	for (size_t i = 0; i < all->n_sections; i++) {
		const struct section *s = &all->sections[i];
		if (!slice_eq(s->blob, input->file))
			continue;
		input->outputs =
			arena_grow(arena, input->outputs, &input->capacity, input->n_outputs + 1, sizeof(*input->outputs));
		input->outputs[input->n_outputs++] =
			(struct report_output){ .format = s->format, .lines = s->last_line - s->first_line + 1 };
	}
	for (size_t i = 0; i < all->n_unread; i++)
		if (slice_eq(all->unread[i].blob, input->file))
			input->unread_lines += all->unread[i].n_lines;
}

struct message report_input_unknown(const struct report_input *input)
{
	if (input->oddity)
		return MSG("%1: not judged: %2", A_TEXT(input->file), A_WORD(input->oddity));
	return MSG("%1: not judged: nothing in this file is an output that gpuvet knows", A_TEXT(input->file));
}

size_t report_count(const struct report *report, enum verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < report->n_boxes; i++)
		n += report->boxes[i].findings->counts[verdict];
	return n;
}

bool report_promised_unknown(const struct report *report)
{
	for (size_t i = 0; i < report->n_boxes; i++)
		if (report->boxes[i].findings->promised_unknown)
			return true;
	return false;
}

bool report_gpus_seen(const struct report *report)
{
	for (size_t b = 0; b < report->n_boxes; b++) {
		const struct facts *facts = report->boxes[b].facts;
		for (size_t i = 0; i < facts->n; i++) {
			const struct fact *f = facts->facts[i];
			if (f->absence == PRESENT && (f->subject.kind == SUBJECT_GPU || f->key == KEY_BOX_GPU_COUNT || f->key == KEY_BOX_GPU_PCI_COUNT))
				return true;
		}
	}
	return false;
}

enum verdict report_verdict(const struct report *report)
{
	if (report_count(report, VERDICT_FAIL))
		return VERDICT_FAIL;
	if (report_promised_unknown(report) || !report_gpus_seen(report))
		return VERDICT_UNKNOWN;
	if (report_count(report, VERDICT_WARN))
		return VERDICT_WARN;
	return report_count(report, VERDICT_PASS) ? VERDICT_PASS : VERDICT_UNKNOWN;
}

struct slice finding_clause(struct arena *arena, const struct lease *lease, const struct finding *finding)
{
	const struct term *term = finding->term;

	if (!term || !lease)
		return (struct slice){ NULL, 0 };
	if (!term->line)
		return slice_of(term_info(term->key)->name);
	return arena_printf(arena, "%.*s:%d %s", SLICE_ARG(lease->file), term->line, term_info(term->key)->name);
}

static struct message otherwise(struct message own, const char *id)
{
	return own.id || !id ? own : (struct message){ .id = id };
}

struct message finding_meaning(const struct finding *finding)
{
	return otherwise(finding->meaning, finding->check->meaning);
}

struct message finding_remedy(const struct finding *finding)
{
	return otherwise(finding->remedy, finding->check->remedy);
}
