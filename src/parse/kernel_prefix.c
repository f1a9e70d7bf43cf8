/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <string.h>

#include "parse/cells.h"
#include "parse/kernel_log.h"

#define NS_PER_SECOND 1000000000

/* "09:13:02", "09:13:02.123456", "16:24:18,283302+00:00" */
static bool is_clock(struct slice word)
{
	for (size_t i = 0; i < 8; i++) {
		if (i >= word.len)
			return false;
		if (i % 3 == 2 ? word.ptr[i] != ':' : !isdigit((unsigned char)word.ptr[i]))
			return false;
	}
	return word.len == 8 || !isdigit((unsigned char)word.ptr[8]);
}

/* "2025-01-21T04:41:44,283302+00:00" or "2025-01-21" */
static bool is_date(struct slice word)
{
	return word.len >= 10 && slice_is_digits(slice_sub(word, 0, 4)) && word.ptr[4] == '-' && word.ptr[7] == '-' &&
	       slice_is_digits(slice_sub(word, 5, 7)) && slice_is_digits(slice_sub(word, 8, 10));
}

static bool is_iso(struct slice word)
{
	return is_date(word) && word.len > 11 && word.ptr[10] == 'T' && is_clock(slice_sub(word, 11, word.len));
}

static bool is_month(struct slice word)
{
	static const char *const months[] = {
		"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
	};

	for (size_t i = 0; i < sizeof(months) / sizeof(*months); i++)
		if (slice_is(word, months[i]))
			return true;
	/* "8月" of a Chinese journal */
	return slice_ends(word, "\xe6\x9c\x88") && word.len <= 5 && isdigit((unsigned char)word.ptr[0]);
}

/* "12.345678" seconds since boot. */
static bool seconds_read(struct slice text, int64_t *ret)
{
	struct slice s = slice_trim(text);
	size_t dot = slice_find_char(s, '.');

	if (dot == SLICE_NONE || !slice_is_digits(slice_sub(s, 0, dot)) || !slice_is_digits(slice_sub(s, dot + 1, s.len)))
		return false;
	return slice_fixed(s, 9, ret);
}

/* "[   12.345678] ", then perhaps "[ T1234] " of a kernel that names its threads. */
static bool take_ring_time(struct slice *rest, struct klog_line *ret)
{
	size_t close = slice_find_char(*rest, ']');
	int64_t ns;

	if (!slice_starts(*rest, "[") || close == SLICE_NONE || !seconds_read(slice_sub(*rest, 1, close), &ns))
		return false;
	ret->since_boot = ns;
	if (ret->time.len == 0)
		ret->time = slice_trim(slice_sub(*rest, 1, close));
	*rest = slice_sub(*rest, close + 1, rest->len);
	struct slice caller = slice_trim(*rest);
	close = slice_find_char(caller, ']');
	if (slice_starts(caller, "[") && close != SLICE_NONE && close < 12) {
		struct slice id = slice_trim(slice_sub(caller, 1, close));
		if (id.len > 1 && (id.ptr[0] == 'T' || id.ptr[0] == 'C') && slice_is_digits(slice_sub(id, 1, id.len)))
			*rest = slice_sub(caller, close + 1, caller.len);
	}
	return true;
}

/* "[Sun Feb 23 16:24:18 2025] " of dmesg -T, in any language: a clock and then a year stand last. */
static bool take_wall_time(struct slice *rest, struct klog_line *ret)
{
	size_t close = slice_find_char(*rest, ']');
	struct slice word, before = { NULL, 0 }, inside;

	if (!slice_starts(*rest, "[") || close == SLICE_NONE || close > 64)
		return false;
	inside = slice_sub(*rest, 1, close);
	struct slice words = inside, last = { NULL, 0 };
	while (slice_word(&words, &word)) {
		before = last;
		last = word;
	}
	if (last.len != 4 || !slice_is_digits(last) || !is_clock(before))
		return false;
	ret->time = slice_trim(inside);
	*rest = slice_sub(*rest, close + 1, rest->len);
	return true;
}

/* "kern  :warn  : " of dmesg --decode, "<4>" of dmesg -r. */
static bool take_level(struct slice *rest)
{
	static const char *const facilities[] = { "kern",   "user", "mail", "daemon", "auth",
						  "syslog", "lpr",  "news", "cron",   "local" };

	if (slice_starts(*rest, "<")) {
		size_t close = slice_find_char(*rest, '>');
		if (close == SLICE_NONE || close > 4 || !slice_is_digits(slice_sub(*rest, 1, close)))
			return false;
		*rest = slice_sub(*rest, close + 1, rest->len);
		return true;
	}
	for (size_t i = 0; i < sizeof(facilities) / sizeof(*facilities); i++) {
		if (!slice_starts(*rest, facilities[i]))
			continue;
		struct slice tail = slice_sub(*rest, strlen(facilities[i]), rest->len);
		size_t first = slice_find_char(tail, ':');
		if (first == SLICE_NONE || first > 4 || slice_trim(slice_sub(tail, 0, first)).len > 1)
			return false;
		tail = slice_sub(tail, first + 1, tail.len);
		size_t second = slice_find_char(tail, ':');
		if (second == SLICE_NONE || second > 8)
			return false;
		*rest = slice_trim(slice_sub(tail, second + 1, tail.len));
		return true;
	}
	return false;
}

/* "host program[pid]: " */
static bool take_host(struct slice *rest, struct klog_line *ret)
{
	struct slice s = *rest, host, program;

	if (!slice_word(&s, &host) || !slice_word(&s, &program))
		return false;
	if (slice_ends(host, ":") || !slice_ends(program, ":") || program.len < 2)
		return false;
	ret->host = host;
	ret->program = slice_sub(program, 0, program.len - 1);
	*rest = slice_trim(s);
	return true;
}

/* "Feb 25 10:11:12", "Thu 2025-02-25 10:11:12 UTC", "2025-02-25T10:11:12+0000", "2025-02-25 10:11:12" before "host program:".
 */
static bool cut_journal(struct slice line, struct klog_line *ret)
{
	struct slice s = line, word, day, clock, time_end;

	if (!slice_word(&s, &word))
		return false;
	if (!is_date(word) && !is_month(word)) { /* a weekday */
		if (word.len > 9 || !slice_word(&s, &word) || !is_date(word))
			return false;
	}
	if (is_iso(word)) {
		time_end = word;
	} else {
		if (is_month(word) && (!slice_word(&s, &day) || day.len > 5 || !isdigit((unsigned char)day.ptr[0])))
			return false;
		if (!slice_word(&s, &clock) || !is_clock(clock))
			return false;
		time_end = clock;
	}
	struct slice rest = slice_trim(s), zone = rest;
	if (!take_host(&rest, ret)) { /* a time zone may stand before the host */
		if (!slice_word(&zone, &word) || word.len > 6 || !take_host(&zone, ret))
			return false;
		rest = zone;
	}
	ret->style = KLOG_JOURNAL;
	ret->time = slice_sub(line, 0, (size_t)(time_end.ptr + time_end.len - line.ptr));
	if (slice_is(ret->program, "kernel"))
		take_ring_time(&rest, ret);
	ret->message = slice_trim(rest);
	return true;
}

/* "4,1234,5678901,-;text" of /dev/kmsg */
static bool cut_kmsg(struct slice line, struct klog_line *ret)
{
	size_t semicolon = slice_find_char(line, ';');
	struct slice head = slice_sub(line, 0, semicolon), field[4];
	int64_t us;
	int n = 0;

	if (semicolon == SLICE_NONE || semicolon > 64)
		return false;
	while (n < 4 && slice_split(&head, ',', &field[n]))
		n++;
	if (n < 4 || !slice_is_digits(field[0]) || !slice_is_digits(field[1]) || !slice_int(field[2], &us) || us < 0)
		return false;
	if (us > INT64_MAX / 1000)
		return false;
	ret->style = KLOG_RING;
	ret->since_boot = us * 1000;
	ret->time = field[2];
	ret->message = slice_trim(slice_sub(line, semicolon + 1, line.len));
	return true;
}

/* dmesg in all its faces: level, then seconds, wall time or iso time. */
static bool cut_ring(struct slice line, struct klog_line *ret)
{
	struct slice rest = line, word;
	bool level = take_level(&rest), time = take_ring_time(&rest, ret) || take_wall_time(&rest, ret);

	if (!time) {
		struct slice s = rest;
		if (slice_word(&s, &word) && is_iso(word)) {
			ret->time = word;
			rest = s;
			time = true;
		}
	}
	if (!level && !time)
		return false;
	rest = slice_trim(rest);
	ret->style = KLOG_RING;
	/* journalctl -o short-monotonic: "[ 12.3] host kernel: " */
	struct slice s = rest;
	if (time && ret->since_boot >= 0 && slice_word(&s, &word) && slice_word(&s, &word) && slice_is(word, "kernel:"))
		take_host(&rest, ret);
	ret->message = rest;
	return true;
}

/* Text that only a kernel log prints, so that a line without prefix is known. */
static bool cut_bare(struct slice line, struct klog_line *ret)
{
	static const char *const starts[] = { "NVRM: ", "nvidia-nvswitch", "kernel: ", "NVRM:\t" };

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++) {
		if (!slice_starts(line, starts[i]))
			continue;
		ret->message = slice_starts(line, "kernel: ") ? slice_trim(slice_sub(line, 8, line.len)) : line;
		return true;
	}
	if (slice_starts(line, "Xid (") || slice_has(line, "NVRM: Xid (") || slice_has(line, ": SXid (")) {
		ret->message = line;
		return true;
	}
	return take_host(&line, ret) && slice_is(ret->program, "kernel") && (ret->message = line, true);
}

bool klog_cut(struct slice line, struct klog_line *ret)
{
	bool (*const cuts[])(struct slice, struct klog_line *) = { cut_journal, cut_kmsg, cut_ring, cut_bare };
	struct slice s = slice_trim(line);

	for (size_t i = 0; s.len && i < sizeof(cuts) / sizeof(*cuts); i++) {
		*ret = (struct klog_line){ .since_boot = -1 };
		if (cuts[i](s, ret))
			return true;
	}
	return false;
}
