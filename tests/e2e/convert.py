#!/usr/bin/env python3
"""Records of every edition and kind of player are what docs/schema/record.schema.json says, and go to PGN and back."""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(os.environ["ZEROSUM_ROOT"])
ZEROSUM = pathlib.Path(os.environ["ZEROSUM_BIN"]) / "zerosum"

# Debian's Python has Debian's python3-jsonschema, whatever python3 is.
try:
    import jsonschema
except ImportError:
    DEBIAN = "/usr/bin/python3"
    if sys.executable == DEBIAN or not os.path.exists(DEBIAN):
        sys.exit("FAILED: python3-jsonschema is missing: scripts/setup test installs it")
    os.execv(DEBIAN, [DEBIAN, *sys.argv])

FAILING = "#!/bin/sh\necho sorry >&2\nexit 3\n"
# Writes an empty cell's name: no legal move.
SILLY = "#!/bin/sh\necho Z99 > output.txt\n"


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def run(*arguments, status=0, **options):
    done = subprocess.run([ZEROSUM, *arguments], capture_output=True, text=True, timeout=300, **options)
    check(done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}{done.stdout}")
    return done.stdout


def make_records(folder):
    """One directory of games per kind of player and edition."""
    for name, text in ("failing", FAILING), ("silly", SILLY):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    agents = ROOT / "examples/agents"
    library = folder / "my_player.so"
    subprocess.run(["g++", "-std=c++20", "-O1", "-shared", "-fPIC", "-I", ROOT / "src",
                    ROOT / "examples/players/my_player.cpp", "-o", library], check=True)
    matches = {
        "engine": ["engine:nodes=500", "engine:level=2", "--bank", "20"],
        "plain": ["minimax:depth=2@two", "alphabeta", "--bank", "2", "--komi", "5"],
        "odds": ["greedy", "random", "--odds", "4"],
        "raid": ["engine:nodes=500", "greedy", "--game", "raid", "--bank", "20"],
        "2012": ["greedy", f"cmd:{folder}/silly", "--edition", "2012"],
        "java": [f"java:{agents}/java2012/TwoStepPlayer.java", "random", "--edition", "2012"],
        "casual": ["greedy", "random", "--edition", "casual"],
        "ugi": [f"ugi:{ZEROSUM} ugi --player greedy", "random", "--bank", "20"],
        "dir": [f"dir:{agents}/python", "random", "--bank", "20"],
        "so": [f"so:{library}", "greedy"],
        "cmd": [f"cmd:{folder}/failing", "random", "--bank", "20"],
    }
    for name, arguments in matches.items():
        size = ["--size", "4"] if name != "java" else ["--size", "5"]
        run("match", *arguments, *size, "--games", "2", "--record", folder / "games" / name, "--quiet")
    return matches


def game_of_a_person(folder):
    """A record that the page's server keeps."""
    server = subprocess.Popen([ZEROSUM, "serve", "--port", "0", "--games", folder / "games.db"],
                              stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        address = None
        while address is None:
            line = server.stdout.readline()
            check(line != "", "zerosum serve ended")
            address = re.search(r"http://[0-9.:]+", line)
        address = address.group(0)

        def ask(path, body=None):
            request = urllib.request.Request(address + path, headers={"Content-Type": "application/json"},
                                             data=None if body is None else json.dumps(body).encode())
            return json.load(urllib.request.urlopen(request))

        game = ask("/api/games", {"game": "fruit", "position": "01/21 1 0 0",
                                  "players": ["human", "greedy"]})
        ask(f"/api/games/{game['id']}/moves", {"move": "B1"})
        ask(f"/api/games/{game['id']}/resign", {})
        (folder / "games/human").mkdir()
        record = ask(f"/api/games/{game['id']}/record")
        (folder / "games/human/game-0001.json").write_text(json.dumps(record))
    finally:
        server.terminate()
        server.wait()


def check_schema(records):
    schema = json.loads((ROOT / "docs/schema/record.schema.json").read_text())
    # Debian's jsonschema knows the draft; another one would not.
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    for place, record in records.items():
        for error in validator.iter_errors(record):
            sys.exit(f"FAILED: {place}: {'/'.join(map(str, error.path))}: {error.message}")

    # A schema that accepts anything proves nothing.
    some = next(record for place, record in records.items() if place.parent.name == "engine")

    def refuses(change, what):
        bad = copy.deepcopy(some)
        change(bad)
        check(not validator.is_valid(bad), f"the schema accepts a record {what}")

    for key in some:
        if key != "odds":
            refuses(lambda bad, key=key: bad.pop(key), f"without {key}")
    for key in some["moves"][0]:
        if key not in ("peak_memory", "exact", "stderr", "score", "depth", "nodes"):
            refuses(lambda bad, key=key: bad["moves"][0].pop(key), f"with a move without {key}")
    refuses(lambda bad: bad.update(schema=2), "of another schema")
    refuses(lambda bad: bad.update(winner=2), "with a third player")
    refuses(lambda bad: bad.update(reason="draw", winner=0), "of a draw with a winner")
    refuses(lambda bad: bad.update(reason="gravity"), "with an unknown reason")
    refuses(lambda bad: bad.update(extra=1), "with an unknown key")
    refuses(lambda bad: bad["moves"][0].update(player=2), "with a third player's move")
    refuses(lambda bad: bad["moves"][0].update(gain=1.5), "with half a point")
    refuses(lambda bad: bad["moves"][0].update(why="so"), "with a reason for a pass that is none")
    refuses(lambda bad: bad["players"].pop(), "with one player")


def check_documentation(records):
    """docs/records.md has every reason and every key that records have."""
    page = (ROOT / "docs/records.md").read_text()
    schema = json.loads((ROOT / "docs/schema/record.schema.json").read_text())
    for word in [*schema["properties"], *schema["properties"]["reason"]["enum"],
                 *schema["$defs"]["move"]["properties"], *schema["$defs"]["player"]["properties"]]:
        check(f"`{word}`" in page, f"docs/records.md does not say what {word} is")
    check({record["edition"] for record in records.values()} == {"2017", "2016", "2012", "casual"},
          "not every edition has a record here")


TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$')


def games_of(text):
    """Tags and moves of a PGN file, by a reader that knows nothing of ours."""
    games = []
    for part in re.split(r"\n\n(?=\[Event )", text.strip()):
        head, _, moves = part.partition("\n\n")
        tags = {}
        for line in head.split("\n"):
            match = TAG.match(line)
            check(match, f"not a tag: {line}")
            tags[match.group(1)] = re.sub(r"\\(.)", r"\1", match.group(2))
        words = re.sub(r"\{[^}]*\}|\d+\.(?=\s)", " ", moves).split()
        check(all(len(line) <= 80 or " " not in line for line in moves.split("\n")), "a long line")
        games.append((tags, words[:-1], words[-1]))
    return games


def check_pgn(folder, places, records):
    """Each game with its seven tags, players, result and moves; and back to the same game."""
    for place in places:
        wanted = [record for name, record in records.items() if name.parent == place]
        text = run("convert", place)
        games = games_of(text)
        check(len(games) == len(wanted), f"{place}: {len(games)} games")
        for number, ((tags, moves, result), record) in enumerate(zip(games, wanted)):
            check(list(tags)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"],
                  f"the first tags are {list(tags)}")
            white = record["first"]
            check([tags["Event"], tags["Round"], tags["White"], tags["Black"]] ==
                  [place.name, str(number + 1), record["players"][white]["name"],
                   record["players"][1 - white]["name"]], f"{place}: {tags}")
            expected = ("1-0" if record["winner"] == white else "0-1" if record["winner"] >= 0 else
                        "1/2-1/2" if record["reason"] == "draw" else "*")
            check(tags["Result"] == result == expected, f"{place}: {tags['Result']}, {result}")
            check(moves == [move["move"].replace(" ", ":") or "--" for move in record["moves"]],
                  f"{place}: {moves}")
        (folder / "all.pgn").write_text(text)
        back = [json.loads(line) for line in
                run("convert", folder / "all.pgn", "--to", "jsonl", "--quiet").splitlines()]
        for ours, theirs in zip(back, wanted):
            for key in theirs:
                if key not in ("moves", "cpu"):
                    check(ours[key] == theirs[key], f"{place}: {key}: {ours[key]} {theirs[key]}")
            for one, other in zip(ours["moves"], theirs["moves"]):
                for key in "player", "position", "move", "gain", "cpu":
                    check(one[key] == other[key], f"{place}: {key}: {one} {other}")
                check(one.get("score") == other.get("score"), f"{place}: {one}")
        check(run("convert", folder / "all.pgn").replace('"all.pgn"', f'"{place.name}"') == text,
              f"{place}: not the same PGN after the way back")


def check_forms(folder, place):
    """Directories, lines, ledgers, standard input; what is refused, and what is left alone then."""
    run("convert", place, "--to", "json", "--output", folder / "again", "--quiet")
    names = sorted(path.name for path in (folder / "again").iterdir())
    check(names == ["game-0001.json", "game-0002.json"], f"files {names}")
    run("replay", folder / "again/game-0001.json", "--json")
    run("convert", place, "--to", "json", status=2)
    run("convert", place, "--to", "json", "--output", folder / "again", status=2)
    check((folder / "again/game-0001.json").read_text() == (place / "game-0001.json").read_text(),
          "a record changes when it is copied")

    (folder / "small.toml").write_text('title = "Small"\nplayers = ["greedy", "random", "minimax:depth=1"]\n'
                                       "games = 2\n[board]\nsize = 4\nkinds = 3\n")
    run("tournament", folder / "small.toml", "--quiet", cwd=folder)
    ledger = games_of(run("convert", folder / "small.ledger"))
    check(len(ledger) == 6, f"{len(ledger)} games of a ledger")
    check(all(re.fullmatch(r"\d{4}\.\d\d\.\d\d", tags["Date"]) for tags, _, _ in ledger), "no date")
    lines = run("convert", folder / "small.ledger", place, "--to", "jsonl")
    check(lines.count("\n") == 8, "a ledger and a directory")
    check(len(games_of(run("convert", "-", input=lines))) == 8, "standard input")

    before = (folder / "all.pgn").read_text()
    (folder / "chess.pgn").write_text('[Event "?"]\n[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n')
    for bad in "chess.pgn", "missing.json", "small.toml", "again/nothing":
        done = subprocess.run([ZEROSUM, "convert", folder / bad, "--output", folder / "all.pgn"],
                              capture_output=True, text=True)
        check(done.returncode == 2 and str(folder / bad) in done.stderr, f"{bad}: {done}")
    check((folder / "all.pgn").read_text() == before, "a refused source changed the output")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_records(folder)
        game_of_a_person(folder)
        places = sorted((folder / "games").iterdir())
        records = {path: json.loads(path.read_text())
                   for place in places for path in sorted(place.glob("*.json"))}
        check_schema(records)
        check_documentation(records)
        check_pgn(folder, places, records)
        check_forms(folder, folder / "games/raid")
    print(f"convert: {len(records)} records, all well")


if __name__ == "__main__":
    main()
