#!/usr/bin/env python3
"""What commands show on a terminal: colour only where it is wanted, and progress that is true."""

import os
import pty
import re
import subprocess
import sys

ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
ESCAPE = b"\x1b["
BOARD = "01/21 1 0 0"


def shown(*arguments, program=ZEROSUM, **environment):
    """All that a program writes to a terminal."""
    theirs, ours = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
    process = subprocess.Popen(
        [program, *arguments],
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


def sooner_or_later(holds, *sizes):
    """Whether it holds for one of the growing sizes: a time left is shown from the first second on,
    and how much work that is depends on the machine."""
    return any(holds(size) for size in sizes)


def check_progress():
    """A line that says how long it takes must be right."""
    large = subprocess.run(
        [ZEROSUM, "boards", "--size", "20", "--kinds", "5", "--count", "1"],
        capture_output=True,
        check=True,
        text=True,
    ).stdout.strip()
    by_nodes = shown("analyze", large, "--nodes", "1500000")
    expect(b"depth 3:" in by_nodes, f"analyze: no progress: {by_nodes}")
    expect(b"left" not in by_nodes, f"analyze: nodes limit, but there is time left: {by_nodes}")
    expect(sooner_or_later(lambda t: b"left" in shown("analyze", large, "--time", str(t)), 3, 9, 27),
           "analyze: no time left with --time")

    def solve_tells_no_end(nodes):
        said = shown("solve", large, "--nodes", str(nodes))
        expect(b"left" not in said, f"solve --nodes: {said}")
        return b"so far" in said

    expect(sooner_or_later(solve_tells_no_end, 1_500_000, 6_000_000, 24_000_000),
           "solve --nodes: no progress")
    expect(sooner_or_later(lambda t: b" left" in shown("solve", large, "--time", str(t)), 2, 6, 18),
           "solve: no time left with --time")

    def match_tells_the_time_left(games):
        drawn = shown("match", "minimax", "minimax", "--size", "8", "--games", str(games))
        return any(b" of %d games:" % games in text and b" left" in text
                   for text in drawn.split(b"\x1b[H\x1b[J") if b" plays " in text)

    expect(sooner_or_later(match_tells_the_time_left, 99, 400, 1600),
           "match: the live board does not show the time left")

    search = ("boards", "--balanced", "--size", "6", "--count", "3", "--nodes", "2000")
    expect(b" of 3 boards, " in shown(*search), "boards: no progress")
    expect(ESCAPE not in shown(*search, "--quiet"), "boards: progress with --quiet")
    expect(b"examined" not in shown(*search, "--quiet"), "boards: a summary with --quiet")
    expect(shown(*search, "--json").startswith(b'{"game"'), "boards: talks beside its JSON")
    expect(b"some seconds" not in shown("doctor", "--json"), "doctor: talks beside its JSON")


def check_build_progress():
    """What ./run shows while it builds: a line that moves, from a log such as ninja's."""
    work = """
        . scripts/progress.sh
        log=$(mktemp)
        show_progress build "$log"
        for i in 1 2 3 4 5 6 7; do echo "[$i/9] Building"; sleep 1; done >"$log"
        end_progress
        rm "$log"
    """
    said = shown("-c", work, program="bash")
    lines = [line for line in said.split(b"\r\x1b[K") if line]
    expect(len(lines) >= 3, f"the line of a build does not move: {said}")
    expect(all(re.fullmatch(rb"build: \d+:\d\d, \d of 9(, about \d+:\d\d left)?", line) for line in lines),
           f"the line of a build is not what it should be: {said}")
    expect(re.search(rb", about \d+:\d\d left$", lines[-1]), f"no time left: {said}")
    expect(said.endswith(b"\r\x1b[K"), f"the line of a build stays: {said}")
    expect(shown("-c", work, program="bash", TERM="dumb") == b"", "a dumb terminal is written on")


os.chdir(os.environ["ZEROSUM_ROOT"])
check_colour()
check_progress()
check_build_progress()
print("terminal: all well")
