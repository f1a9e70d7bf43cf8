/* SPDX-License-Identifier: Apache-2.0 */
/* systemctl --failed, systemctl status nvidia-fabricmanager, lsmod, /proc/driver/nvidia/version, nvidia-imex-ctl. */
#include <ctype.h>
#include <string.h>

#include "parse/cells.h"
#include "parse/command.h"
#include "parse/json_text.h"

static bool failed_starts(const struct reader *r);
static void failed_parse(struct reader *r);
static bool status_starts(const struct reader *r);
static void status_parse(struct reader *r);
static bool lsmod_starts(const struct reader *r);
static void lsmod_parse(struct reader *r);
static bool version_starts(const struct reader *r);
static void version_parse(struct reader *r);
static bool imex_starts(const struct reader *r);
static void imex_parse(struct reader *r);

const struct format format_systemctl_failed = { .name = "systemctl --failed", .starts = failed_starts, .parse = failed_parse };
const struct format format_systemctl_status = { .name = "systemctl status", .starts = status_starts, .parse = status_parse };
const struct format format_lsmod = { .name = "lsmod", .starts = lsmod_starts, .parse = lsmod_parse };
const struct format format_driver_version = { .name = "/proc/driver/nvidia/version", .starts = version_starts, .parse = version_parse };
const struct format format_imex = { .name = "nvidia-imex-ctl", .starts = imex_starts, .parse = imex_parse };

#define BULLET "\xe2\x97\x8f" /* the dot that systemctl draws before a unit */

static struct slice bullet_strip(struct slice line)
{
	struct slice s = slice_trim(line);

	if (slice_starts(s, BULLET))
		s = slice_sub(s, strlen(BULLET), s.len);
	else if (slice_starts(s, "* ") || slice_starts(s, "\xc3\x97 "))
		s = slice_sub(s, 2, s.len);
	return slice_trim(s);
}

/* ---- systemctl --failed ---- */

static bool is_failed_header(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_is(slice_nth_word(s, 0), "UNIT") && slice_is(slice_nth_word(s, 1), "LOAD") &&
	       slice_is(slice_nth_word(s, 2), "ACTIVE");
}

/* "nvidia-fabricmanager.service loaded failed failed NVIDIA fabric manager service" */
static bool is_failed_row(struct slice s)
{
	return slice_has(slice_nth_word(s, 0), ".") && slice_is(slice_nth_word(s, 2), "failed");
}

static bool is_listed_count(struct slice s)
{
	return slice_is_digits(slice_nth_word(s, 0)) && slice_has(s, " loaded units listed");
}

static bool failed_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return is_failed_header(line) || is_listed_count(slice_trim(line)) ||
	       (is_failed_row(bullet_strip(line)) && slice_is(slice_nth_word(bullet_strip(line), 1), "loaded"));
}

static void failed_parse(struct reader *r)
{
	static const char *const legend[] = { "LOAD ", "ACTIVE ", "SUB ", "Legend:", "To show all", "lines ", "\xe2\x86\x92" };
	struct slice line, s;
	bool whole = false;
	int n = 0;

	while (reader_next(r, &line)) {
		s = bullet_strip(line);
		bool known = s.len == 0 || is_failed_header(line);
		for (size_t i = 0; i < sizeof(legend) / sizeof(*legend); i++)
			known |= slice_starts(s, legend[i]);
		whole |= is_failed_header(line) || is_listed_count(s);
		if (is_failed_row(s)) {
			if (slice_has(s, "fabricmanager.service"))
				reader_text(r, KEY_BOX_FABRIC_MANAGER, subject_box(), 0, SLICE("failed"));
			reader_text(r, KEY_SYS_UNIT_FAILED, subject_box(), n++, slice_nth_word(s, 0));
		} else if (!known && !is_listed_count(s) && !slice_has(slice_nth_word(s, 0), ".service")) {
			reader_back(r);
			break;
		}
	}
	if (whole || n)
		reader_int(r, KEY_SYS_UNITS_FAILED_COUNT, subject_box(), 0, n);
}

/* ---- systemctl status ---- */

static bool status_starts(const struct reader *r)
{
	struct slice s = bullet_strip(reader_peek(r, 0)), next = slice_trim(reader_peek(r, 1));

	if (slice_starts(s, "Unit ") && slice_has(s, ".service could not be found"))
		return true;
	return slice_has(slice_nth_word(s, 0), ".service") && slice_starts(next, "Loaded:");
}

static bool is_fabric_manager(struct slice unit)
{
	return slice_has(unit, "fabricmanager");
}

static void active_read(struct reader *r, struct slice unit, struct slice value)
{
	bool failed = slice_starts(value, "failed");

	if (failed)
		reader_text(r, KEY_SYS_UNIT_FAILED, subject_box(), 0, unit);
	if (!is_fabric_manager(unit))
		return;
	reader_text(r, KEY_BOX_FABRIC_MANAGER, subject_box(), 0,
		    slice_starts(value, "active (running)")	? SLICE("running")
		    : failed || slice_starts(value, "inactive") ? SLICE("failed")
								: slice_before(value, " since"));
}

static void status_parse(struct reader *r)
{
	struct slice line, unit = { NULL, 0 }, label, value;

	while (reader_next(r, &line)) {
		struct slice s = bullet_strip(line);
		if (slice_has(s, ".service could not be found")) {
			if (is_fabric_manager(s))
				reader_text(r, KEY_BOX_FABRIC_MANAGER, subject_box(), 0, SLICE("absent"));
			return;
		}
		if (!unit.len) {
			unit = slice_nth_word(s, 0);
		} else if (slice_starts(s, "Active:") && label_split(s, &label, &value)) {
			active_read(r, unit, value);
		} else if (s.len && line.ptr[0] != ' ' && line.ptr[0] != '\t' && !slice_has(line, "systemd[") &&
			   !slice_has(line, "]: ")) {
			reader_back(r);
			return;
		} else if (is_fabric_manager(unit) && slice_has_nocase(line, "error") && slice_has(line, "]: ")) {
			reader_text(r, KEY_BOX_FABRIC_MANAGER_ERROR, subject_box(), 0, s);
		}
	}
}

/* ---- lsmod ---- */

/* "nvidia_peermem         16384  0" */
static bool is_module(struct slice line)
{
	struct slice name = slice_nth_word(line, 0), size = slice_nth_word(line, 1), uses = slice_nth_word(line, 2);

	return name.len && isalpha((unsigned char)name.ptr[0]) && slice_is_digits(size) && size.len >= 4 &&
	       slice_is_digits(uses) && uses.len < 8 && slice_nth_word(line, 4).len == 0;
}

static bool is_lsmod_header(struct slice line)
{
	return slice_starts(line, "Module ") && slice_has(line, "Used by");
}

static bool lsmod_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return is_lsmod_header(line) ||
	       (is_module(line) && (slice_starts(line, "nvidia") || slice_starts(line, "nv_peer_mem")));
}

static void lsmod_parse(struct reader *r)
{
	bool whole = false, peermem = false, nvidia = false;
	struct slice line, name;

	while (reader_next(r, &line)) {
		if (is_lsmod_header(line)) {
			whole = true;
			continue;
		}
		if (!is_module(line)) {
			/* What was not read may have been the module: nothing is said to be absent. */
			whole &= slice_trim(line).len == 0;
			reader_back(r);
			break;
		}
		name = slice_nth_word(line, 0);
		peermem |= slice_is(name, "nvidia_peermem") || slice_is(name, "nv_peer_mem");
		nvidia |= slice_is(name, "nvidia");
	}
	whole &= !slice_has(reader_command(r), "grep") && !slice_has(reader_command(r), "head");
	if (peermem || whole)
		reader_text(r, KEY_BOX_PEERMEM, subject_box(), 0, peermem ? SLICE("loaded") : SLICE("absent"));
	if (nvidia || whole)
		reader_flag(r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, nvidia);
}

/* ---- /proc/driver/nvidia/version ---- */

static bool version_starts(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "NVRM version:");
}

static void version_parse(struct reader *r)
{
	struct slice line, version;

	while (reader_next(r, &line)) {
		if (slice_starts(line, "NVRM version:")) {
			version = version_find(line);
			if (version.len)
				reader_text(r, KEY_BOX_DRIVER_VERSION, subject_box(), 0, version);
			reader_flag(r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, true);
		} else if (!slice_starts(line, "GCC version:")) {
			reader_back(r);
			return;
		}
	}
}

/* ---- nvidia-imex-ctl ---- */

static bool imex_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return slice_starts(line, "Connectivity Table Legend") || slice_starts(slice_trim(line), "Domain State:") ||
	       (slice_starts(line, "Nodes:") && slice_starts(reader_peek(r, 1), "Node #")) ||
	       json_begins(r, "\"domainStatus\"") || slice_starts(line, "IMEX ");
}

/* "Node #0   * 10.0.0.1 *    - READY   - Version: 580.65.06   - Hostname: n1" and "Domain State: UP" */
static void imex_parse(struct reader *r)
{
	struct slice line, state = { NULL, 0 };
	int state_line = 0;

	if (slice_starts(slice_trim(reader_peek(r, 0)), "{")) {
		json_t *tree = json_take(r);
		state = json_words(r, json_object_get(tree, "domainStatus"), NULL);
		state_line = r->line;
		json_decref(tree);
	}
	while (!state_line && reader_next(r, &line)) {
		if (!slice_starts(slice_trim(line), "Domain State:"))
			continue;
		state = slice_trim(slice_after(line, ":"));
		state_line = r->line;
	}
	r->line = state_line ? state_line : r->line;
	if (state.len)
		reader_text(r, KEY_BOX_IMEX_STATE, subject_box(), 0, state);
}
