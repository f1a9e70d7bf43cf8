/* SPDX-License-Identifier: Apache-2.0 */
/* How the processor runs: steal, governor, turbo, machine checks. */
#include "judge/host.h"

#define STEAL_EDGE 200 /* 2 %, in hundredths */

void cpu_steal_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = host_largest(j, KEY_CPU_STEAL);
	struct finding *f = judge_find(j, subject, fact->i < STEAL_EDGE ? VERDICT_PASS : VERDICT_WARN,
				       MSG("%1 of the CPU time was given to others", A_QTY(fact->i, UNIT_PERCENT)));

	f->expected = MSG("less than %1", A_QTY(STEAL_EDGE, UNIT_PERCENT));
	finding_evidence(f, fact);
}

void cpu_governor_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = NULL, *slow = NULL, *first = fact_get(j->facts, KEY_CPU_GOVERNOR, subject);
	struct finding *f;

	while ((fact = fact_next(j->facts, KEY_CPU_GOVERNOR, subject, fact)))
		if (fact->absence == PRESENT && slice_is(fact->text, "powersave"))
			slow = fact;
	if (judge_is_vm(j) == 1) {
		f = judge_unknown(j, subject, MSG("in a virtual machine the governor shown is not the host's"),
				  "cat /sys/devices/system/cpu/cpu0/cpufreq/scaling_governor on the host");
	} else {
		f = judge_find(j, subject, slow ? VERDICT_WARN : VERDICT_PASS,
			       MSG("governor %1", A_TEXT(slow ? slow->text : first->text)));
		f->expected = MSG("performance, or the driver's default");
	}
	finding_evidence(f, slow ? slow : first);
}

void cpu_turbo_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = host_smallest(j, KEY_CPU_TURBO);
	struct finding *f = judge_find(j, subject, fact->i ? VERDICT_PASS : VERDICT_WARN,
				       fact->i ? MSG("turbo is allowed") : MSG("turbo is switched off"));

	finding_evidence(f, fact);
}

void cpu_mce_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = NULL, *worst = NULL, *log;
	struct finding *f;

	while ((fact = fact_next(j->facts, KEY_BOX_MCE, subject, fact))) {
		bool uncorrected = fact->absence == PRESENT && !slice_is(fact->text, "corrected");
		if (fact->absence == PRESENT && (!worst || uncorrected))
			worst = fact;
		if (uncorrected)
			break;
	}
	if (worst) {
		bool corrected = slice_is(worst->text, "corrected");
		f = judge_find(j, subject, corrected ? VERDICT_WARN : VERDICT_FAIL,
			       corrected ? MSG("the kernel log reports corrected machine checks")
					 : MSG("the kernel log reports an uncorrected machine check"));
		f->expected = MSG("no machine check");
		finding_evidence(f, worst);
		return;
	}
	if (host_log(j, KEY_BOX_MCE, &log) == LOG_NONE)
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("no machine check in the kernel log since boot")),
				 log);
	else
		host_log_blind(j, log, "sudo dmesg -T | grep -iE 'mce|machine check|EDAC'");
}
