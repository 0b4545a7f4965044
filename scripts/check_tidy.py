#!/usr/bin/env python3
"""Fails when clang-tidy finds something in one of our .cpp files or the headers they include.

    scripts/check_tidy.py [FILE...]

A file found clean is not looked at again until it, one of our headers that it includes, its
options or the configuration change: build/tidy/ remembers hashes of all of these.
"""

import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

from tree import ROOT, includes

CORES = len(os.sched_getaffinity(0))
CLEAN = ROOT / "build/tidy"
FOLDERS = ("src", "tests", "bench", "examples")


def options_of(entry):
    """The options of g++ that clang understands and that change what it sees."""
    kept = []
    words = iter(shlex.split(entry["command"]))
    for word in words:
        if word in ("-isystem", "-I"):
            kept += [word, next(words)]
        elif word.startswith(("-I", "-D", "-std=", "-W")) and word != "-Winvalid-pch":
            kept.append(word)
    return kept


def closure(path, seen):
    """The file and those of our headers that it includes, directly or not."""
    if path in seen:
        return seen
    seen.add(path)
    for name in includes(path):
        for base in (ROOT / "src", ROOT / "tests", path.parent):
            header = base / name
            if header.is_file():
                closure(header.resolve(), seen)
                break
    return seen


def fingerprint(path, options, common):
    digest = hashlib.sha256(common)
    digest.update("\0".join(options).replace(str(ROOT), "").encode())
    for part in sorted(closure(path, set())):
        digest.update(str(part.relative_to(ROOT)).encode() + b"\0" + part.read_bytes())
    return digest.hexdigest()


def tidy(path, options):
    done = subprocess.run(["clang-tidy", "--quiet", path, "--", *options], cwd=ROOT, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode == 0, done.stdout + (done.stderr if done.returncode != 0 else "")


def main():
    only = {Path(name).resolve() for name in sys.argv[1:]}
    entries = json.loads((ROOT / "build/release/compile_commands.json").read_text())
    version = subprocess.run(["clang-tidy", "--version"], stdout=subprocess.PIPE).stdout
    common = version + b"".join(path.read_bytes() for path in sorted(ROOT.glob("**/.clang-tidy")))
    CLEAN.mkdir(parents=True, exist_ok=True)

    work = []
    known = 0
    for entry in entries:
        path = Path(entry["file"]).resolve()
        ours = any(path.is_relative_to(ROOT / folder) for folder in FOLDERS)
        if not ours or (only and path not in only):
            continue
        options = options_of(entry)
        mark = CLEAN / fingerprint(path, options, common)
        if mark.exists():
            known += 1
        else:
            work.append((path, options, mark))

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(CORES) as pool:
        results = pool.map(lambda item: (item, tidy(item[0], item[1])), work)
        for (path, _, mark), (clean, output) in results:
            if clean:
                mark.touch()
            else:
                failed += 1
                print(output.replace(str(ROOT) + "/", ""))
    print(f"{len(work) + known} files, {known} of them unchanged since they were clean"
          + (f", {failed} with findings" if failed else ""))
    return 1 if failed or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
