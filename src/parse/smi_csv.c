/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi --query-... --format=csv: a row of names, then rows of cells.
 *
 * Columns are known by their names: from the head, or (noheader) from the command that stands above. Without either the
 * lines stay unread: a number in an unnamed column could be anything. A row is about the GPU that its index, bus id or UUID
 * names, else about the GPU of its place.
 */
#include "parse/format_list.h"
#include "parse/smi_block.h"
#include "parse/smi_process.h"

#define CSV_COLUMNS 320

enum query { QUERY_GPUS, QUERY_PROCESSES, QUERY_PAGES, QUERY_PAST };

struct csv {
	struct reader *r;
	struct slice columns[CSV_COLUMNS], cells[CSV_COLUMNS];
	size_t n_columns, n_cells;
	enum query query;
	struct slice command;
	int index, bus, uuid, pid; /* columns, -1 for none */
	int rows;
	bool looped, broken, selected, whole; /* whole: the query lists every GPU */
	bool last_has_unit;
	struct subject gpus[SMI_PROCESS_GPUS];
	int samples[SMI_PROCESS_GPUS], pages[SMI_PROCESS_GPUS][2];
	size_t n_gpus;
	struct smi_processes processes;
	struct smi_block block; /* of the row */
};

/* Names that are columns and no facts. */
static const char *const others[] = { "timestamp",
				      "index",
				      "pid",
				      "process_name",
				      "used_gpu_memory",
				      "used_memory",
				      "gpu_utilization",
				      "mem_utilization",
				      "max_memory_usage",
				      "time",
				      "retired_pages.address",
				      "retired_pages.cause",
				      "retired_pages.timestamp",
				      "memory.free",
				      "utilization.memory",
				      "temperature.memory",
				      "compute_cap",
				      "clocks.gr",
				      "clocks.mem",
				      "power.max_limit",
				      "power.min_limit",
				      "pci.bus" };

static size_t cells_of(struct slice line, struct slice *cells)
{
	size_t n = 0;
	struct slice cell;

	while (n < CSV_COLUMNS && slice_split(&line, ',', &cell))
		cells[n++] = slice_trim(cell);
	return n;
}

/* "memory.total [MiB]" without its unit. */
static struct slice column_name(struct slice cell)
{
	return slice_trim(slice_sub(cell, 0, slice_find(cell, " [")));
}

static bool is_name(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!((s.ptr[i] >= 'a' && s.ptr[i] <= 'z') || (s.ptr[i] >= 'A' && s.ptr[i] <= 'Z') ||
		      (s.ptr[i] >= '0' && s.ptr[i] <= '9') || s.ptr[i] == '.' || s.ptr[i] == '_'))
			return false;
	return s.len > 0;
}

static bool is_known(struct slice name)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (slice_is(name, others[i]))
			return true;
	for (size_t i = 0; i < n_smi_fields; i++)
		if (smi_field_is(&smi_fields[i], SMI_CSV, name, false))
			return true;
	return false;
}

static bool command_above(const struct reader *r, struct slice *ret_command)
{
	struct slice host;

	if (r->pos == 0)
		return false;
	struct slice above = r->lines[r->pos - 1].text;
	if (!prompt_split(above, ret_command, &host))
		*ret_command = above;
	return slice_has(*ret_command, "--query-");
}

/* Written like a name that has several parts: "pci.bus_id". A version begins with a digit, a card's name has blanks. */
static bool is_dotted(struct slice s)
{
	return is_name(s) && !(s.ptr[0] >= '0' && s.ptr[0] <= '9') && slice_find_char(s, '.') != SLICE_NONE;
}

/* One of a list of all field names, a line each: no column with one name for its head. */
static bool is_listed(const struct reader *r)
{
	struct slice below = slice_trim(reader_peek(r, 1));
	struct slice above = r->pos ? slice_trim(r->lines[r->pos - 1].text) : (struct slice){ NULL, 0 };

	return is_dotted(below) || is_dotted(above) || is_known(below);
}

/* A head: names alone, one of them known; a single column must look like a field or stand below its command. */
static bool is_head(const struct reader *r, struct slice line)
{
	struct slice rest = line, cell, command;
	size_t n = 0, known = 0;
	bool dotted = false;

	while (slice_split(&rest, ',', &cell)) {
		struct slice name = column_name(slice_trim(cell));
		if (!is_name(name))
			return false;
		known += is_known(name);
		dotted |= slice_find_char(name, '.') != SLICE_NONE;
		n++;
	}
	if (n > 1)
		return known > 0 && (dotted || known > 1);
	return known > 0 && (command_above(r, &command) || (dotted && !is_listed(r)));
}

/* "--query-gpu=name,memory.total --format=csv,noheader": the columns; false without them. */
static bool columns_from(struct slice command, struct slice *columns, size_t *ret_n)
{
	size_t at = slice_find(command, "--query-");

	if (at == SLICE_NONE || !slice_has(command, "noheader"))
		return false;
	struct slice rest = slice_sub(command, at, command.len), word;
	size_t equal = slice_find_char(rest, '=');
	if (equal == SLICE_NONE || slice_find_char(slice_sub(rest, 0, equal), ' ') != SLICE_NONE)
		return false;
	rest = slice_sub(rest, equal + 1, rest.len);
	if (!slice_word(&rest, &word))
		return false;
	if (word.len && (word.ptr[0] == '"' || word.ptr[0] == '\''))
		word = slice_sub(word, 1, word.len - 1);
	*ret_n = cells_of(word, columns);
	return *ret_n > 0;
}

static bool is_refusal(struct slice line)
{
	return slice_starts(line, "Field \"") && slice_has(line, "is not a valid field to query");
}

static bool csv_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0)), command, columns[CSV_COLUMNS], cells[CSV_COLUMNS];
	size_t n;

	if (line.len == 0)
		return false;
	if (is_refusal(line) || is_head(r, line))
		return true;
	return command_above(r, &command) && columns_from(command, columns, &n) && cells_of(line, cells) == n;
}

static int column_at(const struct csv *c, const char *names)
{
	struct slice name;

	for (size_t k = 0; smi_name_at(names, k, &name); k++)
		for (size_t i = 0; i < c->n_columns; i++)
			if (slice_eq(c->columns[i], name))
				return (int)i;
	return -1;
}

static struct slice cell_at(const struct csv *c, int column)
{
	return column >= 0 && (size_t)column < c->n_cells ? c->cells[column] : (struct slice){ NULL, 0 };
}

static void columns_known(struct csv *c)
{
	c->last_has_unit = c->n_columns && slice_find(c->columns[c->n_columns - 1], " [") != SLICE_NONE;
	for (size_t i = 0; i < c->n_columns; i++) {
		c->columns[i] = column_name(c->columns[i]);
		/* --query-remapped-rows need not list all: it has no column but these. */
		c->whole |= !slice_starts(c->columns[i], "remapped_rows.") && !slice_starts(c->columns[i], "gpu_") &&
			    !slice_is(c->columns[i], "timestamp");
	}
	c->index = column_at(c, "index");
	c->bus = column_at(c, "pci.bus_id|gpu_bus_id");
	c->uuid = column_at(c, "uuid|gpu_uuid");
	c->pid = column_at(c, "pid");
	c->query = QUERY_GPUS;
	if (column_at(c, "retired_pages.cause|retired_pages.address") >= 0)
		c->query = QUERY_PAGES;
	else if (column_at(c, "max_memory_usage|time") >= 0)
		c->query = QUERY_PAST;
	else if (c->pid >= 0)
		c->query = QUERY_PROCESSES;
	c->looped = slice_has(c->command, " -l") || slice_has(c->command, "--loop");
	c->selected = slice_has(c->command, " -i ") || slice_has(c->command, " --id");
}

/* The GPU of "-i N"; -1 when the command names none, or several. */
static int selected_gpu(const struct csv *c)
{
	size_t at = slice_find(c->command, " -i ");
	int64_t value;

	if (at == SLICE_NONE)
		return -1;
	struct slice rest = slice_trim(slice_sub(c->command, at + 4, c->command.len)), word;
	return slice_word(&rest, &word) && slice_int(word, &value) && value >= 0 && value < 4096 ? (int)value : -1;
}

/* False when nothing says which GPU the row is about. */
static bool row_gpu(const struct csv *c, struct subject *ret)
{
	struct slice bus = cell_at(c, c->bus), uuid = cell_at(c, c->uuid), canonical;
	int64_t index;

	if (c->index >= 0 && slice_int(cell_at(c, c->index), &index) && index >= 0 && index < 4096)
		*ret = subject_gpu((int)index);
	else if (bus.len && pci_address(c->r->arena, bus, &canonical))
		*ret = subject_gpu_pci(c->r->arena, bus);
	else if (slice_starts(uuid, "GPU-"))
		*ret = subject_gpu_uuid(uuid);
	else if (c->selected)
		return selected_gpu(c) >= 0 ? (*ret = subject_gpu(selected_gpu(c)), true) : false;
	else if (c->query != QUERY_GPUS || c->looped)
		return false;
	else
		*ret = subject_gpu(c->rows);
	return true;
}

/* Number of the GPU among those seen; -1 when there are too many. */
static int gpu_slot(struct csv *c, struct subject gpu)
{
	for (size_t i = 0; i < c->n_gpus; i++)
		if (subject_eq(c->gpus[i], gpu))
			return (int)i;
	if (c->n_gpus == SMI_PROCESS_GPUS)
		return -1;
	c->gpus[c->n_gpus] = gpu;
	return (int)c->n_gpus++;
}

static void gpu_row(struct csv *c, struct subject gpu)
{
	struct smi_block *b = &c->block;
	int slot = gpu_slot(c, gpu);
	struct slice name;

	if (slot < 0)
		return;
	smi_block_begin(b, c->r, gpu);
	b->bare = true;
	b->item = c->samples[slot]++;
	if (b->item)
		c->r->facts->sections[c->r->section].moment = MOMENT_MONITOR;
	for (size_t i = 0; i < n_smi_fields; i++) {
		const struct smi_field *f = &smi_fields[i];
		bool box = key_info(f->key)->subject == SUBJECT_BOX;
		for (size_t k = 0; f->names[SMI_CSV] && smi_name_at(f->names[SMI_CSV], k, &name); k++)
			for (size_t column = 0; column < c->n_columns && !(box && c->rows); column++)
				if (slice_eq(c->columns[column], name))
					smi_block_add(b, f, c->cells[column]);
	}
	if (c->rows == 0 && b->by_key[KEY_BOX_DRIVER_VERSION] && b->by_key[KEY_BOX_DRIVER_VERSION]->absence == PRESENT)
		reader_flag(c->r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, true);
	if (c->index >= 0 && b->by_key[KEY_GPU_PCI_ADDRESS] == NULL && c->bus >= 0)
		smi_block_name(b, SMI_CSV, SLICE("pci.bus_id"), cell_at(c, c->bus), false);
	smi_block_end(b);
}

static void process_row(struct csv *c, struct subject gpu)
{
	struct smi_process p = { .pid = cell_at(c, c->pid),
				 .name = cell_at(c, column_at(c, "process_name|name")),
				 .memory = cell_at(c, column_at(c, "used_gpu_memory|used_memory")) };

	smi_processes_add(&c->processes, c->r, gpu, &p);
}

/* One line a retired page, or one line a cause where there is none: [N/A] pages are no pages. */
static void page_row(struct csv *c, struct subject gpu)
{
	struct slice address = cell_at(c, column_at(c, "retired_pages.address")),
		     cause = cell_at(c, column_at(c, "retired_pages.cause"));
	int slot = gpu_slot(c, gpu);
	bool twice = slice_has(cause, "Double");
	static const enum key keys[] = { KEY_GPU_PAGES_SBE, KEY_GPU_PAGES_DBE };

	if (slot < 0)
		return;
	if (cell_absence(address) != PRESENT)
		reader_absent(c->r, keys[twice], gpu, 0, cell_absence(address));
	else
		c->pages[slot][twice]++;
}

/* A last cell that breaks off: a number without the unit that its head names, a mask without all its digits. */
static bool is_cut(const struct csv *c)
{
	struct slice cell = cell_at(c, (int)c->n_columns - 1);

	if (slice_starts(cell, "0x") && slice_has(c->columns[c->n_columns - 1], "reasons"))
		return cell.len < 18;
	if (!c->last_has_unit || !cell.len || cell.ptr[0] < '0' || cell.ptr[0] > '9')
		return false;
	for (size_t i = 0; i < cell.len; i++)
		if (cell.ptr[i] == ' ')
			return i + 1 == cell.len;
	return true;
}

static void row_read(struct csv *c)
{
	struct subject gpu;

	if (c->query == QUERY_PAST)
		return;
	if (!row_gpu(c, &gpu)) {
		reader_unread(c->r);
		c->broken = true;
		return;
	}
	if (c->query == QUERY_GPUS)
		gpu_row(c, gpu);
	else if (c->query == QUERY_PROCESSES)
		process_row(c, gpu);
	else
		page_row(c, gpu);
	c->rows++;
}

static bool is_gapless(const struct csv *c)
{
	for (size_t i = 0; i < c->n_gpus; i++)
		if (c->gpus[i].a >= 0 && c->gpus[i].a != (int)i)
			return false;
	return !c->broken && !c->selected && c->whole;
}

static void csv_end(struct csv *c)
{
	static const enum key keys[] = { KEY_GPU_PAGES_SBE, KEY_GPU_PAGES_DBE };

	if (c->query == QUERY_PROCESSES)
		smi_processes_end(&c->processes, c->r);
	for (size_t i = 0; c->query == QUERY_PAGES && i < c->n_gpus; i++)
		for (size_t k = 0; k < 2; k++)
			if (c->pages[i][k])
				reader_int(c->r, keys[k], c->gpus[i], 0, c->pages[i][k]);
	if (c->query != QUERY_GPUS || (!c->whole && !c->broken))
		return;
	if (is_gapless(c) && c->n_gpus) {
		reader_int(c->r, KEY_BOX_GPU_COUNT, subject_box(), 0, (int64_t)c->n_gpus);
	} else {
		reader_cut(c->r);
		reader_absent(c->r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_CUT);
	}
}

static void csv_parse(struct reader *r)
{
	struct csv *c = arena_alloc(r->arena, sizeof(*c));
	struct slice line = slice_trim(reader_peek(r, 0)), above;

	c->r = r;
	if (is_refusal(line)) {
		while (!reader_ends(r) && (is_refusal(slice_trim(reader_peek(r, 0))) || slice_trim(reader_peek(r, 0)).len == 0))
			reader_next(r, &line);
		return;
	}
	c->command = reader_command(r);
	if (!c->command.len && command_above(r, &above))
		c->command = above;
	if (is_head(r, line)) {
		reader_next(r, &line);
		c->n_columns = cells_of(line, c->columns);
	} else {
		columns_from(c->command, c->columns, &c->n_columns);
	}
	columns_known(c);
	while (!reader_ends(r)) {
		line = slice_trim(reader_peek(r, 0));
		c->n_cells = cells_of(line, c->cells);
		if (line.len == 0)
			break;
		if (c->n_cells != c->n_columns && c->n_cells < 2) {
			c->broken |= r->pos + 1 == r->n; /* perhaps the first cell of one more row */
			break;
		}
		reader_next(r, &line);
		if (c->n_cells != c->n_columns ||
		    is_cut(c)) { /* broken off, or a cell with a comma: the columns cannot be told */
			reader_unread(r);
			reader_cut(r);
			c->broken = true;
			break;
		}
		row_read(c);
	}
	csv_end(c);
}

const struct format format_smi_csv = { .name = "nvidia-smi --query", .starts = csv_starts, .parse = csv_parse };
