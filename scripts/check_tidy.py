#!/usr/bin/env python3
"""Fails when clang-tidy finds something in one of our .cpp files or the headers they include.

    scripts/check_tidy.py [FILE...]

Most of the time goes into standard headers, which every file includes: so the files of a folder
are looked at together, as one file that includes them all. Where they cannot stand together (two
helpers of one name), the lot is halved until they can. A folder with a .clang-tidy of its own asks
for the analyzer as well; that one looks at main files only, so these files are taken one by one.

A file found clean is not looked at again until it, one of our headers that it includes, its
options or the configuration change: build/tidy/ remembers hashes of all of these.
"""

import collections
import concurrent.futures
import dataclasses
import hashlib
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import ROOT, cores, includes

CLEAN = ROOT / "build/tidy"
# The layers that are clean so far; a folder joins when it is.
FOLDERS = ("src/core", "src/games", "src/search")
TOGETHER = 12  # files at a time


@dataclasses.dataclass
class Source:
    path: Path
    options: tuple
    mark: Path  # exists when the file is known to be clean


def options_of(entry):
    """The options of g++ that clang understands and that change what it sees."""
    kept = []
    words = iter(shlex.split(entry["command"]))
    for word in words:
        if word in ("-isystem", "-I"):
            kept += [word, next(words)]
        elif word.startswith(("-I", "-D", "-std=")):  # warnings are the compilers' business
            kept.append(word)
    return tuple(kept)


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


def compile_commands():
    """How every file is compiled alone, as the preset dev does it; what the build generates is the
    release build's."""
    subprocess.run(["cmake", "--preset", "dev"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    text = (ROOT / "build/dev/compile_commands.json").read_text()
    return json.loads(text.replace(str(ROOT / "build/dev"), str(ROOT / "build/release")))


def all_sources(common):
    """What the build compiles of ours, once a file."""
    entries = compile_commands()
    found = {}
    for entry in entries:
        path = Path(entry["file"]).resolve()
        if path not in found and any(path.is_relative_to(ROOT / folder) for folder in FOLDERS):
            options = options_of(entry)
            found[path] = Source(path, options, CLEAN / fingerprint(path, options, common))
    return list(found.values())


def clang_tidy(path, options):
    """Whether it is clean, whether it compiles, and what clang-tidy says."""
    done = subprocess.run(["clang-tidy", "--quiet", path, "--", *options], cwd=ROOT, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    text = done.stdout + (done.stderr if done.returncode != 0 else "")
    return done.returncode == 0, "[clang-diagnostic-error]" not in text, text


def tidy(lot):
    """Looks at the sources of a lot; returns the findings, empty when all are clean."""
    if len(lot) == 1:
        clean, _, text = clang_tidy(lot[0].path, lot[0].options)
    else:
        with tempfile.NamedTemporaryFile("w", suffix=".cpp", dir=CLEAN) as together:
            together.writelines(f'#include "{source.path}"\n' for source in lot)
            together.flush()
            clean, compiles, text = clang_tidy(together.name, lot[0].options)
        if not compiles:
            half = len(lot) // 2
            return tidy(lot[:half]) + tidy(lot[half:])
    if clean:
        for source in lot:
            source.mark.touch()
        return []
    return [text.replace(f"{ROOT}/", "")]


def lots(sources):
    """Sources that can be looked at together: same folder of src or tests, same options."""
    groups = collections.defaultdict(list)
    for source in sources:
        alone = (source.path.parent / ".clang-tidy").exists()
        folder = source.path.relative_to(ROOT).parts[:3]
        groups[(folder, source.options, source.path if alone else None)].append(source)
    for group in groups.values():
        count = -(-len(group) // TOGETHER)
        for i in range(count):
            yield group[i::count]


def main():
    only = {Path(name).resolve() for name in sys.argv[1:]}
    version = subprocess.run(["clang-tidy", "--version"], stdout=subprocess.PIPE).stdout
    configurations = [ROOT / ".clang-tidy", *(ROOT / "src").rglob(".clang-tidy")]
    common = version + b"".join(path.read_bytes() for path in configurations)
    CLEAN.mkdir(parents=True, exist_ok=True)

    sources = [s for s in all_sources(common) if not only or s.path in only]
    work = [source for source in sources if not source.mark.exists()]
    findings = []
    with concurrent.futures.ThreadPoolExecutor(cores()) as pool:
        for texts in pool.map(tidy, sorted(lots(work), key=len, reverse=True)):
            findings += texts
            for text in texts:
                print(text, flush=True)
    print(f"{len(sources)} files, {len(sources) - len(work)} of them clean before and unchanged"
          + ("; findings above" if findings else ""))
    return 1 if findings or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
