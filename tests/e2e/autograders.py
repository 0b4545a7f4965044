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
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples/autograders"
ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
PYTHON2 = [path for name in ("python2", "python2.7") for folder in ("/usr/local/bin", "/usr/bin", "/bin")
           if os.access(path := f"{folder}/{name}", os.X_OK)]
SAMPLE = (ROOT / "examples/agents/python/homework3.py").read_text()

# gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format": the fields, and what each may hold.
NUMBER, TEXT = (int, float), str
FORMAT = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}
TOP = {"score": NUMBER, "execution_time": NUMBER, "output": TEXT, "output_format": FORMAT, "test_output_format": FORMAT,
       "test_name_format": FORMAT, "visibility": VISIBILITY, "stdout_visibility": VISIBILITY, "extra_data": dict,
       "tests": list, "leaderboard": list}
TEST = {"score": NUMBER, "max_score": NUMBER, "status": {"passed", "failed"}, "name": TEXT, "name_format": FORMAT,
        "number": TEXT, "output": TEXT, "output_format": FORMAT, "tags": list, "visibility": VISIBILITY,
        "extra_data": dict}
ENTRY = {"name": TEXT, "value": (int, float, str), "order": {"asc", "desc"}}


def check_fields(found, published):
    assert set(found) <= set(published), set(found) - set(published)
    for name, value in found.items():
        allowed = published[name]
        if isinstance(allowed, set):
            assert value in allowed, (name, value)
        else:
            assert isinstance(value, allowed) and not isinstance(value, bool), (name, value)


def check_results(results):
    """As Gradescope reads them: nothing that it does not know, and a score on top or in every test. Without any the
    autograder has failed, which is shown as that, and gives no 0: True when there is one."""
    check_fields(results, TOP)
    for test in results.get("tests", []):
        check_fields(test, TEST)
    for entry in results.get("leaderboard", []):
        check_fields(entry, ENTRY)
        assert {"name", "value"} <= set(entry), entry
    scored = ["score" in test for test in results.get("tests", [])]
    assert all(scored) or not any(scored), results
    return "score" in results or any(scored)


def gradescope(folder, text, file="homework3.py", scored=True, **environment):
    """The results of a submission. What cannot be graded has no score, and the job fails."""
    root = pathlib.Path(folder)
    (root / "submission").mkdir(parents=True)
    (root / "submission" / file).write_text(text)
    done = subprocess.run([FOLDER / "gradescope/run_autograder"], stdout=subprocess.DEVNULL,
                          env={**os.environ, "AUTOGRADER_ROOT": str(root), "ZEROSUM": ZEROSUM, **environment})
    results = json.loads((root / "results/results.json").read_text())
    assert check_results(results) == scored == (done.returncode == 0), (done.returncode, results)
    return results


def check_gradescope(folder):
    results = gradescope(f"{folder}/sound", SAMPLE)
    assert results["score"] == 50 == sum(test["score"] for test in results["tests"]), results["score"]
    assert sum(test["max_score"] for test in results["tests"]) == 100
    for test in results["tests"]:
        assert {"score", "max_score", "status", "output", "visibility"} <= set(test), test
    assert {entry["name"]: entry["value"] for entry in results["leaderboard"]}["random"] == 25
    crashed = gradescope(f"{folder}/crash", "raise SystemExit('no idea')\n")
    assert crashed["score"] == 0 and "no idea" in crashed["tests"][0]["output"], crashed["tests"][0]
    # Whatever goes wrong with the grader itself, the student and the staff hear of it.
    wrong = gradescope(f"{folder}/wrong", SAMPLE, scored=False, ZEROSUM_GRADE="--edition 1999")
    assert "1999" in wrong["output"] and "leaderboard" not in wrong, wrong
    if not PYTHON2:
        lacking = gradescope(f"{folder}/lacking", "print 'x'\n", "homework.py", scored=False)
        assert "needs Python 2" in lacking["output"] and "leaderboard" not in lacking, lacking
    # The archive for the image has all that a submission needs.
    archive, tarball = f"{folder}/autograder.zip", f"{folder}/programs.tar.gz"
    with tarfile.open(tarball, "w:gz") as packed:
        packed.add(ZEROSUM, "zerosum-0.1.0-linux-x86_64/bin/zerosum")
    subprocess.run([FOLDER / "gradescope/make_zip", archive, tarball], check=True)
    source = pathlib.Path(folder, "image/source")
    with zipfile.ZipFile(archive) as packed:
        names = {name for name in packed.namelist() if not name.endswith("/")}
        assert names == {"setup.sh", "run_autograder", "zerosum/bin/zerosum"}, names
        packed.extractall(source)
        for each in packed.infolist():
            (source / each.filename).chmod(each.external_attr >> 16)
    assert gradescope(f"{folder}/image", "raise SystemExit\n", ZEROSUM="")["score"] == 0


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
    if PYTHON2:
        return
    (job / "homework.py").write_text("print 'x'\n")
    subprocess.run(["tar", "-cf", "handin.tar", "homework.py"], cwd=job, check=True)
    done = subprocess.run(["make", "-s"], cwd=job, capture_output=True, text=True)
    assert done.returncode != 0 and "needs Python 2" in done.stdout and "scores" not in done.stdout, done


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_gradescope(folder)
        check_autolab(folder)
    print("autograders: all well")


if __name__ == "__main__":
    sys.exit(main())
