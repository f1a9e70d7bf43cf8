/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One parser on any bytes: the environment variable FUZZ_FORMAT names its row in formats[]. With --list it prints the
 * names, so that tests/fuzz/run has a target for every row there is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/boxes.h"
#include "parse/clean.h"
#include "parse/parse.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct format *format;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("FUZZ_FORMAT");

	if (*argc > 1 && strcmp((*argv)[1], "--list") == 0) {
		for (const struct format *const *f = formats; *f; f++)
			puts((*f)->name);
		exit(0);
	}
	for (const struct format *const *f = formats; name && *f; f++)
		if (strcmp((*f)->name, name) == 0)
			format = *f;
	if (!format) {
		fputs("fuzz_parser: FUZZ_FORMAT names no format; --list shows them\n", stderr);
		exit(2);
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
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
