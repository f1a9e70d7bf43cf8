/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of one value under /sys and /proc. A bare number is read only when its file is named: by the command above it
 * ("cat /sys/fs/cgroup/cpu.max"), by a mark ("==> path <=="), or in its own line ("grep . path": "path:value").
 */
#include <string.h>

#include "parse/cells.h"
#include "parse/command.h"

static bool file_starts(const struct reader *r);
static void file_parse(struct reader *r);

const struct format format_value_file = { .name = "cat of a value", .starts = file_starts, .parse = file_parse };

#define NO_LIMIT INT64_MAX
/* cgroup v1 writes "no limit" as the largest page-aligned number. */
#define V1_NO_LIMIT ((int64_t)1 << 60)
/* Hundredths of a percent for one logical CPU. */
#define ONE_CPU 10000
/* The kernel's default, which container engines leave as it is. */
#define DEFAULT_PERIOD_US    100000
#define NS_PER_SECOND_DIGITS 9

struct value_file {
	const char *name; /* the path ends so */
	bool (*read)(struct reader *r, struct slice text);
	enum key key; /* told as absent when reading was denied */
};

static bool quota_tell(struct reader *r, int64_t quota, int64_t period)
{
	if (quota < 0) {
		reader_flag(r, KEY_CPU_QUOTA_NONE, subject_box(), 0, true);
		return true;
	}
	if (period <= 0 || quota > INT64_MAX / ONE_CPU)
		return false;
	reader_int(r, KEY_CPU_QUOTA, subject_box(), 0, quota * ONE_CPU / period);
	return true;
}

/* "1600000 100000", "max 100000" */
static bool cpu_max(struct reader *r, struct slice text)
{
	struct slice quota = slice_nth_word(text, 0), period = slice_nth_word(text, 1);
	int64_t q = -1, p;

	if (!slice_int(period, &p) || (!slice_is(quota, "max") && (!slice_int(quota, &q) || q < 0)))
		return false;
	return quota_tell(r, q, p);
}

/* The period stands in another file, which people print in the next command. */
static int64_t period_ahead(const struct reader *r)
{
	int64_t period;

	for (size_t i = 0; i < 3 && r->pos + i < r->n; i++)
		if (slice_int(slice_trim(r->lines[r->pos + i].text), &period) && period >= 1000)
			return period;
	return DEFAULT_PERIOD_US;
}

static bool cfs_quota(struct reader *r, struct slice text)
{
	int64_t quota;

	return slice_int(text, &quota) && quota_tell(r, quota, period_ahead(r));
}

static bool cfs_period(struct reader *r, struct slice text)
{
	int64_t period;

	(void)r;
	return slice_int(text, &period);
}

static bool cpuset(struct reader *r, struct slice text)
{
	int64_t n = cpu_list_count(text);

	if (n)
		reader_int(r, KEY_CPU_ALLOWED, subject_box(), 0, n)->text = text;
	return n > 0;
}

static bool memory_limit(struct reader *r, struct slice text)
{
	int64_t bytes = NO_LIMIT;

	if (!slice_is(text, "max") && (!slice_is_digits(text) || (text.len < 19 && !slice_int(text, &bytes))))
		return false;
	if (bytes >= V1_NO_LIMIT)
		reader_flag(r, KEY_MEM_LIMIT_NONE, subject_box(), 0, true);
	else
		reader_int(r, KEY_MEM_LIMIT, subject_box(), 0, bytes);
	return true;
}

static bool pids_max(struct reader *r, struct slice text)
{
	int64_t n = NO_LIMIT;

	if (!slice_is(text, "max") && (!slice_int(text, &n) || n < 0))
		return false;
	reader_int(r, KEY_PIDS_MAX, subject_box(), 0, n);
	return true;
}

static bool governor(struct reader *r, struct slice text)
{
	if (slice_find_char(text, ' ') != SLICE_NONE || text.len > 24)
		return false;
	reader_text(r, KEY_CPU_GOVERNOR, subject_box(), 0, text);
	return true;
}

static bool flag_read(struct reader *r, enum key key, struct slice text, bool reversed)
{
	if (!slice_is(text, "0") && !slice_is(text, "1"))
		return false;
	reader_flag(r, key, subject_box(), 0, slice_is(text, "1") != reversed);
	return true;
}

static bool no_turbo(struct reader *r, struct slice text)
{
	return flag_read(r, KEY_CPU_TURBO, text, true);
}

static bool boost(struct reader *r, struct slice text)
{
	return flag_read(r, KEY_CPU_TURBO, text, false);
}

static bool boot_id(struct reader *r, struct slice text)
{
	if (text.len != 36)
		return false;
	reader_text(r, KEY_SYS_BOOT_ID, subject_box(), 0, text);
	return true;
}

/* "523421.53 98211234.11" */
static bool uptime_file(struct reader *r, struct slice text)
{
	int64_t ns;

	if (slice_nth_word(text, 1).len == 0 || !slice_fixed(slice_nth_word(text, 0), NS_PER_SECOND_DIGITS, &ns))
		return false;
	reader_int(r, KEY_SYS_UPTIME, subject_box(), 0, ns);
	return true;
}

static bool count_read(struct reader *r, enum key key, struct slice text)
{
	int64_t n;

	if (!slice_int(text, &n) || n < 0)
		return false;
	reader_int(r, key, subject_box(), 0, n);
	return true;
}

static bool ue_count(struct reader *r, struct slice text)
{
	return count_read(r, KEY_MEM_ECC_UE, text);
}

static bool ce_count(struct reader *r, struct slice text)
{
	return count_read(r, KEY_MEM_ECC_CE, text);
}

static bool product_uuid(struct reader *r, struct slice text)
{
	if (text.len != 36)
		return false;
	reader_text(r, KEY_SYS_UUID, subject_box(), 0, text);
	return true;
}

static bool product_name(struct reader *r, struct slice text)
{
	const char *hypervisor = hypervisor_of_product(text);

	reader_text(r, KEY_SYS_PRODUCT, subject_box(), 0, text);
	if (hypervisor)
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, slice_of(hypervisor));
	return true;
}

static const struct value_file files[] = {
	{ "cpu.max", cpu_max, KEY_CPU_QUOTA },
	{ "cpu.cfs_quota_us", cfs_quota, KEY_CPU_QUOTA },
	{ "cpu.cfs_period_us", cfs_period, KEY_NONE },
	{ "cpuset.cpus.effective", cpuset, KEY_CPU_ALLOWED },
	{ "cpuset.effective_cpus", cpuset, KEY_CPU_ALLOWED },
	{ "cpuset.cpus", cpuset, KEY_CPU_ALLOWED },
	{ "memory.max", memory_limit, KEY_MEM_LIMIT },
	{ "memory.limit_in_bytes", memory_limit, KEY_MEM_LIMIT },
	{ "pids.max", pids_max, KEY_PIDS_MAX },
	{ "scaling_governor", governor, KEY_CPU_GOVERNOR },
	{ "intel_pstate/no_turbo", no_turbo, KEY_CPU_TURBO },
	{ "cpufreq/boost", boost, KEY_CPU_TURBO },
	{ "random/boot_id", boot_id, KEY_SYS_BOOT_ID },
	{ "/proc/uptime", uptime_file, KEY_SYS_UPTIME },
	{ "ue_count", ue_count, KEY_MEM_ECC_UE },
	{ "ce_count", ce_count, KEY_MEM_ECC_CE },
	{ "dmi/id/product_uuid", product_uuid, KEY_SYS_UUID },
	{ "dmi/id/product_name", product_name, KEY_SYS_PRODUCT },
	{ "dmi/id/sys_vendor", product_name, KEY_SYS_PRODUCT },
};

static const struct value_file *file_find(struct slice path)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (slice_ends(path, files[i].name))
			return &files[i];
	return NULL;
}

/* "cat: /sys/fs/cgroup/cpu.max: Permission denied" */
static bool is_cat_error(struct slice line)
{
	return (slice_starts(line, "cat: /") || slice_starts(line, "grep: /") || slice_starts(line, "ls: cannot access")) &&
	       (slice_ends(line, "No such file or directory") || slice_ends(line, "Permission denied") ||
		slice_ends(line, "没有那个文件或目录") || slice_ends(line, "权限不够"));
}

/* "/sys/fs/cgroup/pids.max:8192" */
static bool pathed_value(struct slice line, const struct value_file **ret_file, struct slice *ret_value)
{
	size_t colon = slice_find_char(line, ':');

	if (!slice_starts(line, "/") || colon == SLICE_NONE)
		return false;
	*ret_file = file_find(slice_sub(line, 0, colon));
	*ret_value = slice_trim(slice_sub(line, colon + 1, line.len));
	return *ret_file && ret_value->len;
}

/* The file whose value the line is, and the value. */
static bool value_here(const struct reader *r, const struct value_file **ret_file, struct slice *ret_value)
{
	struct slice line = slice_trim(reader_peek(r, 0));
	struct origin origin;

	if (pathed_value(line, ret_file, ret_value))
		return true;
	if (line.len == 0 || line.len > 256 || !origin_here(r, &origin) || !origin.path.len)
		return false;
	if (!origin_is(&origin, "cat") && !origin_is(&origin, "head") && !origin_is(&origin, "tail"))
		return false;
	*ret_file = file_find(origin.path);
	*ret_value = line;
	return *ret_file != NULL;
}

static bool file_starts(const struct reader *r)
{
	const struct value_file *file;
	struct slice value;

	return !reader_ends(r) && (is_cat_error(slice_trim(reader_peek(r, 0))) || value_here(r, &file, &value));
}

static void file_parse(struct reader *r)
{
	const struct value_file *file = NULL;
	struct slice line = slice_trim(reader_peek(r, 0)), value;
	bool error = is_cat_error(line);

	if (!error && !value_here(r, &file, &value))
		return;
	if (!reader_next(r, &line))
		return;
	if (!error) {
		if (!file->read(r, value))
			reader_unread(r);
		return;
	}
	file = file_find(slice_nth_word(slice_before(slice_after(line, ": "), ": "), 0));
	if (file && file->key && slice_ends(line, "ermission denied"))
		reader_absent(r, file->key, subject_box(), 0, ABSENT_DENIED);
}
