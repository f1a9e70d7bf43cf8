/* SPDX-License-Identifier: Apache-2.0 */
/* Stand-in for src/capture: plain files only. Archives, directories and compressed files come with capture_read(). */
#include "cmd/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

#define CHUNK ((size_t)64 * 1024)

static int fd_read(int fd, struct buf *buf)
{
	char chunk[CHUNK];
	ssize_t n;

	while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			buf_add(buf, chunk, (size_t)n);
		if (buf->full)
			return -EFBIG;
	}
	return 0;
}

int input_read(struct arena *arena, const char *path, struct blob *ret, struct error *error)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct buf buf = BUF_INIT(INPUT_MAX);
	int r;

	if (fd < 0)
		return error_set(error, errno, "%s: %s", path, strerror(errno));
	r = fd_read(fd, &buf);
	if (!standard)
		close(fd);
	if (r == 0)
		*ret = (struct blob){ arena_slice(arena, slice_of(path)), arena_slice(arena, buf_view(&buf)) };
	buf_release(&buf);
	return r < 0 ? error_set(error, -r, "%s: %s", path, strerror(-r)) : 0;
}
