#!/usr/bin/env python3
"""Fails when a command of zerosum is not documented or a link between our pages leads nowhere."""

import re
import subprocess
import sys
from urllib.parse import unquote

from tree import ROOT

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")
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


def commands():
    """The subcommands that `zerosum --help` lists, one an indented line below their title."""
    done = subprocess.run([ROOT / "build/release/bin/zerosum", "--help"], text=True, check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    _, _, listed = done.stdout.partition("Subcommands:")
    return re.findall(r"^  ([a-z][a-z-]*)\b", listed, re.MULTILINE)


def main():
    complaints = []
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
    for complaint in complaints:
        print(complaint)
    print(f"{len(texts)} pages, {len(names)} commands, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
