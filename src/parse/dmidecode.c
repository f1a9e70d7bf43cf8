/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool dmi_starts(const struct reader *r);
static void dmi_parse(struct reader *r);

const struct format format_dmidecode = { .name = "dmidecode", .starts = dmi_starts, .parse = dmi_parse };

enum block { BLOCK_OTHER, BLOCK_SYSTEM, BLOCK_ARRAY, BLOCK_MEMORY };

struct dmi {
	enum block block;
	struct slice maker, product;
	int product_line, memory_line;
	int slots, modules;
	int64_t announced; /* slots, by the arrays */
	bool module_now, memory_seen;
};

static bool is_handle(struct slice line)
{
	return slice_starts(line, "Handle 0x") && slice_has(line, "DMI type ");
}

static bool is_denied(struct slice line)
{
	return (slice_starts(line, "/dev/mem:") || slice_starts(line, "/sys/firmware/dmi/")) &&
	       slice_has(line, "ermission denied");
}

static bool is_intro(struct slice line)
{
	return slice_starts(line, "Getting SMBIOS data from") || slice_starts(line, "Scanning /dev/mem") ||
	       (slice_starts(line, "SMBIOS ") && slice_has(line, " present"));
}

static bool dmi_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);
	bool title = slice_is(line, "System Information") || slice_is(line, "Memory Device");

	return is_handle(line) || is_intro(line) || is_denied(line) ||
	       (title && slice_find_char(reader_peek(r, 1), ':') != SLICE_NONE);
}

static void block_begin(struct dmi *d, struct slice title)
{
	d->block = slice_is(title, "System Information") ? BLOCK_SYSTEM
		   : slice_is(title, "Memory Device")	 ? BLOCK_MEMORY
							 : BLOCK_OTHER;
	if (slice_is(title, "Physical Memory Array"))
		d->block = BLOCK_ARRAY;
	if (d->block == BLOCK_MEMORY) {
		d->slots++;
		d->memory_seen = true;
	}
}

static void system_field(struct reader *r, struct dmi *d, struct slice label, struct slice value)
{
	if (slice_is(label, "Manufacturer"))
		d->maker = value;
	if (slice_is(label, "Product Name")) {
		d->product = value;
		d->product_line = r->line;
	}
	if (slice_is(label, "UUID") && value.len >= 32 && !slice_has(value, "Not "))
		reader_text(r, KEY_SYS_UUID, subject_box(), 0, value);
}

static void array_field(struct dmi *d, struct slice label, struct slice value)
{
	int64_t n;

	if (slice_is(label, "Number Of Devices") && slice_int(value, &n) && n > 0 && n < 1024)
		d->announced += n;
}

static void memory_field(struct reader *r, struct dmi *d, struct slice label, struct slice value)
{
	if (!slice_is(label, "Size"))
		return;
	if (!d->memory_line)
		d->memory_line = r->line;
	d->modules += value.len > 0 && value.ptr[0] >= '1' && value.ptr[0] <= '9';
}

/* "Dell Inc." + "PowerEdge XE9680"; the product may repeat its maker. */
static void product_tell(struct reader *r, const struct dmi *d)
{
	struct slice text = d->product;

	if (!d->product.len)
		return;
	r->line = d->product_line;
	if (d->maker.len && !slice_starts(d->product, "Not ") &&
	    slice_find(d->product, arena_text(r->arena, d->maker)) == SLICE_NONE)
		text = arena_printf(r->arena, "%.*s %.*s", SLICE_ARG(d->maker), SLICE_ARG(d->product));
	reader_text(r, KEY_SYS_PRODUCT, subject_box(), 0, text);
	const char *hypervisor = hypervisor_of_product(text);
	if (!hypervisor && (slice_starts(d->product, "Not ") || slice_starts(d->product, "To be ")))
		return; /* a nameless product may be anything */
	reader_text(r, KEY_SYS_VIRTUAL, subject_box(), 0, hypervisor ? slice_of(hypervisor) : SLICE("none"));
}

static void memory_tell(struct reader *r, const struct dmi *d)
{
	if (!d->memory_seen)
		return;
	r->line = d->memory_line ? d->memory_line : r->line;
	if (d->slots < d->announced) { /* the list ends early */
		reader_cut(r);
		reader_absent(r, KEY_MEM_DIMMS, subject_box(), 0, ABSENT_CUT);
		return;
	}
	reader_int(r, KEY_MEM_DIMMS, subject_box(), 0, d->modules);
	reader_int(r, KEY_MEM_SLOTS, subject_box(), 0, d->slots);
}

static void dmi_parse(struct reader *r)
{
	struct dmi d = { .block = BLOCK_OTHER };
	struct slice line, label, value;
	bool title_next = true;

	while (reader_next(r, &line)) {
		if (is_denied(line)) {
			reader_absent(r, KEY_MEM_DIMMS, subject_box(), 0, ABSENT_DENIED);
		} else if (is_handle(line)) {
			title_next = true;
		} else if (line.len && line.ptr[0] != '\t' && line.ptr[0] != ' ') {
			if (is_intro(line) || slice_starts(line, "Table at ") || slice_starts(line, "End Of Table") ||
			    slice_starts(line, "Invalid entry") || slice_starts(line, "Wrong DMI"))
				continue;
			bool title = title_next || slice_is(line, "System Information") || slice_is(line, "Memory Device");
			if (!title || slice_find_char(line, ':') != SLICE_NONE) {
				reader_back(r);
				break;
			}
			block_begin(&d, slice_trim(line));
			title_next = false;
		} else if (label_split(line, &label, &value)) {
			if (d.block == BLOCK_SYSTEM)
				system_field(r, &d, label, value);
			if (d.block == BLOCK_ARRAY)
				array_field(&d, label, value);
			if (d.block == BLOCK_MEMORY)
				memory_field(r, &d, label, value);
		}
	}
	product_tell(r, &d);
	if (!slice_has(reader_command(r), "grep"))
		memory_tell(r, &d);
}
