/* SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "parse/cells.h"
#include "parse/json_text.h"

static bool ip_starts(const struct reader *r);
static void ip_parse(struct reader *r);
static bool json_starts(const struct reader *r);
static void json_parse(struct reader *r);

/* "ip addr" in full, "ip -o addr" (one line an address), "ip -br addr" (one line an interface). */
const struct format format_ip_addr = { .name = "ip addr", .starts = ip_starts, .parse = ip_parse };
const struct format format_ip_addr_json = { .name = "ip -j addr", .starts = json_starts, .parse = json_parse };

struct addresses {
	int public_count, seen; /* of IPv4 */
	int item;		/* of the present interface */
	struct slice interface;
	int first_line;
};

/* Interfaces of containers, bridges and tunnels: their addresses are not the machine's. */
static bool is_virtual_name(struct slice name)
{
	static const char *const starts[] = { "lo",	 "docker", "veth", "br-", "virbr", "cali",	"cni",
					      "flannel", "tun",	   "tap",  "wg",  "kube",  "tailscale", "dummy" };

	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (slice_starts(name, starts[i]))
			return true;
	return name.len == 0;
}

static bool ipv4_read(struct slice text, int64_t *ret_octets)
{
	struct slice rest = slice_before(text, "/"), field;
	int n = 0;

	while (n < 4 && slice_split(&rest, '.', &field)) {
		if (!slice_is_digits(field) || field.len > 3 || !slice_int(field, &ret_octets[n]) || ret_octets[n] > 255)
			return false;
		n++;
	}
	return n == 4 && !rest.ptr;
}

/* Address ranges that the internet does not route (RFC 6890). */
static bool is_public(const int64_t *o)
{
	if (o[0] == 0 || o[0] == 10 || o[0] == 127 || o[0] >= 224)
		return false;
	if ((o[0] == 172 && o[1] >= 16 && o[1] <= 31) || (o[0] == 192 && o[1] == 168) || (o[0] == 169 && o[1] == 254))
		return false;
	if ((o[0] == 100 && o[1] >= 64 && o[1] <= 127) || (o[0] == 198 && (o[1] == 18 || o[1] == 19)))
		return false;
	return !(o[0] == 192 && o[1] == 0 && (o[2] == 0 || o[2] == 2)) && !(o[0] == 198 && o[1] == 51 && o[2] == 100) &&
	       !(o[0] == 203 && o[1] == 0 && o[2] == 113);
}

static void address_tell(struct reader *r, struct addresses *a, struct slice address)
{
	int64_t octets[4];

	if (!ipv4_read(address, octets))
		return;
	a->seen++;
	if (is_virtual_name(a->interface))
		return;
	a->public_count += is_public(octets);
	reader_text(r, KEY_NIC_ADDRESS, subject_named(SUBJECT_NIC, a->interface), a->item++, slice_before(address, "/"));
}

static void interface_set(struct addresses *a, struct slice name)
{
	name = slice_before(slice_before(name, ":"), "@");
	if (!slice_eq(name, a->interface))
		a->item = 0;
	a->interface = name;
}

/* "2: eth0: <BROADCAST,UP> mtu 1500 ..." or "2: eth0    inet 10.0.0.4/24 ..." */
static bool is_numbered(struct slice line)
{
	struct slice number = slice_nth_word(line, 0), name = slice_nth_word(line, 1), third = slice_nth_word(line, 2);

	return number.len > 1 && slice_ends(number, ":") && slice_is_digits(slice_sub(number, 0, number.len - 1)) && name.len &&
	       (slice_is(third, "inet") || slice_is(third, "inet6") || (slice_ends(name, ":") && slice_starts(third, "<")));
}

/* "eth0   UP   10.0.0.4/24 fe80::1/64" */
static bool is_brief(struct slice line)
{
	static const char *const states[] = { "UP", "DOWN", "UNKNOWN", "LOWERLAYERDOWN", "DORMANT" };
	struct slice state = slice_nth_word(line, 1), name = slice_nth_word(line, 0);
	int64_t octets[4];

	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++)
		if (slice_is(state, states[i]) && name.len <= 32 && line.len && isalpha((unsigned char)line.ptr[0]))
			return ipv4_read(slice_nth_word(line, 2), octets) || slice_nth_word(line, 2).len == 0 ||
			       slice_find_char(slice_nth_word(line, 2), ':') != SLICE_NONE;
	return false;
}

static bool ip_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0);

	return is_numbered(line) || is_brief(line);
}

static void numbered_read(struct reader *r, struct addresses *a, struct slice line)
{
	interface_set(a, slice_nth_word(line, 1));
	if (slice_is(slice_nth_word(line, 2), "inet"))
		address_tell(r, a, slice_nth_word(line, 3));
}

static void brief_read(struct reader *r, struct addresses *a, struct slice line)
{
	struct slice rest = line, word;

	interface_set(a, slice_nth_word(line, 0));
	while (slice_word(&rest, &word))
		address_tell(r, a, word);
}

static void count_tell(struct reader *r, const struct addresses *a)
{
	if (a->seen == 0 || slice_has(reader_command(r), "grep") || slice_has(reader_command(r), " dev "))
		return;
	r->line = a->first_line;
	reader_int(r, KEY_NET_PUBLIC_ADDRESSES, subject_box(), 0, a->public_count);
}

static void ip_parse(struct reader *r)
{
	struct addresses a = { .first_line = r->lines[r->pos].number };
	struct slice line, s;

	while (reader_next(r, &line)) {
		s = slice_trim(line);
		if (is_numbered(line)) {
			numbered_read(r, &a, line);
		} else if (is_brief(line)) {
			brief_read(r, &a, line);
		} else if (slice_starts(s, "inet ") && line.ptr[0] == ' ') {
			address_tell(r, &a, slice_nth_word(s, 1));
		} else if (s.len && line.ptr[0] != ' ' && line.ptr[0] != '\t') {
			reader_back(r);
			break;
		}
	}
	count_tell(r, &a);
}

static bool json_starts(const struct reader *r)
{
	return json_begins(r, "\"ifname\"");
}

static void json_parse(struct reader *r)
{
	struct addresses a = { .first_line = r->lines[r->pos].number };
	json_t *tree = json_take(r);
	const json_t *link, *info;
	size_t i, j;

	json_array_foreach(tree, i, link)
	{
		a.interface = json_words(r, link, "ifname");
		a.item = 0;
		json_array_foreach(json_object_get(link, "addr_info"), j,
				   info) if (slice_is(json_words(r, info, "family"), "inet"))
			address_tell(r, &a, json_words(r, info, "local"));
	}
	count_tell(r, &a);
	json_decref(tree);
}
