#!/usr/bin/env python3
"""The autograder folders in examples/ do for a submission what Gradescope and Autolab ask of them.

Gradescope: run_autograder, in a folder that looks like /autograder, leaves results/results.json with the
published fields. Autolab: make, beside autograde.tar and handin.tar, prints the scores as its last line.
setup.sh installs packages and is not run here; shellcheck reads it.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples/autograders"
ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
SAMPLE = (ROOT / "examples/agents/python/homework3.py").read_text()

# gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format".
TOP = {"score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility",
       "stdout_visibility", "extra_data", "tests", "leaderboard"}
TEST = {"score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility",
        "extra_data"}


def gradescope(folder, text, **environment):
    """The results of a submission."""
    root = pathlib.Path(folder)
    (root / "submission").mkdir(parents=True)
    (root / "submission/homework3.py").write_text(text)
    subprocess.run([FOLDER / "gradescope/run_autograder"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "AUTOGRADER_ROOT": str(root), "ZEROSUM": ZEROSUM, **environment})
    return json.loads((root / "results/results.json").read_text())


def check_gradescope(folder):
    results = gradescope(f"{folder}/sound", SAMPLE)
    assert set(results) <= TOP, set(results) - TOP
    assert results["score"] == 50 == sum(test["score"] for test in results["tests"]), results["score"]
    assert sum(test["max_score"] for test in results["tests"]) == 100
    for test in results["tests"]:
        assert {"score", "max_score", "status", "output", "visibility"} <= set(test) <= TEST, test
    assert {entry["name"]: entry["value"] for entry in results["leaderboard"]}["random"] == 25
    crashed = gradescope(f"{folder}/crash", "raise SystemExit('no idea')\n")
    assert crashed["score"] == 0 and "no idea" in crashed["tests"][0]["output"], crashed["tests"][0]
    # Whatever goes wrong with the grader itself, the student and the staff hear of it.
    wrong = gradescope(f"{folder}/wrong", SAMPLE, ZEROSUM_GRADE="--edition 1999")
    assert wrong["score"] == 0 and "1999" in wrong["output"], wrong
    archive = f"{folder}/autograder.zip"
    subprocess.run([FOLDER / "gradescope/make_zip", archive], check=True)
    with zipfile.ZipFile(archive) as packed:
        names = packed.namelist()
        assert {"setup.sh", "run_autograder", "zerosum/scripts/setup"} <= set(names), names[:20]


def check_autolab(folder):
    lab = pathlib.Path(folder) / "lab"
    shutil.copytree(FOLDER / "autolab", lab)
    subprocess.run(["make", "-s", "-C", lab, f"ZEROSUM={ZEROSUM}"], check=True)
    job = pathlib.Path(folder) / "job"
    job.mkdir()
    shutil.copy(lab / "autograde.tar", job)
    shutil.copy(lab / "autograde-Makefile", job / "Makefile")
    (job / "homework3.py").write_text(SAMPLE)
    subprocess.run(["tar", "-cf", "handin.tar", "homework3.py"], cwd=job, check=True)
    done = subprocess.run(["make", "-s"], cwd=job, check=True, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert json.loads(lines[-1]) == {"scores": {"cases": 25, "random": 25, "minimax": 0},
                                     "scoreboard": [50, 25, 25, 0]}, lines[-1]
    assert lines[0].startswith("submission: 50 of 100, weak"), lines[0]


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_gradescope(folder)
        check_autolab(folder)
    print("autograders: all well")


if __name__ == "__main__":
    sys.exit(main())
