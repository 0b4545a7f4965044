#!/usr/bin/env python3
"""Plays the tables of points lost against perfect play of docs/strength.md.

    lab/regret.py                      play the rows that are missing
    lab/regret.py --only raid-4        only the tables whose names contain this
    lab/regret.py --show               print the tables, play nothing

Each player plays with itself, by `zerosum regret`. The answers are kept in lab/games/regret.jsonl, one line
per row: take a line out to play it again.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ZEROSUM = ROOT / "build" / "release" / "bin" / "zerosum"
ROWS = ROOT / "lab" / "games" / "regret.jsonl"
SEED = 97_000
LEVELS = [(f"engine:level={level}", 2) for level in range(1, 10)]
REFERENCE = [("greedy", 2), ("minimax:depth=3", 2)]


def engine(*banks):
    return [("engine:adapt=0", bank) for bank in banks]


def each(games, *players):
    return [(player, bank, games) for group in players for player, bank in group]


# name: what `regret` is told of the board, and the players with their banks and numbers of games.
# The judge proves nearly all positions of the first two tables; in the others it believes some, in
# Fruit alone, and leaves out what it does not know of the openings. Level 10 is the engine itself.
TABLES = {
    "fruit-7p3": (["--size", "7", "--kinds", "3"],
                  each(100, engine(0.2), REFERENCE[:1]) + each(30, REFERENCE[1:], LEVELS)
                  + each(20, engine(2)) + each(4, engine(20))),
    "raid-4": (["--game", "raid", "--size", "4", "--nodes", "4000000"],
               each(8, REFERENCE, LEVELS, engine(0.2, 2)) + each(4, engine(20))),
    "raid-5": (["--game", "raid", "--size", "5", "--nodes", "4000000"],
               each(16, REFERENCE, LEVELS, engine(0.2, 2))),
    "fruit-8p4": (["--size", "8", "--kinds", "4"],
                  each(8, REFERENCE, LEVELS, engine(0.2, 2)) + each(4, engine(20))),
}


def rows():
    found = ([json.loads(line) for line in ROWS.read_text().splitlines()]
             if ROWS.exists() else [])
    return {(row["table"], row["player"], row["bank"]): row for row in found}


def play(table, board, player, bank, games):
    command = [str(ZEROSUM), "regret", player, *board, "--bank", str(bank), "--games", str(games),
               "--seed", str(SEED), "--quiet", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    answer = json.loads(done.stdout.splitlines()[-1])
    with ROWS.open("a", encoding="utf-8") as kept:
        kept.write(json.dumps({"table": table, "player": player, "bank": bank, "games": games,
                               "answer": answer}) + "\n")


def show(name, board, players):
    print(f"`zerosum regret PLAYER {' '.join(board)} --bank S --games N --seed {SEED}`\n")
    print("| player | games | moves | proved | believed | best moves | points lost per side and game |"
          " opening, middle, end |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for player, bank, games in players:
        row = rows().get((name, player, bank))
        if row is None:
            continue
        part = row["answer"]["players"][0]
        every = part["all"]
        low, high = every["lost_per_game_ci95"]
        # Of a phase that is hardly judged nothing is known.
        phases = ", ".join("-" if 2 * phase["judged"] < phase["moves"]
                           else f"{phase['lost_per_game']:.2f}" for phase in part["phases"].values())
        seconds = f", {bank:g} s" if player.startswith("engine:adapt") else ""
        print(f"| `{player}`{seconds} | {row['games']} | {every['moves']} | "
              f"{100 * every['proved'] / every['moves']:.0f} % | "
              f"{100 * (every['judged'] - every['proved']) / every['moves']:.0f} % | "
              f"{100 * every['best'] / every['judged']:.0f} % | {every['lost_per_game']:.2f} ± "
              f"{(high - low) / 2:.2f} | {phases} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only tables whose names contain this")
    parser.add_argument("--show", action="store_true", help="print the tables, play nothing")
    arguments = parser.parse_args()
    tables = {name: table for name, table in TABLES.items() if arguments.only in name}
    if not tables:
        parser.error(f"no table has '{arguments.only}' in its name")
    for name, (board, players) in tables.items():
        for player, bank, games in players:
            if not arguments.show and (name, player, bank) not in rows():
                print(f"{name}: {player}, {bank:g} s", file=sys.stderr, flush=True)
                play(name, board, player, bank, games)
        show(name, board, players)


if __name__ == "__main__":
    main()
