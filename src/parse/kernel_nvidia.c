/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "parse/cells.h"
#include "parse/kernel_log.h"

void klog_gpu_seen(struct klog *log, struct slice address)
{
	for (size_t i = 0; i < log->n_gpus; i++)
		if (slice_eq(log->gpus[i], address))
			return;
	if (log->n_gpus == KLOG_DEVICES_MAX)
		return;
	log->gpus = arena_grow(log->r->arena, log->gpus, &log->gpus_capacity, log->n_gpus + 1, sizeof(*log->gpus));
	log->gpus[log->n_gpus++] = address;
}

/* ---- Xid ---- */

/* The device in "Xid (...)": an address, or a UUID, or both. */
static bool device_read(struct klog *log, struct slice inside, struct subject *ret)
{
	struct slice rest = inside, word, address, uuid = { NULL, 0 };

	if (pci_find(log->r->arena, inside, &address)) {
		*ret = subject_gpu_pci(log->r->arena, address);
		klog_gpu_seen(log, address);
	}
	while (slice_word(&rest, &word))
		if (slice_starts(word, "GPU-") && word.len > 20)
			uuid = slice_ends(word, ",") ? slice_sub(word, 0, word.len - 1) : word;
	if (ret->kind == SUBJECT_GPU && uuid.len)
		reader_text(log->r, KEY_GPU_UUID, *ret, 0, uuid);
	if (ret->kind != SUBJECT_GPU && uuid.len)
		*ret = subject_gpu_uuid(uuid);
	return ret->kind == SUBJECT_GPU;
}

static bool has_word(struct slice text, const char *wanted)
{
	struct slice word;

	while (slice_word(&text, &word)) {
		while (word.len && (word.ptr[word.len - 1] == ',' || word.ptr[word.len - 1] == '.'))
			word = slice_sub(word, 0, word.len - 1);
		if (slice_is_nocase(word, wanted))
			return true;
	}
	return false;
}

/* The text in the last brackets: "changed from 0x0 (None) to 0x1 (GPU Reset Required)". */
static struct slice last_bracket(struct slice s)
{
	size_t open = s.len, close = s.len;

	while (close > 0 && s.ptr[close - 1] != ')')
		close--;
	open = close;
	while (open > 0 && s.ptr[open - 1] != '(')
		open--;
	return open == 0 || close == 0 ? (struct slice){ NULL, 0 } : slice_trim(slice_sub(s, open, close - 1));
}

#define XID_RECOVERY_ACTION 154
/* Xids of NVLink 5 carry the words Fatal and Nonfatal; other texts may use them in sentences. */
#define XID_NVLINK5_FIRST 144
#define XID_NVLINK5_LAST  150

static void xid_details(struct klog *log, struct subject gpu, int64_t code, struct slice rest)
{
	struct slice cause = slice_after(rest, "previous Xid "), name = slice_before(slice_after(rest, "name="), ",");
	struct reader *r = log->r;
	int64_t value;

	if (slice_take_int(&cause, &value))
		reader_int(r, KEY_GPU_XID_CAUSE, gpu, log->item, value);
	if (code >= XID_NVLINK5_FIRST && code <= XID_NVLINK5_LAST) {
		if (has_word(rest, "Nonfatal") || has_word(rest, "Non-fatal"))
			reader_flag(r, KEY_GPU_XID_FATAL, gpu, log->item, false);
		else if (has_word(rest, "Fatal"))
			reader_flag(r, KEY_GPU_XID_FATAL, gpu, log->item, true);
	}
	struct slice action = last_bracket(slice_after(rest, "changed from"));
	if (code == XID_RECOVERY_ACTION && action.len)
		reader_text(r, KEY_GPU_XID_ACTION, gpu, log->item, action);
	if (name.len && !slice_starts(name, "<"))
		reader_text(r, KEY_GPU_XID_PROCESS, gpu, log->item, slice_unquote(name));
}

#define CODE_MAX 100000 /* far above any Xid or SXid */

/* What Xid and SXid lines share: "DEVICE): CODE" and the words behind it. */
static bool event_head(struct slice after, struct slice *ret_device, int64_t *ret_code, struct slice *ret_rest)
{
	size_t close = slice_find_char(after, ')');
	struct slice rest = slice_trim(slice_sub(after, close, after.len));

	if (close == SLICE_NONE || !slice_starts(rest, "):"))
		return false;
	rest = slice_trim(slice_sub(rest, 2, rest.len));
	if (!slice_take_int(&rest, ret_code) || *ret_code > CODE_MAX)
		return false;
	*ret_device = slice_sub(after, 0, close);
	*ret_rest = rest;
	return true;
}

static void xid_read(struct klog *log, struct slice after)
{
	struct subject gpu = { .kind = SUBJECT_BOX };
	struct slice device, rest;
	int64_t code;

	if (!event_head(after, &device, &code, &rest) || (rest.len == 0 && reader_line_open(log->r))) /* "3" of 31 */
		return;
	if (!device_read(log, device, &gpu))
		return;
	reader_int(log->r, KEY_GPU_XID, gpu, log->item, code)->text = log->raw;
	if (log->now.time.len)
		reader_text(log->r, KEY_GPU_XID_TIME, gpu, log->item, log->now.time);
	if (log->boot_known)
		reader_int(log->r, KEY_GPU_XID_BOOT, gpu, log->item, log->boot - log->last_boot);
	xid_details(log, gpu, code, rest);
	if (slice_has(rest, "fallen off the bus"))
		reader_text(log->r, KEY_GPU_FALLEN_OFF, gpu, log->item, log->raw);
	log->item++;
}

/* The first line of an SXid has the severity; lines with "Data {" or "Severity 1 Engine instance" continue it. */
static void sxid_read(struct klog *log, struct slice after)
{
	struct slice device, rest;
	int64_t code;

	if (!event_head(after, &device, &code, &rest))
		return;
	rest = slice_trim(slice_starts(rest, ",") ? slice_sub(rest, 1, rest.len) : rest);
	if (slice_starts(rest, "Data ") || slice_starts(rest, "Severity "))
		return;
	reader_int(log->r, KEY_BOX_SXID, subject_box(), log->item, code)->text = log->raw;
	if (has_word(rest, "Non-fatal") || has_word(rest, "Nonfatal"))
		reader_flag(log->r, KEY_BOX_SXID_FATAL, subject_box(), log->item, false);
	else if (has_word(rest, "Fatal"))
		reader_flag(log->r, KEY_BOX_SXID_FATAL, subject_box(), log->item, true);
	log->item++;
}

/* ---- driver lines that are no Xid ---- */

/* Emits `gpu_key` on the GPU that the line (or the line above it) names, else `box_key`. */
static void named_text(struct klog *log, enum key gpu_key, enum key box_key)
{
	struct slice address;

	if (!pci_find(log->r->arena, log->now.message, &address))
		address = log->gpu_named;
	bool earlier = log->boot_known && log->boot < log->last_boot;
	if (address.len) {
		struct subject gpu = subject_gpu_pci(log->r->arena, address);
		reader_text(log->r, gpu_key, gpu, log->item, log->raw);
		if (log->boot_known)
			reader_int(log->r, KEY_GPU_XID_BOOT, gpu, log->item, log->boot - log->last_boot);
	} else if (!earlier) { /* no fact tells the boot of a box event: an old one is dropped */
		reader_text(log->r, box_key, subject_box(), log->item, log->raw);
	}
	log->item++;
}

static bool init_failure(struct slice message)
{
	static const char *const marks[] = {
		"RmInitAdapter failed",
		"RmInitAdapter: ",
		"rm_init_adapter failed",
		"GFW_BOOT",
		"GFW boot complete",
		"Cannot initialize GSP firmware",
		"GSP firmware boot failed",
		"GSP_INIT_DONE",
		"probe routine was not called",
		"probe routine failed",
		"This PCI I/O region assigned to your NVIDIA device is invalid",
		"None of the NVIDIA devices were initialized",
		"No NVIDIA GPU found",
		"failed to copy vbios",
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (slice_has(message, marks[i]))
			return !slice_has(message, "succeeded");
	return false;
}

/* "NVRM: (PCI ID: 10de:26b5) installed in this system has" */
static void pci_id_read(struct klog *log, struct slice message)
{
	struct slice id = slice_after(message, "(PCI ID: 10de:");
	uint64_t device;

	if (log->gpu_named.len && slice_hex(slice_sub(id, 0, 4), &device))
		reader_int(log->r, KEY_GPU_PCI_DEVICE, subject_gpu_pci(log->r->arena, log->gpu_named), 0, (int64_t)device);
}

static void version_read(struct klog *log, struct slice message)
{
	struct slice version = version_find(slice_after(message, "loading "));

	if (version.len)
		reader_text(log->r, KEY_BOX_DRIVER_VERSION, subject_box(), 0, version);
}

/* "NVRM: GPU at PCI:0000:9b:00: GPU-6e6f3135-..." */
static void uuid_read(struct klog *log, struct slice message)
{
	struct slice address, uuid = slice_after(message, ": GPU-");

	if (!slice_starts(slice_after(message, "NVRM: "), "GPU at ") || uuid.len < 36 ||
	    !pci_find(log->r->arena, message, &address))
		return;
	uuid = slice_nth_word((struct slice){ uuid.ptr - 4, uuid.len + 4 }, 0);
	klog_gpu_seen(log, address);
	reader_text(log->r, KEY_GPU_UUID, subject_gpu_pci(log->r->arena, address), 0, uuid);
}

static void nvrm_read(struct klog *log)
{
	struct slice m = log->now.message, address;

	if (slice_has(m, "The NVIDIA GPU ")) {
		log->gpu_named = (struct slice){ NULL, 0 };
		if (pci_find(log->r->arena, m, &address)) {
			log->gpu_named = address;
			klog_gpu_seen(log, address);
		}
	}
	pci_id_read(log, m);
	uuid_read(log, m);
	if (slice_has(m, "NVRM: loading "))
		version_read(log, m);
	else if (slice_has(m, "fallen off the bus"))
		named_text(log, KEY_GPU_FALLEN_OFF, KEY_BOX_INIT_FAILED);
	else if (init_failure(m) || (log->gpu_named.len && slice_has(m, "is not supported by")))
		named_text(log, KEY_GPU_INIT_FAILED, KEY_BOX_INIT_FAILED);
	else if (slice_has(m, "API mismatch"))
		reader_flag(log->r, KEY_BOX_DRIVER_MISMATCH, subject_box(), 0, true);
	if (!slice_has(m, "The NVIDIA GPU ") && !slice_has(m, "(PCI ID:") && !slice_has(m, "installed in this system"))
		log->gpu_named = (struct slice){ NULL, 0 };
}

bool klog_nvidia(struct klog *log)
{
	struct slice m = log->now.message;
	size_t xid = slice_find(m, "Xid (");

	if (xid != SLICE_NONE && xid > 0 && m.ptr[xid - 1] == 'S') {
		sxid_read(log, slice_after(m, "SXid ("));
		return true;
	}
	if (xid != SLICE_NONE) {
		xid_read(log, slice_after(m, "Xid ("));
		return true;
	}
	if (!slice_has(m, "NVRM:"))
		return false;
	nvrm_read(log);
	return true;
}
