/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

#include "base/buf.h"
#include "capture/limits.h"

bool archive_is(struct slice data)
{
	static const struct slice magics[] = {
		{ "\x1f\x8b", 2 },	   { "\xfd" "7zXZ\0", 6 }, { "\x28\xb5\x2f\xfd", 4 },
		{ "BZh", 3 },		   { "PK\x03\x04", 4 },
	};

	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++)
		if (data.len > magics[i].len && memcmp(data.ptr, magics[i].ptr, magics[i].len) == 0)
			return true;
	return data.len > 262 && memcmp(data.ptr + 257, "ustar", 5) == 0;
}

static int damaged(struct archive *a, const char *path, struct error *error)
{
	const char *why = archive_error_string(a);

	return error_set(error, EINVAL, "%s: the archive is damaged: %s", path, why ? why : "it ends early");
}

/* Control characters in a name would spoil a terminal. */
static struct slice entry_name(struct arena *arena, const char *path, const char *name)
{
	struct slice full = arena_printf(arena, "%s:%s", path, name);
	char *text = arena_text(arena, full);

	for (size_t i = 0; i < full.len; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 127)
			text[i] = '?';
	return (struct slice){ text, full.len };
}

static int entry_read(struct archive *a, const char *path, struct slice name, struct buf *buf, struct error *error)
{
	char chunk[65536];

	for (;;) {
		la_ssize_t n = archive_read_data(a, chunk, sizeof(chunk));
		if (n < 0)
			return damaged(a, path, error);
		if (n == 0)
			return 0;
		buf_add(buf, chunk, (size_t)n);
		if (buf->full)
			return error_set(error, EFBIG, "%.*s: unpacks to more than %d MiB", SLICE_ARG(name), CAPTURE_MAX_FILE >> 20);
	}
}

static int entry_add(struct capture *capture, struct arena *arena, struct archive *a, struct archive_entry *entry, const char *path,
		     bool lone, struct error *error)
{
	const char *entry_path = archive_entry_pathname(entry);
	struct slice name = lone ? arena_slice(arena, slice_of(path)) : entry_name(arena, path, entry_path ? entry_path : "?");
	struct buf buf = BUF_INIT(CAPTURE_MAX_FILE);

	if (archive_entry_filetype(entry) == AE_IFDIR)
		return 0;
	if ((archive_entry_filetype(entry) != AE_IFREG && !lone) || archive_entry_hardlink(entry))
		return error_set(error, EINVAL, "%.*s: is a link or a device; an archive of outputs holds plain files only", SLICE_ARG(name));
	int r = entry_read(a, path, name, &buf, error);
	if (r == 0)
		r = capture_blob_add(capture, arena, name, arena_slice(arena, buf_view(&buf)), error);
	buf_release(&buf);
	return r;
}

static int entries_add(struct capture *capture, struct arena *arena, struct archive *a, const char *path, struct error *error)
{
	struct archive_entry *entry;
	int n = 0;

	for (;;) {
		int r = archive_read_next_header(a, &entry);
		if (r == ARCHIVE_EOF)
			return n ? 0 : error_set(error, EINVAL, "%s: the archive holds no file", path);
		if (r < ARCHIVE_WARN)
			return damaged(a, path, error);
		if (++n > CAPTURE_MAX_ENTRIES)
			return error_set(error, EFBIG, "%s: the archive holds more than %d files", path, CAPTURE_MAX_ENTRIES);
		r = entry_add(capture, arena, a, entry, path, archive_format(a) == ARCHIVE_FORMAT_RAW, error);
		if (r < 0)
			return r;
	}
}

int archive_add(struct capture *capture, struct arena *arena, const char *path, struct slice data, struct error *error)
{
	struct archive *a = archive_read_new();
	int r;

	if (!a)
		return error_set(error, ENOMEM, "%s: no memory to unpack it", path);
	archive_read_support_filter_gzip(a);
	archive_read_support_filter_xz(a);
	archive_read_support_filter_zstd(a);
	archive_read_support_filter_bzip2(a);
	archive_read_support_format_tar(a);
	archive_read_support_format_zip(a);
	archive_read_support_format_raw(a);
	if (archive_read_open_memory(a, data.ptr, data.len) == ARCHIVE_OK)
		r = entries_add(capture, arena, a, path, error);
	else
		r = damaged(a, path, error);
	archive_read_free(a);
	return r;
}
