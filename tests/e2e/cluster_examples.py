#!/usr/bin/env python3
"""The examples of docs/cluster.md as they stand there, with a file in place of the server's address: the
lines for ssh run (by a shell in place of ssh), the systemd unit is one that systemd accepts, and the
arguments of the Kubernetes Job are those of a worker."""

import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(os.environ["ZEROSUM_ROOT"])
BIN = pathlib.Path(os.environ["ZEROSUM_BIN"])
TOURNAMENT = """
players = ["greedy", "random"]
games = 20
play_all = true
bank = 60
[board]
size = 3
kinds = 2
"""
LIMIT = 300


def block(heading):
    """The first block of code below a heading."""
    text = (ROOT / "docs/cluster.md").read_text()
    return re.search(rf"^## {heading}\n.*?^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)


def planned(ledger):
    if not ledger.exists():
        return 0
    try:
        with sqlite3.connect(ledger, timeout=60) as db:
            return db.execute("SELECT count(*) FROM task").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def over_ssh(folder, ledger):
    host, loop = block("By hand, over ssh").replace("postgresql://db/class", str(ledger)).split("\n", 1)
    assert "ssh $host" in loop
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    run = {"cwd": folder, "env": environment, "stdin": subprocess.DEVNULL}
    with open(folder / "host.log", "w") as log:
        plans = subprocess.Popen(["sh", "-c", host + "\nwait $!"], stdout=log, stderr=log, **run)
    while planned(ledger) == 0:
        assert plans.poll() is None, (folder / "host.log").read_text()
        time.sleep(0.05)
    subprocess.run(["sh", "-c", 'ssh() { shift; sh -c "$*"; }\n' + loop], check=True, timeout=LIMIT, **run)
    assert plans.wait(timeout=LIMIT) == 0, (folder / "host.log").read_text()
    with sqlite3.connect(ledger) as db:
        assert db.execute("SELECT count(*) FROM game").fetchone()[0] == 20


def systemd_unit(folder):
    unit = folder / "zerosum-worker.service"
    text = block("As a systemd unit").replace("/usr/bin/zerosum", str(BIN / "zerosum"))
    unit.write_text(text.replace("User=zerosum", "User=daemon"))
    if shutil.which("systemd-analyze") is None:
        assert re.search(r"^ExecStart=\S+ worker --ledger \S+ --jobs 4$", text, re.MULTILINE), text
        return "read"
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0 and str(unit) not in done.stdout, done.stdout
    return "verified by systemd"


def kubernetes_job(ledger):
    text = block("As a Kubernetes Job")
    words = re.search(r"args: \[(.*)\]$", text, re.MULTILINE).group(1)
    arguments = [word.strip().strip('"') for word in words.split(",")]
    address = "postgresql://db/class?user=zerosum_worker"
    assert address in arguments, arguments
    arguments[arguments.index(address)] = str(ledger)
    done = subprocess.run([BIN / "zerosum", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=LIMIT)
    assert done.returncode == 0 and "nothing is left to play" in done.stdout, done.stdout


def main():
    # Workers of the lines for ssh may still be ending.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        (folder / "class.toml").write_text(TOURNAMENT)
        ledger = folder / "class.ledger"
        over_ssh(folder, ledger)
        kubernetes_job(ledger)
        print(f"20 games by the lines for ssh, the Job's worker ran, the unit was {systemd_unit(folder)}")


if __name__ == "__main__":
    sys.exit(main())
