/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool cpuinfo_starts(const struct reader *r);
static void cpuinfo_parse(struct reader *r);

const struct format format_cpuinfo = { .name = "/proc/cpuinfo", .starts = cpuinfo_starts, .parse = cpuinfo_parse };

/* More than any machine has; a longer list is no /proc/cpuinfo, and must not cost its square. */
#define CORES_MAX 8192

struct core {
	int64_t socket, id;
};

struct info {
	struct core *cores;
	size_t n_cores, capacity;
	int64_t processors, sockets, socket;
	int fields, fields_before; /* of the present and the last block */
	bool flags_seen, hypervisor, excerpt;
	struct slice model;
	int model_line, first_line, flags_line;
};

/* "name\t: value": a tab stands before the colon, unlike in lscpu. */
static bool info_split(struct slice line, struct slice *ret_label, struct slice *ret_value)
{
	size_t colon = slice_find_char(line, ':');

	if (colon == SLICE_NONE || colon == 0 || (line.ptr[colon - 1] != '\t' && line.ptr[colon - 1] != ' '))
		return false;
	return label_split(line, ret_label, ret_value);
}

static bool cpuinfo_starts(const struct reader *r)
{
	struct slice label, value;
	int64_t number;

	if (!info_split(reader_peek(r, 0), &label, &value))
		return false;
	return (slice_is(label, "processor") && slice_int(value, &number)) || slice_is(label, "model name") ||
	       slice_is(label, "cpu cores") || slice_is(label, "physical id");
}

static void core_add(struct reader *r, struct info *info, int64_t id)
{
	struct core core = { info->socket, id };
	bool new_socket = true;

	for (size_t i = 0; i < info->n_cores; i++) {
		if (info->cores[i].socket == core.socket && info->cores[i].id == core.id)
			return;
		new_socket &= info->cores[i].socket != core.socket;
	}
	if (info->n_cores == CORES_MAX)
		return;
	info->sockets += new_socket;
	info->cores = arena_grow(r->arena, info->cores, &info->capacity, info->n_cores + 1, sizeof(*info->cores));
	info->cores[info->n_cores++] = core;
}

static bool has_flag(struct slice flags, const char *wanted)
{
	struct slice word;

	while (slice_word(&flags, &word))
		if (slice_is(word, wanted))
			return true;
	return false;
}

static void field_read(struct reader *r, struct info *info, struct slice label, struct slice value)
{
	int64_t number;

	if (slice_is(label, "processor")) {
		info->fields_before = info->fields;
		info->fields = 0;
	}
	info->fields++;
	if (slice_is(label, "processor") && slice_int(value, &number)) {
		info->excerpt |= number != info->processors;
		info->processors++;
	} else if (slice_is(label, "physical id") && slice_int(value, &number)) {
		info->socket = number;
	} else if (slice_is(label, "core id") && slice_int(value, &number)) {
		core_add(r, info, number);
	} else if (slice_is(label, "model name") && !info->model.len) {
		info->model = value;
		info->model_line = r->line;
	} else if (slice_is(label, "flags") && !info->flags_seen) {
		info->flags_seen = true;
		info->hypervisor = has_flag(value, "hypervisor");
		info->flags_line = r->line;
	}
}

static void info_tell(struct reader *r, const struct info *info)
{
	r->line = info->first_line;
	if (info->processors && !info->excerpt && !slice_has(reader_command(r), "head")) {
		reader_int(r, KEY_CPU_THREADS, subject_box(), 0, info->processors);
		if (info->n_cores)
			reader_int(r, KEY_CPU_CORES, subject_box(), 0, (int64_t)info->n_cores);
		if (info->n_cores)
			reader_int(r, KEY_CPU_SOCKETS, subject_box(), 0, info->sockets);
	}
	r->line = info->model_line;
	if (info->model.len)
		reader_text(r, KEY_CPU_MODEL, subject_box(), 0, info->model);
	r->line = info->flags_line;
	if (info->flags_seen)
		reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, info->hypervisor ? SLICE("hypervisor") : SLICE("none"));
}

static void cpuinfo_parse(struct reader *r)
{
	struct info info = { .first_line = r->lines[r->pos].number };
	struct slice line, label, value;

	while (reader_next(r, &line)) {
		if (slice_trim(line).len == 0)
			continue;
		if (!info_split(line, &label, &value)) {
			reader_back(r);
			break;
		}
		field_read(r, &info, label, value);
	}
	if (info.fields < info.fields_before) { /* the last block is shorter: the list was cut */
		info.excerpt = true;
		reader_cut(r);
	}
	info_tell(r, &info);
}
