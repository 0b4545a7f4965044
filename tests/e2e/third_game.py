#!/usr/bin/env python3
"""A third game (tests/third_game) is played, analysed, recorded and replayed by the same program."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = str(Path(os.environ["ZEROSUM_BIN"]) / "third_game" / "zerosum")
START = "123/456/789 W 0 0"


def run(*arguments, folder=None):
    """What the program prints; it must succeed."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=folder,
                          timeout=300)
    assert done.returncode == 0, f"{arguments}: status {done.returncode}\n{done.stderr}"
    return done.stdout


def is_in_the_help():
    assert "Coin Rows (coins)" in run("--help")


def is_drawn():
    board = run("boards", "--game", "coins", "--size", "3", "--count", "1", "--quiet").strip()
    assert re.fullmatch(r"([1-9]{3}/){2}[1-9]{3} W 0 0", board), board


def is_solved_and_analysed():
    """The solver, the search to the end and a plain minimax agree."""
    solved = json.loads(run("solve", START, "--json"))
    assert solved["solved"], solved
    assert solved["value"] == minimax(START), (solved, minimax(START))
    analysis = json.loads(run("analyze", START, "--depth", "9", "--json"))
    best = analysis["lines"][0]
    assert best["score"] == solved["value"], (best, solved)
    assert best["move"] in solved["best"], (best, solved)
    assert json.loads(run("perft", START, "2", "--json"))["nodes"] == 6 * 6


def minimax(line):
    """What the rest of the game brings to the player to move."""
    rows = tuple(line.split()[0].replace(".", "").split("/"))
    known = {}

    def value(left):
        if left not in known:
            known[left] = max(
                (int(row[end]) - value(tuple(sorted(left[:i] + (shorter,) + left[i + 1:])))
                 for i, row in enumerate(left) if row
                 for end, shorter in ((0, row[1:]), (-1, row[:-1]))), default=0)
        return known[left]

    return value(tuple(sorted(rows)))


def is_answered_as_a_course_file(folder):
    (folder / "input.txt").write_text("coins\n2 W 0 0\n30.000\n19\n12\n")
    run("move", "input.txt", "output.txt", folder=folder)
    move, *rows = (folder / "output.txt").read_text().splitlines()
    assert (move, rows) in (("B1", ["o.", "oo"]), ("B2", ["oo", "o."]), ("A2", ["oo", ".o"]),
                            ("A1", [".o", "oo"])), (move, rows)


def is_played_recorded_and_replayed(folder):
    for opponent in ("random", "greedy"):
        lines = run("match", "engine:nodes=2000", opponent, "--game", "coins", "--games", "10",
                    "--size", "4", "--seed", "3", "--json", "--record",
                    str(folder / opponent)).splitlines()
        summary = json.loads(lines[-1])["summary"]
        assert summary["wins"] > summary["losses"], summary
    records = sorted((folder / "greedy").glob("*.json"))
    record = json.loads(records[0].read_text())
    assert record["game"] == "coins" and len(record["moves"]) == 16, record
    shown = run("replay", str(records[0]))
    assert record["moves"][0]["move"] in shown, shown


def main():
    is_in_the_help()
    is_drawn()
    is_solved_and_analysed()
    with tempfile.TemporaryDirectory() as folder:
        is_answered_as_a_course_file(Path(folder))
        is_played_recorded_and_replayed(Path(folder))
    print("a third game is drawn, solved, analysed, answered, played, recorded and replayed")


if __name__ == "__main__":
    sys.exit(main())
