#!/usr/bin/env python3
"""Makes a ledger of a class: large_ledger.py FILE PLAYERS GAMES.

A real tournament of two players makes the ledger and a real record; the class is filled in by SQL, through the
tables that docs/tournament.md describes. Playing 45,000 games would cost most of a minute of CPU time. Called again
with more GAMES, it adds those that are missing.
"""

import itertools
import os
import sqlite3
import subprocess
import sys

SETTINGS = """
title = "Class of <300> & more"
game = "fruit"
players = ["greedy@student-000", "random@student-001"]
games = 1
paired = false
seed = 1
bank = 20
[board]
size = 6
kinds = 4
"""


def create(file):
    settings = file + ".toml"
    with open(settings, "w") as out:
        out.write(f'ledger = "{file}"\n{SETTINGS}')
    zerosum = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
    subprocess.run([zerosum, "tournament", settings], check=True, stdout=subprocess.DEVNULL)


def fill(ledger, players, games):
    (first_number,) = ledger.execute("SELECT count(*) FROM entrant").fetchone()
    for number in range(first_number, players):
        ledger.execute("INSERT INTO entrant (number, name, current) VALUES (?, ?, ?)", (number, f"student-{number:03}", None))
        spec = ["greedy", "random"][number % 2]
        ledger.execute(
            "INSERT INTO version (number, entrant, spec, fingerprint, entered) VALUES (?, ?, ?, ?, 1)",
            (number, number, spec, spec),
        )
        ledger.execute("UPDATE entrant SET current = ? WHERE number = ?", (number, number))
    record = ledger.execute("SELECT json FROM record").fetchone()[0]
    (played,) = ledger.execute("SELECT count(*) FROM game").fetchone()
    ended = 1_700_000_000
    for place, (one, other) in enumerate(itertools.islice(pairs(players), games)):
        if place < played:
            continue
        first, second = (one, other) if place % 2 else (other, one)
        # The higher number loses, but for a tenth of the games: an order with some noise in it.
        winner = int(first > second) if place % 10 else int(first < second)
        points = (20, 16) if winner == 0 else (16, 20)
        pairing, game = f"{place + 1:016x}", f"{place + 1 + (1 << 40):016x}"
        ledger.execute(
            "INSERT INTO pairing (place, id, round, first, second) VALUES (?, ?, 1, ?, ?)", (place + 10, pairing, first, second)
        )
        reason = "points" if place % 50 else "crash"
        ledger.execute(
            "INSERT INTO game (place, id, pairing, number, first, second, winner, first_points, second_points, reason,"
            " first_cpu, second_cpu, wall, ended) VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, 0.01, 0.02, 0.03, ?)",
            (place + 10, game, pairing, first, second, winner, *points, reason, ended + place),
        )
        ledger.execute("INSERT INTO record (game, json) VALUES (?, ?)", (game, record))


def pairs(players):
    """Every pair once, in rounds: everybody plays as often as everybody else."""
    for step in range(1, players // 2 + 1):
        for one in range(players):
            if 2 * step != players or one < step:
                yield one, (one + step) % players


def main():
    file, players, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    if not os.path.exists(file):
        create(file)
    ledger = sqlite3.connect(file)
    with ledger:
        fill(ledger, players, games)
    ledger.close()


if __name__ == "__main__":
    sys.exit(main())
