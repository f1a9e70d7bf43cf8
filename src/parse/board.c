/* SPDX-License-Identifier: Apache-2.0 */
/* What the board's controllers and the drives tell of themselves: ipmitool and nvme smart-log. */
#include "parse/cells.h"
#include "parse/command.h"

static bool sel_starts(const struct reader *r);
static void sel_parse(struct reader *r);
static bool sdr_starts(const struct reader *r);
static void sdr_parse(struct reader *r);
static bool smart_starts(const struct reader *r);
static void smart_parse(struct reader *r);

const struct format format_ipmi_sel = { .name = "ipmitool sel list", .starts = sel_starts, .parse = sel_parse };
const struct format format_ipmi_sdr = { .name = "ipmitool sdr", .starts = sdr_starts, .parse = sdr_parse };
const struct format format_nvme_smart = { .name = "nvme smart-log", .starts = smart_starts, .parse = smart_parse };

/* The n-th field between bars. */
static struct slice field(struct slice line, int n)
{
	struct slice rest = line, s = { NULL, 0 };

	do {
		if (!slice_split(&rest, '|', &s))
			return (struct slice){ NULL, 0 };
	} while (n-- > 0);
	return slice_trim(s);
}

/* ---- the event log ---- */

static bool is_date(struct slice s)
{
	return (s.len == 10 && s.ptr[2] == '/' && s.ptr[5] == '/') || slice_is(s, "Pre-Init");
}

/* "   1 | 02/11/2025 | 03:12:44 | Power Supply #0x51 | Failure detected | Asserted" */
static bool is_sel_row(struct slice line)
{
	uint64_t id;

	return slice_hex(field(line, 0), &id) && is_date(field(line, 1)) && field(line, 3).len > 0;
}

static bool is_sel_empty(struct slice line)
{
	return slice_starts(line, "SEL has no entries");
}

static bool sel_starts(const struct reader *r)
{
	return is_sel_row(reader_peek(r, 0)) || is_sel_empty(reader_peek(r, 0));
}

static bool is_critical(struct slice line)
{
	static const char *const marks[] = {
		"Uncorrectable", "Failure detected",	 "Non-recoverable",	"Critical Interrupt",
		"Fatal",	 "Power Supply AC lost", "Configuration Error", "CATERR",
		"IERR",		 "Thermal Trip",	 "Upper Critical",	"Lower Critical",
		"Drive Fault",	 "Bus Fatal Error",	 "Redundancy Lost"
	};

	if (slice_has(line, "Deasserted"))
		return false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (slice_has_nocase(line, marks[i]))
			return true;
	return false;
}

static void sel_parse(struct reader *r)
{
	struct slice line, text;
	int n = 0;

	while (reader_next(r, &line)) {
		if (is_sel_empty(line))
			break;
		if (!is_sel_row(line)) {
			reader_back(r);
			break;
		}
		text = slice_trim(line);
		if (is_critical(line))
			text = arena_printf(r->arena, "critical: %.*s", SLICE_ARG(text));
		reader_text(r, KEY_IPMI_SEL, subject_box(), n++, text);
	}
	reader_int(r, KEY_IPMI_SEL_COUNT, subject_box(), 0, n);
}

/* ---- sensors ---- */

static bool is_status(struct slice s)
{
	static const char *const states[] = {
		"ok", "ns", "nc", "cr", "nr", "na", "lnr", "lcr", "lnc", "unc", "ucr", "unr", "us"
	};

	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (slice_is(s, states[i]))
			return true;
	return false;
}

/* sdr: "FAN1 | 5600 RPM | ok"; sdr elist: "FAN1 | 41h | ok | 29.1 | 5600 RPM"; sensor: "FAN1 | 5600.000 | RPM | ok | ...". */
static bool sensor_status(struct slice line, struct slice *ret)
{
	for (int i = 2; i <= 3; i++) {
		*ret = field(line, i);
		if (field(line, 0).len && is_status(*ret))
			return true;
	}
	/* discrete sensors of `sensor` print a mask: "PS1 Status | 0x1 | discrete | 0x0100| na ..." */
	return field(line, 0).len && slice_is(field(line, 2), "discrete");
}

static bool sdr_starts(const struct reader *r)
{
	struct slice status;

	return slice_find_char(reader_peek(r, 0), '|') != SLICE_NONE && sensor_status(reader_peek(r, 0), &status);
}

static bool is_bad(struct slice status)
{
	return slice_is(status, "cr") || slice_is(status, "nr") || slice_is(status, "nc") || slice_is(status, "lcr") ||
	       slice_is(status, "lnr") || slice_is(status, "ucr") || slice_is(status, "unr") || slice_is(status, "lnc") ||
	       slice_is(status, "unc");
}

static void sdr_parse(struct reader *r)
{
	struct slice line, status;
	int n = 0, bad = 0;

	while (reader_next(r, &line)) {
		if (!sensor_status(line, &status)) {
			reader_back(r);
			break;
		}
		n++;
		if (is_bad(status))
			reader_text(r, KEY_IPMI_SENSOR_BAD, subject_box(), bad++, slice_trim(line));
	}
	reader_int(r, KEY_IPMI_SENSOR_COUNT, subject_box(), 0, n);
}

/* ---- nvme smart-log ---- */

static bool smart_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return slice_starts(line, "Smart Log for NVME device:") || slice_starts(line, "critical_warning");
}

/* "Smart Log for NVME device:nvme0n1 namespace-id:ffffffff" */
static struct slice smart_device(const struct reader *r, struct slice line)
{
	struct slice name = slice_nth_word(slice_after(line, "device:"), 0);
	struct origin origin;

	if (!name.len && origin_here(r, &origin))
		name = origin.path;
	if (slice_starts(name, "/dev/"))
		name = slice_sub(name, 5, name.len);
	return name;
}

static const struct {
	const char *label;
	enum key key;
} smart_fields[] = {
	{ "critical_warning", KEY_DISK_SMART_CRITICAL },
	{ "available_spare", KEY_DISK_SMART_SPARE },
	{ "available_spare_threshold", KEY_DISK_SMART_SPARE_MIN },
	{ "percentage_used", KEY_DISK_SMART_USED },
	{ "media_errors", KEY_DISK_SMART_ERRORS },
};

static void smart_parse(struct reader *r)
{
	struct slice line, label, value, name = smart_device(r, reader_peek(r, 0));
	bool began = false;

	while (reader_next(r, &line)) {
		if (slice_starts(line, "Smart Log for") && began) { /* the next drive */
			reader_back(r);
			return;
		}
		began = true;
		if (!label_split(line, &label, &value)) {
			reader_back(r);
			return;
		}
		for (size_t i = 0; name.len && i < sizeof(smart_fields) / sizeof(*smart_fields); i++)
			if (slice_is(label, smart_fields[i].label))
				reader_value(r, smart_fields[i].key, subject_named(SUBJECT_DISK, name), 0, value, NULL);
	}
}
