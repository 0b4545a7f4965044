#!/usr/bin/env python3
"""zerosum check tells every hand-in of the class in tests/class what it is, in the words of its golden table."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ["ZEROSUM_BIN"])
CLASS = ROOT / "tests/class"
PYTHON2 = [path for name in ("python2", "python2.7") for folder in ("/usr/local/bin", "/usr/bin", "/bin")
           if os.access(path := f"{folder}/{name}", os.X_OK)]
# Says that it was called, in the directory of the hand-in, and runs what both Pythons understand.
STAND_IN = '#!/bin/sh\n[ "$1" = homework.py ] && echo called > python2-was-here\nexec python3 "$@"\n'
ENOUGH_LINES = 40  # of one screen


def zerosum(*arguments, status=None):
    environment = {key: value for key, value in os.environ.items() if key != "ZEROSUM_PYTHON2"}
    done = subprocess.run([str(BIN / "zerosum"), *map(str, arguments)], capture_output=True, text=True,
                          env=environment)
    assert status is None or done.returncode == status, (arguments, done.returncode, done.stderr)
    return done.stdout


def check(*arguments, status=None):
    return json.loads(zerosum("check", *arguments, "--json", status=status))["checks"]


def words_of(report):
    return "\n".join([report["sentence"], report["evidence"], report["prints"], *report["notes"]])


def check_class(rows):
    for game in sorted({row["game"] for row in rows}):
        wanted = [row for row in rows if row["game"] == game]
        reports = check(*(CLASS / row["name"] for row in wanted), "--game", game, "--bank", 3, status=1)
        for row, report in zip(wanted, reports, strict=True):
            seen = json.dumps(report, indent=1)[:4000]
            category = row["category"]
            if PYTHON2 and category == "not run":
                category = "sound"
            assert report["agent"] == row["name"], seen
            assert report["category"] == category, f"expected '{category}': {seen}"
            assert PYTHON2 or row["sentence"] in words_of(report), f"no '{row['sentence']}': {seen}"
            print(f"{row['name']}: {report['category']}", flush=True)
        by_name = {report["agent"]: report for report in reports}
        if game == "fruit":
            assert by_name["py3-output-name"]["leaves"] == ["Output.txt"]
            assert by_name["py3-chatty"]["leaves"] == ["log.txt"]
            assert "'calibrate' exited with status 0" in by_name["java-calibrate"]["calibration"]
            assert PYTHON2 or by_name["py2-division"]["sentence"].startswith("not run: needs Python 2")
            assert "'./calibrate' exited with status 0" in by_name["cpp-calibrate"]["calibration"]
            # A hopeless case is not asked to the end.
            assert len(by_name["cpp-endless"]["items"]) == 2
            assert [part["right"] for part in by_name["cpp-sound"]["parts"]] == [5, 10, 1]
        else:
            assert by_name["raid-make-sound"]["newgame"]
            assert [part["right"] for part in by_name["raid-sound"]["parts"]] == [2, 5, 10, 1]


def check_screens():
    for name, status in (("py3-sound", 0), ("py3-traceback", 1), ("py3-chatty", 0), ("cpp-syntax-error", 1),
                         ("cpp-segfault", 1), ("cpp-memory-hog", 1)):
        text = zerosum("check", CLASS / name, status=status)
        assert len([line for line in text.splitlines() if line.startswith("  verdict ")]) == 1, text
        assert text.startswith(f"{name}: "), text
        assert len(text.splitlines()) <= ENOUGH_LINES and "\x1b" not in text, text
    zerosum("check", "/no/such/directory", status=2)
    # What lies beside hand-ins and is none.
    assert "README" not in zerosum("check", CLASS / "README.md", CLASS / "py3-sound", status=0)
    zerosum("check", CLASS / "README.md", status=2)
    zerosum("check", CLASS / "README.md", CLASS / "expected.csv", status=2)
    zerosum("check", CLASS / "py3-sound", "--python2", "/no/such/python2", status=2)


def check_named_python2():
    with tempfile.TemporaryDirectory() as folder:
        stand_in = pathlib.Path(folder) / "python2"
        stand_in.write_text(STAND_IN)
        for path in stand_in, stand_in.parent:
            path.chmod(0o755)
        (report,) = check(CLASS / "py2-and-3", "--python2", stand_in, status=0)
        assert (report["language"], report["notes"]) == ("Python 2", []), report
        assert report["leaves"] == ["python2-was-here"], report["leaves"]


def check_estimate():
    """A dry run that checks the agents counts what they cost, which of these is hardly anything."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "class.toml")
        agents = ", ".join(f'"dir:{CLASS}/{name}"' for name in ("cpp-sound", "py3-sound"))
        file.write_text(f"players = [{agents}]\nbank = 100\n[board]\nsize = 10\n")
        plans = [json.loads(zerosum("tournament", file, "--dry-run", "--json", *more, status=0)) for more in ([], ["--check"])]
    assert [plan["checked"] for plan in plans] == [0, 2], plans
    assert [plan["measured"] for plan in plans] == [False, False], plans
    assert plans[0]["per_game"] == 100 and 0 < plans[1]["per_game"] < 10, plans


def check_match():
    text = zerosum("match", f"dir:{CLASS}/py3-traceback@team", "random", "--games", 2, status=0)
    assert "random wins: team crashed" in text, text
    assert text.count("IndexError: list index out of range") == 1, text
    assert "team said the same as in game 1" in text, text
    assert "/home/" not in text.replace(str(CLASS), ""), text


def main():
    with open(CLASS / "expected.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    folders = sorted(path.name for path in CLASS.iterdir() if path.is_dir())
    assert sorted(row["name"] for row in rows) == folders, "expected.csv and the folders differ"
    check_class(rows)
    check_screens()
    check_named_python2()
    check_estimate()
    check_match()


if __name__ == "__main__":
    main()
