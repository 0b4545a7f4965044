#!/usr/bin/env python3
"""The whole class of tests/class, from the check to the site, by the commands of docs/class.md ("With a folder"), each
killed again and again at random instants, 50 in all: every grade is that of the golden table, and the ladder is that
of a run that nobody disturbed.

The whole process group is killed with SIGKILL, and the same command is run again. CLASS_KILLS asks for another number.
"""

import csv
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["ZEROSUM_BIN"]).resolve()
KILLS = int(os.environ.get("CLASS_KILLS", "50"))
CORES = len(os.sched_getaffinity(0))
GAME = "fruit"
PYTHON2 = [path for name in ("python2", "python2.7") for folder in ("/usr/local/bin", "/usr/bin", "/bin")
           if os.access(path := f"{folder}/{name}", os.X_OK)]
# Where kills go, by what a command is for.
SHARES = {"check": 0.1, "grade agents": 0.5, "grade --book": 0.04, "tournament": 0.3, "--site": 0.06}

LADDER = """
title = "The class"
format = "ladder"
players = ["dir:agents/*", "random", "greedy"]
until = 2
seed = 18
bank = 10
jobs = 2
[board]
size = 5
kinds = 3
"""


def documented():
    """The commands, as the page has them."""
    page = (ROOT / "docs/class.md").read_text()
    block = re.search(r"## With a folder\n.*?```\n(.*?)```", page, re.S)[1]
    commands = [line.split("#")[0].strip() for line in block.splitlines()]
    assert len(commands) == 6 and all(command.startswith("zerosum ") for command in commands), commands
    return commands


def start(command, folder):
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    return subprocess.Popen(["bash", "-c", "exec " + command], cwd=folder, env=environment, start_new_session=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def to_the_end(command, folder):
    process = start(command, folder)
    said = process.communicate()[0]
    # 2 of a grade: an agent could not be run for want of an interpreter. What came of it is compared anyway.
    fine = (0, 1, 2) if " grade " in command else (0, 1)
    assert process.returncode in fine, (command, process.returncode, said[-3000:])
    return said


def killed(command, folder, kills, rng):
    """Runs a command to its end, killed that many times on the way, or after it: it is run again as well."""
    done, patience = 0, 0.5
    while done < kills:
        process = start(command, folder)
        try:
            process.communicate(timeout=rng.uniform(0, patience))
            patience = 0.05  # everything is done: the kills that are left hit who looks it up again
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            done += 1
            patience *= 1.1  # longer and longer, so that it gets on
    return to_the_end(command, folder)


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def kills_for(command):
    return next((round(share * KILLS) for word, share in SHARES.items() if word in command), 0)


def ladder(folder):
    """Who played whom and how it ended. CPU times differ from run to run, and the order of ending with two jobs."""
    with sqlite3.connect(f"file:{folder}/class.ledger?mode=ro", uri=True) as ledger:
        assert ledger.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        games = sorted(ledger.execute("SELECT id, first, second, winner, first_points, second_points, reason FROM game"))
        names = dict(ledger.execute("SELECT number, name FROM entrant"))
        records = ledger.execute("SELECT count(*) FROM record").fetchone()[0]
        assert ledger.execute("SELECT count(*) FROM task WHERE state = 'taken'").fetchone()[0] == 0
    assert len({game[0] for game in games}) == len(games) == records, "a game was kept twice, or without its record"
    return games, names


def check_grades(file, expected):
    """What the gradebook says: a line for each, without a grade for who could not be run for want of an interpreter."""
    with open(file, newline="") as text:
        found = {row["agent"]: row for row in csv.DictReader(text)}
    assert set(found) == set(expected), set(found) ^ set(expected)
    wrong = []
    for name, row in expected.items():
        grade = found[name]["grade"] or "none"
        told = grade != "none" or "needs Python 2" in found[name]["remark"]
        if (grade != row["grade"] or not told) and not (PYTHON2 and row["grade"] == "none"):
            wrong.append(f"{name}: {grade}, expected {row['grade']} ({found[name]})")
    assert not wrong, "\n".join(wrong)


def check_other_game(folder, expected):
    """The few of the other game, graded in a book of their own."""
    agents = " ".join(str(ROOT / "tests/class" / name) for name in expected)
    to_the_end(f"zerosum grade {agents} --edition 2016 --quick --book other.grades --csv other.csv", folder)
    check_grades(folder / "other.csv", expected)


def main():
    rng = random.Random(18)
    with open(ROOT / "tests/class/expected.csv", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    expected = {name: row for name, row in rows.items() if row["game"] == GAME}
    commands = documented()
    with tempfile.TemporaryDirectory() as name:
        calm, stormy = pathlib.Path(name, "calm"), pathlib.Path(name, "stormy")
        for folder in calm, stormy:
            folder.mkdir()
            (folder / "class.toml").write_text(LADDER)
            for hand_in in expected:
                shutil.copytree(ROOT / "tests/class" / hand_in, folder / "agents" / hand_in)
        tournament = next(command for command in commands if "tournament" in command)
        to_the_end(tournament, calm)

        begun, kills, before = time.monotonic(), 0, cpu_of_children()
        for command in commands:
            kills += kills_for(command)
            said = killed(command, stormy, kills_for(command), rng)
            if " check " in command:
                for hand_in, row in expected.items():
                    assert re.search(rf"^{re.escape(hand_in)}: ", said, re.M), f"no word of {hand_in}"
            print(f"{command}: done, {kills_for(command)} kills", flush=True)
        wall = time.monotonic() - begun
        used = cpu_of_children() - before
        check_grades(stormy / "grades.csv", expected)
        assert ladder(stormy) == ladder(calm), "the ladders differ"
        games = len(ladder(stormy)[0])
        check_other_game(stormy, {name: row for name, row in rows.items() if name not in expected})
        assert (stormy / "public/index.html").exists() and (stormy / "grades/index.html").exists()
        print(f"{len(expected)} hand-ins, {games} games, {kills} kills: {wall:.0f} s on the wall, "
              f"{used:.0f} s of CPU but for what was killed, {CORES} cores")


if __name__ == "__main__":
    sys.exit(main())
