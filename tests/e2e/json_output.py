#!/usr/bin/env python3
"""What commands print with --json says the same as their text, the files and the records."""

import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")

FRUIT = "3\n2\n24.345\n***\n*10\n000\n"
RAID = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"

TOURNAMENT = """
title = "Three"
players = ["greedy", "random", "minimax:depth=1@shallow"]
games = 3
paired = false
jobs = 2
[board]
size = 4
kinds = 3
"""

LADDER = """
format = "ladder"
players = ["greedy", "random", "minimax:depth=1@shallow"]
until = 6
[board]
size = 4
kinds = 3
"""

STUDY = """
title = "Small"
[[games]]
player = "greedy"
opponents = ["random", "greedy"]
sizes = [3, 4]
kinds = 3
banks = [0.5]
pairs = [1, 2]
[[exact]]
sizes = [2, 3]
kinds = 2
boards = 5
"""


def equal(found, expected, what):
    if found != expected:
        sys.exit(f"FAILED: {what}: {found!r}, expected {expected!r}")


def run(*arguments, status=0):
    """What it prints. Nothing may stand beside it."""
    done = subprocess.run([ZEROSUM, *arguments], capture_output=True, text=True, timeout=100)
    equal((done.returncode, done.stderr), (status, ""), f"{arguments}: status and standard error")
    return done.stdout


def ask(*arguments, status=0):
    """The one object that it prints, on one line."""
    printed = run(*arguments, "--json", status=status)
    equal(printed.count("\n"), 1, f"{arguments}: lines of {printed}")
    return json.loads(printed)


def refused(*arguments):
    done = subprocess.run([ZEROSUM, *arguments, "--json"], capture_output=True, text=True, timeout=100)
    equal((done.returncode, done.stdout), (2, ""), f"{arguments}: status and standard output")
    equal(done.stderr.startswith("zerosum: "), True, f"{arguments}: {done.stderr}")


def check_boards():
    drawn = ("boards", "--size", "5", "--kinds", "3", "--count", "4", "--seed", "7")
    found = ask(*drawn)
    equal(found["boards"], [{"position": line} for line in run(*drawn).splitlines()], "boards")
    equal((found["game"], found["looked_at"], found["stopped"]), ("fruit", 4, False), "boards")

    even = ("boards", "--balanced", "--size", "3", "--kinds", "2", "--count", "3", "--within", "2")
    found = ask(*even)
    positions = [board["position"] for board in found["boards"]]
    equal(positions, run(*even, "--quiet").splitlines(), "balanced boards")
    equal(found["looked_at"] > len(positions), True, f"boards examined: {found}")
    for board in found["boards"]:
        equal(board["exact"], True, f"a board of nine fruits: {board}")
        equal(board["value"], ask("solve", board["position"])["value"], f"value of {board}")
        equal(abs(board["value"]) <= 2, True, f"balance of {board}")

    found = ask("boards", "--balanced", "--size", "6", "--draws", "2", "--nodes", "100", status=1)
    equal((found["looked_at"], found["stopped"]), (2, False), "boards: given up")
    refused("boards", "--size", "99")


def check_move():
    input_file = pathlib.Path("input.txt")
    answer = pathlib.Path("answer.txt")
    input_file.write_text(FRUIT)
    written = ask("move", str(input_file), str(answer), "--nodes", "1000")
    move, *rows = answer.read_text().splitlines()
    equal((written["move"], written["rows"]), (move, rows), "move: as in its file")
    equal((move, written["gain"], written["pv"][0]), ("C2", 16, "C2"), "move")
    equal((written["exact"], written["score"]), (True, 15), "move: 16 points, then one is lost")
    answer.unlink()
    printed = ask("move", str(input_file), "-", "--nodes", "1000")
    del printed["cpu"], written["cpu"]
    equal(printed, written, "move to standard output")

    input_file.write_text(RAID)
    fixed = ask("move", str(input_file), "-")
    del fixed["cpu"]
    equal(fixed, {"move": "B3 Stake", "gain": 30, "rows": ["X..", "...", ".O."]}, "move: MINIMAX")
    input_file.write_text("nonsense\n")
    refused("move", str(input_file), "-")
    equal(os.listdir(), [str(input_file)], "move: files left")


def check_beliefs():
    position = "3102/0121/3021/0221 1 0 0"
    proved = ask("solve", position)
    equal((proved["solved"], proved["believed"]), (True, False), "solve: a proof")
    believed = ask("solve", position, "--believed")
    equal((believed["solved"], believed["believed"], believed["lower"], believed["upper"]),
          (False, True, None, None), "solve --believed: no proof")
    equal((believed["value"], believed["best"]), (proved["value"], proved["best"]),
          "solve --believed: right here")
    equal("believed, not proved" in run("solve", position, "--believed"), True, "solve --believed: text")
    lines = ask("analyze", position, "--believed", "--lines", "3")
    equal((lines["believed"], len(lines["lines"]), lines["lines"][0]["score"]),
          (True, 3, proved["value"]), "analyze --believed")
    equal([line["exact"] for line in lines["lines"]], [False] * 3, "analyze --believed: no proof")
    equal("believed and not proved" in run("analyze", position, "--believed"), True,
          "analyze --believed: text")
    unfinished = ask("solve", position, "--believed", "--nodes", "1", status=1)
    equal((unfinished["believed"], unfinished["value"], unfinished["best"]), (False, None, []),
          "solve --believed: too short")
    unfinished = ask("analyze", position, "--believed", "--nodes", "1", status=1)
    equal((unfinished["believed"], unfinished["lines"]), (False, []), "analyze --believed: too short")
    pathlib.Path("raid.txt").write_text(RAID)
    refused("solve", "raid.txt", "--believed")
    refused("analyze", "raid.txt", "--believed")
    refused("analyze", position, "--believed", "--depth", "3")


def check_match():
    game = ("match", "greedy", "random", "--size", "4", "--kinds", "2", "--games", "2")
    *games, whole = map(json.loads, run(*game, "--json").splitlines())
    (alone,) = map(json.loads, run(*game, "--json", "--quiet").splitlines())
    for each in whole, alone:
        del each["summary"]["cpu"]  # which no two runs share
    equal(([each["game"] for each in games], alone), ([1, 2], whole), "match: games, and the summary alone")


def check_replay():
    run("match", "greedy", "random", "--size", "4", "--kinds", "2", "--games", "1", "--quiet",
        "--record", "game.json")
    record = json.loads(pathlib.Path("game.json").read_text())
    found = ask("replay", "game.json")
    for move in found["moves"]:
        equal(len(move.pop("cells")) ** 2, move["gain"], f"cells of {move}")
    equal(found, record, "replay: the record")
    shown = re.findall(r"^move \d+: (\S+) plays (\S+) for (\d+) point", run("replay", "game.json"), re.M)
    equal(shown, [(found["players"][m["player"]]["name"], m["move"], str(m["gain"]))
                  for m in found["moves"]], "replay: the text")

    number = next(i for i, move in enumerate(record["moves"]) if move["player"] == 0) + 1
    move = record["moves"][number - 1]
    again = ask("replay", "game.json", str(number))
    del again["now"]["cpu"]
    equal(again, {"number": number, "player": "greedy",
                  "then": {"move": move["move"], "cpu": move["cpu"]},
                  "now": {"move": move["move"]}, "same": True}, "replay of a move")
    # The same game as the record of an agent that leaves no answer.
    record["players"][0]["spec"] = "cmd:/bin/true"
    pathlib.Path("game.json").write_text(json.dumps(record))
    again = ask("replay", "game.json", str(number), "--run", status=1)
    equal((again["now"]["move"], again["same"]), ("", False), "replay: no answer now")
    text = run("replay", "game.json", str(number), "--run", status=1)
    equal(again["now"]["sentence"] in text, True, f"{again} in {text}")
    refused("replay", "game.json", "1000")
    record["moves"][0]["move"] = "Z1"
    pathlib.Path("game.json").write_text(json.dumps(record))
    refused("replay", "game.json")


def check_regret():
    game = ("greedy", "random", "--size", "4", "--kinds", "3", "--games", "4", "--seed", "9")
    found = ask("regret", *game)
    run("match", *game, "--quiet", "--record", "games")
    equal(ask("regret", "--records", "games"), found, "regret: played and read")
    players = {player["name"]: player for player in found["players"]}
    equal(sorted(players), ["greedy", "random"], "regret: players")
    for name, player in players.items():
        phases = player["phases"].values()
        for key in "moves", "judged", "proved", "best":
            equal(sum(phase[key] for phase in phases), player["all"][key], f"regret: {key} of {name}")
        equal(player["sides"], 4, f"regret: games of {name}")
        equal(player["all"]["proved"], player["all"]["moves"], f"regret: {name} on small boards")
    text = run("regret", "--records", "games")
    for name, player in players.items():
        line = re.search(rf"{name}: 4 sides of games\n(?:.*\n){{4}}all .* (\S+) ± \S+\n", text)
        equal(float(line[1]), round(player["all"]["lost_per_game"], 2), f"regret: text of {name}")
    refused("regret")
    refused("regret", "greedy", "--records", "games")
    refused("regret", "--records", "nowhere.json")


def check_review():
    game = ("greedy@ann", "random@bob", "--games", "1", "--size", "4", "--seed", "9")
    run("match", *game, "--quiet", "--record", "reviewed.json")
    record = json.loads(pathlib.Path("reviewed.json").read_text())
    found = ask("review", "reviewed.json")
    equal([move["move"] for move in found["moves"]], [move["move"] for move in record["moves"]], "review: moves")
    equal({move["grounds"] for move in found["moves"]}, {"proved"}, "review: small boards")
    for player in 0, 1:
        moves = [move for move in found["moves"] if move["player"] == player]
        kept = 1 - sum(move["lost"] for move in moves) / sum(move["par"] for move in moves)
        near = abs(100 * max(0, kept) - found["players"][player]["accuracy"]) < 1
        equal(near, True, f"review: accuracy of player {player}")
    for number in found["moments"]:
        equal(found["moves"][number - 1]["lost"] > 0, True, f"review: moment {number}")
    text = run("review", "reviewed.json")
    for player in found["players"]:
        equal(f"{player['name']}: accuracy {player['accuracy']}" in text, True, f"review: text of {player}")
    equal("<h1>Review: ann : bob" in run("review", "reviewed.json", "--html"), True, "review: page")
    refused("review")
    refused("review", "nowhere.json")
    refused("review", "reviewed.json", "--html", "--json")
    record["moves"][1]["move"] = "Z9"
    pathlib.Path("reviewed.json").write_text(json.dumps(record))
    refused("review", "reviewed.json")


def check_tournament():
    pathlib.Path("class.toml").write_text(TOURNAMENT)
    plan = ask("tournament", "class.toml", "--dry-run")
    text = run("tournament", "class.toml", "--dry-run")
    for pairing in plan["pairings"]:
        line = f"  {pairing['id']}  {pairing['first']} : {pairing['second'] or 'has a bye'}\n"
        equal(line in text, True, f"dry run: {line} in {text}")
    equal(len(plan["pairings"]), len(re.findall(r"^  \w{16}  ", text, re.M)), "dry run: pairings")
    games = f"{plan['total_pairings']} pairings, {plan['fewest_games']} to {plan['most_games']} games"
    equal(games in text, True, f"dry run: {games} in {text}")
    equal((plan["title"], plan["format"], plan["games"], plan["jobs"], plan["players"]),
          ("Three", "round-robin", 3, 2, ["greedy", "random", "shallow"]), "dry run: settings")

    *games, summary = map(json.loads, run("tournament", "class.toml", "--json").splitlines())
    first_run = len(games)
    *more, summary = map(json.loads, run("tournament", "class.toml", "--play-all", "--json").splitlines())
    equal(summary, {"summary": {"games": 9, "pairings": 3, "stopped": False,
                                "ledger": "class.ledger"}}, "tournament: summary")
    equal(first_run + len(more), 9, "tournament: games in two runs")
    equal(ask("standings", "class.ledger", "--games"), {"games": games + more}, "standings --games")
    equal([game["number"] for game in games + more], list(range(1, 10)), "numbers of games")
    equal(json.loads(run("tournament", "class.toml", "--play-all", "--quiet", "--json")), summary,
          "tournament: with --quiet")

    def line(game):  # names and points in the order of the tournament's list, no matter who starts
        (one, score), (two, other) = sorted(
            zip((game["first"], game["second"]), game["points"]),
            key=lambda player: plan["players"].index(player[0]))
        result = f"{game['winner']} wins by" if game["winner"] else "no winner,"
        return (f"{game['id']} {game['first']} {one} : {two} {score} : {other} "
                f"{result} {game['reason']}")

    shown = [" ".join(text.split())
             for text in run("standings", "class.ledger", "--games").splitlines()]
    equal(shown, ["game starts players points result", *map(line, games + more)],
          "standings: the text")
    record = json.loads(run("standings", "class.ledger", "--record", games[0]["id"]))
    points = [record["points"][i] for i in (record["first"], 1 - record["first"])]
    equal(games[0]["points"], points, "points as in the record")
    # At its end a ladder says how sure the top is by all of its games, as the standings do.
    pathlib.Path("ladder.toml").write_text(LADDER)
    ladder = json.loads(run("tournament", "ladder.toml", "--quiet", "--json"))["summary"]
    equal([round(sure, 3) for sure in ladder["top_certainty"]],
          json.loads(run("standings", "ladder.ledger", "--json"))["top_certainty"], "ladder: certainty of the top")
    pathlib.Path("class.toml").write_text("players = 3\n")
    refused("tournament", "class.toml")


def check_study():
    pathlib.Path("small.toml").write_text(STUDY)
    found = ask("study", "small.toml", "--out", "found")
    equal((found["title"], found["report"]), ("Small", "found/report.html"), "study")
    equal(pathlib.Path(found["report"]).exists(), True, "study: the report")
    for name, count in ("cells", 4), ("exact", 2):
        with open(f"found/{name}.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        equal((len(rows), len(found[name])), (count, count), f"study: rows of {name}")
        for row, cell in zip(rows, found[name]):
            equal(list(cell), list(row), f"study: columns of {name}")
            for key, value in cell.items():
                text = f"{value:.6g}" if isinstance(value, float) else str("" if value is None else value)
                equal(row[key], text, f"study: {name}, {key}")
    for cell in found["cells"]:
        equal(cell["won"] + cell["lost"] + cell["drawn"], cell["games"], f"study: games of {cell}")
    refused("study", "nowhere.toml")


def main():
    for check in (check_boards, check_move, check_beliefs, check_match, check_replay, check_regret, check_review,
                  check_tournament, check_study):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            check()
            os.chdir("/")
    print("JSON: all well")


if __name__ == "__main__":
    main()
