#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Transcripts of the command line, exact to the byte.

usage: run.py [--update] GPUVET [FILE.t ...]

A transcript holds commands and what they print:

    # a comment
    $ gpuvet acept
    gpuvet: 'acept' is not a command; did you mean 'accept'?
    ? 2

The lines behind `$` are what standard output and standard error show together; `?` is the exit status, left out when it is
0. Commands run in bash in an empty folder, with gpuvet on the PATH and the top of the tree in $TOP. `--update` writes the
present output into the transcripts: look at the difference before you commit it. Last line: N passed, N failed.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent


def environment(gpuvet, folder):
    env = {k: v for k, v in os.environ.items() if k.startswith(("ASAN", "UBSAN", "LSAN"))}
    env |= {"PATH": f"{folder}/bin:/usr/bin:/bin", "TOP": str(TOP), "LC_ALL": "C.UTF-8", "HOME": folder, "TERM": "dumb"}
    env["GPUVET_LOCALEDIR"] = str(gpuvet.parent / "po")
    os.makedirs(f"{folder}/bin")
    os.makedirs(f"{folder}/work")
    os.symlink(gpuvet, f"{folder}/bin/gpuvet")
    return env


def run(command, env, folder):
    done = subprocess.run(["bash", "-c", command], cwd=f"{folder}/work", env=env, stdin=subprocess.DEVNULL, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode("utf-8", "backslashreplace").replace(str(TOP), "$TOP")
    if text and not text.endswith("\n"):
        text += "\n(no line end)\n"
    return text + (f"? {done.returncode}\n" if done.returncode else "")


def steps(text):
    """(comment lines, command or None, wanted output) in order."""
    head, command, wanted = "", None, ""
    for line in text.splitlines(keepends=True):
        starts = line.startswith("$ ")
        if starts or line.startswith("# "):
            if command is not None:
                yield head, command, wanted
                head, command, wanted = "", None, ""
            if starts:
                command = line[2:].rstrip("\n")
            else:
                head += line
        elif command is None:
            head += line
        else:
            wanted += line
    yield head, command, wanted


def transcript(path, gpuvet, update):
    passed = failed = 0
    new = ""
    with tempfile.TemporaryDirectory() as folder:
        env = environment(gpuvet, folder)
        for head, command, wanted in steps(path.read_text()):
            new += head
            if command is None:
                continue
            got = run(command, env, folder)
            new += f"$ {command}\n{got}"
            good = update or got == wanted
            passed += good
            failed += not good
            if not good:
                print(f"{path.name}: $ {command}\n--- wanted\n{wanted}--- got\n{got}---")
    if update and new != path.read_text():
        path.write_text(new)
    return passed, failed


def main(args):
    update = args[:1] == ["--update"]
    args = args[update:]
    gpuvet = pathlib.Path(args[0]).resolve()
    files = [pathlib.Path(a) for a in args[1:]] or sorted(HERE.glob("*.t"))
    results = [transcript(f, gpuvet, update) for f in files]
    passed, failed = sum(r[0] for r in results), sum(r[1] for r in results)
    print(f"{passed} passed, {failed} failed")
    return failed != 0 or passed == 0


sys.exit(main(sys.argv[1:]))
