/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/kernel_log.h"

static bool klog_starts(const struct reader *r);
static void klog_parse(struct reader *r);

const struct format format_kernel_log = { .name = "kernel log", .starts = klog_starts, .parse = klog_parse, .events = true };

/* ---- lines of the tools around a log ---- */

/* dmesg and journalctl were refused. */
static bool is_refusal(struct slice line)
{
	if (slice_starts(line, "dmesg: ") || slice_starts(line, "sudo: dmesg"))
		return !slice_has(line, "option") && !slice_has(line, "not found");
	return slice_has(line, "No journal files were opened due to insufficient permissions");
}

/* A boot ends here: "-- Boot 3f2a... --", "-- Reboot --". */
static bool is_boot_mark(struct slice line)
{
	return slice_starts(line, "-- Boot ") || slice_starts(line, "-- Reboot --");
}

static bool is_tool_line(struct slice line)
{
	return is_boot_mark(line) || slice_starts(line, "-- Logs begin at") || slice_starts(line, "-- Journal begins at") ||
	       slice_starts(line, "-- No entries --") || slice_starts(line, "Hint: You are currently not seeing messages") ||
	       slice_starts(line, "Users in groups 'adm'") || slice_starts(line, "Pass -q to turn off this notice") ||
	       slice_has(line, "No journal files were found");
}

static bool klog_starts(const struct reader *r)
{
	struct slice s = slice_trim(reader_peek(r, 0));
	struct klog_line line;

	return is_refusal(s) || is_tool_line(s) || klog_cut(s, &line);
}

/* A line without prefix inside a log: the rest of a long message, or of the sentence above it. */
static bool is_continuation(const struct reader *r, struct slice line)
{
	return line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t') && r->pos > 0;
}

/* ---- boots ---- */

static bool line_begins_boot(struct slice line)
{
	struct klog_line cut;
	struct slice s = slice_trim(line);

	return is_boot_mark(s) ||
	       (slice_has(s, "Linux version ") && klog_cut(s, &cut) && slice_starts(cut.message, "Linux version "));
}

/* One step over a line that is not the first: does a boot begin? The banner under a mark is the same boot. */
static bool boot_begins(struct slice line, bool first, bool *after_mark)
{
	bool mark = is_boot_mark(line), begins = line_begins_boot(line);
	bool counts = begins && !first && (mark || !*after_mark);

	if (begins)
		*after_mark = mark;
	return counts;
}

/* How many boots begin in the log that starts at the reader's line, so that its events know how far back they are. */
static int boots_ahead(const struct reader *r)
{
	struct klog_line cut;
	bool after_mark = false;
	int boots = 0;

	for (size_t i = r->pos; i < r->n; i++) {
		struct slice s = slice_trim(r->lines[i].text);
		bool indented = s.len < r->lines[i].text.len;
		if (s.len && !indented && !is_tool_line(s) && !klog_cut(s, &cut))
			break;
		boots += boot_begins(s, i == r->pos, &after_mark);
	}
	return boots;
}

/* "-b -1", "--boot=-1": the log of an earlier boot was asked for. */
static bool asks_earlier_boot(struct slice command)
{
	return slice_has(command, "-b -") || slice_has(command, "-b=-") || slice_has(command, "--boot=-") ||
	       slice_has(command, "-b-");
}

/* ---- coverage ---- */

#define FIRST_SECOND 1000000000
/* A paste of fewer lines is taken for an excerpt when nothing says where it was cut. */
#define EXCERPT_LINES 60

static bool is_filtered(struct slice command)
{
	static const char *const filters[] = { "grep",	  "tail",    "awk", "sed ", "egrep", "-l err",
					       "--level", "--since", "-S ", "-n ",  "rg " };

	for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++)
		if (slice_has(command, filters[i]))
			return true;
	return false;
}

static const char *coverage(const struct klog *log)
{
	struct slice command = reader_command(log->r);
	bool from_boot = log->banner || (log->first_time >= 0 && log->first_time < FIRST_SECOND);

	if (log->n_lines == 0)
		return "empty";
	if (is_filtered(command) || asks_earlier_boot(command))
		return "excerpt";
	if (from_boot)
		return "whole";
	if (!log->any_prefix || log->driver_only)
		return "excerpt";
	if (slice_has(command, "dmesg") || slice_has(command, "journalctl") || log->n_lines >= EXCERPT_LINES)
		return "late";
	return "excerpt";
}

static void coverage_tell(struct klog *log)
{
	struct reader *r = log->r;

	r->line = log->first_line;
	if (log->denied && log->n_lines == 0)
		reader_absent(r, KEY_LOG_COVERAGE, subject_box(), 0, ABSENT_DENIED);
	else
		reader_text(r, KEY_LOG_COVERAGE, subject_box(), 0, slice_of(coverage(log)));
	if (log->last_time >= 0)
		reader_int(r, KEY_LOG_END, subject_box(), 0, log->last_time);
	/* A whole log that names the board and no hypervisor is one of bare metal. */
	if (log->product.len && log->banner && !log->hypervisor) {
		r->line = log->product_line;
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, SLICE("none"));
	}
}

/* ---- the walk ---- */

static void line_read(struct klog *log)
{
	struct section *section = &log->r->facts->sections[log->r->section];

	if (log->now.host.len && section->host.len == 0)
		section->host = log->now.host;
	log->any_prefix |= log->now.style != KLOG_BARE;
	if (log->now.style == KLOG_RING && !asks_earlier_boot(section->command))
		log->boot_known = true;
	if (log->now.since_boot >= 0) {
		if (log->n_lines == 0)
			log->first_time = log->now.since_boot;
		log->last_time = log->now.since_boot;
	}
	log->n_lines++;
	if (!klog_nvidia(log) && !slice_has(log->now.message, "NVRM"))
		log->driver_only &= slice_starts(log->now.message, "nvidia");
	klog_event(log);
}

static bool line_take(struct klog *log, bool *after_mark)
{
	struct reader *r = log->r;
	struct slice line, s;

	if (!reader_next(r, &line))
		return false;
	s = slice_trim(line);
	log->raw = s;
	if (is_refusal(s)) {
		log->denied = true;
		return true;
	}
	log->boot += boot_begins(s, r->pos - 1 == log->start, after_mark);
	log->boot_known |= line_begins_boot(s);
	if (is_tool_line(s)) {
		log->denied |= slice_starts(s, "Hint: ") || slice_has(s, "No journal files were found");
		return true;
	}
	if (klog_cut(s, &log->now)) {
		line_read(log);
		return true;
	}
	if (log->n_lines > 0 && s.len && is_continuation(r, line))
		return true;
	/* Blank lines may part a log's lines; anything else is no log. */
	if (s.len == 0 && (klog_starts(r) || reader_ends(r)))
		return true;
	reader_back(r);
	return false;
}

static void klog_parse(struct reader *r)
{
	struct klog log = { .r = r,
			    .first_time = -1,
			    .last_time = -1,
			    .driver_only = true,
			    .first_line = r->lines[r->pos].number,
			    .start = r->pos };
	bool after_mark = false;

	log.last_boot = boots_ahead(r);
	if (asks_earlier_boot(reader_command(r))) {
		log.last_boot++;
		log.boot_known = true;
	}
	while (line_take(&log, &after_mark))
		;
	klog_events_end(&log);
	coverage_tell(&log);
}
