#!/usr/bin/env python3
"""A class graded into a book, killed with SIGKILL at random moments, gets the grades of an undisturbed run.

The whole process group is killed and the same command is run again, until it ends by itself. Then the
book must hold every case and game exactly once, and the reports must be the same but for CPU times.
GRADE_KILLS in the environment asks for more than a handful of kills.
"""

import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
KILLS = int(os.environ.get("GRADE_KILLS", "6"))
SAMPLE = (ROOT / "examples/agents/python/homework3.py").read_text()
CRASHES = "raise SystemExit('no idea')\n"


def make_class(folder):
    """One that plays, one that crashes, one that does not build, two of ours."""
    agents = ["greedy@ours", "random@dice"]
    for name, file, text in (("plays", "homework3.py", SAMPLE), ("crashes", "homework3.py", CRASHES),
                             ("broken", "homework.cpp", "int main( {")):
        home = pathlib.Path(folder, name)
        home.mkdir()
        (home / file).write_text(text)
        agents.append(str(home))
    return agents


def command(agents, book):
    return [ZEROSUM, "grade", *agents, "--quick", "--jobs", "2", "--json", "--book", book]


def contents(book):
    with sqlite3.connect(f"file:{book}?mode=ro", uri=True) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok", "damaged book"
        agents = sorted(db.execute("SELECT agent FROM grading"))
        items = sorted(db.execute("SELECT agent, part, number, passed, reason, evidence FROM item "
                                  "JOIN grading ON grading.id = grading"))
    return agents, items


def count(book):
    try:
        return len(contents(book)[1])
    except sqlite3.OperationalError:
        return 0  # killed before the tables were there


def grades(printed):
    """What must not depend on how often it was stopped."""
    def plain(item):
        return {key: item[key] for key in ("name", "status", "points", "reason", "evidence", "output")}
    return [(g["agent"], g["earned"], g["category"], g["not_ready"] and plain(g["not_ready"]),
             [(p["earned"], p["summary"], p["ended"], [plain(i) for i in p["items"]]) for p in g["parts"]])
            for g in json.loads(printed)["grades"]]


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    return grades(done.stdout)


def main():
    rng = random.Random(18)
    with tempfile.TemporaryDirectory() as folder:
        agents = make_class(folder)
        begun = time.monotonic()
        expected = run(command(agents, f"{folder}/calm"))
        whole = time.monotonic() - begun
        expected_contents = contents(f"{folder}/calm")
        kills = among = rounds = 0
        while kills < KILLS:
            rounds += 1
            book, before = f"{folder}/stormy{rounds}", 0
            for barren in range(1000):
                process = subprocess.Popen(command(agents, book), stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL, start_new_session=True)
                try:
                    # Longer and longer, so that a machine that became slow gets on as well.
                    process.wait(rng.uniform(0, whole / 2) * (1 + barren / 5))
                    break
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    kills += 1
                now = count(book)
                assert now >= before, "items were lost"
                among += 0 < now < len(expected_contents[1])
                before = now
            assert run(command(agents, book)) == expected, "other grades after a kill"
            assert contents(book) == expected_contents, "other items after a kill"
        print(f"{kills} kills over {rounds} gradings of {len(agents)} agents, {among} of them among items; "
              f"{len(expected_contents[1])} items, undisturbed {whole:.1f} s")
        assert among > 0, "no kill hit the grading"


if __name__ == "__main__":
    sys.exit(main())
