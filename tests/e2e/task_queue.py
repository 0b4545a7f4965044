#!/usr/bin/env python3
"""Grading, a study and a training by workers: one queue of typed tasks, in a file and on a real PostgreSQL.

The grades and the study's results must be those of a run without workers, item by item except times,
also when a worker is killed; on the server the workers have the role of scripts/worker-role.sql, and
one of them serves a tournament in the same place as well.
"""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from ledger_server import server
from worker_role import psql

ROOT = pathlib.Path(os.environ["ZEROSUM_ROOT"])
ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
CLASS = ["py3-sound", "py3-illegal", "py3-traceback", "cpp-syntax-error", "empty"]
SLOW = "import time\ntime.sleep(5)\n"  # and no answer
STUDY = """
title = "by workers"
seed = 4
[[games]]
game = "fruit"
player = "minimax:depth=2"
opponents = ["greedy", "dir:agents/py3-sound@sound"]
sizes = [4]
kinds = [3]
banks = [60.0]
pairs = [2, 6]
margin = 3.0
[[exact]]
game = "fruit"
sizes = [3]
kinds = [2]
boards = 3
seconds = 60.0
"""
TOURNAMENT = """
players = ["greedy", "random"]
games = 6
play_all = true
seed = 3
bank = 60
jobs = 1
[board]
size = 3
kinds = 2
"""
LIMIT = 600  # seconds, for what ends by itself


def start(folder, *arguments):
    return subprocess.Popen([ZEROSUM, *arguments], cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def ended(process, status):
    out, err = process.communicate(timeout=LIMIT)
    assert process.returncode == status, (process.args, process.returncode, out, err)
    return out


class File:
    """The place of a queue in a file."""

    def __init__(self, folder):
        self.path = folder / "class.queue"
        self.address = self.worker = str(self.path)

    def states(self):
        """Of every task; nothing as long as there are no tables."""
        if not self.path.exists():
            return []
        try:
            with sqlite3.connect(self.path, timeout=60) as db:
                return [row[0] for row in db.execute("SELECT state FROM task")]
        except sqlite3.OperationalError:
            return []

    def prepare(self):
        pass


class Server:
    """The same on a server, where workers have a role that may do little."""

    def __init__(self, place, user):
        self.place = place
        self.user = user
        self.address = f"postgresql:///postgres?host={place}&user={user}"
        self.worker = f"postgresql:///postgres?host={place}&user=zerosum_worker"

    def states(self):
        done = psql(self.place, self.user, "SELECT state FROM task", "--tuples-only")
        return done.stdout.split() if done.returncode == 0 else []

    def prepare(self):
        role = psql(self.place, self.user, None, "--file", str(ROOT / "scripts/worker-role.sql"))
        assert role.returncode == 0, role.stdout


def await_states(place, process, wanted):
    """Until the tasks have these states, while the process runs."""
    while not wanted(place.states()):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def items(book):
    """What a grade book holds, without what differs from run to run: times."""
    with sqlite3.connect(book) as db:
        rows = db.execute(
            "SELECT agent, part, number, name, passed, reason, evidence, output, answer, command, question "
            "FROM item JOIN grading ON item.grading = grading.id ORDER BY agent, part, number").fetchall()
    assert len({row[0] for row in rows}) == len(CLASS)
    return [(*row[:-1], timeless(row[-1])) for row in rows]


def timeless(question):
    """A game's record without its times; another question as it is."""
    if not question.startswith("{"):
        return question
    record = json.loads(question)
    return record["points"], record["winner"], [move.get("move") for move in record["moves"]]


def study_rows(folder):
    with sqlite3.connect(folder / "study.sqlite") as db:
        games = db.execute("SELECT cell, game, first, winner, points, other_points, moves, reason "
                           "FROM games ORDER BY cell, game").fetchall()
        boards = db.execute("SELECT cell, board, position, solved, value, greedy_optimal "
                            "FROM boards ORDER BY cell, board").fetchall()
    assert games and boards
    return games, boards


def grade(folder, book, *options):
    return start(folder, "grade", *[f"agents/{name}" for name in CLASS], "--quick", "--quiet", "--book",
                 book, *options)


def grade_by_workers(folder, place, book):
    """Nobody but the workers asks."""
    asking = grade(folder, book, "--ledger", place.address, "--jobs", "0")
    await_states(place, asking, lambda states: len(states) == len(CLASS))
    place.prepare()
    workers = [start(folder, "worker", "--ledger", place.worker, "--jobs", "1") for _ in range(2)]
    ended(asking, 1)
    said = "".join(ended(worker, 0) for worker in workers)
    assert said.count("grade ") == len(CLASS), said
    assert items(folder / book) == items(folder / "calm.book"), "the grades differ"
    assert place.states() == [], "tasks are left"


def grade_again_by_another(folder, place):
    """An agent whose worker was killed is graded by the next one."""
    asking = start(folder, "grade", "agents/slow", "--case", "1", "--bank", "1", "--quiet", "--ledger",
                   place.address, "--jobs", "0")
    await_states(place, asking, lambda states: states == ["open"])
    first = start(folder, "worker", "--ledger", place.worker, "--jobs", "1")
    await_states(place, first, lambda states: states == ["taken"])
    first.send_signal(signal.SIGKILL)
    first.communicate()
    second = start(folder, "worker", "--ledger", place.worker, "--jobs", "1", "--json")
    ended(asking, 1)
    task = json.loads(ended(second, 0).splitlines()[0])
    assert task["kind"] == "grade" and task["attempt"] == 2, task


def study_by_workers(folder, place, out):
    """Half of it by the process that asks."""
    asking = start(folder, "study", "study.toml", "--out", out, "--quiet", "--ledger", place.address)
    await_states(place, asking, lambda states: len(states) > 0)
    worker = start(folder, "worker", "--ledger", place.worker, "--jobs", "1", "--quiet")
    ended(asking, 0)
    ended(worker, 0)
    assert study_rows(folder / out) == study_rows(folder / "calm"), "the studies differ"


def train(folder, out, *options):
    return start(folder, "train", "--games", "60", "--nodes", "200", "--quiet", "--out", out, *options)


def train_by_workers(folder, place, out):
    """What is learnt is the same to the byte."""
    asking = train(folder, out, "--ledger", place.address, "--jobs", "0")
    await_states(place, asking, lambda states: len(states) == 8)
    workers = [start(folder, "worker", "--ledger", place.worker, "--jobs", "1") for _ in range(2)]
    ended(asking, 0)
    said = "".join(ended(worker, 0) for worker in workers)
    assert said.count("train ") == 8, said
    assert (folder / out).read_bytes() == (folder / "calm.txt").read_bytes(), "the shares differ"


def tournament_beside(folder, place):
    """A tournament in the place of the queue: one worker serves both."""
    (folder / "class.toml").write_text(TOURNAMENT)
    host = start(folder, "tournament", "class.toml", "--ledger", place.address, "--jobs", "0", "--quiet")
    await_states(place, host, lambda states: len(states) > 0)
    place.prepare()
    asking = start(folder, "grade", "agents/py3-illegal", "--quick", "--quiet", "--ledger", place.address,
                   "--jobs", "0")
    await_states(place, asking, lambda states: len(states) > 6)
    worker = start(folder, "worker", "--ledger", place.worker, "--jobs", "1")
    ended(asking, 1)
    ended(host, 0)
    said = ended(worker, 0)
    assert "played 6 games, did 1 other task" in said, said


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["ZEROSUM_CACHE"] = str(folder / "cache")
        for agent in CLASS:
            if agent != "empty":
                shutil.copytree(ROOT / "tests/class" / agent, folder / "agents" / agent)
        (folder / "agents/empty").mkdir()
        (folder / "agents/slow").mkdir()
        (folder / "agents/slow/homework3.py").write_text(SLOW)
        (folder / "study.toml").write_text(STUDY)
        ended(grade(folder, "calm.book"), 1)
        ended(start(folder, "study", "study.toml", "--out", "calm", "--quiet"), 0)
        ended(train(folder, "calm.txt"), 0)
        file = File(folder)
        grade_by_workers(folder, file, "file.book")
        study_by_workers(folder, file, "file")
        grade_again_by_another(folder, file)
        train_by_workers(folder, file, "file.txt")
        place = tempfile.mkdtemp(prefix="zspg", dir="/tmp")
        os.chmod(place, 0o755)
        on_server = Server(place, server("start", place).removeprefix("user="))
        try:
            grade_by_workers(folder, on_server, "server.book")
            study_by_workers(folder, on_server, "server")
            train_by_workers(folder, on_server, "server.txt")
            tournament_beside(folder, on_server)
        finally:
            server("stop", place)
        print(f"{len(items(folder / 'calm.book'))} items and {len(study_rows(folder / 'calm')[0])} games of a "
              "study and what is learnt, the same by workers on a file and on a server")


if __name__ == "__main__":
    sys.exit(main())
