#!/usr/bin/env python3
"""A tournament of 336 games on a real PostgreSQL, which is killed with SIGKILL three times while the
program plays, and the program itself at up to 12 random moments.

Copied to a file, its ledger must hold the same pairings and game ids as that of an undisturbed run
on a file, every game exactly once. Standings read from server and file must be equal. A tournament
that ends before all of that has come over it is compared and followed by a fresh one, so that
nothing depends on how fast the machine is at which moment.
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


class Storm:
    """What comes over tournaments, one after the other."""

    def __init__(self, place, user, whole):
        self.rng = random.Random(19)
        self.place = place
        self.user = user
        self.whole = whole  # seconds of an undisturbed run
        self.kills = self.outages = 0
        self.said = []

    def missed(self):
        """How often a program noticed that the server was away."""
        said = list(self.said)
        return sum("went away" in line or "cannot be reached" in line for line in said)

    def over(self):
        return self.outages >= OUTAGES and self.missed() > 0

    def new_address(self, number):
        """An empty place: a schema of its own."""
        self.psql(f"CREATE SCHEMA storm{number}")
        return (f"postgresql:///postgres?host={self.place}&user={self.user}"
                f"&options=-csearch_path%3Dstorm{number}")

    def kill_server(self):
        server("kill", self.place)
        time.sleep(0.2)
        server("again", self.place)
        self.outages += 1

    def listen(self, stream):
        for line in stream:
            self.said.append(line)

    def psql(self, sql):
        return subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--tuples-only", f"--host={self.place}",
             f"--username={self.user}", "postgres", "--command", sql],
            check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def await_locks(self):
        """Until the server has seen that the program is gone and its locks are free."""
        while self.psql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") != "0":
            time.sleep(0.05)

    def pause(self, least):
        return self.rng.uniform(least, self.whole / 8 + 0.1)

    def play(self, file, address):
        """Plays a tournament to its end, disturbed."""
        while True:
            process = subprocess.Popen(
                [ZEROSUM, "tournament", file, "--ledger", address, "--quiet"],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
            reader = threading.Thread(target=self.listen, args=[process.stderr])
            reader.start()
            if self.outages == 0:  # the first one comes while games are played
                while process.poll() is None and not games_so_far(address):
                    time.sleep(0.05)
            else:
                time.sleep(self.pause(0.1))
            if not self.over():
                self.kill_server()
                limit = time.monotonic() + 300
                while process.poll() is None and self.missed() == 0:
                    assert time.monotonic() < limit, "the server was never missed"
                    time.sleep(0.05)
            try:
                process.wait(self.pause(0.05) if self.kills < KILLS else None)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                self.kills += 1
                reader.join()
                self.await_locks()
                continue
            reader.join()
            assert process.returncode == 0, self.said
            return


def main():
    with tempfile.TemporaryDirectory() as folder:
        calm, calm_ledger = write_tournament(folder, "calm")
        begun = time.monotonic()
        zerosum("tournament", calm, "--quiet")
        whole = time.monotonic() - begun
        expected = contents(calm_ledger)
        assert len(expected[1]) == 336
        stormy = write_tournament(folder, "stormy")[0]

        place = tempfile.mkdtemp(prefix="zspg", dir="/tmp")
        os.chmod(place, 0o755)
        storm = Storm(place, server("start", place).removeprefix("user="), whole)
        tournaments = 0
        try:
            while not storm.over():
                assert tournaments < 20, "the server was never missed"
                address = storm.new_address(tournaments)
                storm.play(stormy, address)
                copy = os.path.join(folder, f"copy{tournaments}.ledger")
                zerosum("ledger", "copy", address, copy)
                assert contents(copy) == expected, "the ledgers differ"
                tournaments += 1
            assert zerosum("ledger", "digest", address) == zerosum("ledger", "digest", copy)
            assert zerosum("standings", address, "--json") == zerosum("standings", copy, "--json")
            event = zerosum("convert", address).split("\n", 1)[0]
            assert event == '[Event "postgres"]', event
        finally:
            server("stop", place)
        print(f"{tournaments} tournaments, {storm.kills} kills of the program, {storm.outages} of the server, "
              f"of which {storm.missed()} were waited out")


if __name__ == "__main__":
    sys.exit(main())
