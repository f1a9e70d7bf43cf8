/* SPDX-License-Identifier: Apache-2.0 */
/* The sentences that nvidia-smi prints in place of an output, or beside it. */
#include "parse/format_list.h"

/* What one sentence tells; KEY_NONE ends the facts. */
struct failure {
	const char *start, *has; /* the line begins with the one and holds the other (NULL: anything) */
	struct {
		enum key key;
		enum absence why;
		int64_t value;
		const char *text;
	} facts[4];
};

#define NO_LIST(why)                                                                                                           \
	{                                                                                                                      \
		KEY_BOX_GPU_COUNT, why, 0, NULL                                                                                \
	}

static const struct failure failures[] = {
	{ "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver",
	  NULL,
	  { { KEY_BOX_DRIVER_LOADED, PRESENT, false, NULL }, NO_LIST(ABSENT_LOST) } },
	{ "NVIDIA-SMI couldn't find libnvidia-ml",
	  NULL,
	  { { KEY_BOX_DRIVER_LOADED, ABSENT_NOT_CAPTURED, 0, NULL }, NO_LIST(ABSENT_NOT_CAPTURED) } },
	{ "Failed to initialize NVML:",
	  "version mismatch",
	  { { KEY_BOX_DRIVER_MISMATCH, PRESENT, true, NULL }, NO_LIST(ABSENT_LOST) } },
	{ "Failed to properly shut down NVML:", "version mismatch", { { KEY_BOX_DRIVER_MISMATCH, PRESENT, true, NULL } } },
	{ "Failed to initialize NVML:",
	  "Insufficient Permissions",
	  { { KEY_BOX_DRIVER_ACCESS, PRESENT, false, NULL }, NO_LIST(ABSENT_DENIED) } },
	{ "Failed to initialize NVML:",
	  "GPU access blocked",
	  { { KEY_BOX_DRIVER_ACCESS, PRESENT, false, NULL },
	    { KEY_BOX_DRIVER_MODEL, PRESENT, 0, "wsl" },
	    NO_LIST(ABSENT_DENIED) } },
	{ "Failed to initialize NVML:",
	  "Driver Not Loaded",
	  { { KEY_BOX_DRIVER_LOADED, PRESENT, false, NULL }, NO_LIST(ABSENT_LOST) } },
	{ "Failed to initialize NVML:", NULL, { { KEY_BOX_DRIVER_LOADED, ABSENT_LOST, 0, NULL }, NO_LIST(ABSENT_LOST) } },
	{ "No devices were found", NULL, { { KEY_BOX_GPU_COUNT, PRESENT, 0, NULL } } },
	{ "No devices found", NULL, { { KEY_BOX_GPU_COUNT, PRESENT, 0, NULL } } },
};

static const char handle[] = "Unable to determine the device handle for ";
static const char corrupted[] = "WARNING: infoROM is corrupted at gpu ";
/* Lines that follow a sentence above and tell nothing more, but for the library's version. */
static const char *const followers[] = { "Make sure that the latest NVIDIA driver is installed",
					 "NVML library version:", "Please also try adding directory that contains libnvidia-ml",
					 "Please make sure that the NVIDIA Display Driver is properly" };

static const struct failure *failure_of(struct slice line)
{
	for (size_t i = 0; i < sizeof(failures) / sizeof(*failures); i++)
		if (slice_starts(line, failures[i].start) && (!failures[i].has || slice_has(line, failures[i].has)))
			return &failures[i];
	return NULL;
}

static bool failure_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));

	return failure_of(line) || slice_starts(line, handle) || slice_starts(line, corrupted) ||
	       slice_has(line, "nvidia-smi: command not found") || slice_starts(line, "NVML library version:");
}

/* "GPU 0000:03:00.0: GPU is lost. ...", "GPU0000:62:00.0: Unknown Error" */
static void lost_read(struct reader *r, struct slice rest)
{
	if (!slice_starts(rest, "GPU") && !slice_starts(rest, "gpu"))
		return;
	rest = slice_trim(slice_sub(rest, 3, rest.len));
	size_t end = slice_find(rest, ": ");
	struct slice address = slice_sub(rest, 0, end), canonical;
	struct slice why = slice_trim(end == SLICE_NONE ? (struct slice){ NULL, 0 } : slice_sub(rest, end + 2, rest.len));
	if (end != SLICE_NONE && pci_address(r->arena, address, &canonical)) {
		struct subject gpu = subject_gpu_pci(r->arena, address);
		reader_text(r, KEY_GPU_PCI_ADDRESS, gpu, 0, canonical);
		reader_text(r, KEY_GPU_NODE_LOST, gpu, 0, why.len ? why : rest);
	}
	reader_absent(r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_LOST);
}

static void inforom_read(struct reader *r, struct slice address)
{
	struct slice canonical;

	if (!pci_address(r->arena, address, &canonical)) {
		reader_unread(r);
		return;
	}
	struct subject gpu = subject_gpu_pci(r->arena, address);
	reader_text(r, KEY_GPU_PCI_ADDRESS, gpu, 0, canonical);
	reader_flag(r, KEY_GPU_INFOROM_VALID, gpu, 0, false);
}

static void failure_read(struct reader *r, const struct failure *failure)
{
	for (size_t i = 0; i < 4 && failure->facts[i].key; i++) {
		enum key key = failure->facts[i].key;
		if (failure->facts[i].why != PRESENT)
			reader_absent(r, key, subject_box(), 0, failure->facts[i].why);
		else if (failure->facts[i].text)
			reader_text(r, key, subject_box(), 0, slice_of(failure->facts[i].text));
		else
			reader_int(r, key, subject_box(), 0, failure->facts[i].value);
	}
}

static bool is_follower(struct slice line)
{
	for (size_t i = 0; i < sizeof(followers) / sizeof(*followers); i++)
		if (slice_starts(line, followers[i]))
			return true;
	return false;
}

static void failure_parse(struct reader *r)
{
	struct slice line;

	while (!reader_ends(r) && (failure_starts(r) || is_follower(slice_trim(reader_peek(r, 0)))) && reader_next(r, &line)) {
		line = slice_trim(line);
		const struct failure *failure = failure_of(line);
		if (failure) {
			failure_read(r, failure);
		} else if (slice_starts(line, handle)) {
			lost_read(r, slice_sub(line, sizeof(handle) - 1, line.len));
		} else if (slice_starts(line, corrupted)) {
			inforom_read(r, slice_sub(line, sizeof(corrupted) - 1, line.len));
		} else if (slice_has(line, "command not found")) {
			reader_absent(r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, ABSENT_NOT_CAPTURED);
		} else if (slice_starts(line, "NVML library version:")) {
			reader_value(r, KEY_BOX_DRIVER_LIBRARY_VERSION, subject_box(), 0, slice_sub(line, 21, line.len), NULL);
		}
	}
}

const struct format format_smi_failure = { .name = "nvidia-smi (failure)", .starts = failure_starts, .parse = failure_parse, .events = true };
