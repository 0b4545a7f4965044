"""The files of the repository, as the checks need them."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def sources(*folders, suffixes=(".cpp", ".h")):
    """Our C++ files below the folders, sorted: without the hand-ins, which are their authors'."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*")
                  if path.suffix in suffixes and ROOT / "tests/class" not in path.parents)


def includes(path):
    """What a file includes with quotes, as written: ours is written from src/ or tests/."""
    return INCLUDE.findall(path.read_text())


def cores():
    """How many to keep busy: what run_checks.py leaves us, or all."""
    return int(os.environ.get("ZEROSUM_JOBS", len(os.sched_getaffinity(0))))
