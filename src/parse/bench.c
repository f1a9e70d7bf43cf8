/* SPDX-License-Identifier: Apache-2.0 */
/* Measurements of other programs: fio (JSON), dd, iperf3 (JSON). */
#include <string.h>

#include "parse/cells.h"
#include "parse/json_text.h"

static bool fio_starts(const struct reader *r);
static void fio_parse(struct reader *r);
static bool dd_starts(const struct reader *r);
static void dd_parse(struct reader *r);
static bool iperf_starts(const struct reader *r);
static void iperf_parse(struct reader *r);

const struct format format_fio = { .name = "fio", .starts = fio_starts, .parse = fio_parse };
const struct format format_dd = { .name = "dd", .starts = dd_starts, .parse = dd_parse };
const struct format format_iperf3 = { .name = "iperf3", .starts = iperf_starts, .parse = iperf_parse };

#define KI 1024

struct run {
	struct slice path;
	const char *tool;
	int64_t rate, block; /* 0: not told */
	int item;
	bool write, direct, known; /* known: which way it went and how */
};

static void run_tell(struct reader *r, const struct run *run)
{
	struct subject fs = subject_named(SUBJECT_FS, run->path.len ? run->path : SLICE("unknown"));

	reader_int(r, KEY_BENCH_RATE, fs, run->item, run->rate);
	if (run->known)
		reader_flag(r, KEY_BENCH_WRITE, fs, run->item, run->write);
	if (run->known)
		reader_flag(r, KEY_BENCH_DIRECT, fs, run->item, run->direct);
	reader_text(r, KEY_BENCH_TOOL, fs, run->item, slice_of(run->tool));
	if (run->block)
		reader_int(r, KEY_BENCH_BLOCK, fs, run->item, run->block);
}

/* Runs are numbered over all outputs of one set of captures, so that two dd in one paste stay apart. */
static int next_item(const struct reader *r)
{
	const struct fact *last = r->facts->last[KEY_BENCH_RATE];

	return last ? last->item + 1 : 0;
}

/* ---- fio ---- */

static bool fio_starts(const struct reader *r)
{
	return json_begins(r, "\"fio version\"");
}

static struct slice option(struct reader *r, const json_t *job, const json_t *global, const char *name)
{
	struct slice words = json_words(r, json_object_get(job, "job options"), name);

	return words.len ? words : json_words(r, global, name);
}

/* A file stands on the file system of its directory: the file's path is told as it is. */
static struct slice job_path(struct reader *r, const json_t *job, const json_t *global)
{
	struct slice path = option(r, job, global, "filename");

	return path.len ? path : option(r, job, global, "directory");
}

/* bw_bytes exists since fio 3; bw is in KiB/s. */
static int64_t side_rate(const json_t *side)
{
	const json_t *bytes = json_object_get(side, "bw_bytes"), *kib = json_object_get(side, "bw");

	if (json_is_integer(bytes))
		return json_integer_value(bytes);
	if (json_is_number(kib) && json_number_value(kib) >= 0 && json_number_value(kib) < 1e12)
		return (int64_t)(json_number_value(kib) * KI);
	return 0;
}

static void job_tell(struct reader *r, const json_t *job, const json_t *global, int *item)
{
	struct slice direct = option(r, job, global, "direct"), block = option(r, job, global, "bs"),
		     mode = option(r, job, global, "rw");
	struct run run = { .tool = "fio", .path = job_path(r, job, global), .known = true };

	if (!mode.len)
		mode = option(r, job, global, "readwrite");
	/* Small random requests are another promise than a sequential rate. */
	if (slice_starts(mode, "rand"))
		return;
	run.direct = slice_is(direct, "1");
	if (!block.len || !size_read(slice_before(block, ","), 1, &run.block, NULL))
		run.block = 0;
	for (int write = 0; write < 2; write++) {
		run.rate = side_rate(json_object_get(job, write ? "write" : "read"));
		run.write = write;
		run.item = *item;
		if (run.rate <= 0)
			continue;
		run_tell(r, &run);
		(*item)++;
	}
}

static void fio_parse(struct reader *r)
{
	int item = next_item(r);
	json_t *tree = json_take(r);
	const json_t *job, *global = json_object_get(tree, "global options");
	size_t i;

	json_array_foreach(json_object_get(tree, "jobs"), i, job) job_tell(r, job, global, &item);
	json_decref(tree);
}

/* ---- dd ---- */

/* "8+0 records in", "记录了8+0 的读入" */
static bool is_records(struct slice line)
{
	return (slice_has(line, "+") && (slice_ends(line, " records in") || slice_ends(line, " records out"))) ||
	       slice_starts(line, "记录了") || slice_has(line, " Datensätze ein") || slice_has(line, " Datensätze aus");
}

/* "8589934592 bytes (8.6 GB, 8.0 GiB) copied, 7.80903 s, 1.1 GB/s"; the rate is decimal, rounded: bytes over seconds is used.
 */
static bool result_read(struct slice line, int64_t *ret_rate)
{
	struct slice rest = slice_trim(line), tail;
	int64_t bytes, milli;

	if (!slice_take_int(&rest, &bytes) || bytes <= 0)
		return false;
	bool chinese = slice_starts(rest, "字节") && slice_has(rest, "已复制");
	if (!chinese && !(slice_starts(rest, " bytes") && slice_has(rest, " copied, ")))
		return false;
	tail = chinese ? slice_after(rest, "已复制") : slice_after(rest, " copied, ");
	while (tail.len && (tail.ptr[0] < '0' || tail.ptr[0] > '9')) /* a comma of either width */
		tail = slice_sub(tail, 1, tail.len);
	struct slice number = slice_nth_word(tail, 0);
	if (!slice_fixed(number, 3, &milli) && !slice_fixed(slice_before(number, "s"), 3, &milli))
		return false;
	if (milli <= 0 || bytes > INT64_MAX / 1000)
		return false;
	*ret_rate = bytes * 1000 / milli;
	return true;
}

static bool dd_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));
	int64_t rate;

	return is_records(line) || result_read(line, &rate);
}

/* The value of "of=" and the like in "dd if=/dev/zero of=/data/x bs=1G". */
static struct slice argument(struct slice command, const char *name)
{
	struct slice rest = command, word;

	while (slice_word(&rest, &word))
		if (slice_starts(word, name))
			return slice_unquote(slice_sub(word, strlen(name), word.len));
	return (struct slice){ NULL, 0 };
}

/* dd's letters: K is 1024, kB 1000, M 1048576, MB 1000000. */
static int64_t block_read(struct slice text)
{
	int64_t value;

	if (slice_ends(text, "B") && !slice_ends(text, "iB") && quantity_parse(text, UNIT_BYTES, NULL, &value, NULL) == 0)
		return value;
	return size_read(text, 1, &value, NULL) ? value : 0;
}

static bool is_device(struct slice path)
{
	return !path.len || slice_is(path, "/dev/null") || slice_is(path, "/dev/zero") || slice_is(path, "/dev/urandom") ||
	       slice_is(path, "/dev/random");
}

/* What the command line says the number is about; false when it is about no disk. */
static bool command_read(struct slice command, struct run *run)
{
	struct slice in = argument(command, "if="), out = argument(command, "of=");

	run->write = is_device(in) || !is_device(out);
	run->path = run->write ? out : in;
	if (is_device(run->path))
		return false;
	struct slice flags = argument(command, run->write ? "oflag=" : "iflag="), conv = argument(command, "conv=");
	run->direct = slice_has(flags, "direct") || (run->write && slice_has(conv, "sync") && !slice_is(conv, "sync"));
	run->known = true;
	run->block = block_read(argument(command, "bs="));
	return true;
}

static void dd_parse(struct reader *r)
{
	struct slice line, command = reader_command(r);
	bool done = false;

	while (!done && reader_next(r, &line)) {
		struct run run = { .tool = "dd", .item = next_item(r) };
		done = result_read(line, &run.rate);
		if (!done && !is_records(slice_trim(line)) && slice_trim(line).len) {
			reader_back(r);
			return;
		}
		/* Without its command line the number may be anything: a write, a read, the page cache. */
		if (done && (!slice_has(command, "dd ") || command_read(slice_after(command, "dd "), &run)))
			run_tell(r, &run);
	}
}

/* ---- iperf3 ---- */

static bool iperf_starts(const struct reader *r)
{
	return json_begins(r, "\"test_start\"") || json_begins(r, "\"sum_received\"") ||
	       (json_begins(r, "\"intervals\"") && json_begins(r, "\"connected\""));
}

/* What arrived counts, in the direction that was asked for. */
static void iperf_parse(struct reader *r)
{
	json_t *tree = json_take(r);
	const json_t *end = json_object_get(tree, "end"), *sum = json_object_get(end, "sum_received");
	const json_t *reverse = json_object_get(json_object_get(json_object_get(tree, "start"), "test_start"), "reverse");

	if (!sum)
		sum = json_object_get(end, "sum");
	double rate = json_number_value(json_object_get(sum, "bits_per_second"));
	if (rate > 0 && rate < 1e15)
		reader_int(r, json_integer_value(reverse) ? KEY_NET_DOWN_RATE : KEY_NET_UP_RATE, subject_box(), 0,
			   (int64_t)rate);
	json_decref(tree);
}
