/* SPDX-License-Identifier: Apache-2.0 */
/* Which outputs are one machine, and which GPU is which. A case: facts as text (facts_text.h), then what must come out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "facts_text.h"
#include "parse/boxes.h"

struct row {
	const char *name;
	const char *facts;
	int boxes;
	/* "1 gpu0 gpu.name", separated by commas: box 1 has this fact; "!1 gpu0 gpu.name": it has not. */
	const char *wanted;
};

static const struct row rows[] = {
	{ "one machine in two files",
	  "section 1\nsection 2\ngpu0 gpu.uuid = GPU-a @1\ngpu1 gpu.uuid = GPU-b @2\n", 1, "1 gpu0 gpu.uuid,1 gpu1 gpu.uuid" },
	{ "another UUID under the same index is another machine",
	  "section 1\nsection 2\ngpu0 gpu.uuid = GPU-a @1\ngpu0 gpu.uuid = GPU-b @2\n", 2, "1 gpu0 gpu.uuid,2 gpu0 gpu.uuid" },
	{ "masked UUIDs tell nothing",
	  "section 1\nsection 2\ngpu0 gpu.uuid = GPU-xxxx-xxxx @1\ngpu0 gpu.uuid = GPU-a1b2c3 @2\n", 1, "1 gpu0 gpu.uuid" },
	{ "two hosts in the prompts",
	  "section 1 host=n1\nsection 2 host=n2.example\nbox cpu.threads = 8 @1\nbox cpu.threads = 8 @2\n", 2, "1 box cpu.threads,2 box cpu.threads" },
	{ "one host, short and long",
	  "section 1 host=n1\nsection 2 host=n1.example\nbox cpu.threads = 8 @1\nbox cpu.cores = 4 @2\n", 1, "1 box cpu.threads,1 box cpu.cores" },
	{ "an output without a mark follows the one before it",
	  "section 1 host=n1\nsection 2 host=n2\nsection 3\nbox cpu.threads = 8 @1\nbox cpu.threads = 8 @2\nbox mem.total = 8 GiB @3\n", 2,
	  "2 box mem.total,!1 box mem.total" },
	{ "idle and load of one card",
	  "section 1\nsection 2\ngpu0 gpu.name = NVIDIA L40S @1\ngpu0 gpu.name = NVIDIA L40S @2\n", 1, "1 gpu0 gpu.name" },
	{ "two cards under one index in outputs of one kind",
	  "section 1\nsection 2\ngpu0 gpu.name = NVIDIA L40S @1\ngpu0 gpu.name = NVIDIA A10 @2\n", 2, "" },
	{ "the vendor's first word is no difference",
	  "section 1\nsection 2\ngpu0 gpu.name = NVIDIA A100-SXM4-80GB @1\ngpu0 gpu.name = A100-SXM4-80GB @2\n", 1, "" },
	{ "address and index meet in one output",
	  "section 1\nsection 2\ngpu0 gpu.pci.address = 0000:9b:00 @1\ngpu@0000:9b:00 gpu.pcie.width.current = 8 @2\n", 1,
	  "1 gpu0 gpu.pcie.width.current" },
	{ "address and index meet by the UUID",
	  "section 1\nsection 2\ngpu3 gpu.uuid = GPU-a @1\ngpu@0000:9b:00 gpu.uuid = GPU-a @2\ngpu@0000:9b:00 gpu.vbios = 92 @2\n", 1,
	  "1 gpu3 gpu.vbios" },
	{ "addresses alone are numbered in bus order",
	  "gpu@0000:9b:00 gpu.pci.device = 0x20b2\ngpu@0000:1b:00 gpu.pci.device = 0x20b2\n", 1, "1 gpu0 gpu.pci.device,1 gpu1 gpu.pci.device" },
	{ "as many addresses as indices pair up in order",
	  "section 1\nsection 2\ngpu0 gpu.name = X @1\ngpu1 gpu.name = X @1\ngpu@0000:9b:00 gpu.vbios = b @2\ngpu@0000:1b:00 gpu.vbios = a @2\n", 1,
	  "1 gpu0 gpu.vbios,1 gpu1 gpu.vbios,1 gpu1 gpu.name" },
	{ "a log address becomes an index",
	  "section 1\nsection 2\ngpu2 gpu.pci.address = 0000:9b:00 @1\ngpu@0000:9b:00 gpu.xid = 79 @2\n", 1, "1 gpu2 gpu.xid" },
	{ "a log alone keeps its address", "gpu@0000:9b:00 gpu.xid = 79\n", 1, "1 gpu@0000:9b:00 gpu.xid" },
	{ "cards that the driver does not show here are not this box's",
	  "section 1\nsection 2\ngpu0 gpu.pci.address = 0000:1b:00 @1\ngpu@0000:1b:00 gpu.pcie.width.current = 16 @2\n"
	  "gpu@0000:9b:00 gpu.pcie.width.current = 8 @2\ngpu@0000:9b:00 gpu.fallen_off = rev ff @2\n", 1,
	  "1 gpu0 gpu.pcie.width.current,!1 gpu@0000:9b:00 gpu.pcie.width.current,1 gpu@0000:9b:00 gpu.fallen_off" },
};

static int passed, failed;

static void miss(const struct row *row, const char *what)
{
	printf("boxes: %s: %s\n", row->name, what);
	failed++;
}

static bool wanted_holds(struct arena *arena, struct boxes boxes, struct slice w)
{
	bool not = slice_starts(w, "!");
	struct slice rest = slice_sub(w, not, w.len), word;
	int64_t box;
	struct subject subject;

	if (!slice_take_int(&rest, &box) || box < 1 || (size_t)box > boxes.n)
		return not;
	rest = slice_trim(rest);
	size_t blank = slice_find_char(rest, ' ');
	word = slice_sub(rest, blank + 1, rest.len);
	if (!subject_parse(arena, slice_sub(rest, 0, blank), &subject))
		return false;
	return (fact_get(boxes.boxes[box - 1], key_by_name(word), subject) != NULL) != not;
}

static void row_run(const struct row *row)
{
	struct arena *arena = arena_open();
	struct facts *facts = facts_new(arena);
	struct lease *lease = lease_new(arena, SLICE("none"));
	struct slice rest = slice_of(row->facts), line;
	struct error error;

	while (slice_split(&rest, '\n', &line))
		if (line.len && facts_text_line(facts, lease, line, &error) < 0)
			miss(row, error.text);
	struct boxes boxes = boxes_deal(arena, facts);
	if ((int)boxes.n != row->boxes)
		miss(row, "another number of boxes");
	else
		passed++;
	rest = slice_of(row->wanted);
	while (row->wanted[0] && slice_split(&rest, ',', &line)) {
		if (wanted_holds(arena, boxes, line))
			passed++;
		else
			miss(row, arena_text(arena, line));
	}
	arena_close(arena);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		row_run(&rows[i]);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
