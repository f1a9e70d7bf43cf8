/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a saved file, all the way to findings: parse, deal to boxes, judge with a lease that promises everything. */
#include "judge/judge.h"
#include "parse/boxes.h"
#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const promises[][2] = {
	{ "gpu.card", "A100-SXM4-80GB" }, { "gpu.count", "8" },		 { "gpu.interconnect", "nvlink" }, { "gpu.nvlink", "600 GB/s" },
	{ "gpu.exclusive", "yes" },	  { "gpu.mig", "off" },		 { "gpu.ecc", "on" },		   { "gpu.power", "400 W" },
	{ "cpu.cores", "128" },		  { "memory", "1 TiB" },	 { "machine", "bare-metal" },	   { "disk[].kind", "nvme" },
	{ "disk[].size", "3.84 TB" },	  { "disk[].mount", "/data" },	 { "disk[].read", "6 GB/s" },	   { "network.node.rate", "200 Gbit/s" },
	{ "network.node.count", "8" },	  { "software.driver", ">=550" }, { "software.cuda", ">=12.4" },   { "price.amount", "52000" },
};

static struct lease *everything(struct arena *arena)
{
	struct lease *lease = lease_new(arena, SLICE("lease.yaml"));

	for (size_t i = 0; i < sizeof(promises) / sizeof(*promises); i++)
		if (lease_add(lease, term_by_name(slice_of(promises[i][0])), 0, (int)i + 1, slice_of(promises[i][1]), NULL) < 0)
			__builtin_trap();
	return lease;
}

static void words(struct arena *arena, const struct findings *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct finding *f = all->findings[i];
		message_text(arena, &f->measured, NULL);
		message_text(arena, &f->expected, NULL);
		message_text(arena, &f->remedy, NULL);
		message_text(arena, &f->cost, NULL);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = arena_open();
	struct facts *facts = facts_new(arena);

	parse_blob(facts, SLICE("fuzz"), arena_slice(arena, (struct slice){ (const char *)data, size }));
	struct boxes boxes = boxes_deal(arena, facts);
	for (size_t i = 0; i < boxes.n && i < 4; i++) {
		words(arena, judge_box(arena, boxes.boxes[i], NULL));
		words(arena, judge_box(arena, boxes.boxes[i], everything(arena)));
	}
	arena_close(arena);
	return 0;
}
