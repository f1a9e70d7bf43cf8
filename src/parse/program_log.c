/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines of programs that met a driver which does not work: setup scripts, Python tracebacks, the fabric manager's log. Only
 * errors of CUDA's start are told; an error of a running kernel (700, 719) is the application's.
 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool program_starts(const struct reader *r);
static void program_parse(struct reader *r);
static bool fabric_starts(const struct reader *r);
static void fabric_parse(struct reader *r);

const struct format format_program_log = { .name = "log of a program", .starts = program_starts, .parse = program_parse, .events = true };
const struct format format_fabric_log = { .name = "fabricmanager.log", .starts = fabric_starts, .parse = fabric_parse, .events = true };

/* ---- CUDA errors ---- */

struct cuda_error {
	int code;
	const char *text, *name;
};

/* Codes of the CUDA runtime and driver (cuda.h, driver_types.h) that initialisation gives. */
static const struct cuda_error errors[] = {
	{ 802, "system not yet initialized", "cudaErrorSystemNotReady" },
	{ 803, "unsupported display driver / cuda driver combination", "cudaErrorSystemDriverMismatch" },
	{ 804, "forward compatibility was attempted on non supported HW", "cudaErrorCompatNotSupportedOnDevice" },
	{ 100, "no CUDA-capable device is detected", "cudaErrorNoDevice" },
	{ 35, "CUDA driver version is insufficient for CUDA runtime version", "cudaErrorInsufficientDriver" },
	{ 46, "all CUDA-capable devices are busy or unavailable", "cudaErrorDevicesUnavailable" },
	{ 3, "initialization error", "cudaErrorInitializationError" },
	{ 805, "MPS client failed to connect", "cudaErrorMpsConnectionFailed" },
	{ 100, "No CUDA GPUs are available", "No CUDA GPUs are available" },
	{ 3, "CUDA driver initialization failed", "CUDA driver initialization failed" },
	{ 802, "CUDA_ERROR_SYSTEM_NOT_READY", "CUDA_ERROR_SYSTEM_NOT_READY" },
	{ 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH" },
	{ 100, "CUDA_ERROR_NO_DEVICE", "CUDA_ERROR_NO_DEVICE" },
};

/* Words that make a line one about CUDA, so that "initialization error" of anything else is not taken. */
static bool is_about_cuda(struct slice line)
{
	return slice_has_nocase(line, "cuda") || slice_has(line, "cuInit") || slice_has(line, "nvidia");
}

static const struct cuda_error *error_find(struct slice line)
{
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		if (slice_has(line, errors[i].name) || (slice_has(line, errors[i].text) && is_about_cuda(line)))
			return &errors[i];
	return NULL;
}

static bool is_never_completed(struct slice line)
{
	return slice_has_nocase(line, "fabric") &&
	       (slice_has(line, "never reported Completed") || slice_has_nocase(line, "never completed") ||
		slice_has(line, "not reported Completed"));
}

/* "Error 802: system not yet initialized" without another word about CUDA. */
static bool is_error_802(struct slice line)
{
	return slice_has(line, "802") && slice_has_nocase(line, "system not yet initialized");
}

static bool program_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return !reader_ends(r) && (error_find(line) || is_never_completed(line) || is_error_802(line));
}

static void program_parse(struct reader *r)
{
	const struct cuda_error *error;
	struct slice line;

	if (!reader_next(r, &line))
		return;
	error = error_find(line);
	if (error || is_error_802(line))
		reader_int(r, KEY_BOX_CUDA_ERROR, subject_box(), 0, error ? error->code : 802)->text = slice_trim(line);
	if (is_never_completed(line))
		reader_text(r, KEY_BOX_FABRIC_NEVER, subject_box(), 0, slice_trim(line));
}

/* ---- fabricmanager.log ---- */

/* "[Jan 12 2025 09:10:11] [INFO] [tid 1234] Fabric Manager version 550.54.15 is running with ..." */
static bool fabric_cut(struct slice line, struct slice *ret_level, struct slice *ret_message)
{
	struct slice rest = slice_after(line, "] [");
	size_t close = slice_find_char(rest, ']');

	if (!slice_starts(line, "[") || close == SLICE_NONE || close > 10)
		return false;
	*ret_level = slice_sub(rest, 0, close);
	rest = slice_after(rest, "[tid ");
	*ret_message = slice_trim(slice_after(rest, "]"));
	return slice_has(line, "[tid ");
}

static bool fabric_starts(const struct reader *r)
{
	struct slice level, message;

	return fabric_cut(reader_peek(r, 0), &level, &message);
}

static void fabric_line(struct reader *r, struct slice level, struct slice message, struct slice line, int *item)
{
	struct slice version = slice_has(message, "Fabric Manager version ") ? version_find(slice_after(message, "version "))
									     : (struct slice){ NULL, 0 };

	if (version.len)
		reader_text(r, KEY_BOX_FABRIC_MANAGER_VERSION, subject_box(), 0, version);
	if (slice_is(level, "ERROR") || slice_is(level, "CRITICAL") || slice_is(level, "FATAL"))
		reader_text(r, KEY_BOX_FABRIC_MANAGER_ERROR, subject_box(), (*item)++, slice_trim(line));
}

/* "SXid" lines of the log: "detected NVSwitch non-fatal error 12028 on fid 0 on NVSwitch pci bus id 00000000:05:00.0 ...". */
static void switch_error(struct reader *r, struct slice message, struct slice line, int *item)
{
	bool nonfatal = slice_has(message, "NVSwitch non-fatal error "), fatal = slice_has(message, "NVSwitch fatal error ");
	struct slice number = slice_after(message, "fatal error ");
	int64_t code;

	if ((!nonfatal && !fatal) || !slice_take_int(&number, &code) || code > 100000)
		return;
	reader_int(r, KEY_BOX_SXID, subject_box(), *item, code)->text = slice_trim(line);
	reader_flag(r, KEY_BOX_SXID_FATAL, subject_box(), (*item)++, fatal);
}

static void fabric_parse(struct reader *r)
{
	struct slice line, level, message;
	int errors_seen = 0, sxids = 0;

	while (reader_next(r, &line)) {
		if (fabric_cut(line, &level, &message)) {
			fabric_line(r, level, message, line, &errors_seen);
			switch_error(r, message, line, &sxids);
		} else if (slice_trim(line).len && line.ptr[0] != ' ' && line.ptr[0] != '\t') {
			reader_back(r);
			return;
		}
	}
}
