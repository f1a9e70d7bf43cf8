/* SPDX-License-Identifier: Apache-2.0 */
/* What a process may use and see: ulimit -a, the environment, the cgroup and mounts of a container. */
#include <ctype.h>
#include <string.h>

#include "parse/cells.h"
#include "parse/command.h"

static bool ulimit_starts(const struct reader *r);
static void ulimit_parse(struct reader *r);
static bool env_starts(const struct reader *r);
static void env_parse(struct reader *r);
static bool cgroup_starts(const struct reader *r);
static void cgroup_parse(struct reader *r);

const struct format format_ulimit = { .name = "ulimit -a", .starts = ulimit_starts, .parse = ulimit_parse };
const struct format format_env = { .name = "env", .starts = env_starts, .parse = env_parse };
const struct format format_cgroup = { .name = "/proc/1/cgroup", .starts = cgroup_starts, .parse = cgroup_parse };

#define NO_LIMIT INT64_MAX
#define KI	 1024

/* ---- ulimit -a ---- */

/* "max locked memory           (kbytes, -l) 65536": the letter and the value. */
static bool limit_read(struct slice line, char *ret_letter, struct slice *ret_value)
{
	size_t close = slice_find_char(line, ')');

	if (close == SLICE_NONE || close < 3 || line.ptr[close - 2] != '-')
		return false;
	*ret_letter = line.ptr[close - 1];
	*ret_value = slice_trim(slice_sub(line, close + 1, line.len));
	return ret_value->len > 0 && slice_find_char(*ret_value, ' ') == SLICE_NONE;
}

static bool ulimit_starts(const struct reader *r)
{
	struct slice line = reader_peek(r, 0), value;
	char letter;

	return limit_read(line, &letter, &value) &&
	       (slice_starts(line, "core file size") || slice_starts(line, "max locked memory") ||
		slice_starts(line, "open files") || slice_starts(line, "real-time non-blocking"));
}

static void ulimit_parse(struct reader *r)
{
	struct slice line, value;
	int64_t n;
	char letter;

	while (reader_next(r, &line)) {
		if (!limit_read(line, &letter, &value)) {
			reader_back(r);
			return;
		}
		n = NO_LIMIT;
		if (!slice_is(value, "unlimited") && !slice_int(value, &n))
			continue;
		if (letter == 'n')
			reader_int(r, KEY_SYS_NOFILE, subject_box(), 0, n);
		if (letter == 'l')
			reader_int(r, KEY_SYS_MEMLOCK, subject_box(), 0, n > NO_LIMIT / KI ? NO_LIMIT : n * KI);
	}
}

/* ---- env ---- */

/* NAME=value, NAME in capitals as the environment's names are. */
static bool variable_read(struct slice line, struct slice *ret_name, struct slice *ret_value)
{
	size_t equal = slice_find_char(line, '=');

	if (slice_starts(line, "declare -x ") || slice_starts(line, "export "))
		line = slice_sub(line, slice_starts(line, "export ") ? 7 : 11, line.len);
	equal = slice_find_char(line, '=');
	if (equal == SLICE_NONE || equal == 0 || isdigit((unsigned char)line.ptr[0]))
		return false;
	*ret_name = slice_sub(line, 0, equal);
	*ret_value = slice_sub(line, equal + 1, line.len);
	for (size_t i = 0; i < ret_name->len; i++)
		if (!isalnum((unsigned char)ret_name->ptr[i]) && ret_name->ptr[i] != '_')
			return false;
	return true;
}

/* Variables that change what CUDA sees or what a program loads. */
static bool is_telling(struct slice name, struct slice value)
{
	static const char *const starts[] = { "CUDA_VISIBLE",	"CUDA_DEVICE",	    "CUDA_LAUNCH",
					      "CUDA_MPS",	"CUDA_FORCE",	    "CUDA_DISABLE",
					      "CUDA_INJECTION", "NVIDIA_VISIBLE",   "NVIDIA_DISABLE",
					      "LD_PRELOAD",	"NCCL_P2P_DISABLE", "NCCL_IB_DISABLE",
					      "HIP_VISIBLE",	"ROCR_VISIBLE",	    "NVIDIA_DRIVER_CAPABILITIES" };

	/* The value that every container image sets hides nothing. */
	if (slice_starts(name, "NVIDIA_VISIBLE") && slice_is(value, "all"))
		return false;
	if (slice_starts(name, "NVIDIA_DRIVER_CAPABILITIES") && (slice_is(value, "all") || slice_has(value, "compute")))
		return false;
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (slice_starts(name, starts[i]))
			return true;
	return false;
}

static bool is_known_name(struct slice name)
{
	static const char *const names[] = { "PATH",	 "HOME",  "SHELL",	     "PWD",	  "LANG", "USER", "TERM",
					     "HOSTNAME", "SHLVL", "LD_LIBRARY_PATH", "LD_PRELOAD" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (slice_is(name, names[i]))
			return true;
	return slice_starts(name, "CUDA_") || slice_starts(name, "NVIDIA_") || slice_starts(name, "NCCL_") ||
	       slice_starts(name, "SSH_");
}

static bool env_starts(const struct reader *r)
{
	struct slice name, value;
	struct origin origin;

	if (!variable_read(reader_peek(r, 0), &name, &value))
		return false;
	return is_known_name(name) ||
	       (origin_here(r, &origin) &&
		(origin_is(&origin, "env") || origin_is(&origin, "printenv") || origin_is(&origin, "export")));
}

static void env_parse(struct reader *r)
{
	struct slice line, name, value;
	bool has_path = false;
	int item = 0;

	while (reader_next(r, &line)) {
		if (!variable_read(line, &name, &value)) {
			reader_back(r);
			break;
		}
		has_path |= slice_is(name, "PATH") || slice_is(name, "HOME");
		if (is_telling(name, value))
			reader_text(r, KEY_SYS_ENV, subject_box(), item++, line);
	}
	if (has_path || slice_has(reader_command(r), "env"))
		reader_flag(r, KEY_SYS_ENV_SEEN, subject_box(), 0, true);
}

/* ---- /proc/1/cgroup ---- */

/* "12:cpuset:/docker/3f2a...", "0::/init.scope" */
static bool cgroup_read(struct slice line, struct slice *ret_path)
{
	struct slice rest = line;
	int64_t hierarchy;

	if (!slice_take_int(&rest, &hierarchy) || hierarchy > 64 || !slice_starts(rest, ":"))
		return false;
	rest = slice_sub(rest, 1, rest.len);
	size_t colon = slice_find_char(rest, ':');
	if (colon == SLICE_NONE || slice_find_char(slice_sub(rest, 0, colon), ' ') != SLICE_NONE)
		return false;
	*ret_path = slice_sub(rest, colon + 1, rest.len);
	return slice_starts(*ret_path, "/");
}

static bool cgroup_starts(const struct reader *r)
{
	struct slice path;

	return cgroup_read(reader_peek(r, 0), &path);
}

static const char *container_of_path(struct slice path)
{
	static const struct {
		const char *mark, *name;
	} kinds[] = { { "kubepods", "kubernetes" },	    { "docker", "docker" }, { "libpod", "podman" },
		      { "containerd", "containerd" },	    { "lxc", "lxc" },	    { "garden", "garden" },
		      { "machine.slice", "systemd-nspawn" } };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (slice_has(path, kinds[i].mark))
			return kinds[i].name;
	return NULL;
}

/*
 * The first process of a host lives in init.scope. "0::/" says nothing: a container with its own cgroup namespace prints it,
 * and so does a host without systemd.
 */
static void cgroup_parse(struct reader *r)
{
	struct slice line, path;
	const char *kind = NULL;
	bool init = false;
	int line_no = 0;

	while (reader_next(r, &line)) {
		if (!cgroup_read(line, &path)) {
			reader_back(r);
			break;
		}
		/* docker.service is the engine itself, no container */
		const char *k = slice_has(path, ".service") ? NULL : container_of_path(path);
		if (!kind && k) {
			kind = k;
			line_no = r->line;
		}
		init |= slice_is(path, "/init.scope");
	}
	if (line_no)
		r->line = line_no;
	if (kind)
		reader_text(r, KEY_SYS_CONTAINER, subject_box(), 0, slice_of(kind));
	else if (init)
		reader_text(r, KEY_SYS_CONTAINER, subject_box(), 0, SLICE("none"));
}
