#!/usr/bin/env python3
"""Puzzles are made, proved again and put to players, and wrong files are refused."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ZEROSUM = os.path.join(os.environ["ZEROSUM_BIN"], "zerosum")


def expect(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def run(*arguments, status=0):
    done = subprocess.run([ZEROSUM, *arguments], capture_output=True, text=True, timeout=500)
    expect(done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}")
    return done


def lines(*arguments, status=0):
    return [json.loads(line) for line in run(*arguments, status=status).stdout.splitlines()]


def sets_are_proved_again():
    """Every value of every move of every puzzle that the program carries."""
    moves = 0
    for path in sorted((ROOT / "data/puzzles").glob("*.jsonl")):
        (proof,) = lines("puzzles", "--check", str(path), "--json", "--quiet")
        expect(proof["proved"] == proof["puzzles"] >= 300, f"{path}: {proof}")
        moves += proof["moves"]
    return moves


def making_is_deterministic(folder):
    made = {}
    for game in ("fruit", "raid"):
        arguments = ("puzzles", "--game", game, "--size", "4", "--count", "8", "--margin", "4")
        first = run(*arguments, "--json", "--seed", "3").stdout
        expect(first == run(*arguments, "--json", "--seed", "3").stdout, f"{game}: made twice")
        expect(first != run(*arguments, "--json", "--seed", "4").stdout, f"{game}: another seed")
        made[game] = folder / f"{game}.jsonl"
        made[game].write_text(first)
        puzzles = [json.loads(line) for line in first.splitlines()]
        expect(len(puzzles) == 8, f"{game}: {len(puzzles)} puzzles")
        for puzzle in puzzles:
            values = sorted(puzzle["moves"].values(), reverse=True)
            expect(values[0] == puzzle["value"], f"{puzzle['position']}: value")
            worse = [value for value in values if value != values[0]]
            expect(values[0] - worse[0] == puzzle["margin"] >= 4, f"{puzzle['position']}: margin")
            solved = lines("solve", write(folder, puzzle["position"]), "--json")[0]
            expect(solved["value"] == values[0], f"{puzzle['position']}: {solved}")
            expect(puzzle["line"][0] in solved["best"], f"{puzzle['position']}: {solved}")
        text = run(*arguments, "--seed", "3", "--quiet").stdout
        expect(all(puzzle["position"] in text for puzzle in puzzles), f"{game}: the text")
    return made


def write(folder, position):
    path = folder / "position.txt"
    path.write_text(position + "\n")
    return str(path)


def records_make_puzzles(folder):
    run("match", "engine:level=5", "engine:level=3", "--games", "6", "--size", "5", "--kinds", "3",
        "--record", str(folder / "games"), "--json")
    records = sorted(str(path) for path in (folder / "games").glob("*.json"))
    expect(len(records) == 6, f"records: {records}")
    puzzles = lines("puzzles", "--records", *records, "--margin", "1", "--count", "6", "--json",
                    "--quiet", status=1)
    expect(0 < len(puzzles) < 6, f"of six games: {len(puzzles)} puzzles")
    same = lines("puzzles", "--records", str(folder / "games"), "--margin", "1", "--count", "6",
                 "--json", "--quiet", status=1)
    expect(same == puzzles, f"of their directory: {same}")


def players_are_measured(made):
    for game, path in made.items():
        asked = ("bench", "--problems", str(path), "--json", "--player")
        (engine,) = lines(*asked, "engine:adapt=0")
        (greedy,) = lines(*asked, "greedy")
        expect(engine["all"]["solved"] == engine["all"]["asked"] == 8, f"{game}: {engine}")
        expect(engine["all"]["lost"] == 0, f"{game}: {engine}")
        expect(greedy["all"]["solved"] < 8 and greedy["all"]["lost"] > 0, f"{game}: {greedy}")
        expect(sum(grade["asked"] for grade in greedy["grades"]) == 8, f"{game}: {greedy}")
        (program,) = lines(*asked, f"cmd:{os.path.join(os.environ['ZEROSUM_BIN'], 'homework')}")
        expect(program["all"]["failed"] == 0, f"{game}: {program}")
    both = lines("bench", "--problems", "--player", "greedy", "--json")
    expect([each["game"] for each in both] == ["fruit", "raid"], f"both games: {both}")
    text = run("bench", "--problems", "--player", "greedy", "--game", "raid").stdout
    solved = both[1]["all"]["solved"]
    expect(text.splitlines()[-1].split()[:3] == ["all", str(both[1]["all"]["asked"]), str(solved)],
           f"the text: {text}")


def wrong_files_are_refused(folder, made):
    puzzle = json.loads(made["fruit"].read_text().splitlines()[0])
    wrong = folder / "wrong.jsonl"

    def refused(text, says, status=2, arguments=("puzzles", "--check")):
        wrong.write_text(text)
        done = run(*arguments, str(wrong), status=status)
        expect(says in done.stderr, f"{says!r} is not in {done.stderr!r}")

    refused("{", "line 1: not a puzzle")
    refused(json.dumps(puzzle | {"value": 999}), "value: found 999")
    refused("{", "line 1: not a puzzle", arguments=("bench", "--problems"))
    refused("", "found no puzzle", arguments=("bench", "--problems"))
    # A value that only a proof can tell: that of a move in neither line.
    kept = {puzzle["line"][0], puzzle["refutation"][0]}
    other = next(move for move in puzzle["moves"] if move not in kept)
    values = puzzle["moves"] | {other: puzzle["moves"][other] - 2}
    margin = puzzle["value"] - max(v for v in values.values() if v != puzzle["value"])
    refused(json.dumps(puzzle | {"moves": values, "margin": margin}), f"{other} is worth", status=1)
    run("bench", "some.jsonl", status=2)
    run("bench", "--problems", "--player", "nobody", status=2)
    run("bench", "--problems", "--bank", "0", status=2)
    run("puzzles", "--margin", "0", status=2)
    run("puzzles", "--records", "/nonexistent.json", status=2)
    run("puzzles", "--check", "/nonexistent.jsonl", status=2)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = making_is_deterministic(folder)
        records_make_puzzles(folder)
        players_are_measured(made)
        wrong_files_are_refused(folder, made)
        moves = sets_are_proved_again()
    print(f"{moves} values of moves proved again, two games, three players")


main()
