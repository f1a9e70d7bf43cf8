/* SPDX-License-Identifier: Apache-2.0 */
#include "cmd/language.h"

#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef GPUVET_LOCALEDIR
#define GPUVET_LOCALEDIR "/usr/local/share/locale"
#endif

/* The directory of this program; false when the system does not tell. */
static bool program_directory(char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);

	if (n <= 0)
		return false;
	path[n] = '\0';
	char *slash = strrchr(path, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

/* Next to the program: "po" in the build tree, "../share/locale" where it was installed or unpacked. */
static void catalogues_bind(void)
{
	static const char *const places[] = { "po", "../share/locale" };
	char directory[PATH_MAX], path[PATH_MAX + 32], probe[PATH_MAX + 96];
	const char *given = getenv("GPUVET_LOCALEDIR");

	if (given && given[0]) {
		bindtextdomain("gpuvet", given);
		return;
	}
	bindtextdomain("gpuvet", GPUVET_LOCALEDIR);
	if (!program_directory(directory, sizeof(directory)))
		return;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		snprintf(path, sizeof(path), "%s/%s", directory, places[i]);
		snprintf(probe, sizeof(probe), "%s/zh_CN/LC_MESSAGES/gpuvet.mo", path);
		if (access(probe, R_OK) == 0) {
			bindtextdomain("gpuvet", path);
			return;
		}
	}
}

bool language_set(const char *name)
{
	bool zh = strncmp(name, "zh", 2) == 0, en = strncmp(name, "en", 2) == 0;

	if ((!zh && !en) || (name[2] != '\0' && name[2] != '_' && name[2] != '-' && name[2] != '.'))
		return false;
	/* Messages need a locale other than "C"; any UTF-8 one will do, the catalogue is chosen by LANGUAGE. */
	if (!setlocale(LC_CTYPE, zh ? "zh_CN.UTF-8" : "en_US.UTF-8"))
		setlocale(LC_CTYPE, "C.UTF-8");
	if (!setlocale(LC_MESSAGES, zh ? "zh_CN.UTF-8" : "en_US.UTF-8"))
		setlocale(LC_MESSAGES, "C.UTF-8");
	setenv("LANGUAGE", zh ? "zh_CN" : "en", 1);
	return true;
}

/* The language that the environment asks for, whether or not the system has that locale. */
static const char *language_wanted(void)
{
	static const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *value = getenv(names[i]);
		if (value && value[0])
			return value;
	}
	return "";
}

void language_start(void)
{
	setlocale(LC_CTYPE, "");
	setlocale(LC_MESSAGES, "");
	catalogues_bind();
	bind_textdomain_codeset("gpuvet", "UTF-8");
	textdomain("gpuvet");
	if (strncmp(language_wanted(), "zh", 2) == 0)
		language_set(language_wanted());
}
