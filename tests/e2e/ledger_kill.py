#!/usr/bin/env python3
"""A round robin of 8 players with 308 games, killed with SIGKILL at 200 random moments.

The whole process group is killed, then the tournament is started again, and so on. In the end the
ledger must hold the same pairings and game ids as that of a run nobody disturbed, every game
exactly once, and pass SQLite's own integrity check.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
KILLS = 200
PLAYERS = ["greedy", "random", "random:by=move"]
TOURNAMENT = """
players = [{players}]
games = 11
play_all = true
seed = 2017
bank = 60
jobs = 2
ledger = "{ledger}"
[board]
size = 5
kinds = 4
"""


def write_tournament(folder, name):
    players = ", ".join(f'"{PLAYERS[i % len(PLAYERS)]}@p{i}"' for i in range(8))
    path = os.path.join(folder, name + ".toml")
    with open(path, "w") as file:
        file.write(TOURNAMENT.format(players=players, ledger=name + ".ledger"))
    return path, os.path.join(folder, name + ".ledger")


def start(path):
    return subprocess.Popen(
        [ZEROSUM, "tournament", path, "--quiet"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)


def contents(ledger):
    with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "damaged ledger"
        pairings = sorted(db.execute("SELECT id, round, first, second FROM pairing"))
        games = sorted(db.execute("SELECT id, pairing, number, first, second FROM game"))
        records = sorted(db.execute("SELECT game FROM record"))
        running = db.execute("SELECT count(*) FROM running").fetchone()[0]
    assert len(set(g[0] for g in games)) == len(games), "a game was kept twice"
    assert [(g[0],) for g in games] == records, "games and records differ"
    return pairings, games, running


def games_so_far(ledger):
    try:
        with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # killed before the tables were there


def main():
    rng = random.Random(6)
    with tempfile.TemporaryDirectory() as folder:
        calm, calm_ledger = write_tournament(folder, "calm")
        begun = time.monotonic()
        subprocess.run([ZEROSUM, "tournament", calm, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - begun
        expected = contents(calm_ledger)
        assert len(expected[0]) == 28 and len(expected[1]) == 308 and expected[2] == 0

        stormy, ledger = write_tournament(folder, "stormy")
        longest = 0.1
        progress = [0]
        while len(progress) <= KILLS:
            process = start(stormy)
            try:
                process.wait(rng.uniform(0, longest))
                raise SystemExit("ended by itself: " + process.stderr.read().decode())
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            progress.append(games_so_far(ledger))
            # Spread the games over the kills: live longer when behind, shorter when ahead.
            behind = progress[-1] < 290 * len(progress) / KILLS
            longest = min(3.0, longest * 1.2) if behind else max(0.01, longest / 1.2)
        subprocess.run([ZEROSUM, "tournament", stormy, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        assert contents(ledger) == expected, "the ledgers differ"
        assert progress == sorted(progress), "games were lost"
        among_games = sum(0 < games < 308 for games in progress)
        print(f"{KILLS} kills, {among_games} of them among games, after every 25: {progress[::25]}, "
              f"then all 308; undisturbed {whole:.1f} s")
        assert among_games > KILLS / 2, "too few kills hit the games"


if __name__ == "__main__":
    sys.exit(main())
