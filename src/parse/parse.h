/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_PARSE_H
#define PARSE_PARSE_H
/*
 * From saved outputs to facts. Pure: bytes in, facts out; no I/O, no clock.
 *
 * A blob (a file that a person saved) is cleaned into lines and walked from the top. At each line every row of formats[] is
 * asked whether an output of its kind begins there; the first that says yes reads as many lines as belong to it. What
 * nobody claims becomes an unread line, which the report counts and shows. A parser never guesses: a cell that cannot be
 * read is a fact with ABSENT_UNREADABLE, a table that ends early marks its section as cut.
 *
 * GPUs are named in facts as the output names them: by index, by PCI address or by UUID. boxes_deal() (boxes.h) turns these
 * into one subject each.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "fact/fact.h"

/* One line of a blob without CR, ANSI escapes, BOM, HTML entities, quote marks; tabs are kept. */
struct line {
	struct slice text;
	int number; /* in the blob, from 1 */
};

enum fate { FATE_NONE, FATE_READ, FATE_UNREAD };

/* A reader stands on `lines[pos]` of a cleaned blob; `section` is the output that is being read. */
struct reader {
	struct arena *arena;
	struct facts *facts;
	const struct line *lines;
	size_t n, pos;
	enum fate *fates; /* one a line */
	int section;
	int line;	  /* number of the line that facts are read from: set by reader_next(), or by hand */
};

struct format {
	const char *name; /* of the section and in the list of known outputs: "nvidia-smi -q" */
	/* Does an output of this kind begin at the reader's line? May look at lines behind it; changes nothing. */
	bool (*starts)(const struct reader *r);
	/* Reads it: emits facts, moves `pos` behind its last line. The section exists already. */
	void (*parse)(struct reader *r);
	/* It names devices only to report what happened to them: that it names a GPU does not make it one of the box's. */
	bool events;
};

/* The table, in the order in which formats are asked: strict ones first. Ended by NULL. */
extern const struct format *const formats[];

/* Reads one blob: adds sections, facts and unread lines to `facts`. `name` and `data` must outlive `facts`. */
void parse_blob(struct facts *facts, struct slice name, struct slice data);

/* ---- for parsers ---- */

/* The line at pos + offset; the empty slice beyond the end. */
struct slice reader_peek(const struct reader *r, size_t offset);
/*
 * Takes the next line as read. False at the end, at a prompt line, at a section mark ("=== CPU ===", "*** /proc/cpuinfo"),
 * at a markdown fence: whatever output was being read is over.
 */
bool reader_next(struct reader *r, struct slice *ret_line);
/* True where reader_next() would return false. */
bool reader_ends(const struct reader *r);
/* Gives the line that was taken last back. */
void reader_back(struct reader *r);
/* Says that the line taken last could not be read: it is counted and shown. */
void reader_unread(struct reader *r);
/* Whether the line taken last is the end of the blob and has no line end: it may break off anywhere. */
bool reader_line_open(const struct reader *r);
/* Says that the output ends early or shows a part only. */
void reader_cut(struct reader *r);
/* The command line above this output ("free -g"); empty when none was shown. */
struct slice reader_command(const struct reader *r);

struct fact *reader_int(struct reader *r, enum key key, struct subject subject, int item, int64_t value);
struct fact *reader_flag(struct reader *r, enum key key, struct subject subject, int item, bool value);
/* `text` is kept as it is: it must live as long as the blob or the arena. */
struct fact *reader_text(struct reader *r, enum key key, struct subject subject, int item, struct slice text);
struct fact *reader_absent(struct reader *r, enum key key, struct subject subject, int item, enum absence why);
/*
 * A cell of a tool, read by its key's row: "81559 MiB", "16x", "N/A", "[Unknown Error]", "Enabled", "ERR!". `fallback` is
 * the unit of a bare number ("MiB"), or NULL. What is no value becomes an absence with its reason. The words are kept.
 */
struct fact *reader_value(struct reader *r, enum key key, struct subject subject, int item, struct slice words,
			  const char *fallback);

/* The same for a fact that exists already: sets its value or absence and its words. */
void fact_read(struct fact *fact, struct slice words, const char *fallback);

/* Why a cell of a tool holds no value; PRESENT when it seems to hold one. "N/A" -> ABSENT_UNSUPPORTED and so on. */
enum absence cell_absence(struct slice words);
/* Enabled/Disabled, Yes/No, On/Off, Active/Not Active, 1/0; false when it is none of them. */
bool cell_flag(struct slice words, bool *ret);
/* "user@host:~$ lscpu", "$ lscpu", "root@h:/# x": the command behind the prompt and the host in it (may be empty). */
bool prompt_split(struct slice line, struct slice *ret_command, struct slice *ret_host);

#endif
