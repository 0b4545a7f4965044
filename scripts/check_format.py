#!/usr/bin/env python3
"""Fails when clang-format would change a file. `scripts/check_format.py --fix` changes it."""

import subprocess
import sys

from tree import ROOT, sources


def main():
    files = sources("src", "tests", "bench", "examples", "python/src")
    mode = ["-i"] if sys.argv[1:] == ["--fix"] else ["--dry-run", "-Werror"]
    status = subprocess.run(["clang-format", *mode, *map(str, files)], cwd=ROOT).returncode
    print(f"{len(files)} files" + ("" if status == 0 else "; scripts/check_format.py --fix mends"))
    return status


if __name__ == "__main__":
    sys.exit(main())
