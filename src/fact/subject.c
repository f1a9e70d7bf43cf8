/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "fact/fact.h"

struct subject subject_box(void)
{
	return (struct subject){ .kind = SUBJECT_BOX };
}

struct subject subject_gpu(int index)
{
	return (struct subject){ .kind = SUBJECT_GPU, .a = index };
}

struct subject subject_gpu_pci(struct arena *arena, struct slice address)
{
	struct subject s = { .kind = SUBJECT_GPU, .a = -1, .name = address };

	pci_address(arena, address, &s.name);
	return s;
}

struct subject subject_gpu_uuid(struct slice uuid)
{
	return (struct subject){ .kind = SUBJECT_GPU, .a = -1, .name = uuid };
}

struct subject subject_link(int a, int b)
{
	return (struct subject){ .kind = SUBJECT_LINK, .a = a < b ? a : b, .b = a < b ? b : a };
}

struct subject subject_named(enum subject_kind kind, struct slice name)
{
	return (struct subject){ .kind = kind, .name = name };
}

bool subject_eq(struct subject x, struct subject y)
{
	if (x.kind != y.kind)
		return false;
	switch (x.kind) {
	case SUBJECT_BOX:
		return true;
	case SUBJECT_GPU:
		return x.a == y.a && (x.a >= 0 || slice_eq(x.name, y.name));
	case SUBJECT_LINK:
		return x.a == y.a && x.b == y.b;
	case SUBJECT_NIC:
	case SUBJECT_DISK:
	case SUBJECT_FS:
	case SUBJECT_LEASE:
		break;
	}
	return slice_eq(x.name, y.name);
}

static int slice_compare(struct slice x, struct slice y)
{
	size_t n = x.len < y.len ? x.len : y.len;
	int order = n ? memcmp(x.ptr, y.ptr, n) : 0;

	return order ? order : (x.len > y.len) - (x.len < y.len);
}

int subject_compare(struct subject x, struct subject y)
{
	if (x.kind != y.kind)
		return x.kind < y.kind ? -1 : 1;
	if (x.kind == SUBJECT_GPU && (x.a < 0) != (y.a < 0))
		return x.a < 0 ? 1 : -1;
	if (x.a != y.a)
		return x.a < y.a ? -1 : 1;
	if (x.b != y.b)
		return x.b < y.b ? -1 : 1;
	return x.kind == SUBJECT_GPU && x.a >= 0 ? 0 : slice_compare(x.name, y.name);
}

struct slice subject_text(struct arena *arena, struct subject s)
{
	switch (s.kind) {
	case SUBJECT_BOX:
		return SLICE("box");
	case SUBJECT_GPU:
		if (s.a >= 0)
			return arena_printf(arena, "gpu%d", s.a);
		return arena_printf(arena, "gpu@%.*s", SLICE_ARG(s.name));
	case SUBJECT_LINK:
		return arena_printf(arena, "link gpu%d-gpu%d", s.a, s.b);
	case SUBJECT_NIC:
		return arena_printf(arena, "nic %.*s", SLICE_ARG(s.name));
	case SUBJECT_DISK:
		return arena_printf(arena, "disk %.*s", SLICE_ARG(s.name));
	case SUBJECT_FS:
		return arena_printf(arena, "fs %.*s", SLICE_ARG(s.name));
	case SUBJECT_LEASE:
		break;
	}
	return arena_printf(arena, "lease %.*s", SLICE_ARG(s.name));
}

static bool take_index(struct slice *rest, int *ret)
{
	int64_t value;

	if (!slice_take_int(rest, &value) || value > 4095)
		return false;
	*ret = (int)value;
	return true;
}

bool subject_parse(struct arena *arena, struct slice text, struct subject *ret)
{
	static const struct {
		const char *word;
		enum subject_kind kind;
	} named[] = { { "nic ", SUBJECT_NIC }, { "disk ", SUBJECT_DISK }, { "fs ", SUBJECT_FS }, { "lease ", SUBJECT_LEASE } };
	int a, b;

	if (slice_is(text, "box")) {
		*ret = subject_box();
		return true;
	}
	if (slice_starts(text, "gpu@")) {
		*ret = subject_gpu_pci(arena, slice_sub(text, 4, text.len));
		return true;
	}
	if (slice_starts(text, "gpu")) {
		struct slice rest = slice_sub(text, 3, text.len);
		if (!take_index(&rest, &a) || rest.len)
			return false;
		*ret = subject_gpu(a);
		return true;
	}
	if (slice_starts(text, "link gpu")) {
		struct slice rest = slice_sub(text, 8, text.len);
		if (!take_index(&rest, &a) || !slice_starts(rest, "-gpu"))
			return false;
		rest = slice_sub(rest, 4, rest.len);
		if (!take_index(&rest, &b) || rest.len)
			return false;
		*ret = subject_link(a, b);
		return true;
	}
	for (size_t i = 0; i < sizeof(named) / sizeof(*named); i++) {
		if (!slice_starts(text, named[i].word))
			continue;
		*ret = subject_named(named[i].kind, slice_sub(text, strlen(named[i].word), text.len));
		return true;
	}
	return false;
}

bool pci_address(struct arena *arena, struct slice text, struct slice *ret)
{
	uint64_t part[3];
	struct slice rest = slice_trim(text), field;
	int n = 0;

	if (slice_starts(rest, "PCI:"))
		rest = slice_sub(rest, 4, rest.len);
	if (rest.len > 2 && rest.ptr[rest.len - 2] == '.')
		rest = slice_sub(rest, 0, rest.len - 2);
	while (n < 3 && slice_split(&rest, ':', &field)) {
		if (!slice_hex(field, &part[n]))
			return false;
		n++;
	}
	if (rest.ptr || n < 2)
		return false;
	if (n == 2) {
		part[2] = part[1];
		part[1] = part[0];
		part[0] = 0;
	}
	if (part[0] > 0xffffffff || part[1] > 0xff || part[2] > 0x1f)
		return false;
	*ret = arena_printf(arena, "%04x:%02x:%02x", (unsigned)part[0], (unsigned)part[1], (unsigned)part[2]);
	return true;
}
