/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nvidia-smi -q -x, by expat, line by line up to </nvidia_smi_log>. A DTD is not read, a document that declares entities is
 * refused: the tool never writes one. A file that ends early gives what it held, marked as cut.
 */
#include "parse/format_list.h"

#include <expat.h>
#include <string.h>

#include "parse/smi_block.h"
#include "parse/smi_process.h"

#define XML_DEPTH 16
#define XML_TEXT  512

struct xml {
	struct reader *r;
	XML_Parser parser;
	struct slice tags[XML_DEPTH]; /* below <nvidia_smi_log> */
	int depth;		      /* of the document, may go past XML_DEPTH */
	char text[XML_TEXT];
	size_t text_len;
	size_t first_line; /* index into the reader's lines */
	bool in_gpu, ended;
	int blocks;
	struct smi_block box, block;
	struct smi_process process;
	struct smi_processes processes;
	struct slice mig_index, mig_gi;
};

static bool xml_starts(const struct reader *r)
{
	struct slice line = slice_trim(reader_peek(r, 0));

	if (slice_starts(line, "<nvidia_smi_log") || slice_starts(line, "<gpu id=") ||
	    slice_starts(line, "<!DOCTYPE nvidia_smi_log"))
		return true;
	if (!slice_starts(line, "<?xml"))
		return false;
	for (size_t i = 0; i < 3; i++)
		if (slice_has(reader_peek(r, i), "nvidia_smi_log"))
			return true;
	return false;
}

/* The tags from level `from` on, with slashes. */
static struct slice path_from(const struct xml *x, int from)
{
	size_t len = 0;

	for (int i = from; i < x->depth && i < XML_DEPTH; i++)
		len += x->tags[i].len + 1;
	if (!len)
		return (struct slice){ NULL, 0 };
	char *path = arena_alloc(x->r->arena, len), *end = path;
	for (int i = from; i < x->depth && i < XML_DEPTH; i++) {
		if (x->tags[i].len)
			end = mempcpy(end, x->tags[i].ptr, x->tags[i].len);
		*end++ = '/';
	}
	return (struct slice){ path, len - 1 };
}

static void place_set(struct xml *x)
{
	size_t line = (size_t)XML_GetCurrentLineNumber(x->parser);

	if (line && x->first_line + line - 1 < x->r->n)
		x->r->line = x->r->lines[x->first_line + line - 1].number;
}

static void gpu_begin(struct xml *x, const XML_Char **attributes)
{
	struct slice address, id = { NULL, 0 };

	for (; attributes[0]; attributes += 2)
		if (strcmp(attributes[0], "id") == 0)
			id = arena_slice(x->r->arena, slice_of(attributes[1]));
	bool known = pci_address(x->r->arena, id, &address);
	smi_block_begin(&x->block, x->r, known ? subject_gpu_pci(x->r->arena, id) : subject_gpu(x->blocks));
	if (known)
		smi_block_name(&x->block, SMI_XML, SLICE("pci/pci_bus_id"), id, false);
	x->blocks++;
	x->in_gpu = true;
}

static void tag_begin(void *data, const XML_Char *name, const XML_Char **attributes)
{
	struct xml *x = data;

	place_set(x);
	x->text_len = 0;
	if (x->depth < XML_DEPTH)
		x->tags[x->depth] = arena_slice(x->r->arena, slice_of(name));
	x->depth++;
	if (x->depth == 2 && strcmp(name, "gpu") == 0)
		gpu_begin(x, attributes);
	if (x->in_gpu && x->depth == 3 && strcmp(name, "processes") == 0)
		smi_processes_gpu(&x->processes, x->block.gpu);
}

static void text_add(void *data, const XML_Char *text, int len)
{
	struct xml *x = data;
	size_t room = sizeof(x->text) - x->text_len, n = (size_t)len < room ? (size_t)len : room;

	memcpy(x->text + x->text_len, text, n);
	x->text_len += n;
}

static void process_tag(struct xml *x, struct slice path, struct slice text)
{
	static const struct {
		const char *path;
		size_t offset;
	} tags[] = { { "processes/process_info/pid", offsetof(struct smi_process, pid) },
		     { "processes/process_info/type", offsetof(struct smi_process, type) },
		     { "processes/process_info/process_name", offsetof(struct smi_process, name) },
		     { "processes/process_info/used_memory", offsetof(struct smi_process, memory) } };

	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (slice_is(path, tags[i].path))
			*(struct slice *)(void *)((char *)&x->process + tags[i].offset) = text;
	if (slice_is(path, "processes/process_info")) {
		smi_processes_add(&x->processes, x->r, x->block.gpu, &x->process);
		x->process = (struct smi_process){ .pid = { NULL, 0 } };
	} else if (slice_is(path, "processes") && cell_absence(text) != PRESENT && text.len) {
		smi_processes_unsupported(&x->processes, x->block.gpu);
	}
}

static void mig_tag(struct xml *x, struct slice path, struct slice text)
{
	int64_t index;

	if (slice_ends(path, "/index"))
		x->mig_index = text;
	else if (slice_ends(path, "/gpu_instance_id"))
		x->mig_gi = text;
	else if (slice_ends(path, "fb_memory_usage/total") && slice_int(x->mig_index, &index) && index >= 0 && index < 64)
		reader_text(x->r, KEY_GPU_MIG_DEVICE, x->block.gpu, (int)index,
			    arena_printf(x->r->arena, "GPU instance %.*s, %.*s", SLICE_ARG(x->mig_gi), SLICE_ARG(text)));
}

static void gpu_tag(struct xml *x, struct slice path, struct slice text)
{
	if (slice_starts(path, "processes"))
		process_tag(x, path, text);
	else if (slice_starts(path, "mig_devices"))
		mig_tag(x, path, text);
	else if (slice_is(path, "clocks_event_reasons") || slice_is(path, "clocks_throttle_reasons"))
		x->block.bits_complete = x->block.bits_seen != 0;
	/* A parent's own text is blank; a blank leaf ("<serial></serial>") is a cell that says nothing. */
	if (text.len)
		smi_block_name(&x->block, SMI_XML, path, text, false);
}

static void tag_end(void *data, const XML_Char *name)
{
	struct xml *x = data;
	struct slice text = arena_slice(x->r->arena, slice_trim((struct slice){ x->text, x->text_len }));

	place_set(x);
	/* The list of all clocks that a card could run at is half of the file, and no fact. */
	if (x->in_gpu && x->depth > 2 && x->depth <= XML_DEPTH && !slice_is(x->tags[2], "supported_clocks"))
		gpu_tag(x, path_from(x, 2), text);
	else if (!x->in_gpu && x->depth == 2 && text.len)
		smi_block_name(&x->box, SMI_XML, path_from(x, 1), text, false);
	if (x->in_gpu && x->depth == 2) {
		smi_block_end(&x->block);
		x->in_gpu = false;
	}
	x->text_len = 0;
	x->depth--;
	x->ended = x->depth == 0 && strcmp(name, "nvidia_smi_log") == 0;
}

static void entity_declared(void *data, const XML_Char *name, int is_parameter, const XML_Char *value, int value_len,
			    const XML_Char *base, const XML_Char *system, const XML_Char *public_id, const XML_Char *notation)
{
	struct xml *x = data;

	(void)name, (void)is_parameter, (void)value, (void)value_len, (void)base, (void)system, (void)public_id, (void)notation;
	XML_StopParser(x->parser, XML_FALSE);
}

static bool feed(struct xml *x, struct slice s)
{
	return s.len > INT32_MAX ? false : XML_Parse(x->parser, s.ptr ? s.ptr : "", (int)s.len, XML_FALSE) == XML_STATUS_OK;
}

/* Feeds lines up to the end of the document; false when it cannot be read on. */
static bool lines_feed(struct xml *x)
{
	struct slice line;
	bool first = true, root = false;

	while (!x->ended && reader_next(x->r, &line)) {
		if (first)
			line = slice_trim(line);
		if (first && slice_starts(line, "<gpu id=")) { /* a piece of a document */
			root = true;
			if (!feed(x, SLICE("<nvidia_smi_log>")))
				return false;
		}
		first = false;
		size_t end = slice_find(line, "</nvidia_smi_log>");
		if (end != SLICE_NONE) /* what follows is not ours */
			line = slice_sub(line, 0, end + 17);
		if (!feed(x, line) || (!x->ended && !feed(x, SLICE("\n")))) {
			reader_unread(x->r);
			return false;
		}
		if (root && !x->in_gpu && x->blocks && !slice_starts(slice_trim(reader_peek(x->r, 0)), "<"))
			return false;
	}
	return x->ended;
}

static void count_end(struct xml *x)
{
	const struct fact *attached = x->box.by_key[KEY_BOX_GPU_ATTACHED];

	if (attached && attached->absence == PRESENT && attached->i == x->blocks && !x->in_gpu) {
		reader_int(x->r, KEY_BOX_GPU_COUNT, subject_box(), 0, x->blocks);
	} else {
		reader_cut(x->r);
		reader_absent(x->r, KEY_BOX_GPU_COUNT, subject_box(), 0, ABSENT_CUT);
	}
}

static void xml_parse(struct reader *r)
{
	struct xml *x = arena_alloc(r->arena, sizeof(*x));

	x->r = r;
	x->first_line = r->pos;
	x->parser = XML_ParserCreate(NULL);
	if (!x->parser)
		return;
	smi_block_begin(&x->box, r, subject_gpu(0));
	XML_SetUserData(x->parser, x);
	XML_SetElementHandler(x->parser, tag_begin, tag_end);
	XML_SetCharacterDataHandler(x->parser, text_add);
	XML_SetEntityDeclHandler(x->parser, entity_declared);
	bool whole = lines_feed(x);
	XML_ParserFree(x->parser);
	if (!whole)
		reader_cut(r);
	if (x->box.by_key[KEY_BOX_DRIVER_VERSION])
		reader_flag(r, KEY_BOX_DRIVER_LOADED, subject_box(), 0, true);
	if (x->in_gpu)
		smi_block_end(&x->block);
	else
		smi_processes_end(&x->processes, r);
	count_end(x);
}

const struct format format_smi_xml = { .name = "nvidia-smi -q -x", .starts = xml_starts, .parse = xml_parse };
