/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/command.h"

static bool ibstat_starts(const struct reader *r);
static void ibstat_parse(struct reader *r);
static bool ibstatus_starts(const struct reader *r);
static void ibstatus_parse(struct reader *r);
static bool devinfo_starts(const struct reader *r);
static void devinfo_parse(struct reader *r);
static bool file_starts(const struct reader *r);
static void file_parse(struct reader *r);

const struct format format_ibstat = { .name = "ibstat", .starts = ibstat_starts, .parse = ibstat_parse };
const struct format format_ibstatus = { .name = "ibstatus", .starts = ibstatus_starts, .parse = ibstatus_parse };
const struct format format_ibv_devinfo = { .name = "ibv_devinfo", .starts = devinfo_starts, .parse = devinfo_parse };
const struct format format_port_file = { .name = "cat of a port's value", .starts = file_starts, .parse = file_parse };

#define GIGABIT 1000000000

struct ports {
	struct slice card;
	struct subject port;
	int count;
	bool told; /* the present card has shown a state */
	int first_line;
	int64_t width, lane; /* of ibv_devinfo -v: lanes, bit/s a lane */
};

/* Port 1 is called by the card's name alone: nearly all cards have one. */
static void port_set(struct reader *r, struct ports *p, int64_t number)
{
	struct slice name = number > 1 ? arena_printf(r->arena, "%.*s/%jd", SLICE_ARG(p->card), (intmax_t)number) : p->card;

	p->port = subject_named(SUBJECT_NIC, name);
	p->width = p->lane = 0;
}

static void card_set(struct reader *r, struct ports *p, struct slice name)
{
	p->card = name;
	p->count++;
	p->told = false;
	port_set(r, p, 1);
}

/* "Active", "4: ACTIVE", "PORT_ACTIVE (4)" */
static struct slice state_word(struct slice value)
{
	static const struct {
		const char *mark, *word;
	} states[] = { { "ACTIVE", "Active" }, { "DOWN", "Down" }, { "INIT", "Initializing" }, { "ARMED", "Armed" } };

	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (slice_has_nocase(value, states[i].mark))
			return slice_of(states[i].word);
	return value;
}

static void rate_tell(struct reader *r, const struct ports *p, struct slice value)
{
	int64_t tenths;

	if (slice_fixed(slice_nth_word(value, 0), 1, &tenths) && tenths >= 0 && tenths < 100000)
		reader_int(r, KEY_NIC_RATE, p->port, 0, tenths * (GIGABIT / 10));
	else
		reader_absent(r, KEY_NIC_RATE, p->port, 0, ABSENT_UNREADABLE)->text = value;
}

/* "4X (2)" lanes of "50.0 Gbps (64)" */
static void active_read(struct reader *r, struct ports *p, struct slice label, struct slice value)
{
	struct slice rest = value;
	int64_t tenths;

	if (slice_is(label, "active_width") && slice_take_int(&rest, &p->width) && p->width > 16)
		p->width = 0;
	if (slice_is(label, "active_speed") && slice_fixed(slice_nth_word(value, 0), 1, &tenths) && tenths < 100000)
		p->lane = tenths * (GIGABIT / 10);
	if (p->width && p->lane) {
		reader_int(r, KEY_NIC_RATE, p->port, 0, p->width * p->lane);
		p->width = p->lane = 0;
	}
}

static void field_read(struct reader *r, struct ports *p, struct slice label, struct slice value)
{
	if (p->card.len == 0 || value.len == 0)
		return;
	if (slice_is_nocase(label, "state")) {
		reader_text(r, KEY_NIC_STATE, p->port, 0, state_word(value));
		p->told = true;
	} else if (slice_is(label, "Physical state")) {
		reader_text(r, KEY_NIC_PHYSICAL, p->port, 0, value);
	} else if (slice_is(label, "phys state") || slice_is(label, "phys_state")) {
		struct slice name = slice_after(value, ": ");
		reader_text(r, KEY_NIC_PHYSICAL, p->port, 0,
			    name.len ? slice_trim(name) : slice_trim(slice_before(value, "(")));
	} else if (slice_is_nocase(label, "rate")) {
		if (reader_line_open(r)) /* never the last line of a whole output: "4" may be the start of 400 */
			reader_absent(r, KEY_NIC_RATE, p->port, 0, ABSENT_CUT);
		else
			rate_tell(r, p, value);
	} else if (slice_is(label, "Link layer") || slice_is(label, "link_layer")) {
		reader_text(r, KEY_NIC_LAYER, p->port, 0, value);
	} else if (slice_is(label, "CA type")) {
		reader_text(r, KEY_NIC_MODEL, p->port, 0, value);
	} else {
		active_read(r, p, label, value);
	}
}

/* A list that names a card and then ends is cut; one of a named card or through grep is a part. */
static void count_tell(struct reader *r, const struct ports *p)
{
	struct slice command = reader_command(r);
	bool part = slice_has(command, "grep") || slice_has(command, "mlx") || slice_has(command, " -d") ||
		    slice_has(command, "head");

	r->line = p->first_line;
	if (!p->told && p->count) {
		reader_cut(r);
		reader_absent(r, KEY_BOX_NIC_COUNT, subject_box(), 0, ABSENT_CUT);
	} else if (!part) {
		reader_int(r, KEY_BOX_NIC_COUNT, subject_box(), 0, p->count);
	}
}

/* Lines below a card's head are indented; blank lines part the cards. */
static bool is_body(struct slice line)
{
	return line.len == 0 || line.ptr[0] == ' ' || line.ptr[0] == '\t';
}

/* ---- ibstat ---- */

static bool ibstat_head(struct slice line, struct slice *ret_card)
{
	*ret_card = slice_before(slice_after(line, "CA '"), "'");
	return slice_starts(line, "CA '") && ret_card->len > 0;
}

static bool ibstat_starts(const struct reader *r)
{
	struct slice card;

	return ibstat_head(reader_peek(r, 0), &card);
}

static void ibstat_parse(struct reader *r)
{
	struct ports p = { .first_line = r->lines[r->pos].number };
	struct slice line, label, value, card, number;
	int64_t port;

	while (reader_next(r, &line)) {
		if (ibstat_head(line, &card)) {
			card_set(r, &p, card);
			continue;
		}
		if (!is_body(line)) {
			reader_back(r);
			break;
		}
		number = slice_trim(line);
		if (slice_starts(number, "Port ") && slice_ends(number, ":")) {
			number = slice_sub(number, 5, number.len);
			if (slice_take_int(&number, &port) && port < 100)
				port_set(r, &p, port);
		} else if (label_split(line, &label, &value)) {
			field_read(r, &p, label, value);
		}
	}
	count_tell(r, &p);
}

/* ---- ibstatus ---- */

static bool ibstatus_starts(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "Infiniband device '");
}

static void ibstatus_parse(struct reader *r)
{
	struct ports p = { .first_line = r->lines[r->pos].number };
	struct slice line, label, value, card, number;
	int64_t port = 1;

	while (reader_next(r, &line)) {
		if (slice_starts(line, "Infiniband device '")) {
			card = slice_before(slice_after(line, "'"), "'");
			number = slice_after(line, "port ");
			if (!slice_eq(card, p.card))
				card_set(r, &p, card);
			if (slice_take_int(&number, &port) && port < 100)
				port_set(r, &p, port);
		} else if (!is_body(line)) {
			reader_back(r);
			break;
		} else if (label_split(line, &label, &value)) {
			field_read(r, &p, label, value);
		}
	}
	count_tell(r, &p);
}

/* ---- ibv_devinfo ---- */

static bool devinfo_starts(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "hca_id:") && slice_nth_word(reader_peek(r, 0), 1).len > 0;
}

static void devinfo_parse(struct reader *r)
{
	struct ports p = { .first_line = r->lines[r->pos].number };
	struct slice line, label, value;
	int64_t port;

	while (reader_next(r, &line)) {
		if (slice_starts(line, "hca_id:")) {
			card_set(r, &p, slice_nth_word(line, 1));
		} else if (!is_body(line)) {
			reader_back(r);
			break;
		} else if (label_split(line, &label, &value)) {
			if (slice_is(label, "port") && slice_int(value, &port) && port > 0 && port < 100)
				port_set(r, &p, port);
			else
				field_read(r, &p, label, value);
		}
	}
	count_tell(r, &p);
}

/* ---- /sys/class/infiniband/CARD/ports/NUMBER/FILE ---- */

struct port_file {
	struct slice card, name, value;
	int64_t port;
};

static bool file_here(const struct reader *r, struct port_file *ret)
{
	static const char *const names[] = { "state",	   "phys_state",	   "rate",
					     "link_layer", "counters/link_downed", "counters/symbol_error" };
	struct slice path, rest;

	if (!origin_value(r, "/sys/class/infiniband/", &path, &ret->value))
		return false;
	rest = slice_after(path, "/sys/class/infiniband/");
	ret->card = slice_before(rest, "/ports/");
	rest = slice_after(rest, "/ports/");
	if (!ret->card.len || slice_has(ret->card, "*") || !slice_take_int(&rest, &ret->port) || ret->port < 1 || ret->port > 99)
		return false;
	ret->name = slice_after(rest, "/");
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (slice_is(ret->name, names[i]))
			return true;
	return false;
}

static bool file_starts(const struct reader *r)
{
	struct port_file file;

	return !reader_ends(r) && file_here(r, &file);
}

static void counter_read(struct reader *r, const struct ports *p, const struct port_file *file)
{
	enum key key = slice_ends(file->name, "link_downed") ? KEY_NIC_LINK_DOWNED : KEY_NIC_ERRORS;
	int64_t n;

	if (slice_int(file->value, &n) && n >= 0)
		reader_int(r, key, p->port, 0, n);
	else
		reader_unread(r);
}

static void file_parse(struct reader *r)
{
	struct port_file file;
	struct slice line;

	while (!reader_ends(r) && file_here(r, &file)) {
		struct ports p = { .card = file.card };
		if (!reader_next(r, &line))
			return;
		port_set(r, &p, file.port);
		if (slice_starts(file.name, "counters/"))
			counter_read(r, &p, &file);
		else
			field_read(r, &p, file.name, file.value);
	}
}
