/* SPDX-License-Identifier: Apache-2.0 */
/* The family of processor and main memory: its table, and the counts that a lease promises. */
#include "judge/host.h"

static void cpu_unagreed(struct judge *j, const struct fact *cores, const struct fact *threads)
{
	struct finding *f;

	if (cores && threads)
		f = judge_unagreed(j, subject_box(), MSG("%1 cores, %2 threads", A_INT(cores->i), A_INT(threads->i)),
				   MSG("cpu: {cores: %1}", A_INT(cores->i)));
	else if (cores)
		f = judge_unagreed(j, subject_box(), MSG("%1 cores", A_INT(cores->i)), MSG("cpu: {cores: %1}", A_INT(cores->i)));
	else
		f = judge_unagreed(j, subject_box(), MSG("%1 threads", A_INT(threads->i)),
				   MSG("cpu: {threads: %1}", A_INT(threads->i)));
	finding_evidence(finding_evidence(f, cores), threads);
}

/* cores: 1 kept, 0 broken, -1 cannot be told. */
static int cores_kept(const struct judge *j, const struct term *want, int64_t *ret_cores)
{
	const struct fact *fact, *threads = host_largest(j, KEY_CPU_THREADS);

	*ret_cores = host_cores(j, &fact);
	if (*ret_cores)
		return *ret_cores >= want->i;
	/* There are never more cores than threads. */
	return threads && threads->i < want->i ? 0 : -1;
}

static int threads_kept(const struct judge *j, const struct term *want)
{
	const struct fact *cores = host_largest(j, KEY_CPU_CORES), *threads = host_largest(j, KEY_CPU_THREADS);
	int64_t per_core = fact_value(j->facts, KEY_CPU_THREADS_PER_CORE, subject_box(), 0);

	if (threads)
		return threads->i >= want->i;
	if (cores && per_core)
		return cores->i * per_core >= want->i;
	return cores && cores->i >= want->i ? 1 : -1;
}

static struct message cpu_measured(const struct fact *cores, const struct fact *threads, int64_t derived)
{
	if (cores && threads)
		return MSG("%1 cores, %2 threads", A_INT(cores->i), A_INT(threads->i));
	if (cores)
		return MSG("%1 cores", A_INT(cores->i));
	if (derived)
		return MSG("%1 threads, that is %2 cores", A_INT(threads->i), A_INT(derived));
	return MSG("%1 threads; there are never more cores than threads", A_INT(threads->i));
}

/* nproc alone: a process may be held to fewer CPUs than there are, never to more. */
static void cpu_by_nproc(struct judge *j, struct subject subject)
{
	const struct fact *allowed = host_largest(j, KEY_CPU_ALLOWED);
	const struct term *want = judge_term(j, TERM_CPU_THREADS), *cores = judge_term(j, TERM_CPU_CORES);
	struct finding *f;

	if (!want && !cores)
		return;
	if (cores || !allowed || allowed->i < want->i) {
		judge_missing(j, subject, cores ? KEY_CPU_CORES : KEY_CPU_THREADS);
		return;
	}
	f = judge_find(j, subject, VERDICT_PASS, MSG("%1 logical CPUs may be used", A_INT(allowed->i)));
	f->expected = MSG("at least %1 logical CPUs", A_INT(want->i));
	finding_evidence(f, allowed);
}

static void cpu_count_judge(struct judge *j, struct subject subject)
{
	const struct fact *cores = host_largest(j, KEY_CPU_CORES), *threads = host_largest(j, KEY_CPU_THREADS);
	const struct term *want_cores = judge_term(j, TERM_CPU_CORES), *want_threads = judge_term(j, TERM_CPU_THREADS);
	int64_t derived = 0;
	int by_cores = want_cores ? cores_kept(j, want_cores, &derived) : 1;
	int by_threads = want_threads ? threads_kept(j, want_threads) : 1;
	const struct term *want = want_cores && (by_cores == 0 || by_threads == 1 || !want_threads) ? want_cores : want_threads;
	struct finding *f;

	if (!cores && !threads) {
		cpu_by_nproc(j, subject);
		return;
	}
	if (!want_cores && !want_threads) {
		cpu_unagreed(j, cores, threads);
		return;
	}
	if (by_cores == 0 || by_threads == 0 || (by_cores == 1 && by_threads == 1)) {
		f = judge_find(j, subject, by_cores == 1 && by_threads == 1 ? VERDICT_PASS : VERDICT_FAIL,
			       cpu_measured(cores, threads, derived));
		f->term = want;
		f->expected = want->key == TERM_CPU_CORES ? MSG("at least %1 physical cores", A_INT(want->i)) :
							    MSG("at least %1 logical CPUs", A_INT(want->i));
	} else {
		f = judge_unknown(j, subject,
				  by_cores < 0 ? MSG("%1 threads are seen, but not how many threads a core has", A_INT(threads->i)) :
						 MSG("%1 cores are seen, but not how many threads a core has", A_INT(cores->i)),
				  "lscpu");
		f->term = by_cores < 0 ? want_cores : want_threads;
	}
	finding_evidence(finding_evidence(f, cores), threads);
}

static void cpu_sockets_judge(struct judge *j, struct subject subject)
{
	const struct fact *fact = fact_get(j->facts, KEY_CPU_SOCKETS, subject);
	const struct term *want = judge_term(j, TERM_CPU_SOCKETS);
	struct message measured = MSG("%1 sockets", A_INT(fact->i));
	struct finding *f;

	if (!want)
		f = judge_unagreed(j, subject, measured, MSG("cpu: {sockets: %1}", A_INT(fact->i)));
	else if (fact->i == want->i)
		f = judge_find(j, subject, VERDICT_PASS, measured);
	else if (judge_is_vm(j) == 1)
		f = judge_unknown(j, subject, MSG("%1 sockets is what the hypervisor presents, not what the machine has", A_INT(fact->i)),
				  "lscpu on the host");
	else
		f = judge_find(j, subject, VERDICT_FAIL, measured);
	if (want)
		f->expected = MSG("%1 sockets", A_INT(want->i));
	finding_evidence(f, fact);
}

static const struct check table[] = {
	{
		.id = "cpu.count", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT,
		.needs = { { KEY_CPU_CORES, KEY_CPU_THREADS, KEY_CPU_ALLOWED } },
		.terms = { TERM_CPU_CORES, TERM_CPU_THREADS },
		.privilege = "U C", .source = "lease",
		.verifies = N_("cores and threads of the machine against the lease"),
		.meaning = N_("The machine has fewer CPU cores than you pay for; loading data and starting jobs will be slower."),
		.remedy = N_("Ask the supplier for the promised cores. Physical cores and threads are different things: name which you mean."),
		.judge = cpu_count_judge,
	},
	{
		.id = "cpu.per_gpu", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_BOX_GPU_COUNT, KEY_BOX_GPU_PCI_COUNT }, { KEY_CPU_CORES, KEY_CPU_THREADS } },
		.privilege = "U C", .source = "rule of thumb, 8 to 16 cores for a training card",
		.verifies = N_("enough cores to feed every GPU"),
		.meaning = N_("There are few CPU cores for each GPU: the cards may wait for data."),
		.remedy = N_("Ask for more cores, or move the preparation of data elsewhere; write the number of cores into the lease."),
		.applies = cpu_per_gpu_applies, .judge = cpu_per_gpu_judge,
	},
	{
		.id = "cpu.model", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT,
		.needs = { { KEY_CPU_MODEL } }, .terms = { TERM_CPU_MODEL },
		.privilege = "U C", .source = "lease",
		.verifies = N_("the CPU model against the lease"),
		.meaning = N_("Another CPU than the promised one is fitted."),
		.remedy = N_("Ask the supplier for the promised model, or for a lower price."),
		.judge = cpu_model_judge,
	},
	{
		.id = "cpu.sockets", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT,
		.needs = { { KEY_CPU_SOCKETS } }, .terms = { TERM_CPU_SOCKETS },
		.privilege = "U C", .source = "lease",
		.verifies = N_("the number of CPU sockets against the lease"),
		.meaning = N_("The machine has another number of CPU sockets than promised."),
		.remedy = N_("Ask the supplier which machine this is."),
		.judge = cpu_sockets_judge,
	},
	{
		.id = "cpu.limit", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_CPU_QUOTA, KEY_CPU_QUOTA_NONE, KEY_CPU_ALLOWED } },
		.terms = { TERM_CPU_CORES, TERM_CPU_THREADS },
		.privilege = "U C", .source = "gpuvet",
		.verifies = N_("no CPU quota or CPU set below the machine"),
		.meaning = N_("A limit keeps your processes from using all the CPUs that the machine shows."),
		.remedy = N_("Ask the supplier to raise the container's CPU limit to what was promised."),
		.applies = host_limits_apply, .judge = cpu_limit_judge,
	},
	{
		.id = "cpu.steal", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_CPU_STEAL } },
		.privilege = "U", .source = "gpuvet, 2 %",
		.verifies = N_("CPU time that the hypervisor gives to others"),
		.meaning = N_("Other virtual machines take CPU time from this one: the host is oversold."),
		.remedy = N_("Show the supplier `vmstat 1 30` and ask for dedicated CPUs or another host."),
		.judge = cpu_steal_judge,
	},
	{
		.id = "cpu.governor", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_CPU_GOVERNOR } },
		.privilege = "U", .source = "GCM",
		.verifies = N_("the CPU frequency governor"),
		.meaning = N_("The CPU saves power: short work on it starts at a low frequency."),
		.remedy = N_("Set it with `sudo cpupower frequency-set -g performance`, or ask the supplier to."),
		.judge = cpu_governor_judge,
	},
	{
		.id = "cpu.turbo", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_CPU_TURBO } },
		.privilege = "U", .source = "NHC",
		.verifies = N_("turbo frequencies are allowed"),
		.meaning = N_("Turbo frequencies are switched off: single-threaded work is slower than this CPU can be."),
		.remedy = N_("Ask the supplier why turbo is off, and to switch it on."),
		.judge = cpu_turbo_judge,
	},
	{
		.id = "cpu.mce", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_BOX_MCE, KEY_LOG_COVERAGE } },
		.privilege = "K", .source = "NHC",
		.verifies = N_("no machine check since boot"),
		.meaning = N_("The CPU or its memory reported hardware errors; uncorrected ones crash jobs or corrupt results."),
		.remedy = N_("Send the lines to the supplier and ask for a memory and CPU test, or another machine."),
		.judge = cpu_mce_judge,
	},
	{
		.id = "mem.total", .subject = SUBJECT_BOX, .basis = BASIS_CONTRACT, .needs = { { KEY_MEM_TOTAL } },
		.terms = { TERM_MEMORY },
		.privilege = "U C", .source = "lease; AzNHC (5 %)",
		.verifies = N_("memory of the machine against the lease"),
		.meaning = N_("The machine has less memory than you pay for."),
		.remedy = N_("Ask the supplier for the promised memory, or for a lower price."),
		.judge = mem_total_judge,
	},
	{
		.id = "mem.per_gpu", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_BOX_GPU_COUNT, KEY_BOX_GPU_PCI_COUNT }, { KEY_MEM_TOTAL } },
		.privilege = "U C", .source = "rule of thumb, 64 to 128 GB for a training card; Vast (memory of the card)",
		.verifies = N_("enough memory for every GPU"),
		.meaning = N_("There is little main memory for each GPU: loading models and data may not fit."),
		.remedy = N_("Ask for more memory, and write the amount into the lease."),
		.applies = mem_per_gpu_applies, .judge = mem_per_gpu_judge,
	},
	{
		.id = "mem.limit", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_MEM_LIMIT, KEY_MEM_LIMIT_NONE } },
		.terms = { TERM_MEMORY },
		.privilege = "U C", .source = "gpuvet",
		.verifies = N_("no memory limit below the machine"),
		.meaning = N_("A limit ends your processes long before the memory that the machine shows is full."),
		.remedy = N_("Ask the supplier to raise the container's memory limit to what was promised."),
		.applies = host_limits_apply, .judge = mem_limit_judge,
	},
	{
		.id = "mem.ecc", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_MEM_ECC_UE, KEY_MEM_ECC_CE } },
		.privilege = "U", .source = "NHC",
		.verifies = N_("memory errors that the host counts"),
		.meaning = N_("A memory module of the host makes errors; uncorrected ones crash jobs or corrupt results."),
		.remedy = N_("Ask the supplier to replace the module."),
		.judge = mem_ecc_judge,
	},
	{
		.id = "mem.numa", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_CPU_NUMA_NODES } },
		.privilege = "U", .source = "HV",
		.verifies = N_("NUMA nodes, and the GPUs spread over them"),
		.meaning = N_("All GPUs hang on one half of the machine: half of the cores and memory are far from every card."),
		.remedy = N_("Bind jobs to the near node (`numactl`), and ask whether the cards are fitted as the board intends."),
		.judge = mem_numa_judge,
	},
	{
		.id = "mem.dimms", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_MEM_DIMMS }, { KEY_MEM_SLOTS } },
		.privilege = "R", .source = "AzNHC; one module a channel, two slots a channel",
		.verifies = N_("memory modules on every channel"),
		.meaning = N_("Some memory channels are empty: the memory is slower than the CPU allows."),
		.remedy = N_("Ask the supplier to fill every channel."),
		.judge = mem_dimms_judge,
	},
	{
		.id = "mem.bandwidth", .subject = SUBJECT_BOX, .basis = BASIS_RULE,
		.needs = { { KEY_MEM_BANDWIDTH }, { KEY_MEM_BANDWIDTH_EXPECTED } },
		.privilege = "R", .source = "AzNHC, 60 %",
		.verifies = N_("measured memory bandwidth against that of the modules fitted"),
		.meaning = N_("The memory is much slower than its modules allow."),
		.remedy = N_("Ask the supplier for the memory layout and the BIOS settings, and measure again on an idle machine."),
		.judge = mem_bandwidth_judge,
	},
	{
		.id = "pids.limit", .subject = SUBJECT_BOX, .basis = BASIS_RULE, .needs = { { KEY_PIDS_MAX } },
		.privilege = "U C", .source = "gpuvet, 4096",
		.verifies = N_("the limit of processes and threads"),
		.meaning = N_("Few processes and threads are allowed: data loaders and collectives start many and will fail."),
		.remedy = N_("Ask the supplier to raise pids.max of the container."),
		.applies = host_limits_apply, .judge = pids_limit_judge,
	},
};

const struct check_family checks_cpu = CHECK_FAMILY(table);
