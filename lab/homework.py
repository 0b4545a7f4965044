#!/usr/bin/env python3
"""Plays `homework` as the course does, a process per move, and says what became of its bank.

    lab/homework.py                       play what is missing, 100 games per cell
    lab/homework.py --games 20            only so many games per cell
    lab/homework.py --only 15-minimax     only the cells whose names contain this
    lab/homework.py --show                print the table, play nothing

`homework` has a fiftieth of its opponent's bank. The opponents are processes as well (`zerosum ugi`).
Every board is played from both sides; the games are kept in lab/games/homework-*.jsonl.

A board's worth is how far its first mover is ahead with deep play, so a game is judged by its result
minus that: what `homework` gained or gave away beside the luck of the start. A move is "without a search"
when it cost at most a quarter more than the usual move of the cell with one or two groups left.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "build" / "release" / "bin"
GAMES = ROOT / "lab" / "games"
FIRST_SEED = 98_000
PAIRS_PER_CHUNK = 2  # one on the largest boards, where a game takes minutes
MANY_GROUPS = 20
# size, kinds, bank of the opponent, seconds of the deep search of a start board
BOARDS = ((10, 4, 20, 2), (15, 5, 20, 4), (26, 6, 60, 8))
ODDS = 50
OPPONENTS = ("minimax:depth=3", "alphabeta")


def count_groups(position):
    rows = position.split()[0].split("/")
    seen = set()
    groups = 0
    for row, line in enumerate(rows):
        for column, kind in enumerate(line):
            if kind == "*" or (row, column) in seen:
                continue
            groups += 1
            stack = [(row, column)]
            seen.add((row, column))
            while stack:
                r, c = stack.pop()
                for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    if (near not in seen and 0 <= near[0] < len(rows)
                            and 0 <= near[1] < len(line) and rows[near[0]][near[1]] == kind):
                        seen.add(near)
                        stack.append(near)
    return groups


def deep_value(position, kinds, seconds):
    rows = position.split()[0].split("/")
    text = "\n".join([str(len(rows)), str(kinds), "300", *rows]) + "\n"
    done = subprocess.run([BIN / "zerosum", "analyze", "-", "--time", str(seconds), "--json"],
                          input=text, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])["lines"][0]["score"]


class Cell:
    def __init__(self, size, kinds, bank, deep, opponent):
        self.size, self.kinds, self.bank, self.deep = size, kinds, bank, deep
        self.opponent = opponent
        self.name = f"homework-{size}-{opponent.split(':')[0]}"
        self.path = GAMES / f"{self.name}.jsonl"

    def games(self):
        return ([json.loads(line) for line in self.path.read_text().splitlines()]
                if self.path.exists() else [])

    def play(self, games, jobs):
        """Adds a few pairs of games."""
        have = len(self.games())
        pairs = 1 if self.size >= 26 else PAIRS_PER_CHUNK
        count = min(2 * pairs, games - have)
        folder = Path(tempfile.mkdtemp(prefix="homework-"))
        records = folder / "records"
        subprocess.run([BIN / "zerosum", "match", f"cmd:{BIN / 'homework'}",
                        f"ugi:{BIN / 'zerosum'} ugi --player {self.opponent}",
                        "--size", str(self.size), "--kinds", str(self.kinds),
                        "--bank", str(self.bank), "--odds", str(ODDS), "--paired",
                        "--games", str(count), "--seed", str(FIRST_SEED + have),
                        "--jobs", str(jobs), "--record", records, "--quiet"],
                       stdout=subprocess.DEVNULL, check=True)
        worth = {}
        with self.path.open("a", encoding="utf-8") as kept:
            for file in sorted(records.iterdir()):
                record = json.loads(file.read_text())
                start = record["start"]
                if start not in worth:
                    worth[start] = deep_value(start, self.kinds, self.deep)
                kept.write(json.dumps(summary_of(record, worth[start])) + "\n")
        shutil.rmtree(folder)


def summary_of(record, worth):
    margin = record["points"][0] - record["points"][1]
    first = record["first"] == 0
    return {"seed": record["seed"], "first": first, "margin": margin, "worth": worth,
            "won": record["winner"] == 0, "reason": record["reason"],
            "cpu": [round(seconds, 3) for seconds in record["cpu"]],
            "moves": [[count_groups(move["position"]), round(1000 * move["cpu"], 2)]
                      for move in record["moves"] if move["player"] == 0]}


def mean_of(values):
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((x - mean) ** 2 for x in values) / max(1, len(values) - 1))
    return f"{mean:+.1f} ± {1.96 * spread / math.sqrt(len(values)):.1f}"


def show(cells):
    print("| cell | bank, opponent's | games | won | margin | result minus worth of the board | worst |"
          " without a search | bank left | not decided by points |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for cell in cells:
        games = cell.games()
        if not games:
            continue
        against = [game["margin"] - (game["worth"] if game["first"] else -game["worth"])
                   for game in games]
        pairs = [(a + b) / 2 for a, b in zip(against[::2], against[1::2])]
        margins = [(a["margin"] + b["margin"]) / 2 for a, b in zip(games[::2], games[1::2])]
        # The median price of a move that needs no thought.
        easy = sorted(cpu for game in games for groups, cpu in game["moves"] if groups <= 2)
        price = easy[len(easy) // 2]
        hard = [cpu for game in games for groups, cpu in game["moves"] if groups > MANY_GROUPS]
        quick = sum(cpu <= 1.25 * price for cpu in hard)
        own = cell.bank / ODDS
        left = sum(1 - game["cpu"][0] / own for game in games) / len(games)
        print(f"| {cell.name} | {own:g} s, {cell.bank:g} s | {len(games)} | "
              f"{100 * sum(game['won'] for game in games) / len(games):.0f} % | {mean_of(margins)} | "
              f"{mean_of(pairs)} | {min(against):+d} | {quick} of {len(hard)} "
              f"(price {price:.1f} ms) | {100 * left:.0f} % | "
              f"{sum(game['reason'] != 'points' for game in games)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only cells whose names contain this")
    parser.add_argument("--games", type=int, default=100, help="games per cell")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at once")
    parser.add_argument("--show", action="store_true", help="print the table, play nothing")
    arguments = parser.parse_args()
    cells = [cell for opponent in OPPONENTS for board in BOARDS
             if arguments.only in (cell := Cell(*board, opponent)).name]
    if not cells:
        parser.error(f"no cell has '{arguments.only}' in its name")
    while not arguments.show:
        open_cells = [cell for cell in cells if len(cell.games()) < arguments.games]
        if not open_cells:
            break
        cell = min(open_cells, key=lambda c: len(c.games()))
        print(f"{cell.name}: {len(cell.games())} of {arguments.games}", file=sys.stderr, flush=True)
        cell.play(arguments.games, arguments.jobs)
    show(cells)


if __name__ == "__main__":
    main()
