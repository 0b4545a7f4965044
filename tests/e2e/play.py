#!/usr/bin/env python3
"""zerosum play as a person meets it: both games on a real terminal (tmux), and through a pipe.

What the screen says is checked against a board of our own (flood fill, neighbours), so that the
program is not checked against itself.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ZEROSUM = Path(os.environ["ZEROSUM_BIN"]) / "zerosum"
STILL = 0.15  # seconds that a screen must not have changed to count as painted
PATIENCE = 120  # seconds of wall time until a screen must have come; only a broken program waits


class Terminal:
    """A shell in a tmux of its own; `with` ends it."""

    count = 0

    def __init__(self, columns=100, rows=30, term="screen-256color", charset="C.UTF-8"):
        Terminal.count += 1  # a server that is still ending must not be met again
        self.tmux = ["tmux", "-L", f"zerosum-play-{os.getpid()}-{Terminal.count}", "-f", "/dev/null"]
        environment = dict(os.environ, LC_ALL=charset)
        environment.pop("TMUX", None)
        subprocess.run(self.tmux + ["-u", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                                    f"env TERM={term} PS1='$ ' sh"], check=True, env=environment)

    def __enter__(self):
        try:
            # Before the prompt is there, what is typed stands twice.
            self.wait(lambda s: s.startswith("$"), "the shell's prompt")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        subprocess.run(self.tmux + ["kill-server"], check=False, capture_output=True)

    def keys(self, *names):
        subprocess.run(self.tmux + ["send-keys", *names], check=True)

    def type(self, text):
        subprocess.run(self.tmux + ["send-keys", "-l", text], check=True)

    def start(self, *arguments):
        """Starts the game between two reports of the terminal's settings."""
        command = " ".join(shlex.quote(str(a)) for a in (ZEROSUM, "play", *arguments))
        self.type(f"clear; stty -g | cksum; {command}; echo status=$?; stty -g | cksum")
        self.keys("Enter")

    def screen(self):
        done = subprocess.run(self.tmux + ["capture-pane", "-p"], check=True, capture_output=True)
        return done.stdout.decode()

    def wait(self, found, what=None):
        """The first screen that has the text, or for which the function is true, and stands still.

        A screen may be seen half painted, with lines of two frames. So what is true only of a whole
        frame belongs into the function that is waited for, and a screen counts when it has not
        changed for a while. A function that trips over a half painted one is asked again.
        """
        test = found if callable(found) else lambda screen: found in screen

        def holds(screen):
            try:
                return test(screen)
            except (AssertionError, StopIteration, IndexError):
                return False

        end, last, since = time.monotonic() + PATIENCE, None, 0.0
        while time.monotonic() < end:
            screen, now = self.screen(), time.monotonic()
            if screen != last:
                last, since = screen, now
            elif now - since >= STILL and holds(screen):
                return screen
            time.sleep(0.03)
        raise AssertionError(f"waited for {what or found!r}, the screen shows:\n{self.screen()}")

    def glimpse(self, found, over):
        """Whether a screen has been seen for which `found` is true before one for which `over` is."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            screen = self.screen()
            if found(screen) or over(screen):
                return bool(found(screen))
        raise AssertionError(f"neither came, the screen shows:\n{self.screen()}")

    def left(self, status):
        """The game is over, and the terminal is as it was before."""
        screen = self.wait(f"status={status}\n")
        sums = re.compile(r"^\d+ \d+$", re.M)
        settings = sums.findall(self.wait(lambda s: len(sums.findall(s)) == 2, "stty twice"))
        assert settings[0] == settings[-1], f"terminal settings changed: {settings}"
        return screen


def points(screen):
    """Both players' points: the person's and the opponent's."""
    mine = re.search(r"You, [\w ]+: (-?\d+)", screen)
    theirs = re.search(r"^.*(?:Greedy|Engine|Level \d+), [\w ]+: (-?\d+)", screen, re.M)
    assert mine and theirs, screen
    return int(mine[1]), int(theirs[1])


def my_turn(screen):
    return "> You, " in screen or "Game over" in screen


def fruit_board(screen, size):
    """The digits of the board, '.' for a hole, and the cursor's cell."""
    rows, cursor = [], None
    for row in range(size):
        line = next(l for l in screen.splitlines() if re.match(rf"^ {{0,2}}{row + 1} ", l))
        cells = [line[4 + 4 * c:8 + 4 * c] for c in range(size)]
        rows.append([cell[2] for cell in cells])
        for column, cell in enumerate(cells):
            if cell[0] == ">" and cell[3] == "<":
                cursor = (row, column)
    return rows, cursor


def group_size(rows, start):
    kind, group, todo = rows[start[0]][start[1]], {start}, [start]
    while todo:
        r, c = todo.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            inside = 0 <= near[0] < len(rows) and 0 <= near[1] < len(rows)
            if inside and near not in group and rows[near[0]][near[1]] == kind:
                group.add(near)
                todo.append(near)
    return len(group)


def move_cursor(terminal, source, target):
    down, right = target[0] - source[0], target[1] - source[1]
    names = ["Down" if down > 0 else "Up"] * abs(down) + ["Right" if right > 0 else "Left"] * abs(right)
    if names:
        terminal.keys(*names)


def last_move_is_marked(screen, size, cursor):
    """As many holes are marked as the last move took fruits, but for one that the cursor hides."""
    played = re.search(r"Greedy played [A-Z]\d+: takes (\d+) fruits?", screen)
    if not played:
        return "(" not in screen
    marked = 0
    for row in range(size):
        line = next(l for l in screen.splitlines() if re.match(rf"^ {{0,2}}{row + 1} ", l))
        marked += len(re.findall(r"\( \.\)", line[4:4 + 4 * size]))
    return marked == int(played[1])


def fruit_by_keyboard():
    """A whole game: every preview and every score is what our own board says."""
    size = 5
    with Terminal() as terminal:
        terminal.start("--random-board", "--size", size, "--kinds", 3, "--seed", 7, "--against", "greedy")
        moves = 0
        while True:
            screen = terminal.wait(my_turn, "a turn")
            if "Game over" in screen:
                break
            rows, cursor = fruit_board(screen, size)
            cells = [(r, c) for r in range(size) for c in range(size) if rows[r][c] != "."]
            target = max(cells, key=lambda cell: (group_size(rows, cell), cell))
            move_cursor(terminal, cursor, target)
            fruits = group_size(rows, target)
            preview = rf"> [A-E]\d: takes {fruits} fruits?, \+{fruits * fruits}\b"
            screen = terminal.wait(lambda s: my_turn(s) and fruit_board(s, size)[1] == target
                                   and re.search(preview, s) and s.count("[") == fruits - 1
                                   and last_move_is_marked(s, size, target),
                                   f"the cursor on {target} and '{preview}'")
            wanted = points(screen)[0] + fruits * fruits
            terminal.keys("Enter")
            screen = terminal.wait(lambda s: my_turn(s) and points(s)[0] == wanted, f"the answer to {wanted} points")
            moves += 1
        mine, theirs = points(screen)
        verdict = "You win" if mine > theirs else "Greedy wins" if mine < theirs else "A draw"
        assert verdict in screen and moves > 2, screen
        # Every round of the game stands below the board, with who began first.
        assert re.search(r"^    You +Greedy", screen, re.M), screen
        assert len(re.findall(r"^ +\d+ [A-E]\d \+\d+", screen, re.M)) == moves, screen
        terminal.keys("q")
        assert verdict in terminal.left(0)


def raid_board(screen, size):
    """The value and the holder (X, O or .) of every square."""
    return [[(int(value), holder) for value, holder in re.findall(r"(\d+)([XO.])", line[4:4 + 5 * size])]
            for line in screen.splitlines()[1:1 + size]]


def raid_by_keyboard():
    """A whole game with both kinds of move; Raids turn what they touch."""
    size = 3
    with Terminal() as terminal:
        terminal.start("--random-board", "--game", "raid", "--size", size, "--seed", 3, "--against", "greedy")
        kinds = set()
        cursor = (0, 0)
        terminal.wait(my_turn, "a turn")
        terminal.keys("?")
        terminal.wait(lambda s: re.search(r"Stake: .*any free", " ".join(s.split())) and "Raid: " in s
                      and "turn" in s and "Any key goes back" in s, "what Stake and Raid do")
        terminal.keys("x")
        while True:
            screen = terminal.wait(my_turn, "a turn")
            if "Game over" in screen:
                break
            board = raid_board(screen, size)
            free = [(r, c) for r in range(size) for c in range(size) if board[r][c][1] == "."]

            def prey(cell):
                near = [(cell[0] + a, cell[1] + b) for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1))]
                near = [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]
                friend = any(board[r][c][1] == "X" for r, c in near)
                return [board[r][c][0] for r, c in near if board[r][c][1] == "O"] if friend else None

            target = max(free, key=lambda cell: (sum(prey(cell) or []), cell))
            move_cursor(terminal, cursor, target)
            cursor = target
            name = "ABC"[target[1]] + str(target[0] + 1)
            value = board[target[0]][target[1]][0]
            turned = prey(target)
            terminal.wait(lambda s: f" {name} Stake: +{value}, turns nothing" in s
                          and (f" {name} Raid:" in s) == (turned is not None),
                          f"{name}, to be raided: {turned is not None}")
            chosen = "Raid" if turned else "Stake"
            if turned:
                terminal.wait(f"> {name} Raid: +{value + 2 * sum(turned)}, turns ")
                terminal.keys("Tab")
                terminal.wait(f"> {name} Stake")
                terminal.keys("Tab")
                terminal.wait(f"> {name} Raid")
            kinds.add(chosen)
            terminal.keys("Enter")
            terminal.wait(lambda s: my_turn(s) and raid_board(s, size) != board, "the answer")
        assert kinds == {"Stake", "Raid"}, kinds
        mine, theirs = points(screen)
        assert ("You win" if mine > theirs else "Greedy wins") in screen, screen
        terminal.keys("q")
        terminal.left(0)


def keys_and_mouse():
    """Help, hint, take back, click, resize, resign, new board, quit."""
    with Terminal() as terminal:
        terminal.start("--random-board", "--size", 5, "--kinds", 3, "--seed", 7, "--against", "greedy")
        start = terminal.wait("> You, player 1: 0")
        assert "seed 7" in start and "●" in start, start
        terminal.keys("?")
        terminal.wait(lambda s: "falls straight down" in s and "Any key goes back" in s, "the rules")
        terminal.keys("x")
        terminal.wait("> You, player 1: 0")
        terminal.keys("h")
        terminal.wait(lambda s: re.search(r"Hint: (proved|depth \d+), [+-]\d+: [A-E]\d", s), "a hint")
        terminal.keys("Enter")
        terminal.wait(lambda s: my_turn(s) and points(s)[1] > 0, "the answer")
        terminal.keys("u")
        terminal.wait(lambda s: "Taken back." in s and points(s) == (0, 0)
                      and fruit_board(s, 5)[0] == fruit_board(start, 5)[0], "the board of the start")
        # The left button goes down and up in column C, row 5, as terminals send it: 32 + counts from 1.
        place = chr(32 + 4 + 4 * 2 + 2) + chr(32 + 6)
        click = "\x1b[M " + place + "\x1b[M#" + place
        terminal.type(click)
        terminal.wait(lambda s: fruit_board(s, 5)[1] == (4, 2), "the cursor on C5")
        terminal.type(click)
        terminal.wait(lambda s: my_turn(s) and points(s)[0] > 0, "the clicked move played")
        resize = terminal.tmux + ["resize-window", "-x"]
        subprocess.run(resize + ["28", "-y", "12"], check=True)
        terminal.wait("This terminal has")
        subprocess.run(resize + ["90", "-y", "26"], check=True)
        terminal.wait("> You, player 1")
        terminal.keys("r")
        terminal.wait("Resign this game?")
        terminal.keys("n")
        terminal.wait(lambda s: "Resign" not in s, "no question")
        terminal.keys("r")
        terminal.wait("Resign this game?")
        terminal.keys("y")
        terminal.wait("Greedy wins: you resigned after 2 moves.")
        terminal.keys("n")
        terminal.wait("seed 8")
        terminal.keys("q")
        terminal.left(0)


def a_question_goes_with_its_game():
    """The game ends while the screen asks whether to resign: y resigns nothing."""
    # Where programs inside the walls can read it, as /tmp is not.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder, Terminal() as terminal:
        os.chmod(folder, 0o755)
        go, agent = Path(folder) / "go", Path(folder) / "late"
        agent.write_text(f"#!/bin/sh\nwhile [ ! -e {go} ]; do sleep 0.05; done\n")
        agent.chmod(0o755)
        terminal.start("--position", "00/11 1 0 0", "--against", f"cmd:{agent}@late", "--bank", 300)
        terminal.wait("> You, player 1: 0")
        terminal.keys("Enter")
        terminal.wait("late is thinking")
        terminal.keys("r")
        terminal.wait("Resign this game?")
        go.touch()
        terminal.wait(lambda s: "You win: late gave no legal answer" in " ".join(s.split())
                      and "Resign" not in s, "the end, and no question")
        terminal.keys("y")
        terminal.wait(lambda s: "No key y" in s and "You win" in s, "the same end")
        terminal.keys("q")
        terminal.left(0)


def the_pages_defaults_at_80x24():
    """Without options: level 3 on the page's even board. The record is kept, replayed and reviewed."""
    with tempfile.TemporaryDirectory() as folder, Terminal(80, 24) as terminal:
        record = Path(folder) / "game.json"
        terminal.start("--seed", 7, "--record", record, "--name", "ann")
        start = terminal.wait(lambda s: "> You, player 1: 0" in s and "even board" in s, "an even board")
        assert "8 x 8" in start and "Level 3, player 2: 0" in start and "Level 3: for a first game" in start, start
        rows, cursor = fruit_board(start, 8)
        even = [line.split()[0] for line in (ROOT / "data/even/fruit.txt").read_text().splitlines()]
        assert "/".join("".join(row) for row in rows) in even, start

        # A hint and Enter at once: the move under the old cursor is not played.
        terminal.keys("h", "Enter")
        hinted = terminal.wait(lambda s: re.search(r"Hint: .*: [A-H]\d", s) and fruit_board(s, 8)[1] != cursor
                               and points(s) == (0, 0) and "is coming" not in s, "a hint, and nothing played")
        # An arrow key does without the hint: it does not move the cursor later on.
        row, column = fruit_board(hinted, 8)[1]
        moved = (max(0, row - 1), max(0, column - 2))
        terminal.keys("h", "Left", "Left", "Up")
        terminal.wait(lambda s: "Looking" not in s and fruit_board(s, 8)[1] == moved, f"no hint, the cursor on {moved}")
        time.sleep(1.5)
        assert fruit_board(terminal.screen(), 8)[1] == moved
        terminal.keys("h")
        terminal.wait(lambda s: re.search(r"Hint: .*: [A-H]\d", s), "a hint")
        terminal.keys("Enter")
        screen = terminal.wait(lambda s: my_turn(s) and points(s)[1] > 0, "the answer")
        assert re.search(r"^  1 [A-H]\d \+\d+ +[A-H]\d \+\d+", screen, re.M), screen

        # Looking back shows the board of the start again, and tells nothing while the game goes on.
        terminal.keys("l", "Left")
        screen = terminal.wait("Move 1 of 2, the board before it")
        assert fruit_board(screen, 8)[0] == rows and "better" not in screen, screen
        terminal.keys("q", "r", "y", "l")
        screen = terminal.wait(lambda s: "Accuracy: You" in s, "the review")
        assert "Move 2 of 2" in screen, screen
        terminal.keys("q", "q")
        assert "you resigned after 2 moves" in terminal.left(0)

        kept = json.loads(record.read_text())
        assert [p["name"] for p in kept["players"]] == ["ann", "Level 3"], kept["players"]
        assert len(kept["moves"]) == 2 and kept["reason"] == "resigned", kept
        for command, words in ((["replay"], "Level 3 wins"), (["review", "--quiet"], "ann: accuracy")):
            said = subprocess.run([ZEROSUM, *command, record], check=True, capture_output=True, text=True)
            assert words in said.stdout and "ann moved in" not in said.stdout, said.stdout


def large_boards_scroll():
    """At 80x24 a board of 26 x 26 is shown in part, which follows the cursor to every corner."""
    with Terminal(80, 24) as terminal:
        terminal.start("--random-board", "--game", "raid", "--size", 26, "--seed", 3, "--against", "greedy")
        screen = terminal.wait("> A1 Stake")
        assert "rows 1 to 23 of 26" in screen and "A to K of Z" in screen, screen
        terminal.keys("NPage", "NPage", "End")
        screen = terminal.wait("> Z26 Stake")
        assert re.search(r"^ 26 ", screen, re.M) and not re.search(r"^  1 ", screen, re.M), screen
        terminal.keys("Enter")
        terminal.wait(lambda s: "> You, X:" in s and "Greedy played" in s, "the answer")
        terminal.keys("PPage", "PPage", "Home")
        screen = terminal.wait(lambda s: re.search(r"A1 (Stake|is)", s), "A1 again")
        assert re.search(r"^  1 ", screen, re.M) and "Z26 Stake" in screen, screen
        terminal.keys("q", "y")
        terminal.left(0)


def the_opponent_moves_now():
    """m has the engine's best move at once; a move takes no longer than 3 s without it."""
    with Terminal() as terminal:
        terminal.start("--random-board", "--size", 26, "--kinds", 6, "--seed", 1, "--against", "engine", "--side", "second")
        terminal.wait(lambda s: "is thinking" in s or my_turn(s), "a thought")
        terminal.keys("m")
        terminal.wait(lambda s: my_turn(s) and points(s)[1] > 0, "its move")
        terminal.keys("m")
        terminal.wait("It is not the opponent's turn.")
        terminal.keys("q", "y")
        terminal.left(0)


def thinking_is_shown_and_interrupted():
    """The engine's line stands on the screen while it thinks; Ctrl-C gives the terminal back."""
    for _ in range(5):  # it has moved within seconds, in which a busy machine may not have looked
        with Terminal() as terminal:
            terminal.start("--random-board", "--size", 15, "--kinds", 6, "--seed", 1, "--bank", 900, "--side", "second",
                           "--against", "engine")
            thought = terminal.glimpse(
                lambda s: "is thinking" in s and re.search(r"depth \d+, [+-]\d+: [A-O]\d", s), my_turn)
            terminal.keys("C-c")
            assert "not finished" in terminal.left(130)
            if thought:
                return
    raise AssertionError("no thought was seen in five games")


def simple_terminals():
    """ASCII where the locale has no more; plain text where the terminal cannot place its cursor."""
    with Terminal(charset="C") as terminal:
        terminal.start("--random-board", "--size", 4, "--kinds", 2, "--seed", 7, "--against", "greedy")
        screen = terminal.wait("> You, player 1: 0")
        assert screen.isascii() and "[ " in screen, screen
        terminal.keys("q")
        terminal.left(0)
    with Terminal(term="dumb") as terminal:
        terminal.start("--random-board", "--size", 4, "--kinds", 2, "--seed", 7, "--against", "greedy")
        terminal.wait("Your move?")
        assert "going on with plain text" in terminal.screen()
        terminal.type("quit")
        terminal.keys("Enter")
        terminal.left(0)


def pipe(arguments, text):
    done = subprocess.run([ZEROSUM, "play", *arguments], input=text.encode(), timeout=PATIENCE,
                          capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def plain_through_a_pipe():
    # Any cell of the bottom row that still has a fruit is a move; the others get a sentence.
    moves = "".join(f"{c}{r}\n" for _ in range(8) for r in (1, 2, 3) for c in "ABC")
    status, out, err = pipe(["--plain", "--random-board", "--size", "3", "--kinds", "2", "--seed", "5",
                             "--against", "greedy"], moves)
    assert (status, err) == (0, ""), err
    assert re.search(r"You play [A-C]\d: takes \d fruits?, \+\d", out), out
    assert re.search(r"Greedy plays [A-C]\d: takes", out), out
    assert re.search(r"^(You win|Greedy wins|A draw): \d+ points", out, re.M), out
    assert "\x1b" not in out and out.isascii(), "no control characters"

    moves = "".join(f"{c}{r} {k}\n" for r in (1, 2, 3) for c in "ABC" for k in ("Raid", "Stake"))
    status, out, err = pipe(["--random-board", "--game", "raid", "--size", "3", "--seed", "5", "--against", "greedy",
                             "--side", "second"], moves)
    assert (status, err) == (0, ""), err
    assert "You are O and move second" in out and "is not possible" in out, out
    assert re.search(r"^(You win|Greedy wins|A draw): -?\d+ points", out, re.M), out

    # Where there is no even board who goes second has points for it, and no more with an edition of a course.
    small = ["--plain", "--size", "3", "--kinds", "3", "--seed", "5", "--against", "greedy"]
    status, out, err = pipe(small, moves)
    komi = re.search(r"^Greedy has ([+-]\d+) for going second\.$", out, re.M)
    assert status == 0 and komi and f"You 0, Greedy {int(komi[1])}. Your move?" in out, out
    status, out, err = pipe([*small, "--side", "second"], "")
    assert f"You have {komi[1]} for going second." in out, out
    for plain in (["--edition", "2017"], ["--random-board"]):
        status, out, err = pipe([*small, *plain], "")
        assert status == 0 and "for going second" not in out, out

    status, out, _ = pipe(["--plain", "--position", "01/21 1 0 0"], "hint\nlook A1\nbanana\n")
    assert status == 0 and "Hint: proved, +4: B1" in out and "A1: takes 1 fruit, +1." in out, out
    assert "'banana' is not a cell" in out and "left unfinished" in out, out

    with tempfile.NamedTemporaryFile("w", suffix=".txt") as boards:
        boards.write("01/21 1 0 0\n000/111/222 1 0 0\n")
        boards.flush()
        status, out, _ = pipe(["--plain", "--boards", boards.name], "new\nnew\n")
        headings = re.findall(r"(\d) x \d, (board \d of \d)", out)
        assert headings == [("2", "board 1 of 2"), ("3", "board 2 of 2"), ("2", "board 1 of 2")], out

    for wrong, word in ((["--side", "third"], "first or second"), (["--against", "nobody"], "nobody"),
                        (["--position", "**/** 1 0 0"], "over"), (["--size", "99"], "99")):
        status, out, err = pipe(["--plain", *wrong], "")
        assert status == 2 and word in err and out == "", (wrong, status, out, err)


def main():
    for check in (plain_through_a_pipe, fruit_by_keyboard, raid_by_keyboard, keys_and_mouse,
                  a_question_goes_with_its_game, the_pages_defaults_at_80x24, large_boards_scroll,
                  the_opponent_moves_now, thinking_is_shown_and_interrupted, simple_terminals):
        start = time.monotonic()
        check()
        print(f"{check.__name__}: ok ({time.monotonic() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
