/* SPDX-License-Identifier: Apache-2.0 */
/* One parser on any bytes: FUZZ_FORMAT is the name of its row in formats[]. */
#include <stdlib.h>
#include <string.h>

#include "parse/boxes.h"
#include "parse/clean.h"
#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct format *format_find(const char *name)
{
	for (const struct format *const *f = formats; *f; f++)
		if (strcmp((*f)->name, name) == 0)
			return *f;
	abort(); /* the build lists a parser that is gone */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct format *format = format_find(FUZZ_FORMAT);
	struct arena *arena = arena_open();
	struct facts *facts = facts_new(arena);
	struct slice blob = arena_slice(arena, (struct slice){ (const char *)data, size });
	struct reader r = { .arena = arena, .facts = facts };

	r.lines = clean_lines(arena, blob, &r.n);
	r.fates = arena_array(arena, r.n + 1, sizeof(*r.fates));
	r.section = facts_section(facts, (struct section){ .blob = SLICE("fuzz"), .raw = blob, .format = format->name });
	while (r.pos < r.n) {
		size_t start = r.pos;
		if (format->starts(&r))
			format->parse(&r);
		if (r.pos == start)
			r.pos++;
	}
	boxes_deal(arena, facts);
	arena_close(arena);
	return 0;
}
