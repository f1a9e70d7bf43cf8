/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table that a bare `nvidia-smi` prints, of every width: a head with versions, a record of two or three rows for each
 * GPU, then MIG devices and processes. Cells are found by their walls and read by what stands in them; pieces without a
 * head, and tables that break off, give what they hold. The list of GPUs is known to be whole only where the head stands
 * above it and another table below it.
 */
#include "parse/format_list.h"
#include "parse/smi_block.h"
#include "parse/smi_process.h"
#include "parse/table_cells.h"

enum part { PART_GPUS, PART_MIG, PART_PROCESSES };

struct table {
	struct reader *r;
	enum part part;
	bool headed, gpus_closed, broken, open; /* open: a GPU's record has not ended */
	int rows_of_record;
	struct smi_block block;
	int n_gpus, next_index;
	bool gap;
	bool processes_seen, processes_rule, processes_closed;
	struct smi_processes processes;
};

static const struct smi_field *field_of(enum key key)
{
	for (size_t i = 0; i < n_smi_fields; i++)
		if (smi_fields[i].key == key &&
		    (smi_fields[i].rule == SMI_VALUE || smi_fields[i].rule == SMI_WORD || smi_fields[i].rule == SMI_ADDRESS))
			return &smi_fields[i];
	return NULL;
}

static void add(struct table *t, enum key key, struct slice words)
{
	const struct smi_field *field = field_of(key);

	if (field)
		smi_block_add(&t->block, field, words);
}

/* "00000000:27:00.0" */
static bool is_bus_id(struct slice word)
{
	size_t colons = 0;

	for (size_t i = 0; i < word.len; i++)
		colons += word.ptr[i] == ':';
	return word.len >= 7 && word.len <= 16 && colons >= 1 && colons <= 2 && word.ptr[word.len - 2] == '.';
}

static bool is_gpu_row(const struct cells *c)
{
	struct slice words[TABLE_WORDS], bus;
	int64_t index;

	if (c->n < 2 || cell_words(c->cell[0], words, TABLE_WORDS) < 2 || !slice_int(words[0], &index) || index < 0 ||
	    index > 4095)
		return false;
	return cell_words(c->cell[1], &bus, 1) == 1 && is_bus_id(bus);
}

/* ---- the head ---- */

static struct slice head_value(struct slice line, const char *label)
{
	size_t at = slice_find(line, label);

	if (at == SLICE_NONE)
		return (struct slice){ NULL, 0 };
	struct slice rest = slice_sub(line, at + slice_of(label).len, line.len);
	size_t end = slice_find(rest, "  "), wall = slice_find_char(rest, '|');
	rest = slice_trim(slice_sub(rest, 0, wall));
	end = slice_find(rest, "  ");
	return slice_trim(slice_sub(rest, 0, end));
}

static struct slice first_word(struct slice s)
{
	struct slice word = { NULL, 0 };

	slice_word(&s, &word);
	return word;
}

static bool has_two_parts(struct slice version)
{
	size_t dot = slice_find_char(version, '.');

	return dot != SLICE_NONE && slice_find_char(slice_sub(version, dot + 1, version.len), '.') == SLICE_NONE;
}

static void head_read(struct table *t, struct slice line)
{
	struct slice smi = first_word(head_value(line, "NVIDIA-SMI ")),
		     driver = first_word(head_value(line, "Driver Version:"));
	struct slice cuda = head_value(line, "CUDA Version:");

	t->headed = true;
	if (!slice_ends(slice_trim(line), "|")) { /* breaks off: the last value may be a part of one */
		reader_cut(t->r);
		cuda = (struct slice){ NULL, 0 };
		if (slice_find(line, "CUDA") == SLICE_NONE)
			return;
	}
	if (!driver.len)
		driver = first_word(head_value(line, "KMD Version:"));
	if (!cuda.len && slice_ends(slice_trim(line), "|"))
		cuda = head_value(line, "CUDA UMD Version:");
	if (smi.len)
		reader_value(t->r, KEY_BOX_DRIVER_SMI_VERSION, subject_box(), 0, smi, NULL);
	if (driver.len) {
		reader_value(t->r, KEY_BOX_DRIVER_VERSION, subject_box(), 0, driver, NULL);
		reader_flag(t->r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, true);
	}
	if (cuda.len)
		reader_value(t->r, KEY_BOX_DRIVER_CUDA, subject_box(), 0, cuda, NULL);
	/* The tool of Linux (550.54.10) beside a driver of Windows, whose versions have two parts (551.61). */
	if (smi.len && has_two_parts(driver) && !slice_eq(smi, driver))
		reader_text(t->r, KEY_BOX_DRIVER_MODEL, subject_box(), 0, SLICE("wsl"));
}

/* ---- a GPU's record ---- */

static void record_end(struct table *t)
{
	if (!t->open)
		return;
	if (t->rows_of_record < 2) {
		t->broken = true;
		reader_cut(t->r);
	}
	smi_block_end(&t->block);
	t->open = false;
}

static void name_read(struct table *t, const struct slice *words, size_t n)
{
	struct slice mode = words[n - 1], name;
	bool on, has_mode = cell_flag(mode, &on) || slice_is(mode, "N/A") || slice_is(mode, "ERR!") ||
			    smi_word(KEY_BOX_DRIVER_MODEL, mode, &name);

	if (has_mode && n > 2) {
		if (smi_word(KEY_BOX_DRIVER_MODEL, mode, &name))
			add(t, KEY_BOX_DRIVER_MODEL, mode);
		else
			add(t, KEY_GPU_PERSISTENCE, mode);
		n--;
	}
	if (n < 2)
		return;
	name = slice_span(words[1], words[n - 1]);
	if (slice_ends(name, "...")) {
		while (slice_ends(name, "."))
			name = slice_sub(name, 0, name.len - 1);
		reader_text(t->r, KEY_GPU_NAME_PREFIX, t->block.gpu, 0, slice_trim(name));
	} else {
		add(t, KEY_GPU_NAME, name);
	}
}

/* A count, "Off" where ECC is off, "On" where MIG hides the count, N/A where the card has none. */
static void ecc_read(struct table *t, struct slice cell)
{
	int64_t count;

	if (slice_int(cell, &count)) {
		add(t, KEY_GPU_ECC_CURRENT, SLICE("On"));
		add(t, KEY_GPU_ECC_UNC_VOLATILE, cell);
	} else if (slice_is(cell, "On")) {
		add(t, KEY_GPU_ECC_CURRENT, cell);
		t->block.mig = true;
		reader_absent(t->r, KEY_GPU_ECC_UNC_VOLATILE, t->block.gpu, 0, ABSENT_MIG);
		add(t, KEY_GPU_MIG_CURRENT, SLICE("Enabled"));
	} else if (slice_is(cell, "Off")) {
		add(t, KEY_GPU_ECC_CURRENT, cell);
		reader_absent(t->r, KEY_GPU_ECC_UNC_VOLATILE, t->block.gpu, 0, ABSENT_UNSUPPORTED);
	} else {
		add(t, KEY_GPU_ECC_CURRENT, cell);
		add(t, KEY_GPU_ECC_UNC_VOLATILE, cell);
	}
}

static void row_first(struct table *t, const struct cells *c)
{
	struct slice words[TABLE_WORDS];
	size_t n = cell_words(c->cell[0], words, TABLE_WORDS);
	int64_t index = 0;

	record_end(t);
	slice_int(words[0], &index);
	smi_block_begin(&t->block, t->r, subject_gpu((int)index));
	t->open = true;
	t->rows_of_record = 1;
	t->gap |= index != t->next_index;
	t->next_index = (int)index + 1;
	t->n_gpus++;
	smi_processes_gpu(&t->processes, t->block.gpu);
	name_read(t, words, n);
	n = cell_words(c->cell[1], words, TABLE_WORDS);
	add(t, KEY_GPU_PCI_ADDRESS, words[0]);
	if (n > 1)
		add(t, KEY_GPU_DISPLAY_ACTIVE, words[1]);
	if (c->n > 2 && c->closed)
		ecc_read(t, c->cell[2]);
}

/* "4MiB / 81920MiB", "N/A /  N/A"; false when there is no such pair. */
static bool pair_split(struct slice cell, struct slice *ret_first, struct slice *ret_second)
{
	size_t at = slice_find(cell, " / ");

	if (at == SLICE_NONE && !slice_starts(cell, "N/A"))
		at = slice_find(cell, "/ ");
	if (at == SLICE_NONE)
		return false;
	*ret_first = slice_trim(slice_sub(cell, 0, at));
	*ret_second = slice_trim(slice_sub(cell, at + 2, cell.len));
	return ret_second->len > 0;
}

static void row_second(struct table *t, const struct cells *c)
{
	struct slice words[TABLE_WORDS], first, second, mode;
	static const enum key keys[] = { KEY_GPU_FAN, KEY_GPU_TEMPERATURE, KEY_GPU_PSTATE };
	size_t n = cell_words(c->cell[0], words, TABLE_WORDS);

	if (c->n == 1 && !c->closed && n) /* breaks off in a word */
		n--;
	t->rows_of_record = 2;
	for (size_t i = 0; i < n && i < 3; i++)
		add(t, keys[i], words[i]);
	if (n > 3 && pair_split(slice_span(words[3], words[n - 1]), &first, &second) && c->n > 1) {
		add(t, KEY_GPU_POWER, first);
		add(t, KEY_GPU_POWER_LIMIT, second);
	}
	if (c->n > 1 && (c->n > 2 || c->closed)) {
		if (pair_split(c->cell[1], &first, &second)) {
			add(t, KEY_GPU_MEMORY_USED, first);
			add(t, KEY_GPU_MEMORY_TOTAL, second);
		} else {
			add(t, KEY_GPU_MEMORY_TOTAL, c->cell[1]);
		}
	}
	if (c->n < 3 || !c->closed)
		return;
	n = cell_words(c->cell[2], words, TABLE_WORDS);
	if (n > 0)
		add(t, KEY_GPU_UTILIZATION, words[0]);
	mode = n > 1 ? slice_span(words[1], words[n - 1]) : (struct slice){ NULL, 0 };
	if (mode.len)
		add(t, KEY_GPU_COMPUTE_MODE, mode);
}

/* "Enabled*": in force now, and changed at the next reset. */
static void row_third(struct table *t, const struct cells *c)
{
	struct slice cell = c->n > 2 ? c->cell[2] : (struct slice){ NULL, 0 };
	struct fact *utilization = t->block.by_key[KEY_GPU_UTILIZATION];
	bool star = slice_ends(cell, "*"), on = false;

	t->rows_of_record = 3;
	if (!cell.len || !c->closed)
		return;
	if (star)
		cell = slice_trim(slice_sub(cell, 0, cell.len - 1));
	add(t, KEY_GPU_MIG_CURRENT, cell);
	if (!cell_flag(cell, &on)) {
		add(t, KEY_GPU_MIG_PENDING, cell);
		return;
	}
	reader_flag(t->r, KEY_GPU_MIG_PENDING, t->block.gpu, 0, star ? !on : on);
	if (on && utilization && utilization->absence == ABSENT_UNSUPPORTED)
		utilization->absence = ABSENT_MIG;
}

static bool is_label_row(const struct cells *c)
{
	return slice_starts(c->cell[0], "GPU ") || slice_starts(c->cell[0], "Fan ") ||
	       (c->n > 2 && slice_starts(c->cell[2], "MIG M"));
}

static bool gpu_line(struct table *t, const struct cells *c)
{
	struct slice number = first_word(c->cell[0]);
	int64_t index;

	if (is_label_row(c))
		return true;
	if (is_gpu_row(c)) {
		row_first(t, c);
		return true;
	}
	if (!t->open || (t->rows_of_record == 1 && slice_int(number, &index)))
		return false;
	if (t->rows_of_record == 1)
		row_second(t, c);
	else if (t->rows_of_record == 2 && c->cell[0].len == 0)
		row_third(t, c);
	else
		return t->rows_of_record == 2 && c->n > 2 && c->cell[1].len == 0;
	return true;
}

/* ---- MIG devices ---- */

static bool mig_line(struct table *t, const struct cells *c)
{
	struct slice words[TABLE_WORDS];
	int64_t n[4];

	if (slice_starts(c->cell[0], "GPU ") || slice_starts(c->cell[0], "ID ") || c->cell[0].len == 0 ||
	    slice_has(c->cell[0], "MIG devices"))
		return true;
	if (c->n < 2 || (c->n == 2 && !c->closed) || cell_words(c->cell[0], words, TABLE_WORDS) != 4)
		return false;
	for (size_t i = 0; i < 4; i++)
		if (!slice_int(words[i], &n[i]) || n[i] < 0 || n[i] > 4095)
			return false;
	struct slice used, total = { NULL, 0 };
	pair_split(c->cell[1], &used, &total);
	reader_text(t->r, KEY_GPU_MIG_DEVICE, subject_gpu((int)n[0]), (int)n[3],
		    arena_printf(t->r->arena, "GPU instance %d, %.*s", (int)n[1], SLICE_ARG(total)));
	return true;
}

/* ---- processes ---- */

static bool is_type(struct slice word)
{
	return slice_is(word, "C") || slice_is(word, "G") || slice_is(word, "C+G") || slice_is(word, "M+C") ||
	       slice_is(word, "M");
}

static bool process_line(struct table *t, const struct cells *c)
{
	struct slice words[TABLE_WORDS];
	size_t n = cell_words(c->cell[0], words, TABLE_WORDS), type;
	int64_t index;

	if (n == 0 || slice_starts(c->cell[0], "Processes:") || slice_starts(c->cell[0], "GPU ") ||
	    slice_starts(c->cell[0], "ID "))
		return true;
	if (slice_starts(c->cell[0], "No running"))
		return true;
	if (!slice_int(words[0], &index) || index < 0 || index > 4095)
		return false;
	if (slice_has(c->cell[0], "Not Supported")) {
		smi_processes_unsupported(&t->processes, subject_gpu((int)index));
		return true;
	}
	for (type = 2; type < n && type < 5 && !is_type(words[type]);)
		type++;
	if (type >= n || type == 5 || type + 1 >= n || !c->closed)
		return false;
	struct smi_process p = { .pid = words[type - 1], .type = words[type] };
	bool told = slice_ends(words[n - 1], "MiB") || slice_is(words[n - 1], "N/A") || slice_is(words[n - 1], "GiB");
	size_t last = told && n > type + 2 ? n - 2 : n - 1;
	p.name = slice_span(words[type + 1], words[last]);
	if (told && last == n - 2)
		p.memory = words[n - 1];
	smi_processes_add(&t->processes, t->r, subject_gpu((int)index), &p);
	return true;
}

/* ---- the whole ---- */

static bool is_date(struct slice line)
{
	static const char *const days[] = { "Mon ", "Tue ", "Wed ", "Thu ", "Fri ", "Sat ", "Sun " };

	for (size_t i = 0; i < sizeof(days) / sizeof(*days); i++)
		if (slice_starts(line, days[i]))
			return line.len < 60;
	return slice_starts(line, "Every ") && slice_has(line, "nvidia-smi");
}

static bool is_part_title(struct slice line)
{
	return slice_starts(line, "|") &&
	       (slice_has(line, "| Processes:") || slice_has(line, "| MIG devices:") || slice_has(line, "| NVIDIA-SMI ") ||
		slice_has(line, "| GPU  Name") || slice_has(line, "| GPU  GI "));
}

/* A line of the table itself: a title, labels, a GPU's first row. */
static bool is_table_line(struct slice line)
{
	struct cells c;
	struct slice s = slice_trim(line);

	return is_part_title(s) || (slice_starts(s, "|===") && slice_ends(s, "|") && is_rule(s)) ||
	       (cells_split(s, &c) && is_gpu_row(&c)) || (cells_split(s, &c) && is_label_row(&c) && c.n == 3);
}

static bool table_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));
	size_t ahead = 0;

	if (is_table_line(line))
		return true;
	if (!is_date(line) && !is_rule(line) && !(slice_starts(line, "|") && slice_has(line, "MIG M.")))
		return false;
	while (ahead < 3 && (is_date(slice_trim(reader_peek(r, ahead))) || is_rule(reader_peek(r, ahead)) ||
			     slice_trim(reader_peek(r, ahead)).len == 0))
		ahead++;
	return ahead < 4 && (is_table_line(reader_peek(r, ahead)) || (slice_has(line, "MIG M.") && is_rule(reader_peek(r, 1))));
}

static void rule_read(struct table *t, struct slice line)
{
	if (t->part == PART_GPUS && t->open && t->rows_of_record >= 2)
		record_end(t);
	if (t->part == PART_PROCESSES && slice_starts(slice_trim(line), "|="))
		t->processes_rule = true;
	else if (t->part == PART_PROCESSES && t->processes_rule)
		t->processes_closed = true;
}

/* False when the line is not of this table. */
static bool line_read(struct table *t, struct slice line)
{
	struct cells c;

	if (is_rule(line)) {
		rule_read(t, line);
		return true;
	}
	if (!cells_split(line, &c))
		return false;
	if (slice_starts(c.cell[0], "NVIDIA-SMI ")) {
		head_read(t, line);
		return true;
	}
	if (slice_starts(c.cell[0], "Processes:") || slice_starts(c.cell[0], "MIG devices:") ||
	    slice_starts(c.cell[0], "GPU  GI ")) {
		record_end(t);
		t->gpus_closed = true;
		t->part = slice_starts(c.cell[0], "Processes:") || (t->part == PART_PROCESSES) ? PART_PROCESSES : PART_MIG;
	}
	bool read = t->part == PART_GPUS ? gpu_line(t, &c) : t->part == PART_MIG ? mig_line(t, &c) : process_line(t, &c);
	if (!read)
		reader_unread(t->r);
	return true;
}

static bool goes_on(const struct table *t, const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));

	if (reader_ends(r) || (t->headed && slice_has(line, "| NVIDIA-SMI ")) || t->processes_closed)
		return false;
	if (line.len == 0) { /* a blank line before the next part, or behind the last one */
		struct slice next = slice_trim(reader_peek(r, 1));
		return is_rule(next) || is_part_title(next) || next.len == 0;
	}
	return slice_starts(line, "|") || is_rule(line) || slice_is(line, "...") ||
	       (!t->headed && t->n_gpus == 0 && is_date(line));
}

static void count_end(struct table *t)
{
	if (t->n_gpus && t->headed && t->gpus_closed && !t->gap && !t->broken) {
		reader_int(t->r, KEY_BOX_GPU_COUNT, subject_box(), 0, t->n_gpus);
	} else if (t->n_gpus || t->headed) {
		reader_cut(t->r);
		reader_absent(t->r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_CUT);
	}
}

static void table_parse(struct reader *r)
{
	struct table *t = arena_alloc(r->arena, sizeof(*t));
	struct slice line;

	t->r = r;
	while (goes_on(t, r) && reader_next(r, &line)) {
		if (slice_is(slice_trim(line), "...")) {
			reader_cut(r);
			t->gap = true;
		} else if (slice_trim(line).len && !is_date(slice_trim(line))) {
			line_read(t, line);
		}
	}
	record_end(t);
	if (t->processes_closed)
		smi_processes_end(&t->processes, r);
	count_end(t);
}

const struct format format_smi_table = { .name = "nvidia-smi", .starts = table_starts, .parse = table_parse };
