#!/usr/bin/env python3
"""zerosum grade gives sample, wrong, slow and half-right agents the grades they deserve, with reasons."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["ZEROSUM_BIN"])
SAMPLE = (ROOT / "examples/agents/python/homework3.py").read_text()

# Each is a homework3.py; the sample agent takes the largest group.
NEVER_LEGAL = "open('output.txt', 'w').write('Z99\\n')\n"
BURNS_FIRST = """
import time
while time.process_time() < 1.0:
    pass
"""
SMALL_BOARDS_ONLY = """
if int(open('input.txt').readline()) > 8:
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


def expect(reports, earned, reason):
    (report,) = reports
    lost = [item for part in report["parts"] for item in part["items"] if not item["passed"]]
    evidence = json.dumps(lost, indent=2)[:3000]
    assert report["earned"] == earned, f"{report['agent']}: {report['earned']}, expected {earned}: {evidence}"
    assert all(item["evidence"] and item["command"] for item in lost)
    assert any(reason in item["evidence"] for item in lost) == bool(lost), f"no '{reason}' in {evidence}"
    print(f"{report['agent']}: {report['earned']:g} of {report['possible']:g}", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        # The samples take the largest group: legal, better than random, worse than looking ahead.
        for language in "cpp", "python", "java":
            expect(grade(str(ROOT / "examples/agents" / language)), 50, "points")
        expect(grade(agent(folder, "never-legal", NEVER_LEGAL)), 0, "Z99")
        expect(grade(agent(folder, "slow", BURNS_FIRST + SAMPLE), "--bank", "0.5"), 0, "0.5")
        expect(grade(agent(folder, "small-boards", SMALL_BOARDS_ONLY + SAMPLE)), 10, "board")
        expect(grade(agent(folder, "broken", "int main( {", "homework.cpp")), 0, "error")
        expect(grade(agent(folder, "empty", "nothing", "notes.txt")), 0, "could not be started")

        expect(grade(str(BIN / "homework"), "--edition", "2016"), 100, "")
        (report,) = grade(agent(folder, "first-square", FIRST_SQUARE), "--edition", "2016")
        evidence = [item["evidence"] for item in report["parts"][0]["items"]]
        assert 0 <= report["earned"] < 50 and any("line 1: expected '" in e for e in evidence), report

        # Many agents: a table first, then each report.
        agents = [str(pathlib.Path(folder) / name) for name in ("never-legal", "small-boards")]
        done = subprocess.run([str(BIN / "zerosum"), "grade", *agents, "--case", "13"],
                              capture_output=True, text=True)
        assert done.returncode == 1, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0].split()[:2] == ["never-legal", "0"], done.stdout
        assert lines[1].split()[:2] == ["small-boards", "0"], done.stdout
        assert "zerosum grade dir:" in done.stdout and "--case 13" in done.stdout, done.stdout
    print("grade: all well")


if __name__ == "__main__":
    sys.exit(main())
