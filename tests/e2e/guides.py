#!/usr/bin/env python3
"""Every command of the guides and of the README runs, as the pages have it."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(os.environ["ZEROSUM_ROOT"])
PROGRAMS = Path(os.environ["ZEROSUM_BIN"])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LONGEST = 600  # seconds for a page, on a busy machine

# What stands around a page's commands. A server is asked for its page and then ended as by Ctrl-C;
# it takes a free port, since another may run. Status 1 is an answer: a grade that is not full.
PRELUDE = r"""
trap 'status=$?; if [ $status -gt 1 ]; then echo "status $status of: $BASH_COMMAND"; exit $status; fi' ERR
serve_once() {
    command zerosum "$@" --port 0 > served.txt 2>&1 &
    local server=$!
    for _ in $(seq 600); do
        address=$(grep -o 'http://[0-9.:]*/' served.txt) && break
        sleep 0.1
    done
    python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1]).read()' "$address" ||
        { cat served.txt; exit 2; }
    kill -INT $server
    wait $server || true
}
zerosum() { if [ "$1" = serve ]; then serve_once "$@"; else command zerosum "$@"; fi; }
"""


def commands(page):
    """The text of a page's sh blocks. Other blocks are not commands, and hold no prompt either."""
    return "\n".join(text for kind, text in BLOCK.findall(page.read_text()) if kind == "sh")


def lay_out(folder):
    """A clone as far as the pages need one: the examples, the programs, and ./run without the build,
    which has been done."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "build/release").mkdir(parents=True)
    (folder / "build/release/bin").symlink_to(PROGRAMS)
    run = folder / "run"
    run.write_text("#!/bin/bash\nzerosum \"$@\"\n")
    run.chmod(0o755)


def run_page(page):
    """Returns what went wrong, or nothing."""
    text = commands(page)
    if text.count("\n") < 3:
        return f"{page.name}: found no commands, expected blocks that begin with ```sh"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(folder)
        # ./run is a process of its own: it gets the same zerosum.
        script = PRELUDE + "export -f zerosum serve_once\n" + text
        # The pages' server keeps games in the user's data folder: not in that of who runs the tests.
        environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
                       "XDG_DATA_HOME": str(folder / "data")}
        try:
            done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired as late:
            return f"{page.name}: not done after {LONGEST} s\n{(late.stdout or b'').decode()}"
    if done.returncode > 1:
        return f"{page.name}: status {done.returncode}\n{done.stdout[-3000:]}"
    return None


def main():
    pages = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs/guides").glob("*.md")
                                         if path.name != "README.md")]
    complaints = []
    for page in pages:
        start = time.monotonic()
        complaint = run_page(page)
        print(f"{page.name}: {time.monotonic() - start:.0f} s", flush=True)
        if complaint:
            complaints.append(complaint)
    print("\n".join(complaints + [f"{len(pages)} pages, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
