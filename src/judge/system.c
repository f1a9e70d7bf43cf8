/* SPDX-License-Identifier: Apache-2.0 */
/* The running system: clock, limits, services, kernel trouble, the board's own log, the environment. */
#include "base/text.h"
#include "judge/host.h"

#define SECOND ((int64_t)1000 * 1000 * 1000)

static void uptime_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = host_largest(j, KEY_SYS_UPTIME);

	finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("running for %1", A_QTY(fact->i, UNIT_NANOSECONDS))), fact);
}

static void time_judge(struct judge *j, struct subject subject)
{
	const struct fact *offset = fact_get(j->facts, KEY_SYS_CLOCK_OFFSET, subject), *synced = fact_get(j->facts, KEY_SYS_CLOCK_SYNCED, subject);
	struct finding *f;

	if (offset) {
		bool near = offset->i > -SECOND && offset->i < SECOND;
		f = judge_find(j, subject, near ? VERDICT_PASS : VERDICT_WARN, MSG("the clock is off by %1", A_QTY(offset->i, UNIT_NANOSECONDS)));
	} else if (synced->i) {
		f = judge_find(j, subject, VERDICT_PASS, MSG("the clock is synchronised"));
	} else {
		f = judge_unknown(j, subject, MSG("the clock is not synchronised; how far off it is was not measured"), "chronyc tracking");
	}
	f->expected = MSG("less than %1 from true time", A_QTY(SECOND, UNIT_NANOSECONDS));
	finding_evidence(finding_evidence(f, offset), synced);
}

/* ---- limits ---- */

#define NOFILE_LOW 1024 /* below the default of every distribution */

/* Whether RDMA is to be used: a node network is promised or fabric ports are there. */
static bool wants_rdma(const struct judge *j)
{
	return judge_term(j, TERM_NET_NODE_RATE) || judge_term(j, TERM_NET_NODE_KIND) || judge_term(j, TERM_NET_NODE_COUNT) ||
	       fact_value(j->facts, KEY_BOX_NIC_COUNT, subject_box(), 0) > 0;
}

static void limits_judge(struct judge *j, struct subject subject)
{
	const struct fact *memlock = host_smallest(j, KEY_SYS_MEMLOCK), *nofile = host_smallest(j, KEY_SYS_NOFILE);
	struct finding *f;

	if (memlock && memlock->i != INT64_MAX && wants_rdma(j)) {
		f = judge_find(j, subject, VERDICT_WARN, MSG("%1 of memory may be locked", A_QTY(memlock->i, UNIT_BYTES)));
		f->expected = MSG("no limit of locked memory, which RDMA needs");
	} else if (nofile && nofile->i < NOFILE_LOW) {
		f = judge_find(j, subject, VERDICT_WARN, MSG("%1 files may be open", A_INT(nofile->i)));
		f->expected = MSG("at least %1 open files", A_INT(NOFILE_LOW));
	} else if (!memlock) {
		f = judge_missing(j, subject, KEY_SYS_MEMLOCK);
	} else {
		f = judge_find(j, subject, VERDICT_PASS,
			       memlock->i == INT64_MAX ? MSG("no limit of locked memory") :
							 MSG("%1 of memory may be locked; no RDMA network is here that needs more",
							     A_QTY(memlock->i, UNIT_BYTES)));
	}
	finding_evidence(finding_evidence(f, memlock), nofile);
}

/* ---- services ---- */

static const struct fact *unit_failed(const struct judge *j, const char *name)
{
	const struct fact *f = NULL;

	while ((f = fact_next(j->facts, KEY_SYS_UNIT_FAILED, subject_box(), f)))
		if (f->absence == PRESENT && slice_has(f->text, name))
			return f;
	return NULL;
}

/* Cards that only work together through NVSwitches, whose fabric manager runs here: not in a virtual machine. */
static bool needs_fabric_manager(const struct judge *j)
{
	const struct card *card = j->n_gpus >= 8 ? judge_card_or_promise(j, j->gpus[0]) : NULL;

	return fact_value(j->facts, KEY_BOX_NVSWITCH_COUNT, subject_box(), 0) > 0 || (card && card->nvswitch && judge_is_vm(j) != 1);
}

static void services_judge(struct judge *j, struct subject subject)
{
	const struct fact *manager = fact_get(j->facts, KEY_BOX_FABRIC_MANAGER, subject), *count = host_largest(j, KEY_SYS_UNITS_FAILED_COUNT);
	const struct fact *unit = fact_get(j->facts, KEY_SYS_UNIT_FAILED, subject), *fabric = unit_failed(j, "fabricmanager");
	struct finding *f;

	if (manager && slice_is(manager->text, "failed"))
		fabric = manager;
	if (fabric && needs_fabric_manager(j)) {
		f = judge_find(j, subject, VERDICT_FAIL, MSG("the fabric manager of an NVSwitch machine is dead"));
		f->meaning = MSG("Without the fabric manager the cards of this machine cannot work together, and CUDA may not start.");
		f->remedy = MSG("Ask the supplier to start nvidia-fabricmanager in the driver's version.");
	} else if (judge_is_container(j) == 1) {
		f = judge_unknown(j, subject, MSG("inside a container the services of the machine cannot be seen"), "systemctl --failed on the host");
	} else if (unit) {
		f = judge_find(j, subject, VERDICT_WARN, MSG("failed: %1", A_TEXT(unit->text)));
	} else if (count && count->i > 0) {
		f = judge_find(j, subject, VERDICT_WARN, MSG("%1 services have failed", A_INT(count->i)));
	} else if (!count) {
		f = judge_missing(j, subject, KEY_SYS_UNITS_FAILED_COUNT);
	} else {
		f = judge_find(j, subject, VERDICT_PASS, MSG("no failed service"));
	}
	finding_evidence(finding_evidence(finding_evidence(f, fabric), unit), count);
}

/* ---- kernel log ---- */

static void kernel_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact;

	switch (host_log(j, KEY_BOX_KERNEL_STALL, &fact)) {
	case LOG_EVENT:
		finding_evidence(judge_find(j, subject, VERDICT_WARN, MSG("the kernel reports: %1", A_TEXT(fact->text))), fact);
		break;
	case LOG_NONE:
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("no hung task or lockup in the kernel log since boot")), fact);
		break;
	case LOG_BLIND:
		host_log_blind(j, fact, "sudo dmesg -T | grep -E 'hung|lockup|blocked for'");
	}
}

/* A kill for a memory cgroup's own limit is the application's affair; one for the whole host is the machine's. */
static void oom_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = NULL, *killed = NULL, *log;
	bool host = false;

	while (!host && (fact = fact_next(j->facts, KEY_BOX_OOM, subject, fact))) {
		if (fact->absence != PRESENT)
			continue;
		host = slice_is(fact->text, "host");
		killed = fact;
	}
	if (host) {
		finding_evidence(judge_find(j, subject, VERDICT_WARN, MSG("the kernel killed a process because the whole machine had no memory left")),
				 killed);
		return;
	}
	enum log_answer answer = host_log(j, KEY_NONE, &log);
	if (answer == LOG_BLIND)
		host_log_blind(j, log, "sudo dmesg -T | grep -i oom");
	else if (killed)
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("only kills by a container's own memory limit: the application's")), killed);
	else
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("no out-of-memory kill in the kernel log since boot")), log);
}

/* ---- the board's own log ---- */

static void sel_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = NULL, *count = host_largest(j, KEY_IPMI_SEL_COUNT);

	while ((fact = fact_next(j->facts, KEY_IPMI_SEL, subject, fact))) {
		if (fact->absence != PRESENT || !slice_starts(fact->text, "critical: "))
			continue;
		finding_evidence(judge_find(j, subject, VERDICT_FAIL, MSG("%1", A_TEXT(fact->text))), fact);
		return;
	}
	if (!count)
		judge_missing(j, subject, KEY_IPMI_SEL_COUNT);
	else
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("no critical entry among %1", A_INT(count->i))), count);
}

static void sensors_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = NULL, *bad = NULL, *count = host_largest(j, KEY_IPMI_SENSOR_COUNT);
	bool critical = false;

	while (!critical && (fact = fact_next(j->facts, KEY_IPMI_SENSOR_BAD, subject, fact))) {
		if (fact->absence != PRESENT)
			continue;
		critical = !slice_has_nocase(fact->text, "non-critical") && !slice_ends(fact->text, " nc");
		bad = fact;
	}
	if (bad)
		finding_evidence(judge_find(j, subject, critical ? VERDICT_FAIL : VERDICT_WARN, MSG("%1", A_TEXT(bad->text))), bad);
	else if (!count)
		judge_missing(j, subject, KEY_IPMI_SENSOR_COUNT);
	else
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("%1 sensors, all ok", A_INT(count->i))), count);
}

/* ---- environment ---- */

/* What every CUDA image sets and what hides nothing. */
static bool is_harmless(struct slice text)
{
	static const char *const starts[] = { "CUDA_HOME=",	   "CUDA_PATH=", "CUDA_ROOT=", "CUDA_VERSION=", "NVIDIA_VISIBLE_DEVICES=all",
					      "NVIDIA_DRIVER_CAPABILITIES=", "NVIDIA_REQUIRE_", "NVIDIA_PRODUCT_NAME=", "NV_", "CUDA_DEVICE_ORDER=" };

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (slice_starts(text, starts[i]))
			return true;
	return slice_ends(text, "=");
}

static void env_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = NULL;

	while ((fact = fact_next(j->facts, KEY_SYS_ENV, subject, fact))) {
		if (fact->absence != PRESENT || is_harmless(fact->text))
			continue;
		finding_evidence(judge_find(j, subject, VERDICT_WARN, MSG("%1 is set", A_TEXT(fact->text))), fact);
		return;
	}
	fact = fact_get(j->facts, KEY_SYS_ENV_SEEN, subject);
	if (fact && fact->i)
		finding_evidence(judge_find(j, subject, VERDICT_PASS, MSG("nothing in the environment changes what CUDA sees")), fact);
	else
		judge_missing(j, subject, KEY_SYS_ENV_SEEN);
}

static const struct check table[] = {
	{
		.id = "sys.uptime", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_SYS_UPTIME } },
		.privilege = "U", .source = "shown",
		.verifies = N_("time since boot, for the record"),
		.meaning = N_("A machine that was restarted after the hand-over may have been changed or have crashed."),
		.remedy = N_("Compare with the time of the hand-over."),
		.judge = uptime_judge,
	},
	{
		.id = "sys.time", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_SYS_CLOCK_OFFSET, KEY_SYS_CLOCK_SYNCED } },
		.privilege = "U", .source = "gpuvet, 1 s",
		.verifies = N_("the clock is right"),
		.meaning = N_("The clock is off: certificates, logs of several machines and proofs of an outage will not agree."),
		.remedy = N_("Start chrony or systemd-timesyncd, or ask the supplier to."),
		.judge = time_judge,
	},
	{
		.id = "sys.limits", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_SYS_MEMLOCK, KEY_SYS_NOFILE } },
		.privilege = "U C", .source = "gpuvet",
		.verifies = N_("limits of locked memory and open files"),
		.meaning = N_("A limit of the shell is too low: RDMA needs unlimited locked memory, data loaders need many files."),
		.remedy = N_("Raise it in /etc/security/limits.conf, or start the container with --ulimit memlock=-1."),
		.judge = limits_judge,
	},
	{
		.id = "sys.services", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_SYS_UNITS_FAILED_COUNT, KEY_SYS_UNIT_FAILED, KEY_BOX_FABRIC_MANAGER } },
		.privilege = "U H", .source = "GPUd",
		.verifies = N_("no failed service"),
		.meaning = N_("A service of the system has failed; the machine was not handed over in order."),
		.remedy = N_("Look at it with `systemctl status`, and ask the supplier to repair it."),
		.judge = services_judge,
	},
	{
		.id = "sys.kernel", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_BOX_KERNEL_STALL, KEY_LOG_COVERAGE } },
		.privilege = "K", .source = "GCM",
		.verifies = N_("no hung task and no lockup since boot"),
		.meaning = N_("The kernel or a driver stood still for a while: jobs freeze, often before something breaks."),
		.remedy = N_("Send the lines to the supplier and ask what hung."),
		.judge = kernel_judge,
	},
	{
		.id = "sys.oom", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_BOX_OOM, KEY_LOG_COVERAGE } },
		.privilege = "K", .source = "gpuvet",
		.verifies = N_("no out-of-memory kill of the whole machine"),
		.meaning = N_("The machine ran out of memory; if your job did not do it, somebody else uses this machine."),
		.remedy = N_("Ask the supplier what ran there, and whether the memory is yours alone."),
		.judge = oom_judge,
	},
	{
		.id = "ipmi.sel", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_IPMI_SEL, KEY_IPMI_SEL_COUNT } },
		.privilege = "R H", .source = "GCM",
		.verifies = N_("the board's event log holds nothing critical"),
		.meaning = N_("The board recorded a critical event: power, temperature, memory or PCIe."),
		.remedy = N_("Send the entry to the supplier and ask what was done about it."),
		.judge = sel_judge,
	},
	{
		.id = "ipmi.sensors", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_IPMI_SENSOR_BAD, KEY_IPMI_SENSOR_COUNT } },
		.privilege = "R H", .source = "GCM",
		.verifies = N_("fans, power supplies and temperatures of the board"),
		.meaning = N_("A fan, a power supply or a temperature of the machine is not in order."),
		.remedy = N_("Ask the supplier to repair it before you put load on the machine."),
		.judge = sensors_judge,
	},
	{
		.id = "env.cuda", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_SYS_ENV, KEY_SYS_ENV_SEEN } },
		.privilege = "U C", .source = "DCGM",
		.verifies = N_("no variable changes what CUDA sees"),
		.meaning = N_("A variable hides cards from programs or loads a foreign library into them."),
		.remedy = N_("Unset it, or find out who sets it (`grep -r NAME /etc ~/.bashrc`), and take the outputs again."),
		.judge = env_judge,
	},
};

const struct check_family checks_system = CHECK_FAMILY(table);
