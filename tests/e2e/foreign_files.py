#!/usr/bin/env python3
"""Files that others wrote: records, ledgers, names. Nothing that they name is run unasked, nothing that
they hold is obeyed by the terminal, and what is no plain file is refused at once."""
import json
import os
import pathlib
import pty
import shutil
import sqlite3
import subprocess
import tempfile

ZEROSUM = pathlib.Path(os.environ["ZEROSUM_BIN"]) / "zerosum"
ESCAPE = "\x1b]0;title\x07\x1b[31m\u009b2J"


def run(*arguments, status=0, **options):
    done = subprocess.run([ZEROSUM, *arguments], capture_output=True, timeout=60,
                          stdin=options.pop("stdin", subprocess.DEVNULL), **options)
    text = (done.stdout + done.stderr).decode(errors="surrogateescape")
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {text}"
    for character in ("\x1b", "\x07", "\u009b", "\x9b"):
        assert character not in text, f"{arguments}: {text!r}"
    return text


def on_terminal(answer, *arguments):
    """The status and all that a person sees who types the answer."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(ZEROSUM, [str(ZEROSUM), *arguments])
    os.write(terminal, answer)
    seen = b""
    try:
        while piece := os.read(terminal, 4096):
            seen += piece
    except OSError:  # the other side is closed
        pass
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.decode()


def record_of(players):
    run("match", *players, "--size", "4", "--kinds", "2", "--games", "1", "--quiet", "--record", "game.json")
    return json.loads(pathlib.Path("game.json").read_text())


def keep(record):
    pathlib.Path("game.json").write_text(json.dumps(record))


def texts():
    """Everything in a record that is words holds escape sequences."""
    record = record_of(["greedy@ann", "random@bob"])
    for player in record["players"]:
        for key in player:
            player[key] += ESCAPE
    record["sentence"] += ESCAPE
    for move in record["moves"]:
        move["stderr"] = "first line\n" + ESCAPE
    keep(record)
    shown = run("replay", "game.json")
    assert "first line\n\\x1B]0;title\\x07\\x1B[31m\\xC2\\x9B2J\n" in shown, shown
    run("regret", "--records", "game.json")
    run("review", "game.json")
    run("replay", "game.json", "1", status=2)
    record["edition"] += ESCAPE
    keep(record)
    run("replay", "game.json")
    for move in record["moves"]:
        move.update(move="pass", why=ESCAPE)
    record["moves"][0]["move"] = "A1 } 1-0\n\n[Event " + ESCAPE
    keep(record)
    assert run("convert", "game.json").count("\n[Event ") == 0, "a second game in the PGN"
    for form in ("json", "jsonl"):
        status, seen = on_terminal(b"", "convert", "game.json", "--to", form)
        assert status == 0 and "\\u009b2J" in seen, (status, seen)
        assert "\x1b" not in seen and "\u009b" not in seen, seen


def make_library():
    """A shared library that makes the file `loaded` when it is."""
    source = """#include <stdio.h>
    __attribute__((constructor)) static void loaded(void) { fclose(fopen("loaded", "w")); }"""
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", "player.so"], input=source.encode(), check=True)
    return pathlib.Path("player.so").absolute()


def programs():
    """A record's program is started by --run or by a yes, and a shared library never."""
    record = record_of(["greedy", "random"])
    number = next(i for i, move in enumerate(record["moves"]) if move["player"] == 0) + 1
    run("replay", "game.json", str(number))  # a player of ours, as before

    shutil.copy("/bin/true", "agent")
    command = f"cmd:{pathlib.Path('agent').absolute()} --flag"
    record["players"][0]["spec"] = command
    keep(record)
    refused = run("replay", "game.json", str(number), status=2)
    assert command in refused and "--run" in refused and "now:" not in refused, refused
    assert "now:" in run("replay", "game.json", str(number), "--run", status=1)
    for answer, ran in ((b"n\n", False), (b"\n", False), (b"y\n", True)):
        status, seen = on_terminal(answer, "replay", "game.json", str(number))
        assert command in seen and "[y/N]" in seen, seen
        assert (status, "now:" in seen) == ((1, True) if ran else (2, False)), (answer, status, seen)

    record["players"][0]["spec"] = f"so:{make_library()}"
    keep(record)
    assert "never loaded" in run("replay", "game.json", str(number), "--run", status=2)
    assert not pathlib.Path("loaded").exists(), "the library was loaded"
    run("match", record["players"][0]["spec"], "greedy", "--games", "1", "--quiet", status=2)
    assert pathlib.Path("loaded").exists(), "the library does not tell that it is loaded"


def ledgers():
    pathlib.Path("class.toml").write_text("""players = ["greedy", "random"]
games = 1
seed = 3
ledger = "class.ledger"
[board]
size = 4
kinds = 2
""")
    run("tournament", "class.toml", "--quiet")
    run("standings", "class.ledger")
    with sqlite3.connect("class.ledger") as ledger:
        game = ledger.execute("SELECT id FROM game").fetchone()[0]
    kept = run("standings", "class.ledger", "--record", game)
    changes = (("UPDATE entrant SET name = ? WHERE number = 0", "ann" + ESCAPE),
               ("UPDATE game SET first_points = ?", 2**32 - 1), ("UPDATE game SET reason = ?", ESCAPE),
               ("UPDATE pairing SET first = ?", 1000))
    for change, value in changes:
        shutil.copy("class.ledger", "tampered.ledger")
        with sqlite3.connect("tampered.ledger") as ledger:
            ledger.execute(change, (value,))
        for form in ((), ("--json",), ("--csv",), ("--html",)):
            assert "damaged" in run("standings", "tampered.ledger", *form, status=2)
    shutil.copy("class.ledger", "library.ledger")
    library = make_library()
    with sqlite3.connect("library.ledger") as ledger:
        ledger.execute("UPDATE version SET spec = ? WHERE number = 0", (f"so:{library}",))
        ledger.execute("DELETE FROM record")
        ledger.execute("DELETE FROM game")
        ledger.execute("UPDATE about SET value = 'open' WHERE name = 'state'")
    assert "--load-libraries" in run("worker", "--ledger", "library.ledger", status=2)
    assert not pathlib.Path("loaded").exists(), "the library was loaded"
    run("worker", "--ledger", "library.ledger", "--load-libraries", status=2)
    assert pathlib.Path("loaded").exists(), "the library does not tell that it is loaded"
    shutil.copy("class.ledger", "tampered.ledger")
    with sqlite3.connect("tampered.ledger") as ledger:
        ledger.execute("UPDATE record SET json = ?", (kept + ESCAPE,))
    run("standings", "tampered.ledger", "--record", game, status=2)


def places():
    """A pipe, a device, a folder: refused at once. Names: shown safely, and not at any length."""
    os.mkfifo("pipe")
    for command in (("analyze",), ("solve",), ("move",), ("replay",), ("study",), ("tournament",)):
        for place in ("pipe", "/dev/zero", "/"):
            run(*command, place, status=2)
    run("perft", "pipe", "1", status=2)
    pathlib.Path("output.txt").write_text("an answer to another question")
    run("move", "pipe", "output.txt", status=2)
    assert not pathlib.Path("output.txt").exists(), "an answer is left"
    given = subprocess.run(["bash", "-c", f"{ZEROSUM} perft <(echo '01/21 1 0 0') 1"], capture_output=True, timeout=60)
    assert given.returncode == 0, given.stderr
    for name in ("missing" + ESCAPE, "a" * 60_000, "--" + ESCAPE, "a b" + ESCAPE):
        for command in ("analyze", "replay", "standings", "match", "grade", ESCAPE):
            said = run(command, name, status=2)
            assert len(said) < 5_000, f"{command}: {len(said)} characters"


def main():
    before = os.getcwd()
    for check in (texts, programs, ledgers, places):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            check()
            os.chdir(before)
    print("foreign files: nothing run unasked, nothing obeyed")


if __name__ == "__main__":
    main()
