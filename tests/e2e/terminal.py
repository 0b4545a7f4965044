#!/usr/bin/env python3
"""What commands show on a terminal: colour only where it is wanted, and progress that is true."""

import os
import pty
import subprocess
import sys

ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
ESCAPE = b"\x1b["
BOARD = "01/21 1 0 0"


def shown(*arguments, **environment):
    """All that zerosum writes to a terminal."""
    theirs, ours = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [ZEROSUM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=ours,
        stderr=ours,
        env=settings | environment,
    )
    os.close(ours)
    said = b""
    try:
        while chunk := os.read(theirs, 65536):
            said += chunk
    except OSError:  # the last writer has closed it
        pass
    os.close(theirs)
    process.wait(timeout=60)
    return said


def expect(true, what):
    if not true:
        print("FAILED:", what)
        sys.exit(1)


def check_colour():
    match = ("match", "greedy", "random", "--size", "4", "--kinds", "2", "--games", "2")
    for command in (("analyze", BOARD, "--depth", "2", "--quiet"), match):
        name = command[0]
        expect(ESCAPE in shown(*command), f"{name}: no colour on a terminal")
        expect(ESCAPE in shown(*command, NO_COLOR=""), f"{name}: an empty NO_COLOR means nothing")
        expect(ESCAPE not in shown(*command, TERM="dumb"), f"{name}: escapes with TERM=dumb")
        expect(b"\x1b[38;" not in shown(*command, NO_COLOR="1"), f"{name}: ignores NO_COLOR")
    expect(b"\x1b[H" in shown(*match, NO_COLOR="1"), "match: NO_COLOR must not end the redrawing")


check_colour()
print("terminal: all well")
