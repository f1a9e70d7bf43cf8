/* SPDX-License-Identifier: Apache-2.0 */
/* Reading what a person hands over: files, pipes, archives, and everything that must be refused with one line. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "capture/capture.h"

static int passed, failed;
static char folder[] = "/tmp/gpuvet-capture-XXXXXX";

static void check(bool good, const char *what, const char *detail)
{
	if (good) {
		passed++;
		return;
	}
	failed++;
	printf("capture: %s: %s\n", what, detail);
}

static void put(const char *name, const char *data, size_t len)
{
	FILE *f = fopen(name, "wb");

	if (!f || fwrite(data, 1, len, f) != len || fclose(f) != 0)
		abort();
}

static void shell(const char *command)
{
	if (system(command) != 0) { /* test fixtures only: a fixed text */
		printf("capture: cannot make fixtures: %s\n", command);
		exit(2);
	}
}

struct row {
	const char *path;
	int error;	    /* 0, or the errno */
	size_t blobs;
	const char *words;  /* in the error, or the first blob's data */
};

static const struct row rows[] = {
	{ "plain.txt", 0, 1, "hello" },
	{ "plain.txt.gz", 0, 1, "hello" },
	{ "plain.txt.xz", 0, 1, "hello" },
	{ "plain.txt.zst", 0, 1, "hello" },
	{ "two.tar", 0, 2, "hello" },
	{ "two.tar.gz", 0, 2, "hello" },
	{ "two.zip", 0, 2, "hello" },
	{ "good-capture", 0, 1, "hello" },
	{ "empty.txt", 0, 1, "" },
	{ "missing.txt", ENOENT, 0, "missing.txt: cannot be opened" },
	{ "dir", EISDIR, 0, "name the saved outputs in it" },
	{ "/dev/zero", EINVAL, 0, "is a device" },
	{ "big.txt", EFBIG, 0, "is larger than 64 MiB" },
	{ "bomb.gz", EFBIG, 0, "unpacks to more than 64 MiB" },
	{ "link.tar", EINVAL, 0, "is a link or a device" },
	{ "cut.tar.gz", EINVAL, 0, "the archive is damaged" },
	{ "newer-capture", ENOTSUP, 0, "newer than this gpuvet" },
	{ "bad-capture", EINVAL, 0, "capture.json:2:" },
};

static void row_run(const struct row *row)
{
	struct arena *arena = arena_open();
	struct capture capture = { .n = 0 };
	struct error error = { .text = "" };
	int r = capture_add(&capture, arena, row->path, &error);

	check(-r == row->error, row->path, r ? error.text : "was read");
	if (row->error)
		check(strstr(error.text, row->words) != NULL && !strchr(error.text, '\n'), row->path, error.text);
	else if (r == 0)
		check(capture.n == row->blobs && slice_starts(capture.blobs[0].data, row->words), row->path, "other content");
	arena_close(arena);
}

static void oddities(void)
{
	struct arena *arena = arena_open();
	struct capture capture = { .n = 0 };
	struct error error;

	check(capture_add(&capture, arena, "empty.txt", &error) == 0 && capture.blobs[0].oddity, "empty.txt", "no oddity");
	check(capture_add(&capture, arena, "noise.bin", &error) == 0 && capture.blobs[1].oddity, "noise.bin", "no oddity");
	check(capture_add(&capture, arena, "utf16.txt", &error) == 0 && !capture.blobs[2].oddity, "utf16.txt", "an oddity");
	arena_close(arena);
}

int main(void)
{
	static const char utf16[] = "\xff\xfeh\0i\0";

	if (!mkdtemp(folder) || chdir(folder) < 0)
		return 2;
	put("plain.txt", "hello\n", 6);
	put("empty.txt", "", 0);
	put("noise.bin", "\x7f" "ELF\0\0\1\2\0", 9);
	put("utf16.txt", utf16, sizeof(utf16) - 1);
	shell("gzip -k plain.txt; xz -k plain.txt; zstd -q plain.txt; cp plain.txt also.txt; mkdir dir good-capture newer-capture bad-capture");
	shell("tar cf two.tar plain.txt also.txt; tar czf two.tar.gz plain.txt also.txt; zip -q two.zip plain.txt also.txt");
	shell("cp plain.txt good-capture; echo '{\"capture\": 1}' > good-capture/capture.json");
	shell("echo '{\"capture\": 2}' > newer-capture/capture.json; echo '{' > bad-capture/capture.json");
	shell("truncate -s 2G big.txt; yes 2>/dev/null | head -c 80M | gzip > bomb.gz; ln -s /etc/passwd evil; tar cf link.tar evil");
	shell("seq 100000 > numbers; tar czf whole.tar.gz numbers; head -c 3000 whole.tar.gz > cut.tar.gz");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		row_run(&rows[i]);
	oddities();
	shell("rm -rf \"$PWD\"");
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
