/* SPDX-License-Identifier: Apache-2.0 */
/* The fabric behind NVLink: fabric.state, fabric.manager, imex.state; and p2p.status, what it gives in the end. */
#include "judge/links.h"

#define FABRIC_GENERATION    4				     /* NVLink of Hopper: the first whose GPUs register with a fabric */
#define CUDA_NOT_INITIALIZED 802			     /* cudaErrorSystemNotReady: the fabric is not up */
#define SETTLE		     (INT64_C(10) * 60 * 1000000000) /* since boot: a fabric in progress has had its two minutes (own) */

/* ---- fabric.state ---- */

static bool has_fabric(const struct card *card)
{
	return card && card->nvswitch && card->nvlink_generation >= FABRIC_GENERATION;
}

static const struct fact *fabric_refused(const struct judge *j)
{
	const struct fact *never = fact_get(j->facts, KEY_BOX_FABRIC_NEVER, subject_box()), *error = NULL;

	if (never)
		return never;
	while ((error = fact_next(j->facts, KEY_BOX_CUDA_ERROR, subject_box(), error)))
		if (error->absence == PRESENT && error->i == CUDA_NOT_INITIALIZED)
			return error;
	return NULL;
}

bool fabric_state_applies(struct judge *j, struct subject gpu)
{
	const struct card *card;

	if (fabric_refused(j) || gpu.kind != SUBJECT_GPU)
		return true;
	card = judge_card_or_promise(j, gpu);
	return !card || has_fabric(card) || fact_get(j->facts, KEY_GPU_FABRIC_STATE, gpu);
}

static void fabric_in_progress(struct judge *j, struct subject gpu, const struct fact *state)
{
	const struct fact *again = NULL;
	bool twice = false;

	while ((again = fact_next(j->facts, KEY_GPU_FABRIC_STATE, gpu, again)))
		twice |= again->absence == PRESENT && again->section != state->section &&
			 slice_is_nocase(again->text, "In Progress");
	if (twice || fact_value(j->facts, KEY_SYS_UPTIME, subject_box(), 0) > SETTLE)
		finding_evidence(judge_find(j, gpu, VERDICT_FAIL, MSG("the fabric is still in progress long after the boot")),
				 state);
	else
		finding_evidence(judge_unknown(j, gpu,
					       MSG("the fabric is in progress; for more than two minutes it would be a fault"),
					       "nvidia-smi -q | grep -A 3 Fabric"),
				 state);
}

static void fabric_completed(struct judge *j, struct subject gpu, const struct fact *state)
{
	const struct fact *status = fact_beside(j->facts, state, KEY_GPU_FABRIC_STATUS);
	const struct fact *health = fact_beside(j->facts, state, KEY_GPU_FABRIC_HEALTH);
	struct arg words = A_TEXT(health ? health->text : SLICE(""));
	struct finding *f;

	if (!status) {
		judge_missing(j, gpu, KEY_GPU_FABRIC_STATUS);
		return;
	}
	if (!slice_is_nocase(status->text, "Success"))
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the fabric registration ended with '%1'", A_TEXT(status->text)));
	else if (health && slice_has_nocase(health->text, "Limited"))
		f = judge_find(j, gpu, VERDICT_WARN, MSG("the fabric is up, its health is '%1'", words));
	else if (health && slice_has_nocase(health->text, "Unhealthy"))
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the fabric is up, its health is '%1'", words));
	else
		f = judge_find(j, gpu, VERDICT_PASS, MSG("Completed, Success"));
	f->expected = MSG("Completed, Success, healthy");
	finding_evidence(finding_evidence(finding_evidence(f, state), status), health);
}

/* The last word of several outputs that tell the state. */
static const struct fact *fabric_last(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *last = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_FABRIC_STATE, gpu, f)))
		if (f->absence == PRESENT)
			last = f;
	return last;
}

void fabric_state_judge(struct judge *j, struct subject gpu)
{
	const struct fact *refused = fabric_refused(j), *state = gpu.kind == SUBJECT_GPU ? fabric_last(j, gpu) : NULL;
	struct finding *f;

	if (refused && (gpu.kind == SUBJECT_BOX || subject_eq(gpu, j->gpus[0]))) {
		f = judge_find(j, j->n_gpus == 1 ? gpu : subject_box(), VERDICT_FAIL,
			       refused->key == KEY_BOX_CUDA_ERROR
				       ? MSG("CUDA refuses to start (error 802): the NVLink fabric is not up")
				       : MSG("the log says that the NVLink fabric never came up"));
		f->expected = MSG("Completed, Success");
		finding_evidence(f, refused);
		if (j->n_gpus == 1)
			return;
	}
	if (!state) {
		if (!refused)
			judge_missing(j, gpu, KEY_GPU_FABRIC_STATE);
	} else if (slice_is_nocase(state->text, "Completed")) {
		fabric_completed(j, gpu, state);
	} else if (slice_is_nocase(state->text, "In Progress")) {
		fabric_in_progress(j, gpu, state);
	} else if (slice_is_nocase(state->text, "Not Supported") || slice_is_nocase(state->text, "N/A")) {
		if (has_fabric(judge_card_or_promise(j, gpu)))
			judge_missing(j, gpu, KEY_GPU_FABRIC_STATE);
	} else {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the fabric is '%1'", A_TEXT(state->text)));
		f->expected = MSG("Completed, Success");
		finding_evidence(f, state);
	}
}

/* ---- fabric.manager ---- */

static bool any_switch(const struct judge *j)
{
	if (fact_value(j->facts, KEY_BOX_NVSWITCH_COUNT, subject_box(), 0) > 0)
		return true;
	for (size_t g = 0; g < j->n_gpus; g++) {
		const struct card *card = judge_card_or_promise(j, j->gpus[g]);
		if (card && card->nvswitch)
			return true;
	}
	return false;
}

bool fabric_manager_applies(struct judge *j, struct subject box)
{
	return any_switch(j) || fact_any(j->facts, KEY_BOX_FABRIC_MANAGER, box) ||
	       fact_any(j->facts, KEY_BOX_FABRIC_MANAGER_ERROR, box);
}

static void manager_dead(struct judge *j, struct subject box, const struct fact *state)
{
	int64_t switches = fact_value(j->facts, KEY_BOX_NVSWITCH_COUNT, box, -1);
	bool absent = slice_is_nocase(state->text, "absent");
	struct finding *f;

	if (switches == 0)
		f = judge_find(j, box, VERDICT_PASS, MSG("the fabric manager does not run, and the machine has no NVSwitch"));
	else if (switches < 0 && (!any_switch(j) || (judge_is_vm(j) != 0 && (absent || judge_is_vm(j) == 1))))
		f = judge_unknown(j, box,
				  MSG("the fabric manager is '%1' here; no NVSwitch was seen here, and it may run on the host",
				      A_TEXT(state->text)),
				  "lspci -nn");
	else
		f = judge_find(j, box, VERDICT_FAIL, MSG("the fabric manager is '%1'", A_TEXT(state->text)));
	f->expected = MSG("running");
	finding_evidence(f, state);
}

void fabric_manager_judge(struct judge *j, struct subject box)
{
	const struct fact *state = fact_get(j->facts, KEY_BOX_FABRIC_MANAGER, box);
	const struct fact *version = fact_get(j->facts, KEY_BOX_FABRIC_MANAGER_VERSION, box);
	const struct fact *driver = fact_get(j->facts, KEY_BOX_DRIVER_VERSION, box);
	const struct fact *error = fact_get(j->facts, KEY_BOX_FABRIC_MANAGER_ERROR, box);
	struct finding *f;

	if (version && driver && !slice_eq(slice_trim(version->text), slice_trim(driver->text))) {
		f = judge_find(j, box, VERDICT_FAIL,
			       MSG("fabric manager %1 beside driver %2: it refuses to work", A_TEXT(version->text),
				   A_TEXT(driver->text)));
		f->expected = MSG("the version of the driver");
		finding_evidence(finding_evidence(f, version), driver);
	} else if (state && !slice_is_nocase(state->text, "running")) {
		manager_dead(j, box, state);
	} else if (error) {
		f = judge_find(j, box, VERDICT_WARN, MSG("the log of the fabric manager has errors: %1", A_TEXT(error->text)));
		finding_evidence(f, error);
	} else if (state) {
		f = judge_find(j, box, VERDICT_PASS,
			       version ? MSG("running, version %1", A_TEXT(version->text)) : MSG("running"));
		finding_evidence(finding_evidence(f, state), version);
	} else {
		judge_missing(j, box, KEY_BOX_FABRIC_MANAGER);
	}
}

/* ---- imex.state ---- */

bool imex_applies(struct judge *j, struct subject box)
{
	if (fact_any(j->facts, KEY_BOX_IMEX_STATE, box))
		return true;
	/* Only racks whose NVLink fabric spans machines have a domain. */
	for (size_t g = 0; g < j->n_gpus; g++) {
		const struct card *card = judge_card_or_promise(j, j->gpus[g]);
		if (has_fabric(card) && card->form == FORM_MEZZANINE)
			return true;
	}
	return false;
}

void imex_judge(struct judge *j, struct subject box)
{
	static const char *const healthy[] = { "UP", "READY", "HEALTHY" };
	const struct fact *state = fact_get(j->facts, KEY_BOX_IMEX_STATE, box);
	struct slice words = slice_trim(state->text);
	bool good = false;
	struct finding *f;

	for (size_t i = 0; i < sizeof(healthy) / sizeof(*healthy); i++)
		good |= slice_is_nocase(words, healthy[i]);
	f = judge_find(j, box, good ? VERDICT_PASS : VERDICT_FAIL, MSG("the IMEX domain is '%1'", A_TEXT(words)));
	f->expected = MSG("UP");
	finding_evidence(f, state);
}

/* ---- p2p.status ---- */

/* The kind of both cards, the stricter one; unknown when no output names either. */
static enum card_kind pair_kind(const struct judge *j, struct subject link)
{
	enum card_kind a = links_card_kind(j, subject_gpu(link.a)), b = links_card_kind(j, subject_gpu(link.b));

	return a == CARD_KIND_CONSUMER || b == CARD_KIND_CONSUMER ? CARD_KIND_CONSUMER : a ? a : b;
}

/* The worst word that any output has for the pair. */
static const struct fact *p2p_fact(const struct judge *j, struct subject link)
{
	const struct fact *f = NULL, *found = NULL;

	while ((f = fact_next(j->facts, KEY_LINK_P2P, link, f)))
		if (f->absence == PRESENT && (!found || !slice_is(f->text, "OK")))
			found = f;
	return found;
}

void p2p_judge(struct judge *j, struct subject link)
{
	const struct fact *fact = p2p_fact(j, link);
	const struct term *promise = links_promised(j);
	enum card_kind kind = pair_kind(j, link);
	struct arg status = A_TEXT(fact->text);
	struct finding *f;

	if (slice_is(fact->text, "OK"))
		f = judge_find(j, link, VERDICT_PASS, MSG("OK"));
	else if (slice_is(fact->text, "U"))
		f = judge_unknown(j, link, MSG("the driver says 'unknown' of this pair"), key_info(KEY_LINK_P2P)->how);
	else if (promise)
		f = judge_find(j, link, VERDICT_FAIL, MSG("%1: no peer access, and NVLink was promised", status));
	else if (kind == CARD_KIND_CONSUMER)
		f = judge_find(j, link, VERDICT_PASS,
			       MSG("%1: this product gives no peer access, and none was promised", status));
	else if (kind == CARD_KIND_UNKNOWN)
		f = judge_unknown(j, link, MSG("%1, and no output names the card, which may have no peer access", status),
				  "nvidia-smi -L");
	else
		f = judge_find(j, link, VERDICT_WARN, MSG("%1: no peer access between cards that can have it", status));
	f->term = promise;
	f->expected = MSG("OK");
	finding_evidence(f, fact);
}
