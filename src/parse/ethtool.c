/* SPDX-License-Identifier: Apache-2.0 */
#include "parse/cells.h"
#include "parse/command.h"

static bool settings_start(const struct reader *r);
static void settings_parse(struct reader *r);
static bool driver_starts(const struct reader *r);
static void driver_parse(struct reader *r);
static bool speed_starts(const struct reader *r);
static void speed_parse(struct reader *r);

const struct format format_ethtool = { .name = "ethtool", .starts = settings_start, .parse = settings_parse };
const struct format format_ethtool_driver = { .name = "ethtool -i", .starts = driver_starts, .parse = driver_parse };
const struct format format_speed_file = { .name = "cat of a port's speed", .starts = speed_starts, .parse = speed_parse };

static bool settings_start(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "Settings for ");
}

static void speed_tell(struct reader *r, struct subject nic, struct slice value)
{
	if (slice_starts(value, "Unknown"))
		reader_absent(r, KEY_NIC_ETH_SPEED, nic, 0, ABSENT_UNSUPPORTED)->text = value;
	else
		reader_value(r, KEY_NIC_ETH_SPEED, nic, 0, value, NULL);
}

static void settings_parse(struct reader *r)
{
	struct subject nic = { .kind = SUBJECT_NIC };
	struct slice line, label, value;

	while (reader_next(r, &line)) {
		if (slice_starts(line, "Settings for ")) {
			nic.name = slice_trim(slice_before(slice_sub(line, 13, line.len), ":"));
		} else if (line.len && line.ptr[0] != '\t' && line.ptr[0] != ' ' && !slice_starts(line, "netlink error") &&
			   !slice_starts(line, "Cannot get")) {
			reader_back(r);
			return;
		} else if (label_split(line, &label, &value) && slice_is(label, "Speed") && nic.name.len) {
			speed_tell(r, nic, value);
		}
	}
}

static bool driver_starts(const struct reader *r)
{
	return slice_starts(reader_peek(r, 0), "driver: ") && slice_starts(reader_peek(r, 1), "version:");
}

/* Drivers of cards that a hypervisor makes up. */
static bool is_virtual_driver(struct slice driver)
{
	static const char *const drivers[] = { "virtio_net", "ena",	     "gve",  "hv_netvsc",
					       "vmxnet3",    "xen_netfront", "veth", "e1000" };

	for (size_t i = 0; i < sizeof(drivers) / sizeof(*drivers); i++)
		if (slice_is(driver, drivers[i]))
			return true;
	return false;
}

static void driver_parse(struct reader *r)
{
	struct origin origin = { .path = { NULL, 0 } };
	bool known = origin_here(r, &origin) && origin_is(&origin, "ethtool") && origin.path.len;
	struct slice line, label, value;

	while (reader_next(r, &line)) {
		if (!label_split(line, &label, &value)) {
			reader_back(r);
			return;
		}
		if (slice_is(label, "driver") && known)
			reader_flag(r, KEY_NIC_VIRTUAL, subject_named(SUBJECT_NIC, origin.path), 0, is_virtual_driver(value))
				->text = value;
	}
}

/* ---- /sys/class/net/NAME/speed ---- */

#define MEGABIT	  1000000
#define SPEED_MAX 10000000 /* Mbit/s */

static bool speed_here(const struct reader *r, struct slice *ret_name, struct slice *ret_value)
{
	struct slice path;

	if (!origin_value(r, "/sys/class/net/", &path, ret_value) || !slice_ends(path, "/speed"))
		return false;
	*ret_name = slice_before(slice_after(path, "/sys/class/net/"), "/");
	return ret_name->len > 0 && !slice_has(*ret_name, "*");
}

static bool speed_starts(const struct reader *r)
{
	struct slice name, value;

	return !reader_ends(r) && speed_here(r, &name, &value);
}

/* Mbit/s; -1 where the port is virtual or down. */
static void speed_parse(struct reader *r)
{
	struct slice name, value, line;
	int64_t speed;

	while (!reader_ends(r) && speed_here(r, &name, &value)) {
		if (!reader_next(r, &line))
			return;
		if (!slice_int(value, &speed) || speed > SPEED_MAX)
			reader_unread(r);
		else if (speed <= 0)
			reader_absent(r, KEY_NIC_ETH_SPEED, subject_named(SUBJECT_NIC, name), 0, ABSENT_UNSUPPORTED);
		else
			reader_int(r, KEY_NIC_ETH_SPEED, subject_named(SUBJECT_NIC, name), 0, speed * MEGABIT);
	}
}
