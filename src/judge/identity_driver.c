/* SPDX-License-Identifier: Apache-2.0 */
/* The driver: version against the lease and the card, whether it is loaded, matches its library, may be asked. */
#include "judge/host.h"
#include "judge/identify.h"

/* ---- gpu.driver ---- */

/* The first card that this driver branch does not know; NULL when it knows all that were found. */
static const struct card *too_new(const struct judge *j, struct slice version, bool *ret_any)
{
	*ret_any = false;
	for (size_t i = 0; i < j->n_gpus; i++) {
		const struct card *card = judge_card(j, j->gpus[i]).card;
		if (!card || !card->min_driver || card->unverified & CARD_DRIVER)
			continue;
		*ret_any = true;
		if (version_compare(version, arena_printf(j->arena, "%d", card->min_driver)) < 0)
			return card;
	}
	return NULL;
}

static bool any_mute_name(const struct judge *j)
{
	for (size_t i = 0; i < j->n_gpus; i++)
		if (slice_has_nocase(fact_words(j->facts, KEY_GPU_NAME, j->gpus[i]), "Graphics Device"))
			return true;
	return false;
}

/* One promised version against one fact: -1 cannot be compared, 0 broken, 1 kept. */
static int promise_kept(const struct term *term, const struct fact *have)
{
	return have ? version_keeps(have->text, term->text) : -1;
}

/* Driver and CUDA promises; true when a finding was given that settles the row. */
static bool driver_promises(struct judge *j, const struct fact *version, const struct fact *cuda)
{
	const struct term *terms[2] = { judge_term(j, TERM_SOFTWARE_DRIVER), judge_term(j, TERM_SOFTWARE_CUDA) };
	const struct fact *have[2] = { version, cuda };
	struct finding *f;

	for (int worst = 0; worst >= -1; worst--) { /* what is broken first, then what could not be seen */
		for (int i = 0; i < 2; i++) {
			if (!terms[i] || promise_kept(terms[i], have[i]) != worst)
				continue;
			if (worst == 0)
				f = judge_find(j, subject_box(), VERDICT_FAIL,
					       i ? MSG("CUDA %1", A_TEXT(have[i]->text))
						 : MSG("driver %1", A_TEXT(have[i]->text)));
			else
				f = judge_missing(j, subject_box(), i ? KEY_BOX_DRIVER_CUDA : KEY_BOX_DRIVER_VERSION);
			f->term = terms[i];
			f->expected = i ? MSG("CUDA %1", A_TEXT(terms[i]->text)) : MSG("driver %1", A_TEXT(terms[i]->text));
			finding_evidence(f, have[i]);
			return true;
		}
	}
	return false;
}

void gpu_driver_judge(struct judge *j, struct subject box)
{
	const struct fact *version = fact_get(j->facts, KEY_BOX_DRIVER_VERSION, box),
			  *cuda = fact_get(j->facts, KEY_BOX_DRIVER_CUDA, box);
	bool any = false;
	struct finding *f;

	if (driver_promises(j, version, cuda))
		return;
	const struct card *newer = version ? too_new(j, version->text, &any) : NULL;
	if (newer)
		f = judge_find(j, box, VERDICT_WARN,
			       MSG("driver %1 is older than the first that knows a %2 (%3)", A_TEXT(version->text),
				   A_STR(newer->id), A_INT(newer->min_driver)));
	else if (version && any_mute_name(j))
		f = judge_find(j, box, VERDICT_WARN, MSG("driver %1 has no name for the card", A_TEXT(version->text)));
	else if (judge_promise(j) || any)
		f = judge_find(j, box, VERDICT_PASS,
			       version ? MSG("driver %1", A_TEXT(version->text)) : MSG("CUDA %1", A_TEXT(cuda->text)));
	else
		f = judge_unagreed(j, box,
				   version ? MSG("driver %1", A_TEXT(version->text)) : MSG("CUDA %1", A_TEXT(cuda->text)),
				   MSG("software: {driver: \">=%1\"}", A_TEXT(version ? version->text : cuda->text)));
	if (f->term)
		f->expected = MSG("%1", A_TEXT(f->term->text));
	else
		f->expected = MSG("a driver that knows the card");
	finding_evidence(finding_evidence(f, version), cuda);
}

/* ---- gpu.driver.loaded, match, access ---- */

/* What some output says of the driver: it answered (or not). */
static const struct fact *driver_loaded(const struct judge *j, bool value)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_BOX_DRIVER_LOADED, subject_box(), f)))
		if (f->absence == PRESENT && !f->i == !value)
			return f;
	return NULL;
}

/* Some output holds an answer of the driver; its version alone may be a line of the kernel log. */
static const struct fact *driver_answer(const struct judge *j)
{
	const struct fact *f = driver_loaded(j, true);

	return f ? f : fact_get(j->facts, KEY_BOX_GPU_COUNT, subject_box());
}

static void driver_unseen(struct judge *j, struct subject box)
{
	judge_missing(j, box, fact_any(j->facts, KEY_BOX_DRIVER_LOADED, box) ? KEY_BOX_DRIVER_LOADED : KEY_BOX_GPU_COUNT);
}

void gpu_driver_loaded_judge(struct judge *j, struct subject box)
{
	const struct fact *answer = driver_answer(j), *silence = driver_loaded(j, false);
	struct finding *f;

	if (answer && silence)
		f = judge_unknown(j, box, MSG("the driver answers in one output and not in another"), "nvidia-smi");
	else if (answer)
		f = judge_find(j, box, VERDICT_PASS, MSG("the driver answered"));
	else if (!silence) {
		driver_unseen(j, box);
		return;
	} else if (judge_is_container(j) == 1 || machine_is_wsl(j))
		f = judge_unknown(j, box, MSG("the driver does not answer in here; only the host can tell why"),
				  "nvidia-smi (on the host)");
	else
		f = judge_find(j, box, VERDICT_FAIL, MSG("the driver does not answer"));
	f->expected = MSG("a loaded driver");
	finding_evidence(finding_evidence(f, silence), answer);
}

void gpu_driver_match_judge(struct judge *j, struct subject box)
{
	const struct fact *mismatch = fact_get(j->facts, KEY_BOX_DRIVER_MISMATCH, box), *answer = driver_answer(j);
	const struct fact *driver = fact_get(j->facts, KEY_BOX_DRIVER_VERSION, box);
	const struct fact *library = fact_get(j->facts, KEY_BOX_DRIVER_LIBRARY_VERSION, box);
	struct finding *f;

	if (mismatch && mismatch->i)
		f = judge_find(j, box, VERDICT_FAIL, MSG("the user library and the kernel driver have different versions"));
	else if (machine_is_wsl(j))
		f = judge_find(j, box, VERDICT_PASS, MSG("WSL: tool and driver have versions of their own by design"));
	else if (driver && library && version_compare(driver->text, library->text) != 0 &&
		 version_compare(library->text, driver->text) != 0) /* one of them may be printed shorter */
		f = judge_find(j, box, VERDICT_FAIL,
			       MSG("library %1, kernel driver %2", A_TEXT(library->text), A_TEXT(driver->text)));
	else if (answer)
		f = judge_find(j, box, VERDICT_PASS, MSG("the library reached the driver"));
	else {
		driver_unseen(j, box);
		return;
	}
	f->expected = MSG("one version of library and kernel driver");
	finding_evidence(finding_evidence(finding_evidence(f, mismatch ? mismatch : answer), driver), library);
}

void gpu_driver_access_judge(struct judge *j, struct subject box)
{
	const struct fact *access = fact_get(j->facts, KEY_BOX_DRIVER_ACCESS, box), *answer = driver_answer(j);

	if (access && !access->i)
		finding_evidence(
			judge_unknown(j, box,
				      MSG("this user or container may not ask the driver; everything that it would tell is "
					  "unseen"),
				      "sudo nvidia-smi; docker run --gpus all ..."),
			access);
	else if (answer)
		finding_evidence(judge_find(j, box, VERDICT_PASS, MSG("the driver may be asked")), answer);
	else
		driver_unseen(j, box);
}

/* ---- gpu.vbios ---- */

/* Two GPUs of one part number (of one card, where the part is not told). */
static bool same_board(const struct judge *j, struct subject a, struct subject b)
{
	struct slice x = fact_words(j->facts, KEY_GPU_BOARD_PART, a), y = fact_words(j->facts, KEY_GPU_BOARD_PART, b);

	if (x.len || y.len)
		return slice_eq(x, y);
	return slice_eq(fact_words(j->facts, KEY_GPU_NAME, a), fact_words(j->facts, KEY_GPU_NAME, b));
}

void gpu_vbios_judge(struct judge *j, struct subject box)
{
	const struct fact *first = NULL, *a;
	struct finding *f;

	for (size_t i = 0; i < j->n_gpus; i++) {
		if (!(a = fact_get(j->facts, KEY_GPU_VBIOS, j->gpus[i])))
			continue;
		first = first ? first : a;
		for (size_t k = 0; k < i; k++) {
			const struct fact *b = fact_get(j->facts, KEY_GPU_VBIOS, j->gpus[k]);
			if (!b || slice_eq(a->text, b->text) || !same_board(j, j->gpus[i], j->gpus[k]))
				continue;
			f = judge_find(j, box, VERDICT_WARN,
				       MSG("%1 and %2 on cards of one kind", A_TEXT(b->text), A_TEXT(a->text)));
			f->expected = MSG("one VBIOS version");
			finding_evidence(finding_evidence(f, b), a);
			return;
		}
	}
	f = judge_find(j, box, VERDICT_PASS, MSG("VBIOS %1", A_TEXT(first->text)));
	f->expected = MSG("one VBIOS version");
	finding_evidence(f, first);
}
