/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/parse.h"

#include <ctype.h>
#include <string.h>

static const struct line *reader_at(const struct reader *r, size_t offset)
{
	return r->pos + offset < r->n ? &r->lines[r->pos + offset] : NULL;
}

struct slice reader_peek(const struct reader *r, size_t offset)
{
	const struct line *line = reader_at(r, offset);

	return line ? line->text : (struct slice){ NULL, 0 };
}

/* "=== CPU ===", "--- nvidia-smi ---", "*** /proc/cpuinfo", "____________" of a bug report, "```". */
static bool is_mark(struct slice line)
{
	static const char *const starts[] = { "=== ", "--- ", "### ", "*** ", "```", "____________", "==> " };
	struct slice s = slice_trim(line);

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (slice_starts(s, starts[i]))
			return true;
	return false;
}

bool reader_ends(const struct reader *r)
{
	struct slice command, host;
	const struct line *line = reader_at(r, 0);

	return !line || is_mark(line->text) || prompt_split(line->text, &command, &host);
}

bool reader_next(struct reader *r, struct slice *ret_line)
{
	if (reader_ends(r))
		return false;
	r->fates[r->pos] = FATE_READ;
	r->line = r->lines[r->pos].number;
	*ret_line = r->lines[r->pos].text;
	r->pos++;
	return true;
}

void reader_back(struct reader *r)
{
	r->pos--;
	r->fates[r->pos] = FATE_NONE;
}

void reader_unread(struct reader *r)
{
	r->fates[r->pos - 1] = FATE_UNREAD;
}

bool reader_line_open(const struct reader *r)
{
	struct slice raw = r->facts->sections[r->section].raw;

	return r->pos == r->n && raw.len && raw.ptr[raw.len - 1] != '\n';
}

void reader_cut(struct reader *r)
{
	r->facts->sections[r->section].cut = true;
}

struct slice reader_command(const struct reader *r)
{
	return r->facts->sections[r->section].command;
}

struct fact *reader_int(struct reader *r, enum key key, struct subject subject, int item, int64_t value)
{
	struct fact *fact = facts_add(r->facts, key, subject, item, r->section, r->line);

	fact->i = value;
	return fact;
}

struct fact *reader_flag(struct reader *r, enum key key, struct subject subject, int item, bool value)
{
	return reader_int(r, key, subject, item, value);
}

struct fact *reader_text(struct reader *r, enum key key, struct subject subject, int item, struct slice text)
{
	struct fact *fact = facts_add(r->facts, key, subject, item, r->section, r->line);

	fact->text = text;
	return fact;
}

struct fact *reader_absent(struct reader *r, enum key key, struct subject subject, int item, enum absence why)
{
	return facts_add_absent(r->facts, key, subject, item, r->section, r->line, why);
}

/* ---- cells ---- */

enum absence cell_absence(struct slice words)
{
	static const struct {
		const char *text;
		enum absence why;
	} cells[] = {
		{ "N/A", ABSENT_UNSUPPORTED },
		{ "Not Supported", ABSENT_UNSUPPORTED },
		{ "Not Available", ABSENT_UNSUPPORTED },
		{ "Not Found", ABSENT_UNSUPPORTED },
		{ "-", ABSENT_UNSUPPORTED },
		{ "", ABSENT_UNSUPPORTED },
		{ "Unknown", ABSENT_UNSUPPORTED },
		{ "Insufficient Permissions", ABSENT_DENIED },
		{ "access denied", ABSENT_DENIED },
		{ "Unknown Error", ABSENT_LOST },
		{ "GPU requires reset", ABSENT_LOST },
		{ "GPU is lost", ABSENT_LOST },
		{ "ERR!", ABSENT_LOST },
		{ "Requested functionality has been deprecated", ABSENT_DEPRECATED },
	};
	struct slice s = slice_trim(words);

	if (s.len > 1 && ((s.ptr[0] == '[' && s.ptr[s.len - 1] == ']') || (s.ptr[0] == '<' && s.ptr[s.len - 1] == '>')))
		s = slice_trim(slice_sub(s, 1, s.len - 1));
	for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++)
		if (slice_is_nocase(s, cells[i].text))
			return cells[i].why;
	return PRESENT;
}

bool cell_flag(struct slice words, bool *ret)
{
	static const char *const yes[] = { "Enabled", "Yes", "On", "Active", "True", "1" };
	static const char *const no[] = { "Disabled", "No", "Off", "Not Active", "False", "0" };
	struct slice s = slice_trim(words);

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++) {
		if (slice_is_nocase(s, yes[i]) || slice_is_nocase(s, no[i])) {
			*ret = slice_is_nocase(s, yes[i]);
			return true;
		}
	}
	return false;
}

void fact_read(struct fact *fact, struct slice words, const char *fallback)
{
	const struct key_info *info = key_info(fact->key);
	bool flag;

	fact->text = slice_trim(words);
	fact->absence = cell_absence(words);
	if (fact->absence != PRESENT)
		return;
	switch (info->kind) {
	case KIND_TEXT:
		break;
	case KIND_FLAG:
		if (cell_flag(fact->text, &flag))
			fact->i = flag;
		else
			fact->absence = ABSENT_UNREADABLE;
		break;
	case KIND_INTEGER:
		if (quantity_parse(fact->text, info->unit, fallback, &fact->i, NULL) < 0)
			fact->absence = ABSENT_UNREADABLE;
		break;
	}
}

struct fact *reader_value(struct reader *r, enum key key, struct subject subject, int item, struct slice words, const char *fallback)
{
	struct fact *fact = facts_add(r->facts, key, subject, item, r->section, r->line);

	fact_read(fact, words, fallback);
	return fact;
}

/* ---- prompts ---- */

static bool is_host_char(char c)
{
	return isalnum((unsigned char)c) || strchr("-_.", c);
}

/* user@host:path$ command; also [user@host path]$ command and (env) before it. */
static bool prompt_with_host(struct slice s, struct slice *ret_command, struct slice *ret_host)
{
	while (s.len && s.ptr[0] == '(') {
		size_t close = slice_find_char(s, ')');
		if (close == SLICE_NONE)
			return false;
		s = slice_trim(slice_sub(s, close + 1, s.len));
	}
	if (slice_starts(s, "["))
		s = slice_sub(s, 1, s.len);
	size_t at = slice_find_char(s, '@'), i;
	if (at == SLICE_NONE || at == 0 || at > 32)
		return false;
	for (i = 0; i < at; i++)
		if (!is_host_char(s.ptr[i]))
			return false;
	for (i = at + 1; i < s.len && is_host_char(s.ptr[i]);)
		i++;
	struct slice host = slice_sub(s, at + 1, i);
	if (host.len == 0 || i == s.len || !strchr(": ~]#$", s.ptr[i]))
		return false;
	for (; i < s.len && i < at + 200; i++) {
		if (s.ptr[i] != '$' && s.ptr[i] != '#')
			continue;
		if (i + 1 < s.len && s.ptr[i + 1] != ' ')
			continue;
		*ret_command = slice_trim(slice_sub(s, i + 1, s.len));
		*ret_host = host;
		return true;
	}
	return false;
}

/* What may stand behind a bare "# ": a program's name; "# gpu   pwr" of dmon is no prompt. */
static bool is_command_word(struct slice s)
{
	static const char *const programs[] = { "nvidia-smi", "lspci", "lscpu",	  "free",    "lsblk", "df",	   "ip",	"ibstat",   "dmidecode",
						"dmesg",      "cat",   "journalctl", "dcgmi", "fio",  "iperf3", "dd",	   "nproc",	"uptime",   "hostname",
						"uname",      "env",   "ulimit",  "ethtool", "nvme",  "ipmitool", "systemctl", "timedatectl", "chronyc",
						"rocm-smi",   "amd-smi", "sudo",  "echo",    "date",  "python",	  "python3",   "ls",	    "grep", "lsmod", "nvcc", "docker", "podman" };
	struct slice word;

	if (!slice_word(&s, &word))
		return false;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (slice_is(word, programs[i]))
			return true;
	return false;
}

bool prompt_split(struct slice line, struct slice *ret_command, struct slice *ret_host)
{
	struct slice s = slice_trim(line);

	if (prompt_with_host(s, ret_command, ret_host))
		return true;
	*ret_host = (struct slice){ NULL, 0 };
	if (slice_starts(s, "# $ ")) /* a saved command, commented out */
		s = slice_sub(s, 2, s.len);
	if (slice_is(s, "nvidia-smi") || slice_starts(s, "nvidia-smi ")) { /* echoed without its prompt */
		*ret_command = s;
		return true;
	}
	if (slice_starts(s, "~ ") && is_command_word(slice_sub(s, 2, s.len))) {
		*ret_command = slice_trim(slice_sub(s, 2, s.len));
		return true;
	}
	if (slice_starts(s, "$ ") || slice_starts(s, "+ ") || slice_is(s, "$")) {
		*ret_command = slice_trim(slice_sub(s, 1, s.len));
		return slice_is(s, "$") || slice_starts(s, "$ ") || is_command_word(*ret_command);
	}
	if (slice_starts(s, "# ") && is_command_word(slice_sub(s, 2, s.len))) {
		*ret_command = slice_trim(slice_sub(s, 2, s.len));
		return true;
	}
	return false;
}
