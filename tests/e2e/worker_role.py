#!/usr/bin/env python3
"""Workers with the role of scripts/worker-role.sql on a real PostgreSQL: they play a whole tournament,
with an agent whose sources come from the ledger, and can do nothing else to it."""

import os
import subprocess
import sys
import tempfile
import time

from ledger_server import server

ROOT = os.environ["ZEROSUM_ROOT"]
ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
TOURNAMENT = """
players = ["greedy", "random", "dir:agent"]
games = 8
play_all = true
seed = 3
bank = 60
jobs = 1
[board]
size = 3
kinds = 2
"""
AGENT = """
rows = open("input.txt").read().split("\\n")
n = int(rows[0])
board = rows[3:3 + n]
row, column = next((r, c) for r in range(n) for c in range(n) if board[r][c] != "*")
group, seen = [(row, column)], {(row, column)}
for r, c in group:
    for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
        if 0 <= y < n and 0 <= x < n and board[y][x] == board[row][column] and (y, x) not in seen:
            seen.add((y, x))
            group.append((y, x))
columns = []
for c in range(n):
    kept = [board[r][c] for r in range(n) if (r, c) not in seen]
    columns.append(["*"] * (n - len(kept)) + kept)
with open("output.txt", "w") as out:
    out.write(f"{chr(65 + column)}{row + 1}\\n")
    for r in range(n):
        out.write("".join(columns[c][r] for c in range(n)) + "\\n")
"""
COLUMNS = "id, pairing, number, first, second, winner, first_points, second_points, reason, first_cpu, second_cpu, " \
          "wall, ended"
RESULT = "pairing, 99, first, second, 1, 1, 0, 'points', 0, 0, 0, 0"
# What a worker must not be able to do.
FORBIDDEN = [
    "UPDATE game SET winner = 1",
    "DELETE FROM game",
    "DELETE FROM record",
    "UPDATE record SET json = ''",
    "UPDATE task SET first = second",
    "DELETE FROM task",
    "UPDATE task SET payload = ''",
    "INSERT INTO task (id, kind, place, state, owner, attempt, started, lease) VALUES ('x', 'grade', 0, 'open', '', 0, 0, 0)",
    "INSERT INTO job (name, kind, owner, lease) VALUES ('x', 'grade', '', 0)",
    "DELETE FROM job",
    "INSERT INTO pairing (id, round, first) VALUES ('x', 1, 0)",
    "INSERT INTO entrant (number, name) VALUES (9, 'x')",
    "UPDATE version SET spec = 'greedy'",
    "UPDATE constant SET value = ''",
    "UPDATE about SET value = ''",
    "UPDATE blob SET base64 = ''",
    "INSERT INTO blob (hash, base64) VALUES ('x', '')",
    "DROP TABLE game",
    "TRUNCATE task",
    # A result of a game that was never planned, and of one that another worker has played.
    f"INSERT INTO game ({COLUMNS}) SELECT '00000000000000ff', {RESULT} FROM game LIMIT 1",
    f"INSERT INTO game ({COLUMNS}) SELECT id, {RESULT} FROM game LIMIT 1",
    "INSERT INTO constant (name, value) VALUES ('x', '')",
    "DROP POLICY everybody ON game",
    "ALTER TABLE game DISABLE ROW LEVEL SECURITY",
]
DENIED = ["permission denied", "must be owner", "row-level security"]
# What it may mark as done, but with no result that others could not read.
PLANNED = "INSERT INTO task (id, kind, place, state, owner, attempt, started, lease, pairing, number, first, second) " \
          "SELECT '00000000000000fe', 'game', 0, 'taken', '', 1, 0, 0, pairing, 99, first, second FROM game LIMIT 1"
UNREADABLE = ["winner = 7", "first_points = 2000000000", "second_points = -2000000000", "reason = E'points\\x1b'"]


def psql(place, user, sql, *options):
    return subprocess.run(
        ["psql", "--no-psqlrc", "--quiet", f"--host={place}", f"--username={user}", "postgres",
         *options, *(["--command", sql] if sql else [])],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def play(folder, place, user):
    file = os.path.join(folder, "class.toml")
    with open(file, "w") as out:
        out.write(TOURNAMENT)
    os.mkdir(os.path.join(folder, "agent"))
    with open(os.path.join(folder, "agent/homework3.py"), "w") as out:
        out.write(AGENT)
    address = f"postgresql:///postgres?host={place}&user="
    host = subprocess.Popen(
        [ZEROSUM, "tournament", file, "--ledger", address + user, "--jobs", "0", "--quiet"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    worker = [ZEROSUM, "worker", "--ledger", address + "zerosum_worker", "--jobs", "1"]
    # The tables are there when the first games are.
    limit = time.monotonic() + 120
    while psql(place, user, "SELECT 1 / count(*) FROM task").returncode != 0:
        assert host.poll() is None, host.communicate()[0]
        assert time.monotonic() < limit, "no games after 120 s"
        time.sleep(0.1)
    assert psql(place, user, "SELECT 1").returncode == 0
    done = subprocess.run(worker, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 2 and "zerosum_worker" in done.stdout, done.stdout
    role = psql(place, user, None, "--file", os.path.join(ROOT, "scripts/worker-role.sql"))
    assert role.returncode == 0, role.stdout
    role = psql(place, user, None, "--file", os.path.join(ROOT, "scripts/worker-role.sql"))
    assert role.returncode == 0, "a second time: " + role.stdout
    os.rename(os.path.join(folder, "agent"), os.path.join(folder, "gone"))
    done = subprocess.run(worker, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0 and "played 24 games" in done.stdout, done.stdout
    said = host.communicate(timeout=300)[0]
    assert host.returncode == 0, said


def check_results(place):
    """One task is planned: any result of it is taken that can be read, once."""
    columns = COLUMNS.split(", ")
    done = "UPDATE task SET state = 'done' WHERE id = '00000000000000fe'; "
    for change in ["", *UNREADABLE]:
        values = dict(zip(columns[1:], RESULT.split(", ")))
        if change:
            values.update([change.split(" = ")])
        insert = f"INSERT INTO game ({COLUMNS}) SELECT '00000000000000fe', {', '.join(values.values())} FROM game LIMIT 1"
        said = psql(place, "zerosum_worker", f"BEGIN; {done}{insert}; ROLLBACK")
        assert (said.returncode == 0) == (change == ""), f"{change}: {said.stdout}"


def main():
    place = tempfile.mkdtemp(prefix="zspg", dir="/tmp")
    os.chmod(place, 0o755)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ZEROSUM_CACHE"] = os.path.join(folder, "cache")
        user = server("start", place).removeprefix("user=")
        try:
            play(folder, place, user)
            for sql in FORBIDDEN:
                done = psql(place, "zerosum_worker", sql)
                assert done.returncode != 0, f"a worker may do: {sql}"
                assert any(words in done.stdout for words in DENIED), done.stdout
            assert psql(place, user, PLANNED).returncode == 0
            check_results(place)
            faults = psql(place, user, "SELECT count(*) FROM game WHERE reason <> 'points'", "--tuples-only")
            assert faults.stdout.strip() == "0", "games ended by faults"
            print(f"24 games by the role zerosum_worker, {len(FORBIDDEN)} other things denied")
        finally:
            server("stop", place)


if __name__ == "__main__":
    sys.exit(main())
