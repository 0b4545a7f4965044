#!/usr/bin/env python3
"""homework as a referee meets it: samples, bad files, kills at any instant, short banks, memory.

The judge here is a board of its own (grid and flood fill), so that the programs are not checked
against themselves.
"""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BIN = Path(os.environ["ZEROSUM_BIN"])
ROOT = Path(os.environ["ZEROSUM_ROOT"])
HOMEWORK = BIN / "homework"


def take(rows, row, column):
    """The rows after picking that cell and after gravity, and the number of fruits taken."""
    n = len(rows)
    kind = rows[row][column]
    assert kind != "*", "picked an empty cell"
    group, todo = {(row, column)}, [(row, column)]
    while todo:
        r, c = todo.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near not in group and 0 <= near[0] < n and 0 <= near[1] < n and rows[near[0]][near[1]] == kind:
                group.add(near)
                todo.append(near)
    columns = []
    for c in range(n):
        left = [rows[r][c] for r in range(n) if rows[r][c] != "*" and (r, c) not in group]
        columns.append(["*"] * (n - len(left)) + left)
    return ["".join(columns[c][r] for c in range(n)) for r in range(n)], len(group)


def judge(rows, output):
    """Raises unless `output` is a complete, legal answer. Returns the number of fruits taken."""
    lines = output.split("\n")
    assert lines[-1] == "", "no newline at the end"
    move, board = lines[0], lines[1:-1]
    assert move[0].isupper() and move[1:].isdigit(), f"not a move: {move!r}"
    after, taken = take(rows, int(move[1:]) - 1, ord(move[0]) - ord("A"))
    assert board == after, f"after {move} expected {after}, found {board}"
    return taken


def input_text(rows, kinds, bank):
    return f"{len(rows)}\n{kinds}\n{bank}\n" + "\n".join(rows) + "\n"


def random_rows(rng, n, kinds, plies):
    rows = ["".join(str(rng.randrange(kinds)) for _ in range(n)) for _ in range(n)]
    for _ in range(plies):
        cells = [(r, c) for r in range(n) for c in range(n) if rows[r][c] != "*"]
        after, taken = take(rows, *rng.choice(cells))
        if taken == len(cells):
            break
        rows = after
    return rows


def run(folder, text, **options):
    (folder / "input.txt").write_text(text)
    return subprocess.run([HOMEWORK], cwd=folder, capture_output=True, timeout=120, **options)


def samples(folder):
    ten = """3102322310 0121232013 3021111113 0221031132 0230011012
             0323321010 2003022012 2202200021 0130000020 2200022231""".split()
    cases = [
        (["01", "21"], 3, 123.6, "B1\n0*\n2*\n"),
        (["***", "***", "*0*"], 1, 257.2, "B3\n***\n***\n***\n"),
        (["***", "*10", "000"], 2, 24.345, "C2\n***\n***\n*1*\n"),
        (["444", "444", "444"], 10, 7.24, "A1\n***\n***\n***\n"),
        (ten, 4, 1.276, None),
    ]
    for rows, kinds, bank, expected in cases:
        done = run(folder, input_text(rows, kinds, bank))
        assert done.returncode == 0, done.stderr
        output = (folder / "output.txt").read_text()
        judge(rows, output)
        assert expected is None or output == expected, output
    after, taken = take(ten, 7, 6)
    assert taken == 14 and after[0] == "31******10", "the assignment's own G8"


def malformed(folder):
    count = 0
    for path in sorted((ROOT / "tests/corpus").glob("*/malformed/*.txt")):
        expected = path.with_suffix(".expected").read_text().strip()
        output = folder / "output.txt"
        output.write_text("an answer to another question")
        (folder / "input.txt").write_bytes(path.read_bytes())
        done = subprocess.run([HOMEWORK], cwd=folder, capture_output=True, timeout=20)
        message = done.stderr.decode(errors="replace")
        if path.stem == "the_other_games_file":  # homework recognises the other game, and answers it
            assert done.returncode == 0, f"{path}: {message}"
            continue
        assert done.returncode == 2, f"{path.name}: status {done.returncode}"
        # A second line of the other game's kind is read, and refused, as that game's file.
        lines = path.read_bytes().split(b"\n")
        read_as = "raid" if len(lines) > 1 and lines[1][:1].isalpha() else "fruit"
        assert expected in message or read_as != path.parts[-3], f"{path.name}: expected {expected!r} in {message!r}"
        assert not output.exists(), f"{path.name}: an output.txt was left"
        count += 1
    assert count >= 60, f"only {count} malformed files"
    (folder / "input.txt").unlink()
    done = subprocess.run([HOMEWORK], cwd=folder, capture_output=True, timeout=20)
    assert done.returncode == 2 and b"input.txt" in done.stderr
    os.mkfifo(folder / "input.txt")
    done = subprocess.run([HOMEWORK], cwd=folder, capture_output=True, timeout=20)
    assert done.returncode == 2 and b"input.txt: is a pipe, expected a file" in done.stderr, done.stderr
    (folder / "input.txt").unlink()
    return count


def calibrations(folder):
    rows = ["01", "21"]
    for text in (b"", b"\xff\xfe", b"zerosum calibration 1\nanswer minus one\n"):
        (folder / "calibration.txt").write_bytes(text)
        done = run(folder, input_text(rows, 3, 5))
        assert done.returncode == 0 and b"calibration.txt" in done.stderr, done.stderr
        judge(rows, (folder / "output.txt").read_text())
    subprocess.run([BIN / "calibrate"], cwd=folder, check=True, capture_output=True, timeout=60)
    done = run(folder, input_text(rows, 3, 5))
    assert done.returncode == 0 and done.stderr == b"", done.stderr


def kills(folder, count):
    """Killed at a random instant after its first 20 ms of CPU time, a right file is there."""
    rng = random.Random(1)
    for i in range(count):
        rows = random_rows(rng, rng.choice([10, 15, 26]), 5, rng.randrange(0, 30))
        (folder / "output.txt").unlink(missing_ok=True)
        (folder / "input.txt").write_text(input_text(rows, 5, 60))
        process = subprocess.Popen([HOMEWORK], cwd=folder, stderr=subprocess.DEVNULL)
        stat = Path(f"/proc/{process.pid}/stat")
        tick = os.sysconf("SC_CLK_TCK")
        # The kernel counts in ticks of 10 ms: wait until at least three are on the clock.
        try:
            while process.poll() is None:
                fields = stat.read_text().rsplit(")", 1)[1].split()
                if (int(fields[11]) + int(fields[12])) / tick > 0.025:
                    break
                time.sleep(0.001)
            time.sleep(rng.random() * 0.03)
        except FileNotFoundError:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        judge(rows, (folder / "output.txt").read_text())
    # What a kill between two system calls leaves is gone with the next answer.
    (folder / f"output.txt.{process.pid}.tmp").touch()
    run(folder, input_text(["01", "21"], 3, 5))
    assert not list(folder.glob("*.tmp")), list(folder.glob("*.tmp"))


def banks(folder):
    """Never more than the bank, by the kernel's own account of the process."""
    rng = random.Random(2)
    for bank in [0.02] * 10 + [0.05] * 10 + [0.3] * 5:
        rows = random_rows(rng, rng.choice([3, 8, 15, 26]), rng.randrange(2, 10), rng.randrange(0, 10))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = run(folder, input_text(rows, 10, bank))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert done.returncode == 0, done.stderr
        judge(rows, (folder / "output.txt").read_text())
        assert used < bank, f"used {used:.4f} s of a bank of {bank} s"


def memory(folder):
    rows = random_rows(random.Random(3), 26, 6, 0)
    limit = 256 << 20
    done = run(folder, input_text(rows, 6, 8),
               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
    assert done.returncode == 0, done.stderr
    judge(rows, (folder / "output.txt").read_text())


def many(folder, count):
    """Random boards of all sizes and kinds through `zerosum move`, with a node limit."""
    rng = random.Random(4)
    for i in range(count):
        n, kinds = rng.randint(1, 26), rng.randint(1, 10)
        rows = random_rows(rng, n, kinds, rng.randrange(0, 12))
        bank = 0.02 * (300 / 0.02) ** rng.random()
        done = subprocess.run([BIN / "zerosum", "move", "-", "-", "--nodes", "50"], timeout=60,
                              input=input_text(rows, kinds, f"{bank:.3f}").encode(), capture_output=True)
        assert done.returncode == 0, (rows, done.stderr)
        judge(rows, done.stdout.decode())


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for check, arguments in ((samples, ()), (malformed, ()), (calibrations, ()), (banks, ()),
                                 (memory, ()), (kills, (200,)), (many, (300,))):
            start = time.monotonic()
            for path in folder.iterdir():
                path.unlink()
            check(folder, *arguments)
            print(f"{check.__name__}: ok ({time.monotonic() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
