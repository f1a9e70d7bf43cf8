#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Includes go one way, and some calls stand nowhere or only in the places that the house style names.

Last line: N passed, N failed; a file and a rule are one test.
"""
import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent

# What each part may include, itself always among them.
MAY_INCLUDE = {
    "base": "base",
    "fact": "base fact",
    "capture": "base fact capture",
    "parse": "base fact parse",
    "catalogue": "base fact catalogue",
    "lease": "base fact catalogue lease",
    "judge": "base fact catalogue lease judge",
    "render": "base fact catalogue lease judge render",
    "cmd": "base fact capture parse catalogue lease judge render cmd",
    "main.c": "base fact capture parse catalogue lease judge render cmd",
}

NOWHERE = "strcpy stpcpy strcat sprintf vsprintf strtok localtime gmtime asctime ctime atoi atol atof gets system popen"
# Writing, ending, the environment and the clock belong to the commands.
COMMANDS_ONLY = "printf fprintf vprintf vfprintf puts fputs putchar perror exit _exit abort getenv setenv time gettimeofday clock_gettime"
EXCEPT = {
    # The arena ends the program when the machine has no memory left, so that no caller has to check for NULL.
    ("src/base/arena.c", "fprintf"), ("src/base/arena.c", "fputs"), ("src/base/arena.c", "exit"),
    ("src/base/arena.c", "abort"), ("src/base/arena.c", "_exit"),
    # Waiting on a pipe has a limit.
    ("src/capture/capture.c", "clock_gettime"),
}


def code(text):
    """The text without comments and the insides of strings; lines stay where they are."""
    def blank(match):
        s = match.group(0)
        return '""' if s[0] == '"' else "' '" if s[0] == "'" else re.sub(r"[^\n]", " ", s)
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def includes(path, text):
    part = path.parts[1]
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not match or "/" not in match.group(1):
            continue
        other = match.group(1).split("/")[0]
        if other not in MAY_INCLUDE[part].split():
            yield f"{path}:{number}: {part} may not include {match.group(1)}"


def calls(path, text, names):
    pattern = re.compile(r"(?<![\w.>])(" + "|".join(names.split()) + r")\s*\(")
    for number, line in enumerate(code(text).splitlines(), 1):
        for match in pattern.finditer(line):
            if (str(path), match.group(1)) not in EXCEPT:
                yield f"{path}:{number}: {match.group(1)}() does not belong here"


def licence(path, text):
    if "SPDX-License-Identifier: Apache-2.0" not in text[:200]:
        yield f"{path}:1: no SPDX line"


def rules(path, text):
    yield list(licence(path, text))
    yield list(includes(path, text))
    yield list(calls(path, text, NOWHERE))
    if path.parts[1] not in ("cmd", "main.c"):
        yield list(calls(path, text, COMMANDS_ONLY))


def main():
    passed = failed = 0
    files = sorted(p for p in (TOP / "src").rglob("*.[ch]"))
    for file in files:
        for problems in rules(file.relative_to(TOP), file.read_text()):
            for problem in problems:
                print(problem)
            passed += not problems
            failed += bool(problems)
    if not files:
        print("no source found")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
