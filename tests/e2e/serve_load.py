#!/usr/bin/env python3
"""zerosum serve under load: 200 event streams and 50 games go on while one visitor does all it can against that.

The visitors are told apart by their addresses, 127.0.0.2 and up; the bad one is 127.0.0.99. It opens
2,100 idle connections, 100 analyses of the largest board, games between engines with the largest
bank, games against the full engine, 8 MB of "[" again and again, games by the hundred, and does what
a page of another site would. The check counts: every move of the others is answered, on every stream.
It prints how long that took beside what it takes without the bad visitor, and judges no time.
"""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = Path(os.environ["ZEROSUM_BIN"]) / "zerosum"
GAMES, STREAMS, MOVES = 50, 4, 3  # streams per game; a person's moves per game and round
IDLE, ANALYSES = 2100, 100
PATIENCE = 120  # seconds; only a server that is kept from its work comes near it
BAD = "127.0.0.99"
# What the bad visitor is answered.
EXPECTED = {"engines": {400, 201, 429}, "long games": {201}, "nested": {400}, "made": {201},
            "listed": {200}, "cross-site": {403}}


class Server:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--threads", "2", "--games", Path(folder) / "games.db"],
            stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])

    def connect(self, visitor):
        return asyncio.open_connection("127.0.0.1", self.port, local_addr=(visitor, 0))

    async def ask(self, visitor, method, path, body=None, headers=""):
        """The status and the JSON of the answer."""
        reader, writer = await self.connect(visitor)
        text = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}"
                     f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        answer = await reader.read()
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(rest)

    async def stream(self, visitor, path):
        reader, writer = await self.connect(visitor)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


class Game:
    """A person's game, watched by several streams; all of them must see every answer."""

    def __init__(self, server, visitor, opponent):
        self.server, self.visitor, self.opponent = server, visitor, opponent
        self.seen = [0] * STREAMS  # moves, by each stream
        self.changed = asyncio.Condition()
        self.state, self.writers, self.listeners = None, [], []

    async def begin(self):
        # A bank that no busy machine uses up: the clock runs while the game is watched.
        wish = {"game": "fruit", "size": 8, "kinds": 4, "seed": 1, "bank": 3600,
                "players": ["human", self.opponent]}
        status, self.state = await self.server.ask(self.visitor, "POST", "/api/games", wish)
        assert status == 201, self.state
        for number in range(STREAMS):
            reader, writer = await self.server.stream(
                self.visitor, f"/api/games/{self.state['id']}/events")
            self.writers.append(writer)
            self.listeners.append(asyncio.create_task(self.listen(number, reader)))

    async def listen(self, number, reader):
        while line := await reader.readline():
            if not line.startswith(b"data: {\"id\""):
                continue
            state = json.loads(line[6:])
            async with self.changed:
                self.seen[number] = len(state["moves"])
                if len(state["moves"]) >= len(self.state["moves"]):
                    self.state = state
                self.changed.notify_all()

    async def move(self):
        """Seconds until every stream has seen the answer."""
        expected = len(self.state["moves"]) + 2
        began = time.monotonic()
        status, said = await self.server.ask(
            self.visitor, "POST", f"/api/games/{self.state['id']}/moves",
            {"move": self.state["board"]["moves"][0]["name"], "ply": expected - 2})
        assert status == 200, said
        async with self.changed:
            await self.changed.wait_for(lambda: min(self.seen) >= expected)
        return time.monotonic() - began


async def play_round(games):
    """Every game makes its moves, at the same time; the seconds of each answer by opponent."""
    times = {}

    async def play(game):
        for _ in range(MOVES):
            times.setdefault(game.opponent, []).append(await game.move())

    await asyncio.wait_for(asyncio.gather(*map(play, games)), PATIENCE)
    return times


class BadVisitor:
    def __init__(self, server):
        self.server, self.kept, self.tasks = server, [], []
        self.statuses = {}  # how often each was answered

    def count(self, what, status):
        self.statuses.setdefault(what, []).append(status)

    async def begin(self, idle):
        start = await self.engines()
        for _ in range(ANALYSES):
            self.kept.append(await self.server.stream(
                BAD, f"/api/analysis?game=fruit&seconds=30&position={start.replace(' ', '+')}"))
        for _ in range(idle):
            self.kept.append(await self.server.connect(BAD))
        self.tasks = [asyncio.create_task(again()) for again in (self.nest, self.make, self.cross)]

    async def engines(self):
        wish = {"game": "fruit", "size": 32, "kinds": 5, "seed": 1, "bank": 36000}
        start = ""
        for bank in (36000, 3600, 3600, 3600, 3600, 3600):
            wish.update(bank=bank, players=["engine", "engine"])
            status, said = await self.server.ask(BAD, "POST", "/api/games", wish)
            self.count("engines", status)
            start = said.get("start", start)
        for _ in range(8):  # the engine is to move
            wish["players"] = ["engine", "human"]
            status, _ = await self.server.ask(BAD, "POST", "/api/games", wish)
            self.count("long games", status)
        return start

    async def nest(self):
        while True:
            status, _ = await self.server.ask(BAD, "POST", "/api/records", b"[" * 8_000_000)
            self.count("nested", status)

    async def make(self):
        while True:
            wish = {"game": "raid", "size": 26, "players": ["human", "greedy"]}
            status, _ = await self.server.ask(BAD, "POST", "/api/games", wish)
            self.count("made", status)
            status, _ = await self.server.ask(BAD, "GET", "/api/games")
            self.count("listed", status)

    async def cross(self):
        while True:
            status, _ = await self.server.ask(
                BAD, "GET", "/api/analysis?game=fruit&position=01/21+1+0+0",
                headers="Sec-Fetch-Site: cross-site\r\n")
            self.count("cross-site", status)
            await asyncio.sleep(0.05)

    async def answered(self):
        """Returns when all that it does has been answered at least once."""
        while not EXPECTED.keys() <= self.statuses.keys():
            for task in self.tasks:
                if task.done():
                    task.result()  # says why it has ended
            await asyncio.sleep(0.05)

    def check(self):
        for what, statuses in EXPECTED.items():
            found = set(self.statuses[what])
            assert found == statuses, f"{what}: answered with {found}, expected {statuses}"


def allow_files(most):
    """How many idle connections can be held here."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return min(IDLE, limit - 600)


def shown(times):
    return ", ".join(f"{who} {1000 * statistics.median(each):.0f} ms, at most {1000 * max(each):.0f}"
                     for who, each in sorted(times.items()))


async def check(server):
    idle = allow_files(4096)
    games = [Game(server, f"127.0.0.{2 + i}", ("greedy", "engine:level=3")[i % 2])
             for i in range(GAMES)]
    await asyncio.gather(*(game.begin() for game in games))
    usual = await play_round(games)
    bad = BadVisitor(server)
    await asyncio.wait_for(bad.begin(idle), PATIENCE)
    under_load = await play_round(games)
    # One at a time, as a person who comes by: what a single answer takes.
    alone = {}
    for game in games[:12]:
        alone.setdefault(game.opponent, []).append(await asyncio.wait_for(game.move(), PATIENCE))
    status, load = await server.ask("127.0.0.200", "GET", "/api/status")
    assert status == 200
    await asyncio.wait_for(bad.answered(), PATIENCE)
    for task in bad.tasks:
        task.cancel()
    bad.check()
    for game in games:
        _, kept = await server.ask("127.0.0.200", "GET", f"/api/games/{game.state['id']}")
        assert len(kept["moves"]) == len(game.state["moves"]) >= 4 * MOVES, kept["moves"]
    print(f"50 at once, without the bad visitor: {shown(usual)}")
    print(f"50 at once, with it: {shown(under_load)}")
    print(f"one at a time, with it: {shown(alone)}")
    answers = sum(len(each) for times in (usual, under_load, alone) for each in times.values())
    print(f"{answers} answers on {GAMES * STREAMS} streams; the bad visitor had {idle} idle connections, "
          f"{ {what: len(each) for what, each in bad.statuses.items()} }; "
          f"memory {load['memory'] / 2**20:.0f} MiB")


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            asyncio.run(check(server))
            server.process.terminate()
            assert server.process.wait(timeout=PATIENCE) == 0
        finally:
            server.process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
