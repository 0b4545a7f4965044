#!/usr/bin/env python3
"""zerosum ugi before a strict client: whole games, fuzzed lines, transcripts, and how soon it stops.

    tests/e2e/ugi.py             all checks
    tests/e2e/ugi.py --update    writes the transcripts of tests/golden/ugi anew
"""

import difflib
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("ZEROSUM_ROOT", pathlib.Path(__file__).resolve().parents[2]))
ZEROSUM = os.path.join(os.environ.get("ZEROSUM_BIN", ROOT / "build/release/bin"), "zerosum")
sys.path += [str(ROOT / "python/tests"), str(ROOT / "tests/e2e")]

from ugi_client import Clock, Engine, Fruit, Raid, play  # noqa: E402

STARTS = {
    Fruit: "0123/1203/2013/3120 1 0 0",
    Raid: "X.../..../..../...O X 1,8,23,4/5,42,12,7/26,30,9,2/3,11,17,6",
}
LIMITS = ["go p1time 2000 p2time 2000 p1inc 0 p2inc 0", "go movetime 20", "go nodes 300",
          "go depth 2"]
CLOCK = 1000, 20  # a bank and an increment, in milliseconds
PLAYERS = ["engine", "engine:level=3", "minimax", "alphabeta", "greedy", "random"]


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def engine_of(player, **options):
    engine = Engine(ZEROSUM, "ugi", "--player", player)
    engine.start(options)
    return engine


def end(engine):
    status, rest = engine.quit()
    check(status == 0, f"quit: status {status}")
    return rest


def check_games():
    """Every player with every limit in both games; the referee is ours."""
    for number, player in enumerate(PLAYERS):
        opponent = PLAYERS[(number + 1) % len(PLAYERS)]
        engines = [engine_of(player), engine_of(opponent)]
        for game, start in STARTS.items():
            for go in LIMITS + [Clock(*CLOCK)]:
                moves, said = play(engines, start, go)
                board = game(start)
                for move in moves:
                    board.play(move)
                check(said == board.result() != "none",
                      f"{player}, {opponent}, {go}: {moves}: said {said}, is {board.result()}")
        for engine in engines:
            end(engine)


def check_start_positions():
    """startpos is the same board for both, and as large as the options say."""
    for game, size in ("fruit", 4), ("raid", 5):
        options = {"Game": game, "Size": size, "Kinds": 3, "Seed": 11}
        engines = [engine_of("greedy", **options), engine_of("minimax", **options)]
        moves, said = play(engines, "startpos", "go nodes 300")
        check(said != "none" and len(moves) <= size * size, f"{game}: {moves}, {said}")
        if game == "raid":  # the pieces of the start are there already
            check(size * size - 4 <= len(moves) <= size * size, f"{len(moves)} moves")
        for engine in engines:
            end(engine)


def check_behind_our_own_player():
    """zerosum ugi as the program of a ugi: player, refereed and confined."""
    for game in "fruit", "raid":
        for players in (f"ugi:{ZEROSUM} ugi@a", "random"), ("greedy", f"ugi:{ZEROSUM} ugi "
                                                            "--player engine:nodes=500@b"):
            done = subprocess.run([ZEROSUM, "match", *players, "--game", game, "--size", "5",
                                   "--games", "2", "--bank", "2", "--json"],
                                  capture_output=True, text=True, timeout=300)
            check(done.stdout.count('"reason":"points"') == 2, f"{players}: {done}")
    # And a client of the client: limits are handed on.
    engine = engine_of(f"ugi:{ZEROSUM} ugi --player minimax")
    engine.position(STARTS[Raid], [])
    engine.send("go depth 1")
    check(engine.answer("bestmove") == "B2:Stake", "ugi: behind ugi")
    end(engine)


def check_bad_usage():
    done = subprocess.run([ZEROSUM, "ugi", "--player", "nobody"], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    check(done.returncode == 2, f"an unknown player was taken: {done}")


def fuzzed_line(chance):
    """A line that is nearly right, or nonsense."""
    lines = [
        "ugi", "isready", "uginewgame", "stop", "position startpos", "go infinite", "go",
        "setoption name Game value raid", "setoption name Game value fruit",
        "setoption name Size value 6", "setoption name Kinds value 3", "setoption name Seed value 2",
        "setoption name MultiPV value 3", "setoption name Level value 2",
        "setoption name Hash value 8", "setoption name Threads value 2", "query gameover",
        "query p1turn", "query result", f"position fen {STARTS[Fruit]}",
        f"position fen {STARTS[Fruit]} moves A1 B2", f"position fen {STARTS[Raid]}",
        f"position fen {STARTS[Raid]} moves B2:Stake C3 Raid D1:Stake", *LIMITS,
    ]
    line = chance.choice(lines).encode()
    for _ in range(chance.choice([0, 0, 1, 1, 2, 5])):
        at = chance.randrange(len(line) + 1)
        what = chance.randrange(6)
        if what == 0:
            line = line[:at]
        elif what == 1:
            line = line[:at] + bytes(chance.randrange(256) for _ in range(3)) + line[at:]
        elif what == 2:
            line = line[:at] + line[at + 1:]
        elif what == 3:
            line = re.sub(rb"\d+", lambda _: str(chance.choice(
                [0, -1, 7, 2**31, 2**63, 10**30])).encode(), line, count=1)
        elif what == 4:
            line += b" " + chance.choice(lines).encode()
        else:
            line = line * chance.choice([2, 50])
    return line.replace(b"\n", b" ")


def check_fuzzed_lines(count=1000):
    """Each go, query and isready gets exactly one answer, whatever is said, and nothing else does."""
    chance = random.Random(2026)
    engine = engine_of("engine:nodes=20000")
    asked = {b"go": 0, b"query": 0, b"isready": 0}
    heard = {"bestmove": 0, "response": 0, "readyok": 0}

    def is_ready():
        asked[b"isready"] += 1
        engine.send("isready")
        # Answers come in order, but for a bestmove, which comes when it will.
        while heard["readyok"] < asked[b"isready"]:
            count_answer(engine.hear())

    def count_answer(line):
        words = line.split(" ")
        if words[0] in heard:
            check(len(words) == (1 if words[0] == "readyok" else 2), f"answered: {line}")
            heard[words[0]] += 1
        else:
            check(words[0] in ("info", "id", "option", "ugiok"), f"said: {line}")

    for _ in range(count):
        line = fuzzed_line(chance)
        word = re.split(rb"[ \t]", line.strip(b" \t\r\n"), maxsplit=1)[0]
        if word == b"quit":
            continue
        if word in asked:
            asked[word] += 1
        engine.send(line)
        if word == b"go":
            engine.send("stop")
        is_ready()
    for line in end(engine):
        count_answer(line)
    check(list(heard.values()) == list(asked.values()), f"asked {asked}, heard {heard}")
    check(asked[b"go"] > 100 and asked[b"query"] > 50, f"a poor fuzzer: {asked}")


def masked(line):
    """Without what differs from run to run, or with every change of the search."""
    line = re.sub(r"\b(nodes|time|nps) \d+", r"\1 N", line)
    return re.sub(r"^id name zerosum \S+", "id name zerosum VERSION", line)


def transcript(script):
    """The script's text with the answers of today. Its first line says who plays."""
    lines = script.splitlines()
    engine = Engine(ZEROSUM, *lines[0].removeprefix("# zerosum ").split(" "))
    told = [lines[0]]
    for line in lines[1:]:
        if not line.startswith("> "):
            continue
        said = line.removeprefix("> ")
        told.append(line)
        engine.send(said)
        heard = []
        if said.split(" ")[0] == "go":
            heard = engine.until(lambda words: words[0] == "bestmove")
        told += [f"< {masked(answer)}" for answer in heard + engine.is_ready()]
        if said == "isready":
            told += [f"< {answer}" for answer in ["readyok", *engine.until(
                lambda words: words == ["readyok"])[:-1]]]
    end(engine)
    return "\n".join(told) + "\n"


def check_transcripts(update):
    scripts = sorted((ROOT / "tests/golden/ugi").glob("*.txt"))
    check(len(scripts) >= 4, f"{len(scripts)} transcripts")
    for path in scripts:
        expected = path.read_text()
        found = transcript(expected)
        if update:
            path.write_text(found)
        elif found != expected:
            sys.stdout.writelines(difflib.unified_diff(
                expected.splitlines(True), found.splitlines(True), str(path), "found"))
            sys.exit("FAILED: a transcript differs; --update writes it anew")


def check_stop():
    """On the largest boards little CPU time passes between "stop" and the answer."""
    for player in "engine", "alphabeta", "minimax:depth=9":
        for game, size in ("fruit", 32), ("raid", 26):
            engine = engine_of(player, Game=game, Size=size, Kinds=4)
            spent = []
            for milliseconds in 1, 1, 30, 30, 100, 100, 300, 300, 1000, 1000:
                engine.send("position startpos")
                engine.is_ready()
                engine.send("go infinite")
                began = engine.cpu()
                while engine.cpu() - began < milliseconds / 1000:
                    pass
                before = engine.cpu()
                engine.send("stop")
                engine.answer("bestmove")
                spent.append(1000 * (engine.cpu() - before))
            spent.sort()
            print(f"stop: {player}, {game} {size} x {size}: {spent[5]:.1f} ms of CPU time, "
                  f"at most {spent[-1]:.1f}")
            # The machine may leave the engine running between the reading of its clock and "stop":
            # the middle one is judged.
            check(spent[5] < 50, f"{player}, {game}: {spent} ms of CPU time after 'stop'")
            end(engine)


def main():
    update = sys.argv[1:] == ["--update"]
    check_transcripts(update)
    if update:
        return
    check_bad_usage()
    check_start_positions()
    check_games()
    check_behind_our_own_player()
    check_fuzzed_lines()
    check_stop()
    print("ugi: all well")


if __name__ == "__main__":
    main()
