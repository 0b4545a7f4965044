#!/usr/bin/env python3
"""Fails when a shell script does not pass shellcheck or a Python script does not compile."""

import subprocess
import sys

from tree import ROOT


# Hostile agents and some hand-ins of the class are wrong on purpose.
WRONG = {ROOT / "tests/hostile/agents", ROOT / "tests/class"}


def scripts():
    """Every script of ours, with its interpreter's name from the first line."""
    places = [ROOT / "run", ROOT / "test", ROOT / ".ci/run", *(ROOT / "scripts").rglob("*"),
              *(ROOT / "tests").rglob("*"), *(ROOT / "examples").rglob("*"),
              *(ROOT / "lab").glob("*.py"), *(ROOT / "python").rglob("*.py")]
    for path in sorted(places):
        if not path.is_file() or "node_modules" in path.parts or WRONG & set(path.parents):
            continue
        with open(path, "rb") as file:
            first = file.readline()
        if path.suffix == ".py" or (first.startswith(b"#!") and b"python" in first):
            yield path, "python"
        elif path.suffix == ".sh" or (first.startswith(b"#!") and first.rstrip().endswith(b"sh")):
            yield path, "shell"


def main():
    shell = []
    python = []
    for path, kind in scripts():
        (shell if kind == "shell" else python).append(path)
    failed = subprocess.run(["shellcheck", *map(str, shell)]).returncode != 0
    for path in python:
        try:
            compile(path.read_bytes(), str(path), "exec")
        except (SyntaxError, ValueError) as error:
            print(f"{path.relative_to(ROOT)}: {error}")
            failed = True
    print(f"{len(shell)} shell and {len(python)} Python scripts")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
