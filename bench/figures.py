#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The figures of bench/run: figures.py GPUVET BOX.xml [NAME]. See there."""
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
RUNS = 15
PEER = "import sys, xml.etree.ElementTree as e\nr = e.parse(sys.argv[1]).getroot()\nn = sum(1 for _ in r.iter())\nprint(n)"


def run(argv):
    """Seconds and peak resident MiB of one run."""
    start = time.monotonic()
    pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    seconds = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1, 3):
        sys.exit(f"bench: {' '.join(argv)}: status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1024


def pair(ours, theirs):
    """The best of several runs of each, taken in turn so that both see the same machine."""
    best = [[float("inf")] * 2, [float("inf")] * 2]
    for _ in range(RUNS):
        for side, argv in enumerate((ours, theirs)):
            for i, value in enumerate(run(argv)):
                best[side][i] = min(best[side][i], value)
    return best


def line(name, value, unit, peer="-", peer_value=None):
    ratio = f"{peer_value / value:.1f}" if peer_value else "-"
    print(f"{name}\t{value:.2f}\t{unit}\t{peer}\t{'-' if peer_value is None else f'{peer_value:.2f}'}\t{ratio}", flush=True)


class Bench:
    def __init__(self, gpuvet, xml):
        example = TOP / "examples/rental"
        self.gpuvet = gpuvet
        self.accept = [gpuvet, "accept", "--json", xml, *(str(example / f"{n}.txt") for n in ("topo", "nvlink", "host"))]
        self.python = ["/usr/bin/python3", "-c", PEER, xml]
        self.cache = None

    def pair(self):
        self.cache = self.cache or pair(self.accept, self.python)
        return self.cache

    def capture_ms(self):
        (ours, _), (theirs, _) = self.pair()
        line("accept.capture_ms", ours * 1000, "ms", "python3 xml.etree", theirs * 1000)

    def capture_mb(self):
        (_, ours), (_, theirs) = self.pair()
        line("accept.capture_mb", ours, "MiB", "python3 xml.etree", theirs)

    def binary_mb(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(self.gpuvet, folder)
            subprocess.run(["strip", copy], check=True)
            line("binary.mb", os.path.getsize(copy) / (1 << 20), "MiB")

    def startup_ms(self):
        (ours, _), (theirs, _) = pair([self.gpuvet, "--version"], ["/usr/bin/python3", "-c", ""])
        line("startup.ms", ours * 1000, "ms", "python3", theirs * 1000)


def main(gpuvet, xml, name=None):
    bench = Bench(gpuvet, xml)
    figures = {"accept.capture_ms": bench.capture_ms, "accept.capture_mb": bench.capture_mb, "binary.mb": bench.binary_mb,
               "startup.ms": bench.startup_ms}
    if name and name not in figures:
        sys.exit(f"bench: no figure '{name}'; known: {', '.join(figures)}")
    for figure in [name] if name else figures:
        figures[figure]()


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
main(*sys.argv[1:])
