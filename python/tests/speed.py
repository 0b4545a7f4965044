#!/usr/bin/env python3
"""How fast the package is: random play-outs on 10 x 10 with 4 kinds, and the engine's nodes.

    python3 speed.py            a figure for each, the best of several runs
    python3 speed.py --quick    a few short runs

Fails when a move of many boards takes 3 times that of C++ (about 1.4 is usual), or a twentieth of
that of a board in plain Python (a 250th is usual). They are ratios of CPU time, so that a busy or a
slow machine does not matter.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from plain_board import play_out

import zerosum

PROGRAM = Path(os.environ.get("ZEROSUM_BIN", Path(__file__).parents[2] / "build/release/bin"),
               "zerosum")


def best_of(runs: int, work: Callable[[], int]) -> float:
    """Nanoseconds of CPU per unit of work, in the best run."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        done = work()
        best = min(best, (time.process_time() - start) / done)
    return best * 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast the package is.")
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    runs = 3 if quick else 7
    boards = 256 if quick else 2048
    game = zerosum.load_game("fruit", size=10, kinds=4)
    env = zerosum.VectorEnv(game, boards, seed=0)

    def in_cpp() -> int:
        env.reset(seed=0)
        return env.play_out()

    def stepped() -> int:
        env.reset(seed=0)
        moves = 0
        while not env.done.all():
            moves += boards - int(env.done.sum())
            env.step(env.sample())
        return moves

    def plain() -> int:
        return sum(play_out(game.new_initial_state(i).rows(), seed=i)
                   for i in range(2 if quick else 20))

    cpp, batch, python = best_of(runs, in_cpp), best_of(runs, stepped), best_of(runs, plain)
    print(f"play-outs in C++          {cpp:10.0f} ns per move")
    print(f"play-outs step by step    {batch:10.0f} ns per move, {batch / cpp:.2f} times C++")
    print(f"play-outs in plain Python {python:10.0f} ns per move, {python / batch:.0f} times that")

    assert batch <= 3 * cpp, "a move from Python takes too long beside one in C++"
    assert python >= 20 * batch, "a move from Python takes too long beside one in plain Python"
    compare_engines(runs, 0.02 if quick else 1.0)


def compare_engines(runs: int, part: float) -> None:
    """The same search here and by the command line, in turn, so that both meet the same machine. A
    part of it for a quick look."""
    if not PROGRAM.exists():
        print(f"engine: not compared, there is no {PROGRAM}")
        return
    # About half a second each: a node of Stake & Raid costs a hundredth of one of The Fruit Rage.
    for name, size, whole in ("fruit", 15, 2_000_000), ("raid", 12, 200_000_000):
        nodes = int(whole * part)
        state = zerosum.load_game(name, size=size).new_initial_state(1)
        here = there = 0.0
        for _ in range(runs):
            start = time.process_time()
            searched = zerosum.Engine(state.game).search(state, nodes=nodes)
            here = max(here, searched.nodes / (time.process_time() - start))
            said = json.loads(subprocess.run(
                [PROGRAM, "analyze", state.line(), "--nodes", str(nodes), "--json"],
                check=True, stdout=subprocess.PIPE).stdout)
            there = max(there, said["nodes"] / said["cpu"])
        print(f"engine, {name} {size} x {size}: {here:,.0f} nodes/s, by zerosum analyze "
              f"{there:,.0f}: {100 * (here / there - 1):+.1f} %")


if __name__ == "__main__":
    main()
