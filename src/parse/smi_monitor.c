/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi dmon and pmon: columns by their names, which follow the options and the driver; the two head lines come again
 * every page. A line is a sample; the item of its facts numbers the samples of one GPU.
 */
#include "parse/format_list.h"
#include "parse/smi_process.h"

#define COLUMNS 48

struct column {
	const char *name;
	enum key key;
	const char *unit;
};

static const struct column columns[] = {
	{ "pwr", KEY_GPU_POWER, "W" },
	{ "gtemp", KEY_GPU_TEMPERATURE, "C" },
	{ "temp", KEY_GPU_TEMPERATURE, "C" },
	{ "sm", KEY_GPU_UTILIZATION, "%" },
	{ "pclk", KEY_GPU_CLOCK_SM, "MHz" },
	{ "pviol", KEY_GPU_VIOLATION_POWER, "%" },
	{ "tviol", KEY_GPU_VIOLATION_THERMAL, NULL },
	{ "fb", KEY_GPU_MEMORY_USED, "MiB" },
	{ "sbecc", KEY_GPU_ECC_CORR_AGGREGATE, NULL },
	{ "dbecc", KEY_GPU_ECC_UNC_AGGREGATE, NULL },
	{ "pci", KEY_GPU_PCIE_REPLAY, NULL },
};

struct monitor {
	struct reader *r;
	struct slice names[COLUMNS];
	size_t n;
	int samples[SMI_PROCESS_GPUS];
	int64_t pids[1024];
	int gpus[1024];
	size_t n_pids;
	struct smi_processes processes;
};

static int column_at(const struct slice *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (slice_is_nocase(names[i], name))
			return (int)i;
	return -1;
}

/* "# gpu    pwr  gtemp", "#Date       Time        gpu    pwr": the names, 0 when it is no such line. */
static size_t head_split(struct slice line, struct slice *names)
{
	struct slice rest = slice_trim(line);
	size_t n = 0;

	if (!slice_starts(rest, "#"))
		return 0;
	rest = slice_sub(rest, 1, rest.len);
	while (n < COLUMNS && slice_word(&rest, &names[n]))
		n++;
	return n > 1 && column_at(names, n, "gpu") >= 0 ? n : 0;
}

static bool is_units(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_starts(s, "#") && slice_has(s, "Idx");
}

static bool is_pmon(const struct slice *names, size_t n)
{
	return column_at(names, n, "pid") >= 0 && column_at(names, n, "command") >= 0;
}

static bool dmon_starts(const struct reader *r)
{
	struct slice names[COLUMNS];
	size_t n = head_split(reader_peek(r, 0), names);

	return n && !is_pmon(names, n) && is_units(reader_peek(r, 1));
}

static bool pmon_starts(const struct reader *r)
{
	struct slice names[COLUMNS];
	size_t n = head_split(reader_peek(r, 0), names);

	return n && is_pmon(names, n);
}

static bool row_gpu(const struct monitor *m, const struct slice *cells, size_t n, int *ret_gpu)
{
	int column = column_at(m->names, m->n, "gpu");
	int64_t index;

	if (column < 0 || (size_t)column >= n || !slice_int(cells[column], &index) || index < 0 || index >= SMI_PROCESS_GPUS)
		return false;
	*ret_gpu = (int)index;
	return true;
}

static void sample_read(struct monitor *m, const struct slice *cells, size_t n)
{
	int gpu;

	if (n != m->n || !row_gpu(m, cells, n, &gpu)) {
		reader_unread(m->r);
		return;
	}
	int item = m->samples[gpu]++;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sizeof(columns) / sizeof(*columns); k++)
			if (slice_is(m->names[i], columns[k].name))
				reader_value(m->r, columns[k].key, subject_gpu(gpu), item, cells[i], columns[k].unit);
}

static bool pid_is_new(struct monitor *m, int gpu, int64_t pid)
{
	for (size_t i = 0; i < m->n_pids; i++)
		if (m->pids[i] == pid && m->gpus[i] == gpu)
			return false;
	if (m->n_pids == sizeof(m->pids) / sizeof(*m->pids))
		return false;
	m->pids[m->n_pids] = pid;
	m->gpus[m->n_pids++] = gpu;
	return true;
}

/* A process comes again in each sample: it is told once. */
static void process_read(struct monitor *m, const struct slice *cells, size_t n)
{
	int gpu, pid = column_at(m->names, m->n, "pid"), type = column_at(m->names, m->n, "type"),
		 command = column_at(m->names, m->n, "command");
	int64_t number;

	if (n < m->n || pid < 0 || command < 0 || !row_gpu(m, cells, n, &gpu)) {
		reader_unread(m->r);
		return;
	}
	smi_processes_gpu(&m->processes, subject_gpu(gpu));
	if (!slice_int(cells[pid], &number) || !pid_is_new(m, gpu, number))
		return;
	struct smi_process p = { .pid = cells[pid], .name = cells[command] };
	if (type >= 0)
		p.type = cells[type];
	smi_processes_add(&m->processes, m->r, subject_gpu(gpu), &p);
}

static void monitor_parse(struct reader *r, bool processes)
{
	struct monitor *m = arena_alloc(r->arena, sizeof(*m));
	struct slice line, cells[COLUMNS], names[COLUMNS];

	m->r = r;
	r->facts->sections[r->section].moment = MOMENT_MONITOR;
	while (!reader_ends(r)) {
		line = slice_trim(reader_peek(r, 0));
		size_t n = head_split(line, names);
		bool digit = line.len && line.ptr[0] >= '0' && line.ptr[0] <= '9';
		if (!n && !is_units(line) && !digit && !slice_is(line, "^C") && line.len)
			break;
		reader_next(r, &line);
		if (n && !is_units(line)) {
			m->n = head_split(line, m->names);
		} else if (digit) {
			struct slice rest = line;
			size_t count = 0;
			while (count < COLUMNS && slice_word(&rest, &cells[count]))
				count++;
			if (processes)
				process_read(m, cells, count);
			else
				sample_read(m, cells, count);
		}
	}
	if (processes)
		smi_processes_end(&m->processes, r);
}

static void dmon_parse(struct reader *r)
{
	monitor_parse(r, false);
}

static void pmon_parse(struct reader *r)
{
	monitor_parse(r, true);
}

const struct format format_smi_dmon = { .name = "nvidia-smi dmon", .starts = dmon_starts, .parse = dmon_parse };
const struct format format_smi_pmon = { .name = "nvidia-smi pmon", .starts = pmon_starts, .parse = pmon_parse };
