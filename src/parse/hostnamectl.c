/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/parse.h"

static bool host_starts(const struct reader *r);
static void host_parse(struct reader *r);

const struct format format_hostnamectl = { .name = "hostnamectl", .starts = host_starts, .parse = host_parse };

static bool host_starts(const struct reader *r)
{
	return slice_starts(slice_trim(reader_peek(r, 0)), "Static hostname: ");
}

/* "Virtualization: kvm" stands there only on a virtual machine or in a container. */
static void virtualization_tell(struct reader *r, struct slice value)
{
	bool container = slice_is(value, "docker") || slice_is(value, "lxc") || slice_is(value, "podman");

	reader_text(r, container ? KEY_SYS_CONTAINER : KEY_SYS_VIRTUAL, subject_box(), 0, value);
}

static void host_parse(struct reader *r)
{
	struct slice line, label, value, vendor = { NULL, 0 };

	while (reader_next(r, &line)) {
		if (!label_split(line, &label, &value)) {
			reader_back(r);
			return;
		}
		if (slice_is(label, "Static hostname")) {
			reader_text(r, KEY_SYS_HOSTNAME, subject_box(), 0, value);
			r->facts->sections[r->section].host = value;
		} else if (slice_is(label, "Virtualization")) {
			virtualization_tell(r, value);
		} else if (slice_is(label, "Kernel") && slice_starts(value, "Linux ")) {
			reader_text(r, KEY_SYS_KERNEL, subject_box(), 0, slice_nth_word(value, 1));
		} else if (slice_is(label, "Hardware Vendor")) {
			vendor = value;
		} else if (slice_is(label, "Hardware Model")) {
			reader_text(r, KEY_SYS_PRODUCT, subject_box(), 0,
				    vendor.len ? arena_printf(r->arena, "%.*s %.*s", SLICE_ARG(vendor), SLICE_ARG(value))
					       : value);
		}
	}
}
