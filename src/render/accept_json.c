/* SPDX-License-Identifier: Apache-2.0 */
#include "render/accept_json.h"

#include "base/json_writer.h"

struct out {
	struct arena *arena;
	struct json json;
	const struct report *report;
};

/* ---- one finding ---- */

static void message_words(struct out *o, const char *key, struct message message)
{
	if (!message.id)
		return;
	json_key_text(&o->json, key, message_text(o->arena, &message, NULL));
}

static void arg(struct out *o, const struct arg *a)
{
	json_object_inline(&o->json);
	if (a->kind == ARG_QUANTITY) {
		json_key_int(&o->json, "value", a->value);
		json_key_text(&o->json, "unit", slice_of(unit_name(a->unit)));
	} else {
		json_key_text(&o->json, a->kind == ARG_WORD ? "word" : "text", a->text);
	}
	json_object_end(&o->json);
}

static void message_parts(struct out *o, const char *key, struct message message)
{
	if (!message.id)
		return;
	json_key(&o->json, key);
	json_object_inline(&o->json);
	json_key_text(&o->json, "id", slice_of(message.id));
	json_key(&o->json, "args");
	json_list(&o->json);
	for (int i = 0; i < message.n; i++)
		arg(o, &message.args[i]);
	json_list_end(&o->json);
	json_object_end(&o->json);
}

static void clause(struct out *o, const struct finding *f)
{
	struct json *j = &o->json;
	const struct lease *lease = o->report->lease;

	if (f->term && lease) {
		json_key(j, "clause");
		json_object_inline(j);
		json_key_text(j, "file", lease->file);
		json_key_int(j, "line", f->term->line);
		json_key_text(j, "key", slice_of(term_info(f->term->key)->name));
		json_key_text(j, "promised", term_text(o->arena, f->term));
		json_object_end(j);
	} else if (f->check->source) {
		json_key_text(j, "baseline", slice_of(f->check->source));
	}
}

static void evidence(struct out *o, const struct facts *facts, const struct finding *f)
{
	struct json *j = &o->json;

	json_key(j, "evidence");
	json_list(j);
	for (size_t i = 0; i < f->n_evidence; i++) {
		const struct fact *fact = f->evidence[i];
		json_object_inline(j);
		json_key_text(j, "file", facts->sections[fact->section].blob);
		json_key_int(j, "line", fact->line);
		json_key_text(j, "quote", slice_trim(fact_line(facts, fact)));
		json_key_text(j, "fact", slice_of(key_info(fact->key)->name));
		json_key_text(j, "subject", subject_text(o->arena, fact->subject));
		json_object_end(j);
	}
	json_list_end(j);
}

static void messages(struct out *o, const struct finding *f)
{
	json_key(&o->json, "messages");
	json_object(&o->json);
	message_parts(o, "expected", f->expected);
	message_parts(o, "measured", f->measured);
	message_parts(o, "meaning", finding_meaning(f));
	message_parts(o, "remedy", finding_remedy(f));
	message_parts(o, "write", f->clause);
	message_parts(o, "show", f->show);
	message_parts(o, "cost", f->cost);
	json_object_end(&o->json);
}

static void finding(struct out *o, const struct report_box *box, const struct finding *f, bool with_box)
{
	struct json *j = &o->json;

	json_object(j);
	if (with_box)
		json_key_text(j, "box", box->name);
	json_key_text(j, "id", f->id);
	json_key_text(j, "subject", subject_text(o->arena, f->subject));
	json_key_text(j, "verdict", slice_of(verdict_name(f->verdict)));
	clause(o, f);
	message_words(o, "expected", f->expected);
	message_words(o, "measured", f->measured);
	evidence(o, box->facts, f);
	message_words(o, "meaning", finding_meaning(f));
	message_words(o, "remedy", finding_remedy(f));
	message_words(o, "write", f->clause);
	message_words(o, "show", f->show);
	message_words(o, "cost", f->cost);
	if (f->cost_month)
		json_key_int(j, "cost_month_micro", f->cost_month);
	messages(o, f);
	json_object_end(j);
}

/* ---- the report ---- */

static void counts_of(struct out *o, const size_t counts[])
{
	json_key(&o->json, "counts");
	json_object_inline(&o->json);
	for (enum verdict v = VERDICT_PASS; v <= VERDICT_UNAGREED; v++)
		json_key_int(&o->json, verdict_name(v), (int64_t)counts[v]);
	json_object_end(&o->json);
}

static void lease(struct out *o)
{
	struct json *j = &o->json;
	const struct lease *l = o->report->lease;

	json_key(j, "lease");
	if (!l) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key_text(j, "file", l->file);
	json_key(j, "terms");
	json_list(j);
	for (size_t i = 0; i < l->n; i++) {
		const struct term *t = &l->terms[i];
		json_object_inline(j);
		json_key_text(j, "key", slice_of(term_info(t->key)->name));
		json_key_int(j, "item", t->item);
		json_key_int(j, "line", t->line);
		json_key_text(j, "text", term_text(o->arena, t));
		json_object_end(j);
	}
	json_list_end(j);
	json_object_end(j);
}

static void inputs(struct out *o)
{
	struct json *j = &o->json;

	json_key(j, "inputs");
	json_list(j);
	for (size_t i = 0; i < o->report->n_inputs; i++) {
		const struct report_input *in = &o->report->inputs[i];
		json_object(j);
		json_key_text(j, "file", in->file);
		json_key(j, "outputs");
		json_list_inline(j);
		for (size_t k = 0; k < in->n_outputs; k++) {
			json_object(j);
			json_key_text(j, "format", slice_of(in->outputs[k].format));
			json_key_int(j, "lines", in->outputs[k].lines);
			json_object_end(j);
		}
		json_list_end(j);
		json_key_int(j, "unread_lines", in->unread_lines);
		json_object_end(j);
	}
	json_list_end(j);
}

static void findings_of(struct out *o, const struct report_box *box, bool with_box)
{
	for (size_t i = 0; i < box->findings->n; i++)
		finding(o, box, box->findings->findings[i], with_box);
}

static void boxes(struct out *o)
{
	struct json *j = &o->json;

	json_key(j, "boxes");
	json_list(j);
	for (size_t i = 0; i < o->report->n_boxes; i++) {
		const struct report_box *box = &o->report->boxes[i];
		json_object(j);
		json_key_text(j, "name", box->name);
		json_key(j, "findings");
		json_list(j);
		findings_of(o, box, false);
		json_list_end(j);
		counts_of(o, box->findings->counts);
		json_object_end(j);
	}
	json_list_end(j);
}

void render_accept_json(struct arena *arena, struct buf *buf, const struct report *report)
{
	struct out o = { .arena = arena, .json = JSON_INIT(buf), .report = report };
	struct json *j = &o.json;
	size_t counts[VERDICT_UNAGREED + 1];

	for (enum verdict v = VERDICT_PASS; v <= VERDICT_UNAGREED; v++)
		counts[v] = report_count(report, v);
	json_object(j);
	json_key_text(j, "gpuvet", slice_of(report->version));
	json_key_text(j, "schema", slice_of(REPORT_SCHEMA));
	json_key_text(j, "verdict", slice_of(verdict_name(report_verdict(report))));
	counts_of(&o, counts);
	lease(&o);
	inputs(&o);
	boxes(&o);
	json_key(j, "findings");
	json_list(j);
	for (size_t i = 0; i < report->n_boxes; i++)
		findings_of(&o, &report->boxes[i], true);
	json_list_end(j);
	json_object_end(j);
	json_end(j);
}
