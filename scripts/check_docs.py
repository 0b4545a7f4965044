#!/usr/bin/env python3
"""Fails when a command of zerosum is not documented, a page is missing from its folder's index, or a
link between our pages or the name of a page in a comment leads nowhere."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

from tree import ROOT, sources

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")
CITED = re.compile(r"\b(?:docs|lab)/[\w/-]+\.md\b")
CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def pages():
    skipped = {"build", "node_modules"}
    return sorted(path for path in ROOT.rglob("*.md")
                  if not skipped & set(path.relative_to(ROOT).parts))


def anchors(text):
    """The names that a page's headings can be linked by."""
    names = set()
    for heading in re.findall(r"^#+ +(.*)$", CODE.sub("", text), re.MULTILINE):
        plain = re.sub(r"[^\w\- ]", "", heading.lower())
        names.add(plain.replace(" ", "-"))
    return names


def broken_links(page):
    text = page.read_text()
    for target in LINK.findall(CODE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = unquote(target).partition("#")
        found = (page.parent / name).resolve() if name else page
        if not found.exists():
            yield f"{page.relative_to(ROOT)}: {target} does not exist"
        elif anchor and found.suffix == ".md" and anchor not in anchors(found.read_text()):
            yield f"{page.relative_to(ROOT)}: {target}: no such heading"


def broken_citations():
    """Pages that comments name, from the root of the repository, and that are not there."""
    for path in sources("src", "tests", "bench", "web/src", "python/src",
                        suffixes=(".cpp", ".h", ".ts", ".tsx")):
        for name in sorted(set(CITED.findall(path.read_text()))):
            if not (ROOT / name).exists():
                yield f"{path.relative_to(ROOT)}: {name} does not exist"


def missing_from_index(folder):
    index = (folder / "README.md").read_text()
    for page in sorted(folder.glob("*.md")):
        if page.name != "README.md" and f"({page.name})" not in index:
            yield f"{folder.name}/README.md does not list {page.name}"


def commands():
    """The subcommands that `zerosum --help` lists, each on an indented line below their title."""
    programs = Path(os.environ.get("ZEROSUM_BIN", ROOT / "build/release/bin"))
    done = subprocess.run([programs / "zerosum", "--help"], text=True, check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    _, _, listed = done.stdout.partition("Subcommands:")
    return re.findall(r"^  ([a-z][a-z0-9-]*)\b", listed, re.MULTILINE)


def wrong_rows(page, names):
    """The table of docs/commands.md has one row for each command, and one only."""
    rows = re.findall(r"^\| `zerosum ([a-z0-9]+)`", page, re.MULTILINE)
    for name in sorted({*names, *rows}):
        if rows.count(name) != 1 or name not in names:
            wanted = int(name in names)
            yield f"docs/commands.md: {rows.count(name)} rows for {name}, expected {wanted}"


def main():
    complaints = [*broken_citations(), *missing_from_index(ROOT / "docs"),
                  *missing_from_index(ROOT / "lab")]
    texts = {page: page.read_text() for page in pages()}
    for page in texts:
        complaints += broken_links(page)
    names = commands()
    if not names:
        complaints.append("zerosum --help lists no subcommand")
    guide = "\n".join(text for page, text in texts.items()
                      if page.parent in (ROOT, ROOT / "docs"))
    for name in names:
        if not re.search(rf"(zerosum|\./run) {name}\b", guide):
            complaints.append(f"zerosum {name} is not mentioned in README.md or docs/*.md")
    complaints += wrong_rows(texts[ROOT / "docs/commands.md"], names)
    for complaint in complaints:
        print(complaint)
    print(f"{len(texts)} pages, {len(names)} commands, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
