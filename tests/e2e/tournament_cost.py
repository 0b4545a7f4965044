#!/usr/bin/env python3
"""100 players, single round robin on 6x6 boards: the manager costs under 10 ms of CPU time per game
and under 200 MB of memory.

The players' own thinking is charged in the records; what the process used beyond it is the
manager's. A part of the 4,950 games says as much as all of them.
"""

import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile

ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")
GAMES_WANTED = int(os.environ.get("TOURNAMENT_COST_GAMES", "600"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "big.toml")
        players = ", ".join(f'"{["greedy", "random"][i % 2]}@p{i:03}"' for i in range(100))
        with open(path, "w") as file:
            file.write(f"players = [{players}]\nseed = 1\nbank = 60\njobs = 2\n[board]\nsize = 6\nkinds = 4\n")
        process = subprocess.Popen([ZEROSUM, "tournament", path], stdout=subprocess.PIPE, text=True)
        seen = 0
        for _ in process.stdout:
            seen += 1
            if seen == GAMES_WANTED:
                with open(f"/proc/{process.pid}/status") as status:
                    peak = int(re.search(r"VmHWM:\s+(\d+) kB", status.read()).group(1)) / 1024
                process.send_signal(signal.SIGTERM)
        process.wait()
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        ledger = os.path.join(folder, "big.ledger")
        with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as db:
            games, thinking = db.execute("SELECT count(*), sum(first_cpu + second_cpu) FROM game").fetchone()
        cost = (usage.ru_utime + usage.ru_stime - thinking) / games * 1000
        print(f"{games} games: manager {cost:.2f} ms of CPU per game, {peak:.0f} MB at most")
        assert games >= GAMES_WANTED
        assert cost < 10 and peak < 200


if __name__ == "__main__":
    sys.exit(main())
