/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_KERNEL_LOG_H
#define PARSE_KERNEL_LOG_H
/*
 * The kernel log, however it was printed: dmesg (plain, -T, --decode, iso), journalctl -k, syslog files, raw /dev/kmsg, or
 * lines pasted without any prefix.
 *
 * kernel_prefix.c cuts a line into time, host, program and message. kernel_log.c walks the lines and judges what the log
 * covers. kernel_nvidia.c reads what the NVIDIA driver says, kernel_events.c what the rest of the kernel (and the network
 * services beside it) says. One struct klog lives for one section.
 */
#include "parse/parse.h"

/* So many devices or lost carriers are remembered of one log: more say nothing new, and must not cost their square. */
#define KLOG_DEVICES_MAX 1024
#define KLOG_LOSSES_MAX	 4096

enum klog_style {
	KLOG_BARE,    /* no prefix: known by its text */
	KLOG_RING,    /* dmesg: this boot */
	KLOG_JOURNAL, /* journal or syslog: perhaps several boots */
};

struct klog_line {
	enum klog_style style;
	struct slice time;  /* as printed; may be empty */
	int64_t since_boot; /* ns; -1 when the line does not tell */
	struct slice host, program;
	struct slice message;
};

/* One loss of a carrier, kept until the end: several programs may report one event. */
struct carrier_loss {
	struct slice nic, time;
	int source, line;
};

struct gpu_errors {
	struct slice address;
	int64_t fatal, correctable;
	int line;
};

struct klog {
	struct reader *r;
	size_t start; /* of the log in the reader's lines */
	struct klog_line now;
	struct slice raw;    /* the line as it stands in the blob, trimmed */
	int item;	     /* of the next event of any kind */
	int boot, last_boot; /* counted from the top; last_boot was counted ahead */
	bool boot_known;
	struct slice gpu_named; /* address of "The NVIDIA GPU 0000:b3:00.0", whose sentence goes on in the next lines */
	/* what is told once, at the end */
	struct slice product;
	int product_line;
	bool banner, hypervisor, driver_only, any_prefix, denied, empty;
	int64_t first_time, last_time;
	int n_lines, first_line;
	struct carrier_loss *losses;
	size_t n_losses, losses_capacity;
	struct gpu_errors *errors;
	size_t n_errors, errors_capacity;
	struct slice *gpus, *others; /* PCI addresses that the log calls NVIDIA's, or some other driver's */
	size_t n_gpus, gpus_capacity, n_others, others_capacity;
};

/* Cuts a line; false when it is no line of a log. Continuations (indented, without prefix) are KLOG_BARE. */
bool klog_cut(struct slice line, struct klog_line *ret);

/* Each looks at one line; true when it was an event or a fact of its own. */
bool klog_nvidia(struct klog *log);
bool klog_event(struct klog *log);
/* Facts that need the whole log: carrier losses, PCIe errors by device. */
void klog_events_end(struct klog *log);
/* Remembers whose a PCI address is; the limits of links are told of GPUs alone. */
void klog_gpu_seen(struct klog *log, struct slice address);

#endif
