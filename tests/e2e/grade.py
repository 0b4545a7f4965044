#!/usr/bin/env python3
"""zerosum grade gives sample, wrong, slow and half-right agents the grades they deserve, with reasons."""

import csv
import fcntl
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["ZEROSUM_BIN"])
PYTHON2 = [path for name in ("python2", "python2.7") for folder in ("/usr/local/bin", "/usr/bin", "/bin")
           if os.access(path := f"{folder}/{name}", os.X_OK)]
SAMPLE = (ROOT / "examples/agents/python/homework3.py").read_text()

ROSTER = """nick,name,email,role
never-legal,Ada Lovelace,ada@example.org,
,"Turing, Alan",alan@example.org,student
,Grace Hopper,grace@example.org,staff
"""

# Each is a homework3.py; the sample agent takes the largest group.
NEVER_LEGAL = "open('output.txt', 'w').write('Z99\\n')\n"
BURNS_FIRST = """
import time
while time.process_time() < 1.0:
    pass
"""
SMALL_BOARDS_ONLY = """
if int(open('input.txt').readline()) > 5:
    open('output.txt', 'w').write('A1\\n')
    raise SystemExit
"""
# A raid agent that stakes the first free square, whatever it is worth.
FIRST_SQUARE = """
lines = open('input.txt').read().split('\\n')
size = int(lines[0])
rows = [list(row) for row in lines[4 + size:4 + 2 * size]]
r, c = next((r, c) for r in range(size) for c in range(size) if rows[r][c] == '.')
rows[r][c] = lines[2]
with open('output.txt', 'w') as out:
    out.write(f'{chr(65 + c)}{r + 1} Stake\\n' + '\\n'.join(''.join(row) for row in rows) + '\\n')
"""


def agent(folder, name, text, file="homework3.py"):
    home = pathlib.Path(folder) / name
    home.mkdir()
    (home / file).write_text(text)
    return str(home)


def grade(*arguments):
    """The reports of a quick grade."""
    command = [str(BIN / "zerosum"), "grade", *arguments, "--quick", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    reports = json.loads(done.stdout)["grades"]
    full = all(report["earned"] == report["possible"] for report in reports)
    assert done.returncode == (0 if full else 1), (done.returncode, full)
    return reports


def zerosum(status, *arguments):
    """What `zerosum grade` prints."""
    done = subprocess.run([str(BIN / "zerosum"), "grade", *arguments], capture_output=True, text=True)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def read(folder, name):
    return pathlib.Path(folder, name).read_text()


def without_remarks(text):
    """A book that is only read has nothing to remark."""
    return [line for line in text.splitlines() if "graded" not in line]


def expect(reports, earned, category, reason):
    (report,) = reports
    lost = [item for part in report["parts"] for item in part["items"] if not item["passed"]]
    asked = [item for item in lost if item["status"] == "failed"]
    evidence = json.dumps(lost, indent=2)[:3000]
    assert report["earned"] == earned, f"{report['agent']}: {report['earned']}, expected {earned}: {evidence}"
    assert report["category"] == category, f"{report['agent']}: {report['category']}, expected {category}: {evidence}"
    assert all(item["evidence"] for item in lost) and all(item["command"] for item in asked)
    if report["not_ready"]:
        assert not asked, "told once and not asked"
        asked = [report["not_ready"]]
    words = [item["evidence"] + item["output"] for item in asked]
    assert any(reason in said for said in words) == bool(lost), f"no '{reason}' in {words}"
    print(f"{report['agent']}: {report['earned']:g} of {report['possible']:g}, {category}", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        # The samples take the largest group: legal, better than random, worse than looking ahead.
        for language in "cpp", "python", "java":
            expect(grade(str(ROOT / "examples/agents" / language)), 50, "weak", "points")
        expect(grade(agent(folder, "never-legal", NEVER_LEGAL)), 0, "illegal", "Z99")
        expect(grade(agent(folder, "slow", BURNS_FIRST + SAMPLE), "--bank", "0.5"), 0, "late", "0.5")
        expect(grade(agent(folder, "small-boards", SMALL_BOARDS_ONLY + SAMPLE)), 5, "illegal", "board")
        expect(grade(agent(folder, "broken", "int main( {", "homework.cpp")), 0, "did not build", "error")
        expect(grade(agent(folder, "empty", "nothing", "notes.txt")), 0, "no agent", "homework.cpp")

        expect(grade(str(BIN / "homework"), "--edition", "2016"), 100, "sound", "")
        (report,) = grade(agent(folder, "first-square", FIRST_SQUARE), "--edition", "2016")
        evidence = [item["evidence"] for item in report["parts"][0]["items"]]
        assert 0 <= report["earned"] < 50 and any("line 1: expected '" in e for e in evidence), report

        # A check comes before a whole grade. What Python 3 only seems to run has no grade.
        whole = json.loads(zerosum(1, f"{folder}/never-legal", "--json"))["grades"][0]
        assert whole["check"].startswith("illegal: ") and not whole["notes"] and whole["earned"] == 0, whole["check"]
        if not PYTHON2:
            lacking = str(ROOT / "tests/class/py2-division")
            for how in [], ["--quick"]:
                text = zerosum(2, lacking, *how)
                assert text.startswith("py2-division: not run (2017 edition"), text
                assert "needs Python 2" in text and "TypeError: list indices" in text, text
            # The book alone has the reason as well, and lets it be graded where there is an interpreter.
            kept = ["--book", f"{folder}/lacking.book"]
            for _ in range(2):
                text = zerosum(2, lacking, "--quick", *kept)
                assert "needs Python 2" in text and "gone on with" not in text, text
            zerosum(2, *kept, "--csv", f"{folder}/lacking.csv")
            row = pathlib.Path(f"{folder}/lacking.csv").read_text().splitlines()[1]
            assert row.startswith("py2-division,,100,not run,") and "needs Python 2" in row, row
            stand_in = pathlib.Path(folder, "python2")
            stand_in.write_text('#!/bin/sh\nexec python3 "$@"\n')
            for path in stand_in, stand_in.parent:
                path.chmod(0o755)
            text = zerosum(1, lacking, "--quick", *kept, "--python2", str(stand_in))
            assert "py2-division: 0 of 100, crashes" in text and "not here" not in text, text
            (report,) = grade(str(ROOT / "tests/class/py2-and-3"))
            assert "homework.py is run with Python 3" in report["notes"], report["notes"]

        # Many agents: each report as it is ready, then a table.
        agents = [str(pathlib.Path(folder) / name) for name in ("never-legal", "small-boards")]
        done = subprocess.run([str(BIN / "zerosum"), "grade", *agents, "--case", "13"],
                              capture_output=True, text=True)
        assert done.returncode == 1, done.stderr
        rows = [line.split()[:3] for line in done.stdout.splitlines()]
        assert ["never-legal", "0", "illegal"] in rows, done.stdout
        assert ["small-boards", "0", "illegal"] in rows, done.stdout
        assert "zerosum grade dir:" in done.stdout and "--case 13" in done.stdout, done.stdout

        # Every form at once, then again from the book alone: the same.
        forms = lambda name: ["--csv", f"{folder}/{name}.csv", "--html", f"{folder}/{name}"]
        book = ["--book", f"{folder}/class.book"]
        zerosum(1, *agents, "--quick", "--jobs", "2", *book, *forms("first"))
        with open(f"{folder}/class.book.lock", "r+") as lock:  # as the desk holds it
            fcntl.lockf(lock, fcntl.LOCK_EX, 1)
            assert "another process is grading" in zerosum(2, *agents, "--quick", *book)
            zerosum(1, *book, *forms("second"))
        for name in "{}.csv", "{}/index.html", "{}/students/never-legal.html":
            first, second = (read(folder, name.format(run)) for run in ("first", "second"))
            assert without_remarks(first) == without_remarks(second), name
        assert "unchanged since" in zerosum(1, *agents, "--quick", *book), "asked again"
        # With a roster: names and addresses, and who handed in nothing.
        pathlib.Path(folder, "people.csv").write_text(ROSTER)
        zerosum(1, *book, "--roster", f"{folder}/people.csv", *forms("named"))
        with open(f"{folder}/named.csv", newline="") as file:
            rows = [[row[key] for key in ("name", "email", "nick", "agent", "grade")] for row in csv.DictReader(file)]
        assert rows == [["Ada Lovelace", "ada@example.org", "never-legal", "never-legal", "0"],
                        ["Turing, Alan", "alan@example.org", "", "Turing,_Alan", ""],
                        ["", "", "", "small-boards", "5"]], rows
        page = read(folder, "named/index.html")
        assert "Turing, Alan" in page and "ada@example.org" in page and "Hopper" not in page, page
        assert read(folder, "named/students/Turing,_Alan.html").count("handed in nothing") == 1
        again = zerosum(1, *book, "--again", "never-legal")
        assert "graded again, after" in again and "small-boards" in again, again
        pathlib.Path(agents[1], "homework3.py").write_text(NEVER_LEGAL)
        assert "small-boards: 0 of 100" in (text := zerosum(1, *agents, "--quick", *book))
        assert "changed since it was graded" in text and "unchanged since" in text, text
        assert "its grades were given with quick yes, found no" in zerosum(2, *agents, *book)
        assert "both called never-legal" in zerosum(2, agents[0], agents[0])
    print("grade: all well")


if __name__ == "__main__":
    sys.exit(main())
