/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi -q: headings and "label : value" lines, nested by indentation, a block for each GPU.
 *
 * A heading path names a field ("PCI/GPU Link Info/Link Width/Max"). Pastes that have lost their indentation ("flat") are
 * read by the end of the path: the last heading and the label.
 */
#include "parse/format_list.h"
#include "parse/smi_block.h"
#include "parse/smi_process.h"

#define PATH_DEPTH 8

struct level {
	size_t indent;
	struct slice label;
};

struct query {
	struct reader *r;
	struct level levels[PATH_DEPTH];
	size_t depth;
	bool piece; /* no head names the GPUs: the first label, when it comes again, begins the next one */
	struct slice first_label;
	bool flat, margin; /* no indentation; the block's fields stand at the margin */
	bool in_gpu, in_mig, in_processes, process_open;
	struct slice mig_index, mig_gi;
	struct smi_block block;
	struct smi_process process;
	struct smi_processes processes;
	struct slice heading; /* the last one, for flat pastes */
	int blocks;
	struct fact *attached;
};

static size_t indent_of(struct slice line)
{
	size_t n = 0, i = 0;

	for (; i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'); i++)
		n += line.ptr[i] == '\t' ? 8 : 1;
	return n;
}

/* "Label     : value"; a heading has no colon. */
static bool pair_split(struct slice line, struct slice *ret_label, struct slice *ret_value)
{
	size_t colon = slice_find(line, " : ");

	if (colon == SLICE_NONE && slice_ends(line, " :"))
		colon = line.len - 2;
	if (colon == SLICE_NONE) {
		colon = slice_find(line, ": ");
		if (colon != SLICE_NONE && !slice_starts(line, "GPU "))
			colon -= 1; /* as if a blank stood before it */
		else
			return false;
		*ret_label = slice_trim(slice_sub(line, 0, colon + 1));
	} else {
		*ret_label = slice_trim(slice_sub(line, 0, colon));
	}
	*ret_value = slice_trim(slice_sub(line, colon + 2, line.len));
	return ret_label->len > 0;
}

/* "GPU 00000000:1B:00.0", also with a masked address. */
static bool is_gpu_head(struct slice line, struct slice *ret_address)
{
	struct slice rest = slice_trim(line), word, more;

	if (!slice_starts(rest, "GPU ") || !slice_word(&rest, &word) || !slice_word(&rest, &word) || slice_word(&rest, &more))
		return false;
	*ret_address = word;
	return word.len > 6 && slice_find_char(word, ':') != SLICE_NONE && slice_find_char(word, ':') != word.len - 1;
}

/* Whether some field has `label` as its first part ("PCI" for headings, "Serial Number" for values), or as one of them. */
static bool is_top_label(struct slice label)
{
	static const char *const others[] = { "Timestamp", "vGPU Driver Capability", "Product Name",
					      "Processes", "Capabilities",	     "HIC Info" };
	struct slice name;

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (slice_is(label, others[i]))
			return true;
	for (size_t i = 0; i < n_smi_fields; i++) {
		if (!smi_fields[i].names[SMI_QUERY])
			continue;
		for (size_t n = 0; smi_name_at(smi_fields[i].names[SMI_QUERY], n, &name); n++)
			if (slice_eq(slice_sub(name, 0, slice_find_char(name, '/')), label))
				return true;
	}
	return false;
}

static bool is_log_head(struct slice line)
{
	return slice_starts(slice_trim(line), "====") && slice_has(line, "NVSMI LOG");
}

/* Labels that tools of the host print, too ("Product Name" of a mainboard). */
static bool is_common(struct slice label)
{
	return slice_is(label, "Product Name") || slice_is(label, "Serial Number") || slice_is(label, "Board Part Number") ||
	       slice_is(label, "Processes");
}

static bool is_maker(struct slice name)
{
	return slice_starts(name, "NVIDIA ") || slice_starts(name, "Tesla ") || slice_starts(name, "GeForce ") ||
	       slice_starts(name, "Quadro ");
}

/* A piece without its head: a known heading above a pair, or a known label with the colon of a column. */
static bool fragment_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0), label, value, address;

	if (is_gpu_head(line, &address)) {
		struct slice next = reader_peek(r, 1);
		return indent_of(next) > 0 || pair_split(slice_trim(next), &label, &value);
	}
	if (slice_has(line, "    : ")) {
		if (!pair_split(line, &label, &value) || !is_top_label(label) || slice_is(label, "Timestamp"))
			return false;
		return !is_common(label) || is_maker(value) ||
		       (pair_split(reader_peek(r, 1), &label, &value) && is_top_label(label) && !is_common(label));
	}
	return slice_has(reader_peek(r, 1), " : ") && is_top_label(slice_trim(line)) &&
	       pair_split(reader_peek(r, 1), &label, &value);
}

static bool query_starts(const struct reader *r)
{
	return is_log_head(reader_peek(r, 0)) || fragment_starts(r);
}

static void process_end(struct query *q)
{
	if (q->process.pid.len && q->process.name.len)
		smi_processes_add(&q->processes, q->r, q->block.gpu, &q->process);
	q->process = (struct smi_process){ .pid = { NULL, 0 } };
	q->process_open = false;
}

static void gpu_end(struct query *q)
{
	if (!q->in_gpu)
		return;
	process_end(q);
	smi_block_end(&q->block);
	q->in_gpu = q->in_processes = q->in_mig = false;
}

/* Whether the indentation is lost: a heading's first pair stands no deeper than the heading. */
static bool is_flat(const struct reader *r)
{
	struct slice label, value, address;

	for (size_t i = 0; i < 80 && r->pos + i + 1 < r->n; i++) {
		struct slice line = reader_peek(r, i), next = reader_peek(r, i + 1);
		if (is_gpu_head(line, &address) || is_log_head(line))
			return false;
		if (slice_trim(line).len == 0 || pair_split(slice_trim(line), &label, &value) ||
		    !pair_split(slice_trim(next), &label, &value))
			continue;
		return indent_of(next) <= indent_of(line);
	}
	return false;
}

static void gpu_begin(struct query *q, struct slice address)
{
	struct slice canonical;
	bool known = address.len && pci_address(q->r->arena, address, &canonical);

	gpu_end(q);
	smi_block_begin(&q->block, q->r, known ? subject_gpu_pci(q->r->arena, address) : subject_gpu(q->blocks));
	q->blocks++;
	q->in_gpu = true;
	q->depth = 0;
	q->heading = (struct slice){ NULL, 0 };
	q->flat = is_flat(q->r);
	q->margin = q->flat || (indent_of(reader_peek(q->r, 0)) == 0 && slice_has(reader_peek(q->r, 0), " : ")) || !address.len;
	if (known)
		smi_block_name(&q->block, SMI_QUERY, SLICE("PCI/Bus Id"), address, false);
}

static struct slice path_of(const struct query *q, struct slice label)
{
	struct slice path = label;

	for (size_t i = q->depth; i > 0; i--)
		path = arena_printf(q->r->arena, "%.*s/%.*s", SLICE_ARG(q->levels[i - 1].label), SLICE_ARG(path));
	return path;
}

static void process_pair(struct query *q, struct slice label, struct slice value)
{
	q->process_open = true;
	if (slice_is_nocase(label, "Process ID")) {
		process_end(q);
		q->process.pid = value;
		q->process_open = true;
	} else if (slice_is(label, "Type")) {
		q->process.type = value;
	} else if (slice_is(label, "Name")) {
		q->process.name = value;
	} else if (slice_is(label, "Used GPU Memory")) {
		q->process.memory = value;
		process_end(q);
	}
}

/* A MIG device prints no profile name: its instance and memory tell it. */
static void mig_pair(struct query *q, struct slice label, struct slice value)
{
	int64_t index;

	if (slice_is(label, "Index"))
		q->mig_index = value;
	else if (slice_is(label, "GPU Instance ID"))
		q->mig_gi = value;
	else if (slice_is(label, "Total") && q->mig_index.len && slice_int(q->mig_index, &index) && index >= 0 && index < 64) {
		reader_text(q->r, KEY_GPU_MIG_DEVICE, q->block.gpu, (int)index,
			    arena_printf(q->r->arena, "GPU instance %.*s, %.*s", SLICE_ARG(q->mig_gi), SLICE_ARG(value)));
		q->mig_index = (struct slice){ NULL, 0 };
	}
}

static void pair_read(struct query *q, struct slice label, struct slice value)
{
	struct slice path = path_of(q, label);

	if (q->flat && q->in_mig && (slice_starts(label, "Accounting Mode") || slice_is(label, "Serial Number")))
		q->in_mig = false;
	if (slice_is(label, "Processes")) {
		smi_processes_gpu(&q->processes, q->block.gpu);
		if (cell_absence(value) != PRESENT)
			smi_processes_unsupported(&q->processes, q->block.gpu);
	} else if (q->in_processes) {
		process_pair(q, label, value);
	} else if (q->in_mig) {
		mig_pair(q, label, value);
	} else if (q->flat) {
		path = q->heading.len ? arena_printf(q->r->arena, "%.*s/%.*s", SLICE_ARG(q->heading), SLICE_ARG(label)) : label;
		if (!smi_block_name(&q->block, SMI_QUERY, path, value, true) && !slice_has(q->heading, "Licensed Product"))
			smi_block_name(&q->block, SMI_QUERY, label, value, false);
	} else {
		smi_block_name(&q->block, SMI_QUERY, path, value, false);
	}
}

static void heading_read(struct query *q, struct slice label)
{
	/* Volatile and aggregate counters have the same headings below them. */
	bool ecc = q->flat && slice_ends(label, " Bit") &&
		   (slice_starts(q->heading, "Volatile") || slice_starts(q->heading, "Aggregate"));
	if (ecc)
		label = arena_printf(q->r->arena, "%.*s/%.*s",
				     SLICE_ARG(slice_sub(q->heading, 0, slice_find_char(q->heading, '/'))), SLICE_ARG(label));
	q->heading = label;
	if (q->depth && !q->flat)
		return;
	if (q->block.bits_line && !slice_has(label, "Reasons"))
		q->block.bits_complete = true;
	q->in_processes = slice_is(label, "Processes");
	q->in_mig = slice_is(label, "MIG Device") || (q->flat && q->in_mig && !slice_is(label, "Driver Model"));
	if (q->in_processes) {
		q->process_open = true;
		smi_processes_gpu(&q->processes, q->block.gpu);
	}
}

static void level_push(struct query *q, size_t indent, struct slice label)
{
	if (q->depth < PATH_DEPTH)
		q->levels[q->depth++] = (struct level){ indent, label };
}

static void line_read(struct query *q, struct slice line)
{
	struct slice text = slice_trim(line), label = text, value;
	size_t indent = indent_of(line);
	bool pair = pair_split(text, &label, &value);

	if (q->piece && slice_eq(label, q->first_label))
		gpu_begin(q, (struct slice){ NULL, 0 });
	if (q->piece && !q->first_label.len)
		q->first_label = label;
	while (!q->flat && q->depth && q->levels[q->depth - 1].indent >= indent)
		q->depth--;
	if (q->depth == 0 && !q->flat && q->in_gpu && pair) {
		process_end(q);
		q->in_processes = q->in_mig = false;
		if (q->block.bits_line && q->block.bits_seen)
			q->block.bits_complete = true;
	}
	if (pair)
		pair_read(q, label, value);
	else
		heading_read(q, label);
	if (!q->flat)
		level_push(q, indent, label);
}

/* Whether a pair follows, below one or two more headings at most. */
static bool pair_is_near(const struct reader *r)
{
	struct slice label, value;

	for (size_t i = 1; i < 4; i++)
		if (pair_split(slice_trim(reader_peek(r, i)), &label, &value))
			return true;
	return false;
}

/* What may stand at the margin: log head, GPU heads, the pairs above them. Anything else is no longer this output. */
static bool goes_on(const struct query *q, struct slice line)
{
	struct slice label, value, address;

	if (slice_trim(line).len == 0 || is_log_head(line) || is_gpu_head(line, &address))
		return true;
	if (slice_has(line, "GPU0") || slice_starts(slice_trim(line), "+--") || slice_starts(slice_trim(line), "|"))
		return false;
	if (indent_of(line) > 0 || slice_is(slice_trim(line), "...") || (q->piece && slice_is(line, "--")))
		return true;
	if (q->margin && q->in_gpu && pair_split(line, &label, &value))
		return !slice_has(line, "(UUID") && (label.len < 48 || is_top_label(label));
	if (q->margin && q->in_gpu) /* a heading has something below it */
		return line.len < 48 && pair_is_near(q->r);
	if (!pair_split(line, &label, &value))
		return !q->in_gpu && is_top_label(slice_trim(line));
	return is_top_label(label) || slice_is(label, "KMD Version");
}

static void count_end(struct query *q)
{
	const struct fact *attached = q->attached;

	if (!attached && q->block.by_key[KEY_BOX_GPU_ATTACHED])
		attached = q->block.by_key[KEY_BOX_GPU_ATTACHED];
	if (attached && attached->absence == PRESENT && attached->i == q->blocks) {
		reader_int(q->r, KEY_BOX_GPU_COUNT, subject_box(), 0, q->blocks);
	} else if (attached) {
		reader_cut(q->r);
		reader_absent(q->r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_CUT);
	}
}

/* A pair of the head, about the box. */
static bool is_head_pair(struct slice line)
{
	struct slice label, value;

	if (!pair_split(slice_trim(line), &label, &value))
		return false;
	for (size_t i = 0; i < n_smi_fields; i++)
		if (key_info(smi_fields[i].key)->subject == SUBJECT_BOX &&
		    smi_field_is(&smi_fields[i], SMI_QUERY, label, false))
			return true;
	return slice_is(label, "Timestamp");
}

static void query_parse(struct reader *r)
{
	struct query *q = arena_alloc(r->arena, sizeof(*q));
	struct slice line, address;
	bool head = false;

	q->r = r;
	smi_block_begin(&q->block, r, subject_gpu(0));
	line = reader_peek(r, 0);
	q->piece = !is_log_head(line) && !is_gpu_head(line, &address) && !is_head_pair(line);
	if (q->piece)
		gpu_begin(q, (struct slice){ NULL, 0 });
	while (!reader_ends(r) && goes_on(q, reader_peek(r, 0)) && !(is_log_head(reader_peek(r, 0)) && head)) {
		reader_next(r, &line);
		if (slice_trim(line).len == 0 || slice_is(slice_trim(line), "--"))
			continue;
		if (slice_is(slice_trim(line), "...")) {
			reader_cut(r);
		} else if (is_log_head(line)) {
			head = true;
		} else if (is_gpu_head(line, &address)) {
			q->piece = false;
			if (!q->in_gpu && q->block.by_key[KEY_BOX_GPU_ATTACHED])
				q->attached = q->block.by_key[KEY_BOX_GPU_ATTACHED];
			gpu_begin(q, address);
		} else {
			line_read(q, line);
		}
	}
	if (q->block.by_key[KEY_BOX_DRIVER_VERSION] || q->attached)
		reader_flag(r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, true);
	bool open = q->process_open;
	if (open) /* the last process breaks off */
		q->process = (struct smi_process){ .pid = { NULL, 0 } };
	gpu_end(q);
	if (open)
		reader_cut(r);
	else
		smi_processes_end(&q->processes, r);
	count_end(q);
}

const struct format format_smi_query = { .name = "nvidia-smi -q", .starts = query_starts, .parse = query_parse };
