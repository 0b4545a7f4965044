#!/usr/bin/env python3
"""A round robin of 8 players with 336 games, killed with SIGKILL at 200 random moments; then a
contest with a late and a changed player, as a round robin and as a ladder, at 25 moments each.

The whole process group is killed, then the tournament is started again, and so on. In the end the
ledger must hold the same pairings and game ids as that of an undisturbed run, every game
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
games = 12
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
        running = db.execute("SELECT count(*) FROM task").fetchone()[0]
    assert len(set(g[0] for g in games)) == len(games), "a game was kept twice"
    assert [(g[0],) for g in games] == records, "games and records differ"
    return pairings, games, running


def games_so_far(ledger):
    try:
        with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as db:
            return db.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # killed before the tables were there


CONTEST = """
players = [{players}]
format = "{format}"
{end}
seed = 5
bank = 60
play_all = true
ledger = "{ledger}"
[board]
size = 5
kinds = 3
"""
# Hand-ins as they come: one more, then another version of the second.
STAGES = [["greedy@a", "random@b", "random:by=move@c", "greedy@d", "minimax:depth=1@e"]]
STAGES += [STAGES[0] + ["greedy@late"]]
STAGES += [[STAGES[0][0], "greedy@b"] + STAGES[1][2:]]


def late_and_changed(folder, rng, format, end):
    """Killed or not, the contest plays the same games, and none of unchanged pairs again."""
    def contest(name, kills):
        path, ledger = os.path.join(folder, name + ".toml"), os.path.join(folder, name + ".ledger")
        left, before = kills, set()
        for stage, players in enumerate(STAGES):
            with open(path, "w") as file:
                file.write(CONTEST.format(players=", ".join(f'"{p}"' for p in players),
                                          format=format, end=end, ledger=name + ".ledger"))
            while True:
                process = start(path)
                try:
                    process.wait(rng.uniform(0, 0.12) if left > 0 else None)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    left -= 1
                    continue
                assert process.returncode == 0, process.stderr.read().decode()
                break
            pairings, games, running = contents(ledger)
            assert running == 0
            with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as db:
                versions = dict(db.execute("SELECT version.number, name FROM version JOIN entrant "
                                           "ON entrant.number = version.entrant"))
                current = {row[0] for row in db.execute("SELECT current FROM entrant")}
            new = [g for g in games if g[0] not in before]
            if stage > 0 and format == "round-robin":
                changed = {"late", "b"}
                assert new, "the hand-in has not played"
                for _, _, _, first, second in new:
                    assert {versions[first], versions[second]} & changed, "unchanged pairs played again"
                    assert {first, second} <= current, "an old version played"
            before |= {g[0] for g in games}
        return contents(ledger), kills - left

    calm, _ = contest("calm-" + format, 0)
    stormy, kills = contest("stormy-" + format, 25)
    assert calm == stormy, f"{format}: the ledgers differ"
    print(f"{format} with a late and a changed player: {len(calm[1])} games, {kills} kills")


def main():
    rng = random.Random(6)
    with tempfile.TemporaryDirectory() as folder:
        calm, calm_ledger = write_tournament(folder, "calm")
        begun = time.monotonic()
        subprocess.run([ZEROSUM, "tournament", calm, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - begun
        expected = contents(calm_ledger)
        assert len(expected[0]) == 28 and len(expected[1]) == 336 and expected[2] == 0

        # A tournament that ends between two kills is compared and followed by a fresh one, so that
        # the number of kills does not depend on how fast the machine is.
        kills = among_games = finished = 0
        barren = 0  # kills in a row that came before a new game was kept: the machine got slower
        stormy, ledger = write_tournament(folder, "stormy0")
        games = 0
        while kills < KILLS:
            process = start(stormy)
            try:
                process.wait(rng.uniform(0, (0.03 + whole / 10) * (1 + barren / 5)))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                kills += 1
                before, games = games, games_so_far(ledger)
                barren = barren + 1 if games == before else 0
                assert games >= before, "games were lost"
                among_games += 0 < games < len(expected[1])
                continue
            assert process.returncode == 0, process.stderr.read().decode()
            assert contents(ledger) == expected, "the ledgers differ"
            finished += 1
            games = 0
            stormy, ledger = write_tournament(folder, f"stormy{finished}")
        subprocess.run([ZEROSUM, "tournament", stormy, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        assert contents(ledger) == expected, "the ledgers differ"
        print(f"{kills} kills over {finished + 1} tournaments, {among_games} of them among games; "
              f"undisturbed {whole:.1f} s")
        assert among_games > KILLS / 4, "too few kills hit the games"
        for format, end in ("round-robin", ""), ("ladder", "until = 24"):
            late_and_changed(folder, rng, format, end)


if __name__ == "__main__":
    sys.exit(main())
