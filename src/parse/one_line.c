/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Outputs of one line. Those that could be anything ("256", "kvm") are read where their command is shown; those that say
 * themselves what they are (uname -a, uptime, numactl's affinity) are read anywhere.
 */
#include <ctype.h>

#include "parse/cells.h"
#include "parse/command.h"

static bool one_starts(const struct reader *r);
static void one_parse(struct reader *r);

const struct format format_one_line = { .name = "one-line command", .starts = one_starts, .parse = one_parse };

#define NS_PER_SECOND 1000000000
#define NO_LIMIT      INT64_MAX

/* ---- where the command is shown ---- */

static bool count_tell(struct reader *r, enum key key, struct slice text)
{
	int64_t n;

	if (!slice_int(text, &n) || n < 1)
		return false;
	reader_int(r, key, subject_box(), 0, n);
	return true;
}

static bool nproc_read(struct reader *r, struct slice command, struct slice line)
{
	return count_tell(r, slice_has(command, "--all") ? KEY_CPU_THREADS : KEY_CPU_ALLOWED, line);
}

static bool hostname_read(struct reader *r, struct slice command, struct slice line)
{
	if (slice_has(command, "hostname -") || slice_find_char(line, ' ') != SLICE_NONE || line.len > 253)
		return slice_has(command, "hostname -"); /* -I prints addresses, -f a domain */
	reader_text(r, KEY_SYS_HOSTNAME, subject_box(), 0, line);
	r->facts->sections[r->section].host = line;
	return true;
}

static bool uname_read(struct reader *r, struct slice command, struct slice line)
{
	if (!slice_has(command, "-r") || slice_find_char(line, ' ') != SLICE_NONE)
		return slice_find_char(line, ' ') == SLICE_NONE;
	reader_text(r, KEY_SYS_KERNEL, subject_box(), 0, line);
	return true;
}

/* "grep -c processor /proc/cpuinfo" */
static bool grep_read(struct reader *r, struct slice command, struct slice line)
{
	if (!slice_has(command, " -c") || !slice_has(command, "processor") || !slice_has(command, "/proc/cpuinfo"))
		return false;
	return count_tell(r, KEY_CPU_THREADS, line);
}

static bool ulimit_read(struct reader *r, struct slice command, struct slice line)
{
	int64_t n = NO_LIMIT;

	if (!slice_is(line, "unlimited") && (!slice_int(line, &n) || n < 0))
		return false;
	if (slice_has(command, "-n"))
		reader_int(r, KEY_SYS_NOFILE, subject_box(), 0, n);
	if (slice_has(command, "-l"))
		reader_int(r, KEY_SYS_MEMLOCK, subject_box(), 0, n == NO_LIMIT || n > NO_LIMIT / 1024 ? NO_LIMIT : n * 1024);
	return true;
}

static bool detect_virt_read(struct reader *r, struct slice command, struct slice line)
{
	static const char *const containers[] = { "docker",	    "podman",	       "lxc",	"lxc-libvirt",
						  "systemd-nspawn", "container-other", "openvz" };

	(void)command;
	if (slice_find_char(line, ' ') != SLICE_NONE || line.len > 24)
		return false;
	for (size_t i = 0; i < sizeof(containers) / sizeof(*containers); i++) {
		if (!slice_is(line, containers[i]))
			continue;
		reader_text(r, KEY_SYS_CONTAINER, subject_box(), 0, line);
		return true;
	}
	if (!slice_has(command, "-c"))
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, line);
	return true;
}

/* dmidecode -s system-product-name */
static bool dmi_read(struct reader *r, struct slice command, struct slice line)
{
	if (slice_has(command, "-s system-uuid")) {
		reader_text(r, KEY_SYS_UUID, subject_box(), 0, line);
		return true;
	}
	if (!slice_has(command, "-s system-product-name") && !slice_has(command, "-s system-manufacturer"))
		return false;
	reader_text(r, KEY_SYS_PRODUCT, subject_box(), 0, line);
	if (hypervisor_of_product(line))
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, slice_of(hypervisor_of_product(line)));
	return true;
}

static const struct {
	const char *program;
	bool (*read)(struct reader *r, struct slice command, struct slice line);
} commands[] = { { "nproc", nproc_read },  { "hostname", hostname_read }, { "uname", uname_read },
		 { "grep", grep_read },	   { "ulimit", ulimit_read },	  { "systemd-detect-virt", detect_virt_read },
		 { "dmidecode", dmi_read } };

static int command_here(const struct reader *r, struct origin *ret)
{
	if (slice_trim(reader_peek(r, 0)).len == 0 || !origin_here(r, ret))
		return -1;
	for (int i = 0; i < (int)(sizeof(commands) / sizeof(*commands)); i++)
		if (origin_is(ret, commands[i].program) && (!origin_is(ret, "dmidecode") || slice_has(ret->command, " -s ")))
			return i;
	return -1;
}

/* ---- lines that tell by themselves ---- */

/* "Linux host 5.15.0-119-generic #129-Ubuntu SMP ... x86_64 GNU/Linux" */
static bool is_uname(struct slice line)
{
	struct slice release = slice_nth_word(line, 2);

	return slice_starts(line, "Linux ") && (slice_has(line, "GNU/Linux") || slice_has(line, " SMP ")) && release.len &&
	       isdigit((unsigned char)release.ptr[0]);
}

static void uname_line(struct reader *r, struct slice line)
{
	struct slice host = slice_nth_word(line, 1);

	reader_text(r, KEY_SYS_HOSTNAME, subject_box(), 0, host);
	reader_text(r, KEY_SYS_KERNEL, subject_box(), 0, slice_nth_word(line, 2));
	r->facts->sections[r->section].host = host;
}

/* " 09:13:02 up 6 days,  1:04,  1 user,  load average: 0.03, 0.04, 0.01", or "up 6 days, 1 hour" of uptime -p */
static bool is_uptime(struct slice line)
{
	struct slice first = slice_nth_word(line, 0);

	return (slice_has(line, " up ") && slice_has(line, "load average") && first.len >= 5 &&
		isdigit((unsigned char)first.ptr[0])) ||
	       (slice_is(first, "up") && slice_nth_word(line, 2).len && isdigit((unsigned char)slice_nth_word(line, 1).ptr[0]));
}

static bool time_word(struct slice unit, int64_t *ret)
{
	static const struct {
		const char *start;
		int64_t seconds;
	} units[] = { { "year", 31536000 }, { "week", 604800 }, { "day", 86400 }, { "hour", 3600 },
		      { "hr", 3600 },	    { "min", 60 },	{ "sec", 1 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (!slice_starts(unit, units[i].start))
			continue;
		*ret = units[i].seconds;
		return true;
	}
	return false;
}

static void uptime_line(struct reader *r, struct slice line)
{
	struct slice rest = slice_starts(line, "up ") ? slice_sub(line, 3, line.len) : slice_after(line, " up "), word;
	int64_t seconds = 0, n, minutes, unit;
	bool told = false;

	while (slice_word(&rest, &word)) {
		struct slice number = word, unit_word = rest;
		if (!slice_take_int(&number, &n) || n > 100000)
			break;
		if (slice_starts(number, ":")) { /* 1:04 */
			number = slice_sub(number, 1, number.len);
			if (slice_take_int(&number, &minutes) && minutes < 60) {
				seconds += n * 3600 + minutes * 60;
				told = true;
			}
			break;
		}
		if (!slice_word(&unit_word, &word) || !time_word(word, &unit))
			break;
		seconds += n * unit;
		told = true;
		rest = unit_word;
	}
	if (!told) {
		reader_unread(r);
		return;
	}
	reader_int(r, KEY_SYS_UPTIME, subject_box(), 0, seconds * NS_PER_SECOND);
}

/* "pid 1's current affinity list: 0-15" of taskset -pc */
static bool is_affinity(struct slice line)
{
	return slice_starts(line, "pid ") && slice_has(line, "current affinity list: ");
}

static void affinity_line(struct reader *r, struct slice line)
{
	int64_t n = cpu_list_count(slice_after(line, "list: "));

	if (n)
		reader_int(r, KEY_CPU_ALLOWED, subject_box(), 0, n)->text = line;
	else
		reader_unread(r);
}

/* A shell says that a program is not there: taken, nothing is known from it. */
static bool is_shell_message(struct slice line)
{
	return slice_ends(line, ": command not found") || slice_has(line, "未找到命令") || slice_ends(line, ": not found") ||
	       (slice_starts(line, "Command '") && slice_has(line, "not found"));
}

static bool is_dockerenv(struct slice line)
{
	return slice_ends(line, " /.dockerenv") || slice_is(line, "/.dockerenv");
}

static void dockerenv_line(struct reader *r, struct slice line)
{
	(void)line;
	reader_text(r, KEY_SYS_CONTAINER, subject_box(), 0, SLICE("docker"));
}

static void nothing(struct reader *r, struct slice line)
{
	(void)r;
	(void)line;
}

/* nvidia-bug-report.log names the command of a section in the line below its rule. */
static bool is_report_heading(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0)), first = slice_nth_word(line, 0);
	bool command = slice_starts(first, "/") && slice_has(first, "bin/");

	if (!command && !slice_is(line, "dmesg:"))
		return false;
	for (size_t back = 1; back <= 2 && back <= r->pos; back++)
		if (slice_starts(r->lines[r->pos - back].text, "____________"))
			return true;
	return false;
}

static const struct {
	bool (*is)(struct slice line);
	void (*read)(struct reader *r, struct slice line);
} lines[] = { { is_uname, uname_line },
	      { is_uptime, uptime_line },
	      { is_affinity, affinity_line },
	      { is_shell_message, nothing },
	      { is_dockerenv, dockerenv_line } };

static int line_here(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));

	for (int i = 0; line.len && i < (int)(sizeof(lines) / sizeof(*lines)); i++)
		if (lines[i].is(line))
			return i;
	return -1;
}

/* A command's line counts only if it reads as what the command prints. */
static bool one_starts(const struct reader *r)
{
	struct origin origin;

	return !reader_ends(r) && (line_here(r) >= 0 || command_here(r, &origin) >= 0 || is_report_heading(r));
}

static void one_parse(struct reader *r)
{
	struct origin origin;
	struct slice line;
	int own = line_here(r), by_command = own >= 0 ? -1 : command_here(r, &origin);
	bool heading = is_report_heading(r);

	if (!reader_next(r, &line))
		return;
	if (own >= 0)
		lines[own].read(r, slice_trim(line));
	else if (heading)
		r->facts->sections[r->section].command = slice_trim(line);
	else if (by_command < 0 || !commands[by_command].read(r, origin.command, slice_trim(line)))
		reader_unread(r);
}
