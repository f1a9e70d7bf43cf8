/* SPDX-License-Identifier: Apache-2.0 */
/* How many GPUs there are, hidden ones, dead ones, and whether they are all alike. */
#include "judge/host.h"
#include "judge/identify.h"

/* GPUs that some output names: a row in a list, not a place that a fragment was given. */
static size_t named_gpus(const struct judge *j)
{
	static const enum key names[] = { KEY_GPU_NAME, KEY_GPU_NAME_PREFIX, KEY_GPU_UUID, KEY_GPU_PCI_ADDRESS,
					  KEY_GPU_MEMORY_TOTAL };
	size_t n = 0;

	for (size_t i = 0; i < j->n_gpus; i++) {
		bool named = false;
		for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
			named |= fact_get(j->facts, names[k], j->gpus[i]) != NULL;
		n += named && !identify_vgpu(j, j->gpus[i]);
	}
	return n;
}

/* The number in the most complete list: of the driver, else of the bus; NULL when every list is cut or there is none. */
static const struct fact *count_fact(const struct judge *j)
{
	const struct fact *driver = host_largest(j, KEY_BOX_GPU_COUNT), *f = NULL;

	if (driver)
		return driver;
	/* A list that the driver began and did not end: the bus does not tell how many of its cards the driver has. */
	while ((f = fact_next(j->facts, KEY_BOX_GPU_COUNT, subject_box(), f)))
		if (f->absence != PRESENT)
			return NULL;
	return host_largest(j, KEY_BOX_GPU_PCI_COUNT);
}

static void count_unseen(struct judge *j, size_t named)
{
	const struct fact *cut = fact_any(j->facts, KEY_BOX_GPU_COUNT, subject_box());
	const struct fact *attached = fact_get(j->facts, KEY_BOX_GPU_ATTACHED, subject_box());
	struct message why;

	if (cut && cut->absence == ABSENT_LOST)
		why = MSG("the driver printed an error in place of its list: the GPUs that it does not list are not missing, "
			  "they are unseen");
	else if (cut && cut->absence == ABSENT_DENIED)
		why = MSG("the driver may not be asked here, so the GPUs could not be listed");
	else if (attached)
		why = MSG("the driver announces %1 GPUs, the output holds %2", A_INT(attached->i), A_INT((int64_t)named));
	else if (named || cut)
		why = MSG("the outputs show %1 GPUs, and none of them is a complete list", A_INT((int64_t)named));
	else
		why = MSG("no output given here lists the GPUs");
	struct finding *f = judge_unknown(j, subject_box(), why, "nvidia-smi -L");
	if (f->term)
		f->expected = MSG("%1 GPUs", A_INT(f->term->i));
	finding_evidence(finding_evidence(f, cut), attached);
}

void gpu_count_judge(struct judge *j, struct subject box)
{
	const struct term *promise = judge_term(j, TERM_GPU_COUNT);
	const struct fact *fact = count_fact(j);
	size_t named = named_gpus(j);
	struct finding *f;

	if (!promise) {
		if (fact)
			finding_evidence(
				judge_unagreed(j, box, MSG("%1 GPUs", A_INT(fact->i)), MSG("gpu: {count: %1}", A_INT(fact->i))),
				fact);
		return;
	}
	if (fact) {
		f = judge_find(j, box, fact->i >= promise->i ? VERDICT_PASS : VERDICT_FAIL, MSG("%1 GPUs", A_INT(fact->i)));
	} else if ((int64_t)named >= promise->i) {
		f = judge_find(j, box, VERDICT_PASS, MSG("at least %1 GPUs, in an incomplete list", A_INT((int64_t)named)));
	} else {
		count_unseen(j, named);
		return;
	}
	f->expected = MSG("%1 GPUs", A_INT(promise->i));
	finding_evidence(f, fact);
}

/* ---- the bus against the driver ---- */

bool gpu_count_pci_applies(struct judge *j, struct subject box)
{
	(void)box;
	return judge_is_container(j) != 1 && (fact_any(j->facts, KEY_BOX_GPU_PCI_COUNT, subject_box()) || j->n_gpus);
}

void gpu_count_pci_judge(struct judge *j, struct subject box)
{
	const struct fact *bus = host_largest(j, KEY_BOX_GPU_PCI_COUNT), *driver = host_largest(j, KEY_BOX_GPU_COUNT);
	struct message measured = MSG("%1 GPUs on the PCI bus, %2 in the driver's list", A_INT(bus->i), A_INT(driver->i));
	struct finding *f;

	if (bus->i <= driver->i)
		f = judge_find(j, box, VERDICT_PASS, measured);
	else if (judge_is_container(j) == 0 || driver->i == 0)
		f = judge_find(j, box, VERDICT_FAIL, measured);
	else
		f = judge_unknown(j, box,
				  MSG("%1 GPUs on the PCI bus, %2 in the driver's list: in a container that is normal, on a "
				      "host it is not, and no output tells which",
				      A_INT(bus->i), A_INT(driver->i)),
				  "cat /proc/1/cgroup; df /");
	f->expected = MSG("every GPU of the bus in the driver's list");
	finding_evidence(finding_evidence(f, bus), driver);
}

bool gpu_hidden_applies(struct judge *j, struct subject box)
{
	(void)box;
	return judge_is_container(j) == 1;
}

void gpu_hidden_judge(struct judge *j, struct subject box)
{
	const struct fact *bus = host_largest(j, KEY_BOX_GPU_PCI_COUNT), *driver = host_largest(j, KEY_BOX_GPU_COUNT);
	const struct term *machine = judge_term(j, TERM_MACHINE), *count = judge_term(j, TERM_GPU_COUNT);
	bool whole = (machine && slice_is(machine->text, "bare-metal")) || (count && count->i >= bus->i);
	struct finding *f;

	if (bus->i <= driver->i)
		f = judge_find(j, box, VERDICT_PASS, MSG("%1 GPUs on the PCI bus, all of them here", A_INT(bus->i)));
	else
		f = judge_find(j, box, whole ? VERDICT_FAIL : VERDICT_WARN,
			       MSG("%1 GPUs on the PCI bus, %2 of them here: others use the same board", A_INT(bus->i),
				   A_INT(driver->i)));
	f->expected = MSG("no GPU of the board in other hands");
	f->term = whole ? (machine && slice_is(machine->text, "bare-metal") ? machine : count) : NULL;
	finding_evidence(finding_evidence(f, bus), driver);
}

/* ---- initialisation ---- */

/* Of the boot that runs now, as far as the log tells boots apart. */
static const struct fact *failed_start(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *boot;

	while ((f = fact_next(j->facts, KEY_GPU_INIT_FAILED, gpu, f))) {
		boot = fact_beside(j->facts, f, KEY_GPU_XID_BOOT);
		if (f->absence == PRESENT && !(boot && boot->item == f->item && boot->i < 0))
			return f;
	}
	return NULL;
}

void gpu_init_judge(struct judge *j, struct subject box)
{
	const struct fact *f = NULL, *log;
	bool any = false;

	for (size_t i = 0; i < j->n_gpus; i++) {
		const struct fact *failed = failed_start(j, j->gpus[i]);
		if (!failed)
			continue;
		any = true;
		finding_evidence(
			judge_find(j, j->gpus[i], VERDICT_FAIL, MSG("the driver could not start it: %1", A_TEXT(failed->text))),
			failed);
	}
	if (!any && (f = fact_get(j->facts, KEY_BOX_INIT_FAILED, box))) {
		any = true;
		finding_evidence(judge_find(j, box, VERDICT_FAIL, MSG("the driver could not start a GPU: %1", A_TEXT(f->text))),
				 f);
	}
	if (any)
		return;
	if (host_log(j, KEY_NONE, &log) == LOG_BLIND)
		host_log_blind(j, log, key_info(KEY_GPU_INIT_FAILED)->how);
	else
		finding_evidence(
			judge_find(j, box, VERDICT_PASS, MSG("no failed start of a GPU in the kernel log of this boot")), log);
}
