#!/usr/bin/env python3
"""Plays whole games on the build with assertions and sanitizers: both games, every built-in player.

The players' strength is not the point; that nothing stops them is.
"""

import json
import subprocess
import sys

from tree import ROOT

PROGRAM = ROOT / "build/debug/bin/zerosum"
MATCHES = [
    ("fruit", "engine", "minimax:depth=3", ["--size", "8", "--kinds", "4"]),
    ("fruit", "engine:nodes=300", "greedy", ["--size", "26", "--kinds", "6"]),
    ("fruit", "random", "random:by=move", ["--size", "32", "--kinds", "10"]),
    ("raid", "engine", "minimax:depth=2", ["--size", "5"]),
    ("raid", "engine:nodes=300", "greedy", ["--size", "12"]),
]


def main():
    played = 0
    for game, first, second, options in MATCHES:
        command = [PROGRAM, "match", first, second, "--game", game, "--games", "4", "--bank", "2",
                   "--seed", "1", "--json", *options]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        games = [line for line in map(json.loads, done.stdout.splitlines()) if "game" in line]
        print(f"{game}: {first} against {second}: {len(games)} games, status {done.returncode}")
        if done.returncode != 0 or not games:
            print(done.stdout)
            return 1
        played += len(games)
    print(f"{played} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
