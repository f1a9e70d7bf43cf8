/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/capture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/text.h"
#include "capture/archive.h"
#include "capture/limits.h"
#include "capture/manifest.h"

/* ---- one file's bytes ---- */

static bool is_utf16(struct slice data)
{
	return slice_starts(data, "\xff\xfe") || slice_starts(data, "\xfe\xff");
}

static const char *oddity(struct slice data)
{
	if (data.len == 0)
		return N_("the file is empty");
	if (!is_utf16(data) && memchr(data.ptr, '\0', data.len < 4096 ? data.len : 4096))
		return N_("the file is binary, not text");
	return NULL;
}

int capture_blob_add(struct capture *capture, struct arena *arena, struct slice name, struct slice data, struct error *error)
{
	if (data.len > CAPTURE_MAX_BYTES - capture->bytes)
		return error_set(error, EFBIG, "%.*s: the inputs are larger than %d MiB together; hand over the outputs only",
				 SLICE_ARG(name), CAPTURE_MAX_BYTES >> 20);
	capture->blobs = arena_grow(arena, capture->blobs, &capture->capacity, capture->n + 1, sizeof(*capture->blobs));
	capture->blobs[capture->n++] = (struct blob){ .name = name, .data = data, .oddity = oddity(data) };
	capture->bytes += data.len;
	return 0;
}

/* Waits for input; a pipe whose writer goes silent must not hang the program. */
static int wait_readable(int fd, const char *path, struct error *error)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int n;

	do
		n = poll(&p, 1, CAPTURE_WAIT_SECONDS * 1000);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_set(error, errno, "%s: cannot be read: %s", path, strerror(errno));
	if (n == 0)
		return error_set(error, ETIMEDOUT, "%s: nothing came for %d seconds; is a program still writing?", path,
				 CAPTURE_WAIT_SECONDS);
	return 0;
}

static int fd_read(int fd, const char *path, struct buf *buf, struct error *error)
{
	char chunk[65536];

	for (;;) {
		int r = wait_readable(fd, path, error);
		if (r < 0)
			return r;
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return error_set(error, errno, "%s: cannot be read: %s", path, strerror(errno));
		if (n == 0)
			return 0;
		buf_add(buf, chunk, (size_t)n);
		if (buf->full)
			return error_set(error, EFBIG, "%s: is larger than %d MiB; save one machine's outputs, not a whole log archive", path,
					 CAPTURE_MAX_FILE >> 20);
	}
}

static int bytes_add(struct capture *capture, struct arena *arena, const char *path, struct slice data, struct error *error)
{
	if (archive_is(data))
		return archive_add(capture, arena, path, data, error);
	return capture_blob_add(capture, arena, arena_slice(arena, slice_of(path)), arena_slice(arena, data), error);
}

static int fd_add(struct capture *capture, struct arena *arena, int fd, const char *path, struct error *error)
{
	struct buf buf = BUF_INIT(CAPTURE_MAX_FILE);
	int r = fd_read(fd, path, &buf, error);

	if (r == 0)
		r = bytes_add(capture, arena, path, buf_view(&buf), error);
	buf_release(&buf);
	return r;
}

/* ---- a directory ---- */

static int name_order(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int directory_add(struct capture *capture, struct arena *arena, const char *path, struct error *error)
{
	struct slice manifest = arena_printf(arena, "%s/%s", path, MANIFEST_NAME);
	struct dirent **entries;
	int r = 0;

	if (access(manifest.ptr, F_OK) < 0)
		return error_set(error, EISDIR, "%s: is a directory; name the saved outputs in it: %s/*", path, path);
	int n = scandir(path, &entries, not_hidden, name_order);
	if (n < 0)
		return error_set(error, errno, "%s: cannot be read: %s", path, strerror(errno));
	for (int i = 0; i < n; i++) {
		if (r == 0) {
			struct slice file = arena_printf(arena, "%s/%s", path, entries[i]->d_name);
			struct stat st;
			if (lstat(file.ptr, &st) < 0 || !S_ISREG(st.st_mode))
				r = error_set(error, EINVAL, "%.*s: a capture holds plain files only", SLICE_ARG(file));
			else
				r = capture_add(capture, arena, file.ptr, error);
		}
		free(entries[i]);
	}
	free(entries);
	return r;
}

/* ---- what a path is ---- */

static int open_add(struct capture *capture, struct arena *arena, const char *path, struct error *error)
{
	struct stat st;
	/* Without O_NONBLOCK the open of a named pipe would wait for a writer for ever. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), r;

	if (fd < 0)
		return error_set(error, errno, "%s: cannot be opened: %s", path, strerror(errno));
	if (fstat(fd, &st) < 0)
		r = error_set(error, errno, "%s: cannot be read: %s", path, strerror(errno));
	else if (S_ISDIR(st.st_mode))
		r = directory_add(capture, arena, path, error);
	else if (S_ISREG(st.st_mode) && st.st_size > CAPTURE_MAX_FILE)
		r = error_set(error, EFBIG, "%s: is larger than %d MiB; save one machine's outputs, not a whole log archive", path,
			      CAPTURE_MAX_FILE >> 20);
	else if (!S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode))
		r = error_set(error, EINVAL, "%s: is a device, not a saved output", path);
	else
		r = fd_add(capture, arena, fd, path, error);
	close(fd);
	return r;
}

/* capture.json is read for its version and not kept as an output. */
static int manifest_take(struct capture *capture, size_t first, struct error *error)
{
	for (size_t i = first; i < capture->n; i++) {
		struct blob *b = &capture->blobs[i];
		if (!manifest_is(b->name))
			continue;
		int r = manifest_check(b->name, b->data, error);
		if (r < 0)
			return r;
		*b = capture->blobs[--capture->n];
		i--;
	}
	return 0;
}

int capture_add(struct capture *capture, struct arena *arena, const char *path, struct error *error)
{
	size_t first = capture->n;
	int r = strcmp(path, "-") == 0 ? fd_add(capture, arena, STDIN_FILENO, "standard input", error)
				       : open_add(capture, arena, path, error);

	return r < 0 ? r : manifest_take(capture, first, error);
}
