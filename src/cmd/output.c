/* SPDX-License-Identifier: Apache-2.0 */
/* The one place that writes: standard output, and what goes wrong on standard error. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"

static int write_all(struct slice rest)
{
	while (rest.len) {
		ssize_t n = write(STDOUT_FILENO, rest.ptr, rest.len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		rest = slice_sub(rest, (size_t)n, rest.len);
	}
	return 0;
}

int cmd_print(struct buf *buf, int status)
{
	int r = buf->full ? -EFBIG : write_all(buf_view(buf));

	buf_release(buf);
	if (r == 0 || r == -EPIPE)
		return status;
	fprintf(stderr, tr("gpuvet: cannot write the output: %s\n"), strerror(-r));
	return STATUS_USAGE;
}

void cmd_say(struct arena *arena, struct message message)
{
	struct slice text = message_text(arena, &message, tr);

	fprintf(stderr, "gpuvet: %.*s\n", SLICE_ARG(text));
}

int cmd_fail(struct arena *arena, struct message message)
{
	cmd_say(arena, message);
	return STATUS_USAGE;
}

int cmd_fail_error(const struct error *error)
{
	fprintf(stderr, "gpuvet: %s\n", error->text);
	return STATUS_USAGE;
}

bool cmd_colour(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if ((no_color && no_color[0]) || (term && strcmp(term, "dumb") == 0))
		return false;
	return isatty(STDOUT_FILENO);
}
