/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the GPU is there, answers, and wants nothing: what the driver, the bus and the kernel log say. */
#include "judge/host.h"
#include "judge/links.h"
#include "judge/memory.h"

/* An event of an earlier boot; the parser numbers boots only in logs that show several. */
static bool is_earlier(const struct judge *j, const struct fact *event)
{
	const struct fact *boot = links_beside(j, event, KEY_GPU_XID_BOOT);

	return boot && boot->i < 0;
}

/* ---- gpu.recovery_action ---- */

static bool is_none(struct slice action)
{
	return slice_is_nocase(slice_trim(action), "none");
}

/* The first fact of the key that asks for something, else the first at all; NULL when there is none. */
static const struct fact *action_asked(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *first = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_RECOVERY_ACTION, gpu, f))) {
		if (f->absence != PRESENT)
			continue;
		if (!is_none(f->text))
			return f;
		first = first ? first : f;
	}
	return first;
}

/* The last Xid 154 of this boot: what the driver asked for then. NULL when there was none. */
static const struct fact *action_logged(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *last = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_XID_ACTION, gpu, f)))
		if (f->absence == PRESENT && !is_earlier(j, f))
			last = f;
	return last;
}

void recovery_judge(struct judge *j, struct subject gpu)
{
	const struct fact *asked = action_asked(j, gpu), *logged = action_logged(j, gpu);
	const struct fact *reset = links_highest(j, KEY_GPU_RESET_REQUIRED, gpu),
			  *drain = links_highest(j, KEY_GPU_RESET_DRAIN, gpu);
	const struct fact *fact = asked;
	struct finding *f;

	if (asked && !is_none(asked->text)) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the driver asks for: %1", A_TEXT(asked->text)));
	} else if (reset && reset->i) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the driver asks for a reset of the GPU"));
		fact = reset;
	} else if (drain && drain->i) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the driver recommends to drain and reset the GPU"));
		fact = drain;
	} else if (!asked && logged && !is_none(logged->text)) {
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the driver asked in the kernel log for: %1", A_TEXT(logged->text)));
		fact = logged;
	} else if (!asked && !reset) {
		/* A log that asks for nothing any more is an older word than the driver's own. */
		judge_missing(j, gpu, KEY_GPU_RECOVERY_ACTION);
		return;
	} else {
		f = judge_find(j, gpu, VERDICT_PASS, MSG("the driver asks for nothing"));
		fact = asked ? asked : reset;
	}
	f->expected = MSG("the driver asks for nothing");
	finding_evidence(f, fact);
}

/* ---- gpu.lost ---- */

void lost_judge(struct judge *j, struct subject gpu)
{
	/* Values that only a GPU that answers has. */
	static const enum key alive[] = { KEY_GPU_TEMPERATURE, KEY_GPU_MEMORY_USED,  KEY_GPU_PSTATE, KEY_GPU_POWER,
					  KEY_GPU_UTILIZATION, KEY_GPU_MEMORY_TOTAL, KEY_GPU_UUID };
	const struct fact *lost = fact_get(j->facts, KEY_GPU_NODE_LOST, gpu), *fact = NULL;
	struct finding *f;

	for (size_t i = 0; !fact && i < sizeof(alive) / sizeof(*alive); i++)
		fact = fact_get(j->facts, alive[i], gpu);
	if (lost)
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the GPU does not answer: '%1'", A_TEXT(lost->text)));
	else
		f = judge_find(j, gpu, VERDICT_PASS, MSG("the GPU answers"));
	f->expected = MSG("the GPU answers the driver");
	finding_evidence(f, lost ? lost : fact);
}

/* ---- gpu.fallen_off ---- */

/* An event of this boot before one of an earlier boot. */
static const struct fact *fallen_event(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL, *earlier = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_FALLEN_OFF, gpu, f))) {
		if (f->absence != PRESENT)
			continue;
		if (!is_earlier(j, f))
			return f;
		earlier = f;
	}
	return earlier;
}

static const struct fact *bus_dead(const struct judge *j, struct subject gpu)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_GPU_BUS_ALIVE, gpu, f)))
		if (f->absence == PRESENT && !f->i)
			return f;
	return NULL;
}

void fallen_off_judge(struct judge *j, struct subject gpu)
{
	const struct fact *event = fallen_event(j, gpu), *dead = bus_dead(j, gpu),
			  *alive = fact_get(j->facts, KEY_GPU_BUS_ALIVE, gpu);
	const struct fact *log;
	bool quiet = host_log(j, KEY_NONE, &log) == LOG_NONE;
	struct finding *f;

	if (dead)
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the PCI bus reads nothing from the GPU"));
	else if (event && !is_earlier(j, event))
		f = judge_find(j, gpu, VERDICT_FAIL, MSG("the GPU has fallen off the bus"));
	else if (event)
		f = judge_find(j, gpu, VERDICT_WARN, MSG("the GPU fell off the bus in an earlier boot"));
	else if (alive)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("the GPU answers on the PCI bus"));
	else if (quiet)
		f = judge_find(j, gpu, VERDICT_PASS, MSG("the kernel log from boot on tells of no GPU that left the bus"));
	else {
		f = judge_unknown(j, gpu, MSG("neither a list of the PCI bus nor a kernel log from boot on shows this GPU"),
				  "lspci -nn; sudo dmesg -T | grep -E 'NVRM|Xid'");
		finding_evidence(f, log);
		return;
	}
	f->expected = MSG("the GPU is on the bus");
	finding_evidence(finding_evidence(f, dead ? dead : event ? event : alive ? alive : log), dead ? event : NULL);
}
