#!/usr/bin/env python3
"""A tournament of 336 games on a real PostgreSQL, which is killed with SIGKILL three times while the
program plays, and the program itself at 12 random moments.

Copied to a file, its ledger must hold the same pairings and game ids as that of an undisturbed run
on a file, every game exactly once. Standings read from server and file must be equal.
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from ledger_kill import ZEROSUM, contents, write_tournament

SERVER = os.path.join(os.environ["ZEROSUM_ROOT"], "tests/support/postgres_server")
KILLS = 12
OUTAGES = 3


def server(verb, folder):
    done = subprocess.run([SERVER, verb, folder], stdout=subprocess.PIPE, text=True)
    if done.returncode == 77:
        sys.exit(77)
    assert done.returncode == 0, f"postgres_server {verb} failed"
    return done.stdout.strip()


def zerosum(*arguments):
    done = subprocess.run([ZEROSUM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stdout


def games_so_far(ledger):
    done = subprocess.run([ZEROSUM, "standings", ledger, "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    found = re.search(r'"games":\s*(\d+)', done.stdout)
    return int(found.group(1)) if done.returncode == 0 and found else None


def main():
    rng = random.Random(19)
    with tempfile.TemporaryDirectory() as folder:
        calm, calm_ledger = write_tournament(folder, "calm")
        begun = time.monotonic()
        zerosum("tournament", calm, "--quiet")
        whole = time.monotonic() - begun
        expected = contents(calm_ledger)
        assert len(expected[1]) == 336

        place = tempfile.mkdtemp(prefix="zspg", dir="/tmp")
        os.chmod(place, 0o755)
        user = server("start", place).removeprefix("user=")
        address = f"postgresql:///postgres?host={place}&user={user}"
        try:
            storm(rng, write_tournament(folder, "stormy")[0], address, place, whole)
            copy = os.path.join(folder, "copy.ledger")
            zerosum("ledger", "copy", address, copy)
            assert contents(copy) == expected, "the ledgers differ"
            assert zerosum("ledger", "digest", address) == zerosum("ledger", "digest", copy)
            assert zerosum("standings", address, "--json") == zerosum("standings", copy, "--json")
            event = zerosum("convert", address).split("\n", 1)[0]
            assert event == '[Event "postgres"]', event
        finally:
            server("stop", place)


def storm(rng, file, address, place, whole):
    """Plays the tournament to its end, disturbed."""
    kills = outages = 0
    said = []

    def listen(stream):
        for line in stream:
            said.append(line)

    def until(holds, what):
        limit = time.monotonic() + 120
        while not holds():
            assert time.monotonic() < limit, what
            time.sleep(0.05)

    while True:
        process = subprocess.Popen(
            [ZEROSUM, "tournament", file, "--ledger", address, "--quiet"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
        reader = threading.Thread(target=listen, args=[process.stderr])
        reader.start()
        # The first outage comes while games are played, and is noticed. Others come at any time.
        if outages == 0:
            until(lambda: (games_so_far(address) or 0) > 0, "no game was played")
        elif outages < OUTAGES:
            time.sleep(rng.uniform(0.1, whole / 8 + 0.1))
        if outages < OUTAGES:
            server("kill", place)
            time.sleep(0.2)
            server("again", place)
            outages += 1
        if outages == 1:
            until(lambda: "went away" in "".join(said), "the server was never missed")
        try:
            process.wait(rng.uniform(0.05, whole / 8 + 0.1) if kills < KILLS else None)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
            reader.join()
            continue
        reader.join()
        assert process.returncode == 0, said
        break
    waited = sum("went away" in line or "cannot be reached" in line for line in said)
    print(f"{kills} kills of the program, {outages} of the server, of which {waited} were waited out")
    assert outages == OUTAGES


if __name__ == "__main__":
    sys.exit(main())
