#!/usr/bin/env python3
"""Runs every fuzz target for some seconds and fails on the first finding.

    scripts/check_fuzz.py SECONDS [TARGET...]

One with much behind it (LONGER) runs for a multiple of that.
A target starts from the inputs in tests/fuzz/seeds/TARGET; what it learns goes to a temporary
folder, and an input that breaks it is kept in build/checks/. The seed is 1, or what ZEROSUM_SEED
says: a number, or `random` for a new one, which is printed.
"""

import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import ROOT, cores


LONGER = {"web_api": 3}  # every layer of the program


def chosen_seed():
    seed = os.environ.get("ZEROSUM_SEED", "1")
    return random.randrange(1, 2**32) if seed == "random" else int(seed)


def fuzz(program, seconds, seed):
    """The target's name, its seconds, its status and what it printed."""
    name = program.name.removeprefix("fuzz_")
    seconds *= LONGER.get(name, 1)
    seeds = ROOT / "tests/fuzz/seeds" / name
    artifacts = ROOT / "build/checks"
    artifacts.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as learnt:
        done = subprocess.run(
            [program, learnt, *([seeds] if seeds.is_dir() else []), f"-seed={seed}",
             f"-max_total_time={seconds}", f"-artifact_prefix={artifacts}/{name}-", "-timeout=60",
             "-print_final_stats=1"],
            cwd=learnt, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return name, seconds, done.returncode, done.stdout.decode(errors="replace")


def main():
    seconds = int(sys.argv[1])
    seed = chosen_seed()
    programs = sorted((ROOT / "build/fuzz/bin").glob("fuzz_*"))
    if sys.argv[2:]:
        programs = [Path(p) for p in programs if p.name.removeprefix("fuzz_") in sys.argv[2:]]
    if not programs:
        print("no fuzz target is built")
        return 1
    failed = []
    runs = 0
    with concurrent.futures.ThreadPoolExecutor(cores()) as pool:
        for name, took, status, output in pool.map(lambda p: fuzz(p, seconds, seed), programs):
            executed = [line.split()[-1] for line in output.splitlines()
                        if line.startswith("stat::number_of_executed_units")]
            runs += int(executed[0]) if executed else 0
            print(f"{name}: {executed[0] if executed else '?'} inputs in {took} s")
            if status != 0:
                print(output[-6000:])
                failed.append(name)
    print(f"{len(programs)} targets, {runs} inputs, ZEROSUM_SEED={seed}" +
          (f"; broken: {' '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
