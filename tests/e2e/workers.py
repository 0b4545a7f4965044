#!/usr/bin/env python3
"""8 workers play 400 games on a real PostgreSQL. They are killed with SIGKILL at random moments and
replaced, one is stopped for longer than its lease, and the server is killed three times.

No process runs the tournament: the one that began it is killed as well, so the workers plan. In the
end every game is there exactly once, with the pairings and results of an undisturbed run on a file.
The same is then done without a server, with 4 workers on a SQLite file.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from ledger_kill import ZEROSUM, contents
from ledger_server import games_so_far, server, zerosum

LEASE = 3
KILLS = 16
OUTAGES = 3
TOURNAMENT = """
players = ["greedy@a", "random@b", "random:by=move@c", "minimax:depth=2@d", "minimax:depth=3@e"]
games = 40
play_all = true
seed = 19
bank = 600
ledger = "{ledger}"
[board]
size = 7
kinds = 4
"""


def write_tournament(folder, name):
    path = os.path.join(folder, name + ".toml")
    with open(path, "w") as file:
        file.write(TOURNAMENT.format(ledger=name + ".ledger"))
    return path, os.path.join(folder, name + ".ledger")


def results(ledger):
    """What came of every game: 49 fruits are never shared evenly, so no game is decided by time."""
    with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as db:
        return sorted(db.execute("SELECT id, winner, first_points, second_points, reason FROM game"))


class Workers:
    """Some workers; none of them may fail."""

    def __init__(self, ledger, count, folder):
        self.ledger = ledger
        self.folder = folder
        self.logs = []
        self.all = [self.start() for _ in range(count)]

    def start(self):
        path = os.path.join(self.folder, f"worker{len(self.logs)}.log")
        self.logs.append(path)
        with open(path, "w") as log:
            worker = subprocess.Popen(
                [ZEROSUM, "worker", "--ledger", self.ledger, "--jobs", "1", "--lease", str(LEASE), "--quiet"],
                stdout=log, stderr=log, start_new_session=True)
        return worker

    def running(self):
        assert all(w.poll() in (None, 0) for w in self.all), f"a worker failed: {self.said()}"
        return [w for w in self.all if w.poll() is None]

    def kill_one(self, victim):
        os.killpg(victim.pid, signal.SIGKILL)
        victim.wait()
        self.all.remove(victim)
        self.all.append(self.start())

    def said(self):
        text = ""
        for path in self.logs:
            with open(path) as log:
                text += log.read()
        return text

    def end(self):
        for worker in self.all:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()


def tasks(ledger):
    """How many games are planned; nothing as long as there are no tables."""
    if ledger.startswith("postgresql:"):
        done = subprocess.run(["psql", ledger, "--no-psqlrc", "--tuples-only", "--command",
                               "SELECT count(*) FROM task"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
        return int(done.stdout) if done.returncode == 0 else 0
    try:
        with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True, timeout=60) as db:
            return db.execute("SELECT count(*) FROM task").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def begin(file, ledger):
    """Begins the tournament without playing, and kills the process that did when games are planned:
    then all that workers must know is in the ledger."""
    process = subprocess.Popen([ZEROSUM, "tournament", file, "--ledger", ledger, "--jobs", "0", "--quiet"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 300
    while tasks(ledger) == 0:
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < limit, "no game was planned"
        time.sleep(0.05)
    process.kill()
    process.wait()


def storm(rng, workers, ledger, outage, kills, outages):
    """Kills and outages spread over the games, so that all of them hit."""
    total = 400
    moments = sorted([(rng.uniform(0.05, 0.9) * total, "kill") for _ in range(kills)] +
                     [((i + 1) / (outages + 1) * total, "outage") for i in range(outages)] +
                     [(0.3 * total, "freeze")])
    frozen = None
    hit = 0
    while workers.running():
        games = games_so_far(ledger)
        while moments and games is not None and moments[0][0] <= games < total:
            running = workers.running()
            if not running:
                break
            what = moments.pop(0)[1]
            hit += 1
            victim = rng.choice(running)
            if what == "kill":
                workers.kill_one(victim)
            elif what == "outage":
                outage()
            else:
                frozen = (victim, time.monotonic())
                os.killpg(victim.pid, signal.SIGSTOP)
        if frozen and time.monotonic() - frozen[1] > 2 * LEASE:
            if frozen[0].poll() is None:
                os.killpg(frozen[0].pid, signal.SIGCONT)
            frozen = None
        time.sleep(0.05)
    return hit


def main():
    rng = random.Random(19)
    with tempfile.TemporaryDirectory() as folder:
        calm, calm_ledger = write_tournament(folder, "calm")
        zerosum("tournament", calm, "--quiet", "--jobs", "2")
        expected = contents(calm_ledger), results(calm_ledger)
        assert len(expected[0][1]) == 400

        place = tempfile.mkdtemp(prefix="zspg", dir="/tmp")
        os.chmod(place, 0o755)
        user = server("start", place).removeprefix("user=")
        address = f"postgresql:///postgres?host={place}&user={user}"

        def outage():
            server("kill", place)
            time.sleep(0.3)
            server("again", place)

        try:
            begin(write_tournament(folder, "stormy")[0], address)
            workers = Workers(address, 8, folder)
            try:
                hit = storm(rng, workers, address, outage, KILLS, OUTAGES)
            finally:
                workers.end()
            said = workers.said()
            copy = os.path.join(folder, "copy.ledger")
            zerosum("ledger", "copy", address, copy)
        finally:
            server("stop", place)
        assert (contents(copy), results(copy)) == expected, "the ledgers differ"
        print(f"server: {hit} of {KILLS + OUTAGES + 1} blows while games were played, {said.count('went away')} "
              f"times waited for, {said.count('is back')} times back, {said.count('thrown away')} results thrown away")
        assert hit >= KILLS / 2 and said.count("is back") >= OUTAGES

        stormy, ledger = write_tournament(folder, "file")
        begin(stormy, ledger)
        workers = Workers(ledger, 4, folder)
        try:
            hit = storm(rng, workers, ledger, None, KILLS, 0)
        finally:
            workers.end()
        assert (contents(ledger), results(ledger)) == expected, "the ledgers differ"
        print(f"file: {hit} of {KILLS + 1} blows while games were played, "
              f"{workers.said().count('thrown away')} results thrown away")


if __name__ == "__main__":
    sys.exit(main())
