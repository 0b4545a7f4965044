#!/usr/bin/env python3
"""A skeleton of an agent for the course's files, for machines that have the package.

    python3 agent.py                    reads input.txt, writes output.txt
    python3 agent.py --against greedy   plays games in this process and prints how they ended

choose() is where the thinking goes. An agent that is handed in runs where the package may be missing:
examples/agents/python needs nothing but Python.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import zerosum


def choose(state: zerosum.State, bank: float) -> int:
    """The action to play, with `bank` seconds left for the rest of the game: here the largest gain
    less the best answer to it."""
    def worth(action: int) -> int:
        after = state.child(action)
        return state.gain(action) - max(map(after.gain, after.legal_actions()), default=0)
    return max(state.legal_actions(), key=worth)


def answer_files() -> None:
    state, bank, _ = zerosum.read_input(Path("input.txt").read_text())
    Path("output.txt").write_text(state.write_output(choose(state, bank)))


def practise(opponent: str, games: int) -> None:
    def agent(state: zerosum.State) -> int:
        return choose(state, bank=60)
    for number in range(games):
        record = zerosum.play(agent, opponent, seed=number // 2, first=number % 2, bank=60)
        print(f"game {number + 1}: {record.points[0]} : {record.points[1]}, {record.outcome()}")


def main() -> None:
    parser = argparse.ArgumentParser(description="An agent for the course's files.")
    parser.add_argument("--against", help="play against this player instead")
    parser.add_argument("--games", type=int, default=4)
    arguments = parser.parse_args()
    if arguments.against:
        practise(arguments.against, arguments.games)
    else:
        answer_files()


if __name__ == "__main__":
    main()
