"""A client of the Universal Game Interface as kz04px's match runner cutegames is one: strict.

An answer counts only as a line of exactly two words ("bestmove C2", "response true"), and the client
waits until it has come. The games are refereed here, by rules of our own, and not by the engines.
"""

import queue
import subprocess
import threading
import time

PATIENCE = 120  # seconds after which an answer is taken for one that never comes


class Hang(Exception):
    pass


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.heard = queue.Queue()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stdout:
            self.heard.put(line.decode().rstrip("\n"))
        self.heard.put(None)

    def send(self, line):
        data = line if isinstance(line, bytes) else line.encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def hear(self):
        try:
            line = self.heard.get(timeout=PATIENCE)
        except queue.Empty:
            raise Hang("no line came") from None
        if line is None:
            raise Hang(f"the engine ended with status {self.process.wait()}")
        return line

    def until(self, wanted):
        """All lines up to the first for which wanted(words) holds."""
        lines = [self.hear()]
        while not wanted(lines[-1].split(" ")):
            lines.append(self.hear())
        return lines

    def answer(self, word):
        """The second word of the first line of two words that begins so."""
        return self.until(lambda words: len(words) == 2 and words[0] == word)[-1].split(" ")[1]

    def start(self, options):
        self.send("ugi")
        self.until(lambda words: words == ["ugiok"])
        for name, value in options.items():
            self.send(f"setoption name {name} value {value}")
        self.is_ready()

    def is_ready(self):
        self.send("isready")
        return self.until(lambda words: words == ["readyok"])[:-1]

    def query(self, what):
        self.send(f"query {what}")
        return self.answer("response")

    def position(self, start, moves):
        # Nobody who splits lines at blanks can send a move that has one.
        assert all(" " not in move for move in moves), moves
        where = "startpos" if start == "startpos" else f"fen {start}"
        self.send(f"position {where}" + (" moves " + " ".join(moves) if moves else ""))

    def quit(self):
        self.send("quit")
        status = self.process.wait(timeout=PATIENCE)
        self.listener.join()
        rest = []
        while (line := self.heard.get()) is not None:
            rest.append(line)
        return status, rest

    def cpu(self):
        """CPU seconds of the process: the kernel's clock of it (man 3 clock_getcpuclockid)."""
        return time.clock_gettime((~self.process.pid << 3) | 2)


class Clock:
    """Two banks in milliseconds, as words of go. CPU time is charged, not the wall: others run here."""

    def __init__(self, bank, increment):
        self.left = [bank, bank]
        self.increment = increment

    def __str__(self):
        return (f"go p1time {self.left[0]} p2time {self.left[1]} "
                f"p1inc {self.increment} p2inc {self.increment}")

    def charge(self, side, milliseconds):
        self.left[side] -= milliseconds
        if self.left[side] <= 0:
            raise AssertionError(f"p{side + 1} is out of time")
        self.left[side] += self.increment


def asked(engine, start, moves, what):
    """A query as cutegames puts it: the position is sent anew before each."""
    engine.position(start, moves)
    return engine.query(what)


def play(engines, start, go):
    """One game in the order in which cutegames speaks (src/match/play.cpp, the game "generic", with
    the settings that ask the most). `go` is a line or a Clock. The moves, and the result that both say."""
    first, second = engines
    for engine in engines:
        engine.is_ready()
    for engine in engines:
        engine.send("uginewgame")
    asked(first, start, [], "p1turn")
    moves = []
    while True:
        asked(first, start, moves, "p1turn")
        side = 0 if asked(first, start, moves, "p1turn") == "true" else 1
        mover, other = engines[side], engines[1 - side]
        mover.is_ready()
        mover.position(start, moves)
        if asked(mover, start, moves, "gameover") == "true":
            break
        if asked(other, start, moves, "gameover") == "true":
            break
        before = mover.cpu()
        mover.send(str(go))
        moves.append(mover.answer("bestmove"))
        if isinstance(go, Clock):
            go.charge(side, round(1000 * (mover.cpu() - before)))
    results = []
    for engine in engines:
        engine.is_ready()
        engine.position(start, moves)
        if asked(engine, start, moves, "gameover") != "true":
            raise AssertionError("the two disagree whether the game is over")
        results.append(asked(engine, start, moves, "result"))
    if results[0] != results[1]:
        raise AssertionError(f"the two disagree about the result: {results}")
    return moves, results[0]


class Fruit:
    """The Fruit Rage by docs/rules.md, for start lines of 'rows mover points points'."""

    def __init__(self, line):
        from plain_board import PlainBoard
        rows, self.mover, *points = line.split(" ")
        self.board = PlainBoard(rows.split("/"))
        self.points = [int(number) for number in points]
        self.mover = int(self.mover) - 1

    def play(self, move):
        column, row = ord(move[0]) - ord("A"), int(move[1:]) - 1
        assert self.board.cells[row][column] != "*", f"{move} takes an empty cell"
        self.points[self.mover] += self.board.take(self.board.group(row, column))
        self.mover = 1 - self.mover

    def result(self):
        if self.board.groups():
            return "none"
        lead = self.points[0] - self.points[1]
        return "p1win" if lead > 0 else "p2win" if lead < 0 else "draw"


class Raid:
    """Stake & Raid by docs/rules.md, for start lines of 'rows mover values'."""

    def __init__(self, line):
        rows, self.mover, values = line.split(" ")
        self.cells = [list(row) for row in rows.split("/")]
        self.values = [[int(n) for n in row.split(",")] for row in values.split("/")]
        self.size = len(self.cells)

    def around(self, row, column):
        return [(r, c) for r, c in ((row - 1, column), (row + 1, column), (row, column - 1),
                                    (row, column + 1))
                if 0 <= r < self.size and 0 <= c < self.size]

    def play(self, move):
        cell, kind = move.split(":")
        column, row = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
        other = "O" if self.mover == "X" else "X"
        assert self.cells[row][column] == ".", f"{move} is not on a free square"
        self.cells[row][column] = self.mover
        if kind == "Raid":
            near = self.around(row, column)
            assert any(self.cells[r][c] == self.mover for r, c in near), f"{move} is not a raid"
            for r, c in near:
                if self.cells[r][c] == other:
                    self.cells[r][c] = self.mover
        else:
            assert kind == "Stake", move
        self.mover = other

    def result(self):
        sums = {"X": 0, "O": 0, ".": 0}
        for row in range(self.size):
            for column in range(self.size):
                sums[self.cells[row][column]] += self.values[row][column]
        if any("." in row for row in self.cells):
            return "none"
        lead = sums["X"] - sums["O"]
        return "p1win" if lead > 0 else "p2win" if lead < 0 else "draw"
