#!/usr/bin/env python3
"""Two UGI engines at equal CPU banks, without the sandbox and its processes: for a busy machine.

    lab/duel.py NEW OLD --game raid --size 12 --bank 2 --games 40 --seed 91000 --keep FILE
    lab/duel.py --show FILE...

NEW and OLD are commands such as 'build/release/bin/zerosum ugi'. Every board is played from both sides. A
move is charged with the CPU time of its process, read from that process's clock, as in `zerosum match`. The moves
are played here, by rules of this file's own. One line of JSON per game is added to FILE, which says how many games
were played: the same command goes on where it stopped.
"""

import argparse
import json
import math
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ZEROSUM = ROOT / "build" / "release" / "bin" / "zerosum"


def cell_of(name):
    letters, row = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(row) - 1, column - 1


def near(row, column, size):
    return [(r, c) for r, c in ((row - 1, column), (row + 1, column), (row, column - 1),
                                (row, column + 1)) if 0 <= r < size and 0 <= c < size]


class FruitBoard:
    def __init__(self, line):
        rows, self.mover, *_ = line.split()
        self.rows = [list(row) for row in rows.split("/")]
        self.points = {"1": 0, "2": 0}

    def line(self):
        rows = "/".join("".join(row) for row in self.rows)
        return f"{rows} {self.mover} {self.points['1']} {self.points['2']}"

    def over(self):
        return all(cell == "*" for row in self.rows for cell in row)

    def play(self, move):
        size = len(self.rows)
        start = cell_of(move)
        kind = self.rows[start[0]][start[1]]
        assert kind != "*"
        group = {start}
        stack = [start]
        while stack:
            for cell in near(*stack.pop(), size):
                if cell not in group and self.rows[cell[0]][cell[1]] == kind:
                    group.add(cell)
                    stack.append(cell)
        self.points[self.mover] += len(group) ** 2
        for row, column in group:
            self.rows[row][column] = "*"
        for column in range(size):
            left = [self.rows[row][column] for row in range(size) if self.rows[row][column] != "*"]
            for row, kind in enumerate(["*"] * (size - len(left)) + left):
                self.rows[row][column] = kind
        self.mover = "2" if self.mover == "1" else "1"

    def margin(self):
        """Points of side 1 minus those of side 2."""
        return self.points["1"] - self.points["2"]


class RaidBoard:
    def __init__(self, line):
        rows, self.mover, self.values = line.split()
        self.rows = [list(row) for row in rows.split("/")]

    def line(self):
        return f"{'/'.join(''.join(row) for row in self.rows)} {self.mover} {self.values}"

    def over(self):
        return all(cell != "." for row in self.rows for cell in row)

    def play(self, move):
        name, kind = move.split(":")
        row, column = cell_of(name)
        around = near(row, column, len(self.rows))
        assert self.rows[row][column] == "."
        if kind == "Raid":
            assert any(self.rows[r][c] == self.mover for r, c in around)
            for r, c in around:
                if self.rows[r][c] != ".":
                    self.rows[r][c] = self.mover
        self.rows[row][column] = self.mover
        self.mover = "O" if self.mover == "X" else "X"

    def margin(self):
        """Points of X minus those of O."""
        values = [[int(value) for value in row.split(",")] for row in self.values.split("/")]
        return sum(value if owner == "X" else -value for row, owners in zip(values, self.rows)
                   for value, owner in zip(row, owners))


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.clock = (~self.process.pid << 3) | 2  # CPU time of all threads of that process
        self.say("ugi", "ugiok")

    def say(self, line, until):
        self.process.stdin.write(line + "\n")
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                sys.exit("duel: an engine ended")
            if answer.startswith(until):
                return answer.split()

    def move(self, position, banks):
        before = time.clock_gettime(self.clock)
        self.process.stdin.write(f"position fen {position}\n")
        answer = self.say(f"go p1time {banks[0] * 1000:.0f} p2time {banks[1] * 1000:.0f}", "bestmove")
        used = time.clock_gettime(self.clock) - before
        return ":".join(answer[1:]), used  # older engines say "D4 Stake"

    def end(self):
        self.process.stdin.write("quit\n")
        self.process.wait()


def play(engines, board, bank):
    """`engines` by side. The margin of the first side, the CPU seconds of both, who ran out."""
    sides = ("1", "2") if isinstance(board, FruitBoard) else ("X", "O")
    used = [0.0, 0.0]
    late = None
    while not board.over():
        side = sides.index(board.mover)
        move, cpu = engines[side].move(board.line(), [max(bank - each, 0.001) for each in used])
        used[side] += cpu
        if used[side] > bank and late is None:
            late = side
        board.play(move)
    return board.margin(), used, late


def show_head():
    print("| file | games | won | pairs won, lost | paired margin | CPU per game | over the bank |")
    print("| --- | --- | --- | --- | --- | --- | --- |")


def show(path):
    games = [json.loads(line) for line in Path(path).read_text().splitlines()]
    pairs = [(a["margin"] + b["margin"]) / 2 for a, b in zip(games[::2], games[1::2])]
    if not pairs:
        return
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((x - mean) ** 2 for x in pairs) / max(1, len(pairs) - 1))
    cpu = [sum(game["cpu"][player] for game in games) / len(games) for player in (0, 1)]
    print(f"| {Path(path).stem} | {2 * len(pairs)} | "
          f"{100 * sum(game['margin'] > 0 for game in games) / len(games):.0f} % | "
          f"{sum(x > 0 for x in pairs)}, {sum(x < 0 for x in pairs)} | "
          f"{mean:+.1f} ± {1.96 * spread / math.sqrt(len(pairs)):.1f} | {cpu[0]:.2f}, {cpu[1]:.2f} s | "
          f"{sum(game['late'] is not None for game in games)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engines", nargs="*", help="two commands")
    parser.add_argument("--game", default="fruit", choices=("fruit", "raid"))
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--kinds", type=int, default=4)
    parser.add_argument("--bank", type=float, default=1)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=91_000)
    parser.add_argument("--keep", type=Path, help="the games; it goes on where these stopped")
    parser.add_argument("--show", nargs="+", help="print the tables of these, play nothing")
    arguments = parser.parse_args()
    if arguments.show:
        show_head()
        for path in arguments.show:
            show(path)
        return
    if len(arguments.engines) != 2 or arguments.keep is None:
        parser.error("expected two commands and --keep")
    kinds = ["--kinds", str(arguments.kinds)] if arguments.game == "fruit" else []
    have = len(arguments.keep.read_text().splitlines()) if arguments.keep.exists() else 0
    boards = subprocess.run([ZEROSUM, "boards", "--game", arguments.game, "--size",
                             str(arguments.size), *kinds, "--count", str(arguments.games // 2),
                             "--seed", str(arguments.seed), "--quiet"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.splitlines()
    kind_of_board = FruitBoard if arguments.game == "fruit" else RaidBoard
    for number in range(have, arguments.games):
        first = number % 2  # the engine that has the side to move
        engines = [Engine(command) for command in arguments.engines]
        board = kind_of_board(boards[number // 2])
        order = engines[::-1] if first else engines
        if board.mover in ("2", "O"):
            order = order[::-1]
        swapped = order[0] is not engines[0]
        margin, used, late = play(order, board, arguments.bank)
        for engine in engines:
            engine.end()
        if swapped:
            margin, used, late = -margin, used[::-1], None if late is None else 1 - late
        with arguments.keep.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps({"board": number // 2, "first": first == 0, "margin": margin,
                                   "cpu": [round(each, 3) for each in used], "late": late}) + "\n")
    show_head()
    show(arguments.keep)


if __name__ == "__main__":
    main()
