/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "parse/cells.h"
#include "parse/kernel_log.h"

/* ---- words of the kernel that are an event by themselves ---- */

struct word_rule {
	const char *mark, *with; /* both stand in the message; `with` may be NULL */
	enum key key;
	const char *text; /* the fact's text; NULL: the line */
};

static const struct word_rule rules[] = {
	{ "oom-kill:constraint=CONSTRAINT_MEMCG", NULL, KEY_BOX_OOM, "cgroup" },
	{ "oom-kill:constraint=CONSTRAINT_NONE", NULL, KEY_BOX_OOM, "host" },
	{ "Memory cgroup out of memory:", NULL, KEY_BOX_OOM, "cgroup" },
	{ "Out of memory: Kill", NULL, KEY_BOX_OOM, "host" },
	{ "blocked for more than", NULL, KEY_BOX_KERNEL_STALL, NULL },
	{ "soft lockup", "CPU#", KEY_BOX_KERNEL_STALL, NULL },
	{ "hard LOCKUP", NULL, KEY_BOX_KERNEL_STALL, NULL },
	{ "self-detected stall", NULL, KEY_BOX_KERNEL_STALL, NULL },
	{ "detected stalls on", NULL, KEY_BOX_KERNEL_STALL, NULL },
	{ "EDAC ", " UE ", KEY_BOX_MCE, "uncorrected" },
	{ "EDAC ", " CE ", KEY_BOX_MCE, "corrected" },
	{ "[Hardware Error]", "Uncorrected", KEY_BOX_MCE, "uncorrected" },
	{ "[Hardware Error]", "Uncorrectable", KEY_BOX_MCE, "uncorrected" },
	{ "[Hardware Error]", "Deferred error", KEY_BOX_MCE, "uncorrected" },
	{ "[Hardware Error]", "Processor context corrupt", KEY_BOX_MCE, "uncorrected" },
	{ "[Hardware Error]", "Corrected error", KEY_BOX_MCE, "corrected" },
	{ "[Hardware Error]", "Machine check events logged", KEY_BOX_MCE, "corrected" },
	{ "Uncorrected hardware memory error", NULL, KEY_BOX_MCE, "uncorrected" },
	{ "nvidia_peermem", "invalid", KEY_BOX_PEERMEM, NULL },
	{ "nvidia_peermem", "disagrees", KEY_BOX_PEERMEM, NULL },
	{ "nvidia_peermem", "failed", KEY_BOX_PEERMEM, NULL },
	{ "nvidia-peermem", "invalid context", KEY_BOX_PEERMEM, NULL },
	{ "nv_peer_mem", "invalid", KEY_BOX_PEERMEM, NULL },
};

static bool rule_event(struct klog *log)
{
	struct slice m = log->now.message;

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		const struct word_rule *rule = &rules[i];
		if (!slice_has(m, rule->mark) || (rule->with && !slice_has(m, rule->with)))
			continue;
		reader_text(log->r, rule->key, subject_box(), log->item++, rule->text ? slice_of(rule->text) : log->raw);
		return true;
	}
	return false;
}

/* ---- boot banner, machine, hypervisor ---- */

static bool boot_event(struct klog *log)
{
	struct slice m = log->now.message, s;
	struct reader *r = log->r;

	if (slice_starts(m, "Linux version ")) {
		reader_text(r, KEY_SYS_KERNEL, subject_box(), 0, slice_nth_word(m, 2));
		log->banner = true;
		return true;
	}
	if (slice_starts(m, "DMI: ") || slice_starts(m, "Hardware name: ")) {
		s = slice_before(slice_trim(slice_after(m, ": ")), ", BIOS");
		if (slice_starts(m, "DMI: ")) {
			log->product = s;
			log->product_line = r->line;
		}
		reader_text(r, KEY_SYS_PRODUCT, subject_box(), 0, s);
		if (hypervisor_of_product(s)) {
			reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, slice_of(hypervisor_of_product(s)));
			log->hypervisor = true;
		}
		return true;
	}
	if (slice_starts(m, "Hypervisor detected: ")) {
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, slice_trim(slice_after(m, ": ")));
		log->hypervisor = true;
		return true;
	}
	return false;
}

/* ---- PCIe ---- */

static bool address_known(const struct slice *list, size_t n, struct slice address)
{
	for (size_t i = 0; i < n; i++)
		if (slice_eq(list[i], address))
			return true;
	return false;
}

/* "nvidia 0000:81:00.0: PCIe Bus Error: severity=Corrected, type=..." */
static void bus_error(struct klog *log, struct slice address)
{
	struct slice severity = slice_after(log->now.message, "severity=");
	struct gpu_errors *e = NULL;

	for (size_t i = 0; i < log->n_errors; i++)
		if (slice_eq(log->errors[i].address, address))
			e = &log->errors[i];
	if (!e && log->n_errors == KLOG_DEVICES_MAX)
		return;
	if (!e) {
		log->errors =
			arena_grow(log->r->arena, log->errors, &log->errors_capacity, log->n_errors + 1, sizeof(*log->errors));
		e = &log->errors[log->n_errors++];
		*e = (struct gpu_errors){ .address = address };
	}
	e->line = log->r->line;
	if (slice_starts(severity, "Corrected"))
		e->correctable++;
	else
		e->fatal++;
}

/*
 * "pci 0000:9b:00.0: 252.048 Gb/s available PCIe bandwidth, limited by ...": printed for any device. It is told of a GPU
 * only when the log calls the device NVIDIA's, or calls it nothing at all and it has the 16 lanes of a GPU.
 */
static void bandwidth_limited(struct klog *log, struct slice address)
{
	struct slice m = log->now.message;
	bool is_gpu = address_known(log->gpus, log->n_gpus, address) || slice_starts(m, "nvidia ");

	if (!is_gpu && (address_known(log->others, log->n_others, address) || !slice_starts(m, "pci ") ||
			!slice_has(slice_after(m, "capable of"), "x16 link")))
		return;
	reader_text(log->r, KEY_GPU_PCIE_LIMITED, subject_gpu_pci(log->r->arena, address), log->item++, log->raw);
}

/* "pci 0000:9b:00.0: [10de:2330] type 00 class 0x030200", "mlx5_core 0000:1a:00.0: ...": whose is the address? */
static void owner_note(struct klog *log, struct slice address)
{
	struct slice m = log->now.message, driver = slice_nth_word(m, 0);

	if (slice_has(m, "[10de:") && slice_has(m, "class 0x03"))
		klog_gpu_seen(log, address);
	else if ((slice_is(driver, "pci") && slice_has(m, " class 0x")) ||
		 (!slice_is(driver, "pci") && !slice_starts(driver, "nvidia") && !slice_starts(driver, "vfio") &&
		  !slice_starts(driver, "NVRM") && slice_ends(slice_nth_word(m, 1), ":"))) {
		if (log->n_others == KLOG_DEVICES_MAX || address_known(log->others, log->n_others, address))
			return;
		log->others =
			arena_grow(log->r->arena, log->others, &log->others_capacity, log->n_others + 1, sizeof(*log->others));
		log->others[log->n_others++] = address;
	}
}

static bool pcie_event(struct klog *log)
{
	struct slice m = log->now.message, address;

	if (!pci_find(log->r->arena, slice_nth_word(m, 1), &address))
		return false;
	owner_note(log, address);
	if (slice_has(m, "available PCIe bandwidth, limited by"))
		bandwidth_limited(log, address);
	else if (slice_has(m, "PCIe Bus Error: severity=") && slice_starts(m, "nvidia "))
		bus_error(log, address);
	else
		return false;
	return true;
}

/* ---- carriers ---- */

enum { CARRIER_NETWORKD, CARRIER_MANAGER, CARRIER_BOND, CARRIER_DRIVER, CARRIER_SOURCES };

/* Interfaces of containers, bridges and the like come and go; they are no ports of the machine. */
static bool is_virtual_name(struct slice nic)
{
	static const char *const starts[] = { "veth", "docker", "br-",	   "cali", "virbr", "lo",   "tap",
					      "tun",  "cni",	"flannel", "kube", "vnet",  "dummy" };

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (slice_starts(nic, starts[i]))
			return true;
	return nic.len == 0 || nic.len > 15;
}

static void loss_add(struct klog *log, struct slice nic, int source)
{
	while (nic.len && strchr(":,()", nic.ptr[nic.len - 1]))
		nic = slice_sub(nic, 0, nic.len - 1);
	if (is_virtual_name(nic))
		return;
	if (log->n_losses == KLOG_LOSSES_MAX)
		return;
	log->losses = arena_grow(log->r->arena, log->losses, &log->losses_capacity, log->n_losses + 1, sizeof(*log->losses));
	log->losses[log->n_losses++] =
		(struct carrier_loss){ .nic = nic, .time = log->now.time, .source = source, .line = log->r->line };
}

/* The word before `mark`: "mlx5_core 0000:1a:00.0 ens1f0: Link down". */
static struct slice word_before(struct slice m, const char *mark)
{
	struct slice rest = slice_before(m, mark), word, last = { NULL, 0 };

	while (slice_word(&rest, &word))
		last = word;
	return last;
}

static bool carrier_event(struct klog *log)
{
	struct slice m = log->now.message, program = log->now.program;

	if (slice_starts(program, "systemd-networkd")) {
		if (slice_has_nocase(m, ": lost carrier"))
			loss_add(log, slice_before(m, ":"), CARRIER_NETWORKD);
		return true;
	}
	if (slice_starts(program, "NetworkManager")) {
		if (slice_has(m, "carrier: link disconnected") || slice_has(m, "(carrier-changed)") ||
		    slice_has(m, "reason 'carrier-changed'"))
			loss_add(log, slice_before(slice_after(m, "device ("), ")"), CARRIER_MANAGER);
		return true;
	}
	if (slice_has(m, "link status definitely down")) {
		struct slice nic = slice_after(m, "(slave ");
		loss_add(log, nic.len ? slice_before(nic, ")") : slice_nth_word(slice_after(m, "for interface "), 0),
			 CARRIER_BOND);
		return true;
	}
	if (slice_ends(m, ": Link down"))
		loss_add(log, word_before(m, ": Link down"), CARRIER_DRIVER);
	else if (slice_has(m, "NIC Link is Down"))
		loss_add(log, word_before(m, "NIC Link is Down"), CARRIER_DRIVER);
	else if (slice_ends(m, ": link down") && !slice_has(m, "ata"))
		loss_add(log, word_before(m, ": link down"), CARRIER_DRIVER);
	else
		return false;
	return true;
}

static int loss_count(const struct klog *log, struct slice nic, int source)
{
	int n = 0;

	for (size_t i = 0; i < log->n_losses; i++)
		n += log->losses[i].source == source && slice_eq(log->losses[i].nic, nic);
	return n;
}

/* The source that tells most of a NIC's losses; the others tell the same ones again. */
static int loss_source(const struct klog *log, struct slice nic)
{
	int best = 0;

	for (int source = 1; source < CARRIER_SOURCES; source++)
		if (loss_count(log, nic, source) > loss_count(log, nic, best))
			best = source;
	return best;
}

static bool nic_is_first(const struct klog *log, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (slice_eq(log->losses[i].nic, log->losses[at].nic))
			return false;
	return true;
}

void klog_events_end(struct klog *log)
{
	struct reader *r = log->r;

	for (size_t i = 0; i < log->n_losses; i++) {
		if (!nic_is_first(log, i))
			continue;
		int source = loss_source(log, log->losses[i].nic), item = 0;
		for (size_t j = i; j < log->n_losses; j++) {
			const struct carrier_loss *loss = &log->losses[j];
			if (loss->source != source || !slice_eq(loss->nic, log->losses[i].nic))
				continue;
			r->line = loss->line;
			reader_text(r, KEY_NIC_CARRIER_LOST, subject_named(SUBJECT_NIC, loss->nic), item++, loss->time);
		}
	}
	for (size_t i = 0; i < log->n_errors; i++) {
		struct subject gpu = subject_gpu_pci(r->arena, log->errors[i].address);
		r->line = log->errors[i].line;
		if (log->errors[i].fatal)
			reader_int(r, KEY_GPU_AER_FATAL, gpu, 0, log->errors[i].fatal);
		if (log->errors[i].correctable)
			reader_int(r, KEY_GPU_AER_CORRECTABLE, gpu, 0, log->errors[i].correctable);
	}
}

static bool fabric_event(struct klog *log)
{
	struct slice m = log->now.message;

	if (!slice_starts(log->now.program, "nv-fabricmanager"))
		return false;
	if (slice_has_nocase(m, "error") || slice_has_nocase(m, "failed"))
		reader_text(log->r, KEY_BOX_FABRIC_MANAGER_ERROR, subject_box(), log->item++, log->raw);
	return true;
}

bool klog_event(struct klog *log)
{
	return rule_event(log) || boot_event(log) || pcie_event(log) || carrier_event(log) || fabric_event(log);
}
