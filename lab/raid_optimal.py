#!/usr/bin/env python3
"""How many of the engine's moves near the end of Stake & Raid are optimal.

    lab/raid_optimal.py                                 200 positions of 14 to 18 free squares, 20 s left
    lab/raid_optimal.py --positions 20 --bank 2         fewer, with less time

Each position is played to from an empty board by the largest gain, one move in three drawn at
random. `zerosum move` answers it with that bank. An answer that it calls exact is proved; any other
is looked for among the best moves of `zerosum solve`.
"""

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

ZEROSUM = Path(__file__).resolve().parent.parent / "build" / "release" / "bin" / "zerosum"
SIZES = (5, 6, 8)


def neighbours(size, cell):
    row, column = divmod(cell, size)
    return [r * size + c for r, c in ((row - 1, column), (row + 1, column), (row, column - 1),
                                      (row, column + 1)) if 0 <= r < size and 0 <= c < size]


def turned_by(board, size, cell, side):
    beside = neighbours(size, cell)
    if all(board[n] != side for n in beside):
        return []
    return [n for n in beside if board[n] not in (side, ".")]


def position(size, free, draw):
    """A course file's values, board and mover."""
    values = [draw.randint(1, 99) for _ in range(size * size)]
    board = ["."] * (size * size)
    side = "X"
    while board.count(".") > free:
        cells = [c for c, held in enumerate(board) if held == "."]
        gains = {c: values[c] + 2 * sum(values[n] for n in turned_by(board, size, c, side))
                 for c in cells}
        cell = draw.choice(cells) if draw.random() < 1 / 3 else max(cells, key=gains.get)
        for n in [cell] + turned_by(board, size, cell, side):
            board[n] = side
        side = "O" if side == "X" else "X"
    return values, board, side


def course_file(size, values, board, side, bank):
    rows = range(0, size * size, size)
    lines = [str(size), "COMPETITION", side, f"{bank:g}"]
    lines += [" ".join(map(str, values[r:r + size])) for r in rows]
    lines += ["".join(board[r:r + size]) for r in rows]
    return "\n".join(lines) + "\n"


def ask(text, *arguments):
    done = subprocess.run([ZEROSUM, *arguments, "--json"], input=text, text=True, check=True,
                          stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--bank", type=float, default=20)
    parser.add_argument("--least", type=int, default=14, help="free squares")
    parser.add_argument("--most", type=int, default=18, help="free squares")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    span = options.most - options.least + 1
    found = {}
    for number in range(options.positions):
        size, free = SIZES[number % len(SIZES)], options.least + number % span
        text = course_file(size, *position(size, free, draw), options.bank)
        answer = ask(text, "move", "-", "-")
        optimal = answer["exact"] or answer["move"] in ask(text, "solve", "-")["best"]
        row = found.setdefault(free, [0, 0, 0, 0.0])
        for at, more in enumerate((1, answer["exact"], optimal, answer["cpu"])):
            row[at] += more
        print(f"{number + 1} of {options.positions}", end="\r", file=sys.stderr, flush=True)
    print("| free squares | positions | proved | optimal | CPU per move |")
    print("| --- | --- | --- | --- | --- |")
    for free, (count, proved, optimal, cpu) in sorted(found.items()):
        print(f"| {free} | {count} | {proved} | {optimal} | {cpu / count:.2f} s |")
    count, optimal = (sum(row[at] for row in found.values()) for at in (0, 2))
    print(f"optimal: {optimal} of {count}, {100 * optimal / count:.1f} %")


if __name__ == "__main__":
    main()
