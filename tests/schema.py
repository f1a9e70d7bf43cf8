#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Real reports against schema/report.schema.json, and against what the schema cannot say.

usage: schema.py GPUVET
"""
import collections
import json
import os
import pathlib
import subprocess
import sys

import jsonschema

TOP = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = TOP / "examples/rental"
SCHEMA = json.loads((TOP / "schema/report.schema.json").read_text())


def report(gpuvet, args, **env):
    done = subprocess.run([gpuvet, *args], cwd=EXAMPLE, stdout=subprocess.PIPE, env=os.environ | env)
    return done.returncode, done.stdout


def counts_agree(data):
    """The counts are those of the findings, box by box, and the union holds them all."""
    for box in data["boxes"]:
        seen = collections.Counter(f["verdict"] for f in box["findings"])
        assert all(box["counts"][v] == seen[v] for v in box["counts"]), f"counts of {box['name']}"
    seen = collections.Counter(f["verdict"] for f in data["findings"])
    assert all(data["counts"][v] == seen[v] for v in data["counts"]), "counts"
    boxes = [f | {"box": b["name"]} for b in data["boxes"] for f in b["findings"]]
    assert boxes == data["findings"], "findings of the boxes and the union differ"


def evidence_stands(data):
    """A quote is what stands in that line of that file."""
    n = 0
    for finding in data["findings"]:
        for proof in finding["evidence"]:
            lines = (EXAMPLE / proof["file"]).read_text().split("\n")
            assert lines[proof["line"] - 1].strip() == proof["quote"], f"{proof}"
            n += 1
    assert n or not data["inputs"], "no evidence at all"


def status_agrees(data, status):
    want = 1 if data["counts"]["fail"] else None
    assert want is None and status in (0, 3) or status == want, f"exit status {status}"


def main(gpuvet):
    jsonschema.Draft7Validator.check_schema(SCHEMA)
    files = sorted(p.name for p in EXAMPLE.glob("*.txt"))
    runs = {
        "with a lease": ["accept", "--json", "--lease", "lease.yaml", *files],
        "without a lease": ["accept", "--json", *files],
        "one file": ["accept", "--json", files[0]],
        "the lease alone": ["lease", "check", "--json", "lease.yaml"],
    }
    passed = failed = 0

    def check(what, function, *args):
        nonlocal passed, failed
        try:
            function(*args)
            passed += 1
        except (AssertionError, ValueError, jsonschema.ValidationError) as error:
            failed += 1
            print(f"schema: {what}: {getattr(error, 'message', error)}")

    for name, args in runs.items():
        status, text = report(gpuvet, args, LC_ALL="C")
        try:
            data = json.loads(text)
        except ValueError as error:
            failed += 1
            print(f"schema: {name}: {error}")
            continue
        check(name, jsonschema.validate, data, SCHEMA)
        check(name, counts_agree, data)
        check(name, evidence_stands, data)
        check(name, status_agrees, data, status)
        chinese = report(gpuvet, args + ["--lang", "zh"], LC_ALL="C.UTF-8")
        passed += chinese == (status, text)
        if chinese != (status, text):
            failed += 1
            print(f"schema: {name}: JSON depends on the language")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
