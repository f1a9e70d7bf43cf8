/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi topo -m and topo -p2p: a square of cells, a row and a column for each GPU and network card.
 *
 * A cell counts only where its column is certain: the row's words are known words, the X stands on the diagonal, and no
 * cell was lost between them. Glued cells make a row unreadable. A row that breaks off gives its cells but the last, which
 * may be half of one. Without a head the columns of GPUs are those of the rows, and those where an NVLink stands.
 */
#include "parse/format_list.h"

#define TOPO_MAX 160

struct topo {
	struct reader *r;
	bool p2p, headed, whole_head; /* whole: the head ends with its affinity columns */
	struct slice labels[TOPO_MAX];
	size_t n_labels, n_gpus;
	int rows;
	bool bad;
	bool silent; /* -p2p of another capability than access */
};

struct row {
	int index; /* of the GPU; -1 for a network card */
	struct slice label, cells[TOPO_MAX], rest;
	size_t n;  /* cells before the first word that is none */
	bool ends; /* nothing stands behind the cells */
};

static bool is_gpu_label(struct slice word, int *ret_index)
{
	int64_t index;

	if (!slice_starts(word, "GPU"))
		return false;
	struct slice rest = slice_sub(word, 3, word.len);
	if (!slice_take_int(&rest, &index) || rest.len || index > 4095)
		return false;
	*ret_index = (int)index;
	return true;
}

static bool is_path(struct slice word)
{
	static const char *const paths[] = { "X", "PIX", "PXB", "PHB", "NODE", "SYS", "SOC", "PSB" };
	int64_t links;

	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++)
		if (slice_is(word, paths[i]))
			return true;
	return slice_starts(word, "NV") && slice_int(slice_sub(word, 2, word.len), &links);
}

static bool is_peer(struct slice word)
{
	static const char *const states[] = { "X", "OK", "CNS", "GNS", "TNS", "NS", "DR", "U" };

	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (slice_is(word, states[i]))
			return true;
	return false;
}

/* N/A is a cell among cells and an affinity behind them: it is a cell only where more cells are due. */
static bool is_cell(const struct row *row, bool p2p, size_t due, struct slice word)
{
	return (p2p ? is_peer(word) : is_path(word)) || (slice_is(word, "N/A") && row->n < due);
}

/* False when the line does not begin with a label, or no cell follows it. */
static bool row_split(struct slice line, bool p2p, size_t due, struct row *ret)
{
	struct slice rest = line, word;

	*ret = (struct row){ .index = -1 };
	if (!slice_word(&rest, &ret->label))
		return false;
	is_gpu_label(ret->label, &ret->index);
	ret->rest = rest;
	while (ret->n < TOPO_MAX && slice_word(&rest, &word) && is_cell(ret, p2p, due, word)) {
		ret->cells[ret->n++] = word;
		ret->rest = rest;
	}
	ret->ends = slice_trim(ret->rest).len == 0;
	return ret->n > 0;
}

/* ---- the head ---- */

/* Labels of the columns; false when the line is no head. `ret_whole`: its affinity columns are there. */
static bool head_split(struct slice line, struct slice *labels, size_t *ret_n, bool *ret_whole)
{
	struct slice rest = line, word;
	int index;

	*ret_n = 0;
	*ret_whole = false;
	while (slice_word(&rest, &word)) {
		if (slice_is(word, "CPU") || slice_is(word, "NUMA")) {
			*ret_whole = true;
			break;
		}
		if (*ret_n == TOPO_MAX || (*ret_n == 0 && !is_gpu_label(word, &index)))
			return false;
		if (is_path(word) || is_peer(word) || slice_is(word, "N/A") || slice_find_char(word, ':') != SLICE_NONE ||
		    slice_find_char(word, ',') != SLICE_NONE)
			return false;
		labels[(*ret_n)++] = word;
	}
	return *ret_n > 0;
}

/* A head, or a first row that proves itself by its diagonal. */
static bool square_starts(const struct reader *r, bool *ret_p2p)
{
	struct slice labels[TOPO_MAX], line = reader_peek(r, 0);
	struct row row;
	size_t n;
	bool whole, head = head_split(line, labels, &n, &whole);

	if (head && !row_split(reader_peek(r, 1), false, n, &row) && !row_split(reader_peek(r, 1), true, n, &row))
		return false;
	struct slice first = reader_peek(r, head ? 1 : 0);
	size_t due = head ? n : TOPO_MAX;
	bool path = row_split(first, false, due, &row) && row.index >= 0;
	size_t n_path = path ? row.n : 0;
	bool diagonal = path && (size_t)row.index < row.n && slice_is(row.cells[row.index], "X");
	bool peer = row_split(first, true, due, &row) && row.index >= 0 && row.n > n_path;
	diagonal |= peer && (size_t)row.index < row.n && slice_is(row.cells[row.index], "X");
	*ret_p2p = peer;
	return head ? path || peer : diagonal;
}

static bool topo_starts(const struct reader *r)
{
	bool p2p;

	return square_starts(r, &p2p) && !p2p;
}

static bool p2p_starts(const struct reader *r)
{
	bool p2p;

	return square_starts(r, &p2p) && p2p;
}

static void head_read(struct topo *t, struct slice line)
{
	int index;

	t->headed = head_split(line, t->labels, &t->n_labels, &t->whole_head);
	while (t->n_gpus < t->n_labels && is_gpu_label(t->labels[t->n_gpus], &index))
		t->n_gpus++;
}

static int label_at(const struct topo *t, struct slice label)
{
	for (size_t i = 0; i < t->n_labels; i++)
		if (slice_eq(t->labels[i], label))
			return (int)i;
	return -1;
}

/* ---- rows ---- */

static void pair_fact(struct topo *t, int a, int b, struct slice cell)
{
	enum key key = t->p2p ? KEY_LINK_P2P : KEY_LINK_PATH;

	if (a == b || t->silent)
		return;
	if (slice_is(cell, "N/A"))
		reader_absent(t->r, key, subject_link(a, b), 0, ABSENT_UNSUPPORTED);
	else
		reader_text(t->r, key, subject_link(a, b), 0, cell);
}

/* CPUs and NUMA node: by tabs where there are tabs, for a cell may be empty. */
static void affinity_read(struct topo *t, const struct row *row, struct slice line)
{
	static const enum key keys[] = { KEY_GPU_CPU_AFFINITY, KEY_GPU_NUMA_AFFINITY };
	struct slice rest = row->rest, field;
	bool tabs = slice_find_char(line, '\t') != SLICE_NONE;

	if (tabs && slice_starts(rest, "\t"))
		rest = slice_sub(rest, 1, rest.len);
	for (size_t i = 0; i < 2 && !t->p2p; i++) {
		if (!(tabs ? slice_split(&rest, '\t', &field) : slice_word(&rest, &field)))
			return;
		field = slice_trim(field);
		if (field.len == 0 || (reader_line_open(t->r) && slice_trim(rest).len == 0))
			continue;
		for (size_t k = 0; k < field.len && !slice_is(field, "N/A"); k++)
			if (!(field.ptr[k] >= '0' && field.ptr[k] <= '9') && field.ptr[k] != '-' && field.ptr[k] != ',')
				return;
		reader_value(t->r, keys[i], subject_gpu(row->index), 0, field, NULL);
	}
}

static bool row_is_certain(const struct topo *t, const struct row *row, size_t own)
{
	/* A cell that is missing before the affinity was lost somewhere. */
	if (t->headed && row->n < t->n_labels && !row->ends)
		return false;
	if (t->headed && row->n > t->n_labels)
		return false;
	return own >= row->n || slice_is(row->cells[own], "X");
}

static void gpu_row(struct topo *t, const struct row *row, struct slice line)
{
	bool broken = t->headed && row->n < t->n_labels;
	size_t n = broken ? row->n - 1 : row->n;
	int index;

	for (size_t i = 0; i < n && i < t->n_gpus; i++)
		if (is_gpu_label(t->labels[i], &index))
			pair_fact(t, row->index, index, row->cells[i]);
	for (size_t i = t->n_gpus; i < n && t->headed && !t->p2p; i++)
		reader_value(t->r, KEY_GPU_NIC_PATH, subject_gpu(row->index), (int)(i - t->n_gpus), row->cells[i], NULL);
	if (broken)
		t->bad = true;
	else
		affinity_read(t, row, line);
}

static void row_read(struct topo *t, struct slice line)
{
	struct row row;
	int own;

	row_split(line, t->p2p, t->headed ? t->n_labels : TOPO_MAX, &row);
	own = t->headed ? label_at(t, row.label) : row.index;
	if (row.n == 0 || own < 0 || !row_is_certain(t, &row, (size_t)own)) {
		reader_unread(t->r);
		t->bad = true;
		return;
	}
	if (row.index >= 0) {
		gpu_row(t, &row, line);
		t->rows++;
	}
}

/* Without a head: the columns are called after the rows, and go on as long as a column holds an NVLink. */
static void columns_from_rows(struct topo *t)
{
	struct row row;
	size_t rows = 0, columns = 0;

	while (row_split(reader_peek(t->r, rows), t->p2p, TOPO_MAX, &row) && row.index >= 0 && rows < TOPO_MAX) {
		for (size_t i = 0; i < row.n; i++)
			if (slice_starts(row.cells[i], "NV") && i + 1 > columns)
				columns = i + 1;
		if ((size_t)row.index + 1 > columns)
			columns = (size_t)row.index + 1;
		rows++;
	}
	if (columns > TOPO_MAX)
		columns = TOPO_MAX;
	for (size_t i = 0; i < columns; i++)
		t->labels[i] = arena_printf(t->r->arena, "GPU%zu", i);
	t->n_gpus = t->n_labels = columns;
}

/* ---- legend ---- */

static bool is_legend(struct slice line)
{
	struct slice s = slice_trim(line);

	return slice_is(s, "Legend:") || slice_is(s, "NIC Legend:") ||
	       (slice_has(s, " = ") && s.len > 4 && slice_find(s, " = ") < 8) ||
	       (slice_starts(s, "NIC") && slice_has(s, ": ") && slice_find(s, ": ") < 8);
}

static bool is_row(const struct topo *t, struct slice line)
{
	struct row row;
	struct slice word;

	if (row_split(line, t->p2p, TOPO_MAX, &row) && (row.index >= 0 || label_at(t, row.label) >= 0))
		return true;
	return slice_word(&line, &word) && label_at(t, word) >= 0;
}

static void count_end(struct topo *t)
{
	bool all_rows = t->headed && t->rows == (int)t->n_gpus && !t->bad;
	int index = -1;

	for (size_t i = 0; i < t->n_gpus; i++)
		if (!is_gpu_label(t->labels[i], &index) || index != (int)i)
			all_rows = t->whole_head = false;
	if (!all_rows)
		reader_cut(t->r);
	if (all_rows || (t->headed && t->whole_head))
		reader_int(t->r, KEY_BOX_GPU_COUNT, subject_box(), 0, (int64_t)t->n_gpus);
	else
		reader_absent(t->r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_CUT);
}

static void square_parse(struct reader *r, bool p2p)
{
	struct topo *t = arena_alloc(r->arena, sizeof(*t));
	struct slice labels[TOPO_MAX], line, command = reader_command(r);
	size_t n;
	bool whole;

	t->r = r;
	t->p2p = p2p;
	t->silent = p2p && (slice_has(command, "-p2p n") || slice_has(command, "-p2p a") || slice_has(command, "-p2p p"));
	if (head_split(reader_peek(r, 0), labels, &n, &whole)) {
		reader_next(r, &line);
		head_read(t, line);
	} else {
		columns_from_rows(t);
	}
	int head_line = r->line;
	while (!reader_ends(r)) {
		line = reader_peek(r, 0);
		bool legend = is_legend(line), blank = slice_trim(line).len == 0;
		if (blank ? !is_legend(reader_peek(r, 1)) && slice_trim(reader_peek(r, 1)).len != 0
			  : !legend && !is_row(t, line))
			break;
		reader_next(r, &line);
		if (!legend && !blank)
			row_read(t, line);
	}
	if (head_line)
		r->line = head_line;
	count_end(t);
}

static void topo_parse(struct reader *r)
{
	square_parse(r, false);
}

static void p2p_parse(struct reader *r)
{
	square_parse(r, true);
}

const struct format format_smi_topo = { .name = "nvidia-smi topo -m", .starts = topo_starts, .parse = topo_parse };
const struct format format_smi_p2p = { .name = "nvidia-smi topo -p2p", .starts = p2p_starts, .parse = p2p_parse };
