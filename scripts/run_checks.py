#!/usr/bin/env python3
"""Runs the checks of ./test and tells how each went.

A check is a command; it passes when its status is 0, and is skipped, visibly, when its status is
77. The last line that it prints is shown beside its name, and everything it prints is kept in
build/checks/NAME.log. After a failure the rest goes on, except for what needed the failed one.

Every core is kept busy: a check starts on one core as soon as what it needs has passed, the one
with the most work behind it first. Builds and test runs take more cores when no other check wants
them.
"""

import argparse
import dataclasses
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "checks"
CORES = len(os.sched_getaffinity(0))
SKIPPED = 77
LINES_OF_A_FAILURE = 60
RUNNING = set()  # process groups, to be stopped when we are


@dataclasses.dataclass
class Check:
    name: str
    purpose: str
    command: list
    needs: list = dataclasses.field(default_factory=list)
    seconds: int = 5  # of CPU, about, on a fresh clone: the longest way to the end goes first
    wide: bool = False  # can use as many cores as it gets (jobs() says how it is told)
    environment: dict = dataclasses.field(default_factory=dict)
    minutes: int = 60  # after which it is stuck: a cold build on a busy machine takes long


@dataclasses.dataclass
class Outcome:
    verdict: str  # "passed", "failed", "skipped"
    seconds: float
    cpu: float
    detail: str


def ctest(preset, *options):
    return ["ctest", "--test-dir", f"build/{preset}", "--output-on-failure", "--no-tests=error",
            "--progress", *options]


def jobs(cores):
    """How cmake --build, ctest and our own scripts are told the number of cores."""
    return {name: str(cores) for name in
            ("CMAKE_BUILD_PARALLEL_LEVEL", "CTEST_PARALLEL_LEVEL", "ZEROSUM_JOBS")}


def reached_directly():
    """A proxy is for the network: our own servers are on this machine."""
    own = "127.0.0.1,localhost"
    named = os.environ.get("no_proxy") or os.environ.get("NO_PROXY")
    return dict.fromkeys(("no_proxy", "NO_PROXY"), f"{named},{own}" if named else own)


def script(name, *arguments):
    return [sys.executable, f"scripts/{name}", *arguments]


def build(preset, *targets):
    return ["scripts/build", preset, *targets]


def all_checks():
    return [
        Check("format", "clang-format would change nothing", script("check_format.py")),
        Check("layers", "no folder of src includes one that it must not know",
              script("check_layers.py")),
        Check("scripts", "shell and Python scripts are sound", script("check_scripts.py")),
        Check("build-release", "optimised build, warnings as errors", build("release"),
              seconds=300, wide=True),
        Check("unit-release", "unit tests and conformance suite, slow ones included",
              ctest("release"), ["build-release"], seconds=150, wide=True),
        Check("bench", "the node signature is deterministic and the recorded one",
              script("check_bench.py"), ["build-release"]),
        Check("docs", "commands are documented, links lead somewhere",
              script("check_docs.py"), ["build-release"]),
        *end_to_end_checks(),
        Check("python", "the Python package installs without network and passes its tests",
              script("check_python.py"), ["build-release"], seconds=200,
              environment={"ZEROSUM_BIN": str(ROOT / "build/release/bin")}),
        Check("build-debug", "build with assertions, ASan and UBSan",
              build("debug", "programs", "unit_tests"), seconds=400, wide=True),
        Check("unit-debug", "quick unit tests and conformance suite under ASan and UBSan",
              ctest("debug", "-LE", "slow"), ["build-debug"], seconds=300, wide=True),
        Check("games-debug", "whole games between players under ASan and UBSan",
              script("check_games.py"), ["build-debug"], seconds=30),
        Check("build-tsan", "build of the tests that use threads", build("tsan", "unit_tests"),
              seconds=200, wide=True),
        Check("unit-tsan", "tests that use threads, under ThreadSanitizer",
              ctest("tsan"), ["build-tsan"], seconds=20, wide=True),
        Check("build-fuzz", "build of the fuzz targets with clang", build("fuzz", "fuzz_targets"),
              seconds=60, wide=True),
        Check("fuzz", "20 to 60 seconds of libFuzzer per target find nothing",
              script("check_fuzz.py", "20"), ["build-fuzz"], seconds=120, wide=True),
        Check("tidy", "clang-tidy finds nothing", script("check_tidy.py"), ["build-release"],
              seconds=100, wide=True),
    ]


def end_to_end_checks():
    """Every executable tests/e2e/*.sh and *.py is a check of its own."""
    environment = {"ZEROSUM_ROOT": str(ROOT), "ZEROSUM_BIN": str(ROOT / "build/release/bin")}
    return [
        Check(f"e2e-{path.stem}", first_comment(path), [str(path.relative_to(ROOT))],
              ["build-release"], seconds=20, environment=environment)
        for path in sorted((ROOT / "tests/e2e").glob("*"))
        if path.suffix in (".sh", ".py") and os.access(path, os.X_OK)
    ]


def first_comment(path):
    """The first line of a script's opening comment or docstring."""
    for line in path.read_text().splitlines()[1:]:
        text = line.strip(' #"')
        if text:
            return text
    return ""


class Printer:
    """Colour on a terminal, plain lines elsewhere."""

    def __init__(self, width):
        self.width = width
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def paint(self, verdict):
        code = {"passed": "32", "failed": "31", "skipped": "33"}[verdict]
        return f"\033[{code}m{verdict:7}\033[0m" if self.colour else f"{verdict:7}"

    def line(self, name, outcome):
        print(f"{name:{self.width}}  {self.paint(outcome.verdict)}  {outcome.seconds:6.1f} s"
              f"  {outcome.cpu:6.1f} s CPU  {outcome.detail}", flush=True)


def detail_of(output):
    """What to show beside a check's name: the last line, or the count of tests."""
    counts = re.findall(r"tests passed, (\d+) tests? failed out of (\d+)", output)
    if counts:
        failed, total = counts[-1]
        return f"{total} tests" + (f", {failed} failed" if failed != "0" else "")
    lines = output.strip().splitlines()
    return lines[-1][:120] if lines else ""


def run_one(check, cores):
    start = time.monotonic()
    log = LOGS / f"{check.name}.log"
    with open(log, "w") as out:
        environment = {**os.environ, **reached_directly(), **jobs(cores), **check.environment}
        process = subprocess.Popen(check.command, cwd=ROOT, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        stuck = threading.Timer(60 * check.minutes, os.killpg, (process.pid, signal.SIGKILL))
        stuck.start()
        RUNNING.add(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        RUNNING.discard(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        if not stuck.is_alive():
            out.write(f"\nstopped after {check.minutes} minutes\n")
        stuck.cancel()
    detail = detail_of(log.read_text(errors="replace"))
    verdict = {0: "passed", SKIPPED: "skipped"}.get(process.returncode, "failed")
    return Outcome(verdict, time.monotonic() - start, usage.ru_utime + usage.ru_stime, detail)


# What ctest says of tests that passed or could not run. Without it, the output of those that failed
# is left.
NO_FAILURE = re.compile(r"\s*(Start +\d+: |\d+/\d+ Test +#\d+: .*( Passed |Skipped ))")


def show_failure(name):
    text = (LOGS / f"{name}.log").read_text(errors="replace")
    lines = [line for line in text.splitlines() if not NO_FAILURE.match(line)]
    for line in lines[-LINES_OF_A_FAILURE:]:
        print(f"    {line}")
    print(f"    (all of it: build/checks/{name}.log)", flush=True)


def by_work_behind(checks):
    """The checks, those first that most work waits for: their own and that of what needs them."""
    def work(check):
        return check.seconds + sum(work(other) for other in checks if check.name in other.needs)
    return sorted(checks, key=work, reverse=True)


def shares(ready, free):
    """Which of the ready checks start, with how many of the free cores: one each, then the rest."""
    starting = ready[:free]
    cores = dict.fromkeys((check.name for check in starting), 1)
    wide = [check.name for check in starting if check.wide]
    for i in range(free - len(starting) if wide else 0):
        cores[wide[i % len(wide)]] += 1
    return [(check, cores[check.name]) for check in starting]


def run_all(checks, printer):
    """Runs the checks, as many side by side as there are cores. Returns the outcomes."""
    outcomes = {}
    waiting = by_work_behind(checks)
    names = {check.name for check in checks}
    free = CORES
    changed = threading.Condition()

    def finish(check, outcome):
        outcomes[check.name] = outcome
        printer.line(check.name, outcome)

    def work(check, cores):
        nonlocal free
        try:
            outcome = run_one(check, cores)
        except OSError as error:
            (LOGS / f"{check.name}.log").write_text(f"{error}\n")
            outcome = Outcome("failed", 0.0, 0.0, str(error))
        with changed:
            free += cores
            finish(check, outcome)
            if outcome.verdict == "failed":
                show_failure(check.name)
            changed.notify()

    with changed:
        while len(outcomes) < len(checks):
            for check in list(waiting):
                broken = [need for need in check.needs
                          if need in outcomes and outcomes[need].verdict == "failed"]
                if broken:
                    waiting.remove(check)
                    finish(check, Outcome("failed", 0.0, 0.0, f"not run: {broken[0]} failed"))
            ready = [check for check in waiting
                     if all(need in outcomes or need not in names for need in check.needs)]
            for check, cores in shares(ready, free):
                free -= cores
                waiting.remove(check)
                threading.Thread(target=work, args=(check, cores), daemon=True).start()
            if len(outcomes) < len(checks):
                changed.wait()
    return outcomes


def chosen(checks, names):
    """The checks asked for and what they need, in the order of the list."""
    by_name = {check.name: check for check in checks}
    for name in names:
        if name not in by_name:
            print(f"test: found '{name}', expected one of: {' '.join(by_name)}", file=sys.stderr)
            sys.exit(2)
    wanted = set(names)
    for check in reversed(checks):
        if check.name in wanted:
            wanted.update(check.needs)
    return [check for check in checks if check.name in wanted]


def stop(signum, _frame):
    for group in list(RUNNING):
        os.killpg(group, signal.SIGKILL)
    os._exit(128 + signum)


def main():
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, stop)
    checks = all_checks()
    parser = argparse.ArgumentParser(prog="./test", description="Runs every check there is.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="run only these checks")
    parser.add_argument("--list", action="store_true", help="list the checks and run none")
    arguments = parser.parse_args()
    width = max(len(check.name) for check in checks)
    if arguments.list:
        for check in checks:
            print(f"{check.name:{width}}  {check.purpose}")
        return 0

    if arguments.names:
        checks = chosen(checks, arguments.names)
    LOGS.mkdir(parents=True, exist_ok=True)
    printer = Printer(width)
    start = time.monotonic()
    outcomes = run_all(checks, printer)

    print(f"\nSummary ({time.monotonic() - start:.0f} s on {CORES} cores)")
    for check in checks:
        printer.line(check.name, outcomes[check.name])
    count = {verdict: sum(outcome.verdict == verdict for outcome in outcomes.values())
             for verdict in ("passed", "failed", "skipped")}
    if count["skipped"]:
        print(f"{count['skipped']} skipped")
    print(f"{count['passed']} passed, {count['failed']} failed")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
