#!/usr/bin/env python3
"""Fails when the node signature of `zerosum bench` is not deterministic or not the recorded one.

A commit that changes what the search visits says so with a line `Bench: N` in its message; the
newest such line is the signature that this tree must have.
"""

import json
import re
import subprocess
import sys

from tree import ROOT


def signature():
    done = subprocess.run([ROOT / "build/release/bin/zerosum", "bench", "--json"], check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return int(json.loads(done.stdout)["signature"])


def recorded():
    """The newest signature in the history, or None when there is no history to ask."""
    log = subprocess.run(["git", "log", "--format=%B"], cwd=ROOT, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines = re.findall(r"^Bench: (\d+)\s*$", log.stdout, re.MULTILINE)
    return int(lines[0]) if log.returncode == 0 and lines else None


def main():
    first = signature()
    second = signature()
    if first != second:
        print(f"not deterministic: {first}, then {second}")
        return 1
    expected = recorded()
    if expected is None:
        print(f"signature {first} twice; no 'Bench:' line in a git history to compare with")
        return 0
    if first != expected:
        print(f"signature {first}, the history says {expected}: a commit that changes the search "
              f"ends with 'Bench: {first}'")
        return 1
    print(f"signature {first}, as recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
