#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The finding that a README shows is what the example rental gives today: readme.py [--update] GPUVET

The block behind the line `<!-- example: CHECK -->` must be the finding of that check. Last line: N passed, N failed.
"""
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- example: (\S+) -->\n+```text\n)(.*?)(```\n)", re.S)


def finding(report, check):
    """From the finding's title to the next blank line."""
    match = re.search(r"^ +fail +" + re.escape(check) + r" .*?(?=\n\n|\Z)", report, re.S | re.M)
    return match.group(0) + "\n" if match else f"(no finding of {check} fails)\n"


def main(args):
    update = args[0] == "--update"
    gpuvet = pathlib.Path(args[-1]).resolve()
    example = TOP / "examples/rental"
    files = sorted(p.name for p in example.glob("*.txt"))
    report = subprocess.run([gpuvet, "accept", "--lang", "en", "--lease", "lease.yaml", *files], cwd=example, stdout=subprocess.PIPE).stdout.decode()
    passed = failed = 0
    for path in sorted(TOP.glob("README*.md")):
        text = path.read_text()
        if update:
            path.write_text(BLOCK.sub(lambda m: m.group(1) + finding(report, m.group(2)) + m.group(4), text))
        blocks = BLOCK.findall(path.read_text())
        good = bool(blocks) and all(shown == finding(report, check) for _, check, shown, _ in blocks)
        passed += good
        failed += not good
        if not good:
            print(f"{path.name}: the example is another one now, or there is none: ./test update")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main(sys.argv[1:]))
