/* SPDX-License-Identifier: Apache-2.0 */
/* Modes of a GPU that decide whether a renter has the whole card and can use it: persistence, ECC, MIG, vGPU, display. */
#include "judge/host.h"
#include "judge/identify.h"
#include "judge/links.h"

/* No output gives a value, and some output says that there is none to give. */
static bool unsupported(const struct judge *j, enum key key, struct subject gpu)
{
	const struct fact *f = fact_any(j->facts, key, gpu);

	return f && !fact_get(j->facts, key, gpu) && f->absence == ABSENT_UNSUPPORTED;
}

static struct finding *baseline(struct judge *j, struct subject gpu, enum verdict verdict, struct message measured,
				const struct fact *fact)
{
	struct finding *f = judge_find(j, gpu, verdict, measured);

	f->term = NULL;
	return finding_evidence(f, fact);
}

void gpu_inforom_judge(struct judge *j, struct subject gpu)
{
	const struct fact *valid = fact_get(j->facts, KEY_GPU_INFOROM_VALID, gpu), *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_INFOROM_VALID, gpu, f)))
		if (f->absence == PRESENT && !f->i)
			valid = f;
	baseline(j, gpu, valid->i ? VERDICT_PASS : VERDICT_FAIL,
		 valid->i ? MSG("the infoROM is valid") : MSG("the infoROM is corrupted"), valid);
}

/* Off is fine on some kinds of cards, and no output tells which kind this is. */
static void kind_unknown(struct judge *j, struct subject gpu, const struct fact *mode)
{
	struct finding *f =
		judge_unknown(j, gpu, MSG("off; no output tells whether this is a data-centre card"), "nvidia-smi -L");

	f->term = NULL;
	finding_evidence(f, mode);
}

/* Windows has no such mode; a card that is surely no data-centre card does not need it. */
static bool may_be_off(const struct judge *j, struct subject gpu)
{
	return fact_get(j->facts, KEY_BOX_DRIVER_MODEL, subject_box()) || !judge_datacenter(j, gpu, true);
}

/* Windows and some desktops print N/A: there is nothing to turn on. */
bool gpu_persistence_applies(struct judge *j, struct subject gpu)
{
	if (!unsupported(j, KEY_GPU_PERSISTENCE, gpu) || !may_be_off(j, gpu))
		return true;
	baseline(j, gpu, VERDICT_PASS, MSG("off, as it may be on this kind of card"), fact_any(j->facts, KEY_GPU_PERSISTENCE, gpu));
	return false;
}

void gpu_persistence_judge(struct judge *j, struct subject gpu)
{
	const struct fact *mode = fact_get(j->facts, KEY_GPU_PERSISTENCE, gpu);

	if (mode->i)
		baseline(j, gpu, VERDICT_PASS, MSG("persistence mode is on"), mode);
	else if (may_be_off(j, gpu))
		baseline(j, gpu, VERDICT_PASS, MSG("off, as it may be on this kind of card"), mode);
	else if (!judge_datacenter(j, gpu, false))
		kind_unknown(j, gpu, mode);
	else
		baseline(j, gpu, VERDICT_WARN, MSG("persistence mode is off"), mode);
}

/* ---- gpu.ecc_mode ---- */

/* A GeForce card prints N/A: it has no such memory, and nobody promised it. */
bool gpu_ecc_mode_applies(struct judge *j, struct subject gpu)
{
	if (judge_promise(j) || !unsupported(j, KEY_GPU_ECC_CURRENT, gpu) || judge_datacenter(j, gpu, true))
		return true;
	baseline(j, gpu, VERDICT_PASS, MSG("this kind of card has no error correction to turn on"), fact_any(j->facts, KEY_GPU_ECC_CURRENT, gpu));
	return false;
}

void gpu_ecc_mode_judge(struct judge *j, struct subject gpu)
{
	const struct fact *now = fact_get(j->facts, KEY_GPU_ECC_CURRENT, gpu),
			  *pending = fact_beside(j->facts, now, KEY_GPU_ECC_PENDING);
	const struct term *promise = judge_promise(j);
	struct message measured = now->i ? MSG("ECC is on") : MSG("ECC is off");
	struct finding *f;

	if (promise && promise->i != now->i) {
		f = finding_evidence(judge_find(j, gpu, promise->i ? VERDICT_FAIL : VERDICT_WARN, measured), now);
		f->expected = promise->i ? MSG("ECC on") : MSG("ECC off");
	} else if (pending && pending->i != now->i) {
		baseline(j, gpu, VERDICT_WARN,
			 now->i ? MSG("ECC is on, and off after the next reset")
				: MSG("ECC is off, and on after the next reset"),
			 now);
	} else if (!now->i && !promise && judge_datacenter(j, gpu, false)) {
		f = baseline(j, gpu, VERDICT_WARN, measured, now);
		f->expected = MSG("ECC on, as a data-centre card leaves the factory");
	} else if (!now->i && !promise && judge_datacenter(j, gpu, true)) {
		kind_unknown(j, gpu, now);
	} else {
		finding_evidence(judge_find(j, gpu, VERDICT_PASS, measured), now);
	}
}

/* ---- gpu.mig ---- */

/* Kinds of cards that MIG does not exist on, for names that the catalogue does not hold; RTX PRO cards can be split. */
static bool never_split(const struct judge *j, struct subject gpu)
{
	static const char *const words[] = { "GeForce", "Quadro", "TITAN", "RTX A", "Ada Generation" };
	struct slice name = identify_name(j, gpu);

	if (name.len == 0)
		name = fact_words(j->facts, KEY_GPU_NAME_PREFIX, gpu);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_has(name, words[i]))
			return true;
	return false;
}

/* A card that cannot be split is whole: that is the answer, where the tool only prints N/A. */
bool gpu_mig_applies(struct judge *j, struct subject gpu)
{
	const struct card *card = judge_card(j, gpu).card;
	const struct fact *cell = fact_any(j->facts, KEY_GPU_MIG_CURRENT, gpu);
	bool can = card ? card->mig || card->unverified & CARD_MIG : !never_split(j, gpu);

	if (!unsupported(j, KEY_GPU_MIG_CURRENT, gpu) || fact_get(j->facts, KEY_GPU_MIG_DEVICE, gpu))
		return true;
	if (can || identify_vgpu(j, gpu))
		return true;
	finding_evidence(judge_find(j, gpu, VERDICT_PASS,
				    card ? MSG("a %1 cannot be split", A_STR(card->id)) : MSG("this kind of card cannot be split")),
			 cell);
	return false;
}

/* "1c.3g.40gb+me": the GPU instance, without its compute instance and its media engines. */
static struct slice profile_core(struct slice profile)
{
	size_t dot = slice_find_char(profile, '.');

	if (dot != SLICE_NONE && dot && profile.ptr[dot - 1] == 'c')
		profile = slice_sub(profile, dot + 1, profile.len);
	return slice_sub(profile, 0, slice_find_char(profile, '+'));
}

/* The promised slice is among the MIG devices that the driver lists. */
static bool profile_listed(const struct judge *j, struct subject gpu, struct slice profile)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_MIG_DEVICE, gpu, f)))
		if (f->absence == PRESENT && slice_eq(profile_core(f->text), profile_core(profile)))
			return true;
	return false;
}

static struct finding *mig_on(struct judge *j, struct subject gpu, const struct fact *fact)
{
	const struct term *mig = judge_term(j, TERM_GPU_MIG), *exclusive = judge_term(j, TERM_GPU_EXCLUSIVE);
	const struct fact *device = fact_get(j->facts, KEY_GPU_MIG_DEVICE, gpu);
	struct message measured = device ? MSG("the GPU is split by MIG: %1", A_TEXT(device->text)) : MSG("MIG is on");
	struct finding *f;

	if (mig && !slice_is(mig->text, "off") && !slice_is(mig->text, "on")) {
		bool listed = profile_listed(j, gpu, mig->text);
		f = device && !listed ? judge_find(j, gpu, VERDICT_FAIL, measured)
		    : listed	      ? judge_find(j, gpu, VERDICT_PASS, measured)
				      : judge_missing(j, gpu, KEY_GPU_MIG_DEVICE);
		f->expected = MSG("a slice %1", A_TEXT(mig->text));
	} else if (mig || (exclusive && exclusive->i)) {
		f = judge_find(j, gpu, mig && slice_is(mig->text, "on") ? VERDICT_PASS : VERDICT_FAIL, measured);
		f->expected = MSG("the whole GPU");
		f->term = mig ? mig : exclusive;
	} else {
		f = judge_find(j, gpu, VERDICT_WARN, measured);
		f->term = NULL;
	}
	return finding_evidence(finding_evidence(f, fact), device);
}

void gpu_mig_judge(struct judge *j, struct subject gpu)
{
	const struct fact *now = links_highest(j, KEY_GPU_MIG_CURRENT, gpu),
			  *pending = now ? fact_beside(j->facts, now, KEY_GPU_MIG_PENDING) : NULL;
	const struct term *mig = judge_term(j, TERM_GPU_MIG);
	struct finding *f;

	if (!now || now->i || fact_get(j->facts, KEY_GPU_MIG_DEVICE, gpu)) {
		mig_on(j, gpu, now);
	} else if (pending && pending->i != now->i) {
		baseline(j, gpu, VERDICT_WARN, MSG("MIG is off, and on after the next reset"), now);
	} else {
		bool slice_wanted = mig && !slice_is(mig->text, "off"); /* the whole card is more than a slice of it */
		f = finding_evidence(judge_find(j, gpu, VERDICT_PASS, MSG("not split")), now);
		if (f->term)
			f->expected = slice_wanted ? MSG("a slice %1", A_TEXT(mig->text)) : MSG("the whole GPU");
	}
}

/* ---- gpu.vgpu ---- */

void gpu_vgpu_judge(struct judge *j, struct subject gpu)
{
	const struct fact *vgpu = identify_vgpu(j, gpu), *mode = fact_get(j->facts, KEY_GPU_VIRT_MODE, gpu);
	const struct fact *subsystem = fact_get(j->facts, KEY_GPU_PCI_SUBSYSTEM, gpu);
	struct finding *f;

	if (vgpu) {
		f = judge_find(j, gpu, judge_promise(j) ? VERDICT_FAIL : VERDICT_WARN,
			       MSG("a virtual slice of a GPU: %1", A_TEXT(vgpu->text)));
		finding_evidence(f, vgpu);
	} else if (mode || (subsystem && fact_get(j->facts, KEY_GPU_PCI_DEVICE, gpu))) {
		f = finding_evidence(judge_find(j, gpu, VERDICT_PASS, MSG("no virtual slice")), mode ? mode : subsystem);
	} else {
		f = judge_missing(j, gpu, KEY_GPU_VIRT_MODE);
		if (!judge_term(j, TERM_GPU_EXCLUSIVE)) /* a promised card alone is decided by gpu.model */
			f->term = NULL;
	}
	if (f->term)
		f->expected = MSG("the whole GPU");
}

bool gpu_vgpu_license_applies(struct judge *j, struct subject gpu)
{
	return identify_vgpu(j, gpu) != NULL;
}

void gpu_vgpu_license_judge(struct judge *j, struct subject gpu)
{
	const struct fact *license = fact_get(j->facts, KEY_GPU_VGPU_LICENSE, gpu);
	struct message measured = MSG("%1", A_TEXT(license->text));

	if (!slice_starts(license->text, "Licensed") || slice_has_nocase(license->text, "expired"))
		baseline(j, gpu, VERDICT_FAIL, measured, license);
	else
		baseline(j, gpu, slice_has_nocase(license->text, "expiring") ? VERDICT_WARN : VERDICT_PASS, measured, license);
}

/* ---- display, compute mode, confidential computing ---- */

void gpu_graphics_judge(struct judge *j, struct subject gpu)
{
	const struct fact *display = fact_get(j->facts, KEY_GPU_DISPLAY_ACTIVE, gpu), *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_PROCESS_TYPE, gpu, f))) {
		if (f->absence != PRESENT || !slice_has(f->text, "G"))
			continue;
		const struct fact *name = fact_beside(j->facts, f, KEY_GPU_PROCESS);
		baseline(j, gpu, VERDICT_WARN, MSG("a graphics process runs on it: %1", A_TEXT(name ? name->text : f->text)),
			 f);
		return;
	}
	if (display && display->i)
		baseline(j, gpu, VERDICT_WARN, MSG("a display is active on it"), display);
	else
		baseline(j, gpu, VERDICT_PASS, MSG("no desktop on it"),
			 display ? display : fact_get(j->facts, KEY_GPU_PROCESS_COUNT, gpu));
}

void gpu_compute_mode_judge(struct judge *j, struct subject gpu)
{
	const struct fact *mode = fact_get(j->facts, KEY_GPU_COMPUTE_MODE, gpu);

	baseline(j, gpu, slice_is_nocase(mode->text, "default") ? VERDICT_PASS : VERDICT_WARN,
		 MSG("compute mode %1", A_TEXT(mode->text)), mode);
}

void gpu_conf_compute_judge(struct judge *j, struct subject gpu)
{
	const struct fact *mode = fact_get(j->facts, KEY_GPU_CONF_COMPUTE, gpu);

	mode = mode ? mode : fact_get(j->facts, KEY_BOX_CONF_COMPUTE, subject_box());
	if (mode->i)
		finding_evidence(judge_unagreed(j, gpu, MSG("confidential computing is on"),
						MSG("write into the contract: confidential computing on")),
				 mode);
	else
		baseline(j, gpu, VERDICT_PASS, MSG("confidential computing is off"), mode);
}
