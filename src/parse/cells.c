/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"

#include <ctype.h>
#include <string.h>

/* ---- sizes ---- */

#define MILLI_DIGITS 3

static bool size_letter(struct slice suffix, int64_t bare, int64_t *ret)
{
	static const char letters[] = "BKMGTPE";
	const char *at;

	*ret = bare;
	if (suffix.len == 0)
		return true;
	at = strchr(letters, toupper((unsigned char)suffix.ptr[0]));
	if (!at || !suffix.ptr[0])
		return false;
	*ret = (int64_t)1 << (10 * (at - letters));
	suffix = slice_sub(suffix, 1, suffix.len);
	return suffix.len == 0 || slice_is(suffix, "i") || slice_is(suffix, "iB") || slice_is(suffix, "B");
}

bool size_read(struct slice text, int64_t bare, int64_t *ret, int64_t *ret_step)
{
	struct slice s = slice_trim(text);
	size_t n = 0, dot = SLICE_NONE;
	int64_t unit, milli, whole;

	for (; n < s.len && (isdigit((unsigned char)s.ptr[n]) || ((s.ptr[n] == '.' || s.ptr[n] == ',') && dot == SLICE_NONE));
	     n++)
		if (!isdigit((unsigned char)s.ptr[n]))
			dot = n;
	if (n == 0 || n > 19 || dot == 0 || !size_letter(slice_sub(s, n, s.len), bare, &unit))
		return false;
	if (dot == SLICE_NONE) {
		if (!slice_int(slice_sub(s, 0, n), &whole) || __builtin_mul_overflow(whole, unit, ret))
			return false;
		if (ret_step)
			*ret_step = unit;
		return true;
	}
	/* A decimal comma is some locale's point. */
	struct slice before = slice_sub(s, 0, dot), after = slice_sub(s, dot + 1, n);
	if (!slice_int(before, &whole) || !slice_is_digits(after) || after.len > MILLI_DIGITS || !slice_int(after, &milli))
		return false;
	int64_t tenth = unit;
	for (size_t i = 0; i < after.len; i++)
		tenth /= 10;
	for (size_t i = after.len; i < MILLI_DIGITS; i++)
		milli *= 10;
	if (__builtin_mul_overflow(whole, unit, ret) ||
	    __builtin_add_overflow(*ret, unit / 1000 * milli + unit % 1000 * milli / 1000, ret))
		return false;
	if (ret_step)
		*ret_step = tenth ? tenth : 1;
	return true;
}

/* ---- labels, words ---- */

#define WIDE_COLON "\xef\xbc\x9a"

bool label_split(struct slice line, struct slice *ret_label, struct slice *ret_value)
{
	size_t narrow = slice_find_char(line, ':'), wide = slice_find(line, WIDE_COLON);
	size_t at = narrow < wide ? narrow : wide;

	if (at == SLICE_NONE || at == 0)
		return false;
	*ret_label = slice_trim(slice_sub(line, 0, at));
	*ret_value = slice_trim(slice_sub(line, at + (at == wide ? strlen(WIDE_COLON) : 1), line.len));
	return ret_label->len > 0;
}

struct slice slice_after(struct slice s, const char *text)
{
	size_t at = slice_find(s, text);

	return at == SLICE_NONE ? (struct slice){ NULL, 0 } : slice_sub(s, at + strlen(text), s.len);
}

struct slice slice_before(struct slice s, const char *text)
{
	return slice_sub(s, 0, slice_find(s, text));
}

struct slice slice_nth_word(struct slice s, int n)
{
	struct slice word = { NULL, 0 };

	do {
		if (!slice_word(&s, &word))
			return (struct slice){ NULL, 0 };
	} while (n-- > 0);
	return word;
}

bool slice_is_digits(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!isdigit((unsigned char)s.ptr[i]))
			return false;
	return s.len > 0;
}

struct slice slice_unquote(struct slice s)
{
	while (s.len && strchr("'\"", s.ptr[0]))
		s = slice_sub(s, 1, s.len);
	while (s.len && strchr("'\"", s.ptr[s.len - 1]))
		s = slice_sub(s, 0, s.len - 1);
	return s;
}

#define CPU_LIST_MAX 65536 /* more CPUs than any machine has: a mangled list must not count far */

int64_t cpu_list_count(struct slice list)
{
	struct slice rest = slice_trim(list), range;
	int64_t count = 0, first, last;

	if (rest.len == 0)
		return 0;
	while (slice_split(&rest, ',', &range)) {
		range = slice_trim(range);
		if (!slice_take_int(&range, &first))
			return 0;
		last = first;
		if (slice_starts(range, "-")) {
			range = slice_sub(range, 1, range.len);
			if (!slice_take_int(&range, &last))
				return 0;
		}
		if (range.len || last < first || last > CPU_LIST_MAX)
			return 0;
		count += last - first + 1;
	}
	return count;
}

/* ---- addresses and versions inside a text ---- */

static size_t hex_run(struct slice s, size_t from)
{
	size_t n = from;

	while (n < s.len && isxdigit((unsigned char)s.ptr[n]))
		n++;
	return n - from;
}

bool pci_find(struct arena *arena, struct slice text, struct slice *ret_address)
{
	for (size_t i = 0; i < text.len; i++) {
		if (i > 0 && isalnum((unsigned char)text.ptr[i - 1]) && !slice_ends(slice_sub(text, 0, i), "GPU"))
			continue;
		size_t domain = hex_run(text, i), at = i + domain;
		if ((domain != 4 && domain != 8) || at >= text.len || text.ptr[at] != ':')
			continue;
		if (hex_run(text, at + 1) != 2 || at + 3 >= text.len || text.ptr[at + 3] != ':' || hex_run(text, at + 4) != 2)
			continue;
		if (pci_address(arena, slice_sub(text, i, at + 6), ret_address))
			return true;
	}
	return false;
}

struct slice version_find(struct slice text)
{
	struct slice rest = text, word;

	while (slice_word(&rest, &word)) {
		size_t dots = 0, i = 0;
		for (; i < word.len && (isdigit((unsigned char)word.ptr[i]) || word.ptr[i] == '.'); i++)
			dots += word.ptr[i] == '.';
		word = slice_sub(word, 0, i);
		if (dots >= 1 && isdigit((unsigned char)word.ptr[0]) && isdigit((unsigned char)word.ptr[word.len - 1]))
			return word;
	}
	return (struct slice){ NULL, 0 };
}

/* ---- hypervisors ---- */

const char *hypervisor_of_product(struct slice product)
{
	static const struct {
		const char *mark, *name;
	} signs[] = {
		{ "QEMU", "QEMU" },
		{ "Standard PC (", "QEMU" },
		{ "KVM", "KVM" },
		{ "Bochs", "QEMU" },
		{ "Amazon EC2", "Amazon EC2" },
		{ "Google Compute Engine", "Google Compute Engine" },
		{ "Microsoft Corporation Virtual Machine", "Microsoft Hyper-V" },
		{ "Hyper-V", "Microsoft Hyper-V" },
		{ "VMware", "VMware" },
		{ "VirtualBox", "VirtualBox" },
		{ "HVM domU", "Xen" },
		{ "Xen", "Xen" },
		{ "OpenStack", "OpenStack" },
		{ "Alibaba Cloud ECS", "Alibaba Cloud" },
		{ "Tencent Cloud CVM", "Tencent Cloud" },
		{ "HUAWEICLOUD", "Huawei Cloud" },
		{ "Nutanix AHV", "Nutanix AHV" },
		{ "Parallels", "Parallels" },
		{ "KubeVirt", "KubeVirt" },
		{ "cloud-hypervisor", "Cloud Hypervisor" },
		{ "oVirt", "oVirt" },
		{ "RHEV", "RHEV" },
		{ "Droplet", "DigitalOcean" },
		{ "vServer", "Hetzner vServer" },
		{ "Virtual Machine", "virtual machine" },
		{ "Virtual Platform", "virtual machine" },
	};

	if (slice_has_nocase(product, ".metal") || slice_has_nocase(product, "bare metal") ||
	    slice_has_nocase(product, "baremetal"))
		return NULL;
	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (slice_has(product, signs[i].mark))
			return signs[i].name;
	return NULL;
}
