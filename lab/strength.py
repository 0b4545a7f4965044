#!/usr/bin/env python3
"""Plays the strength tables of lab/fruit.md and lab/raid.md, and goes on where it stopped.

    lab/strength.py                    play everything that is missing
    lab/strength.py --part 0.3         only this part of every cell
    lab/strength.py --only raid        only the cells whose names contain this
    lab/strength.py --games again      keep the games in again/: plays everything anew
    lab/strength.py --show             print the tables, play nothing

Every board is played from both sides, and none was used in tuning: the seeds begin at 90,000. The
games are kept in lab/games/CELL.jsonl, one line per chunk of a few pairs; a chunk that
was cut short is played again. The cells take turns, so that the tables fill evenly.

The first engine is the `homework` of an old commit, built from the history into
build/first-engine; against it today's `homework` plays, so that both are charged alike. The engine
before the zero bound and the search without a list, build/engine-before, is a `ugi:` program, and so
is today's then.
"""

import argparse
import dataclasses
import json
import math
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRST_ENGINE = ROOT / "build" / "first-engine"
FIRST_COMMIT = "4595941"  # the first engine on the first board code, with its course program
ENGINE_BEFORE = ROOT / "build" / "engine-before"
COMMIT_BEFORE = "1a41be9"
FIRST_SEED = 90_000
PAIRS_PER_CHUNK = 5


@dataclasses.dataclass
class Cell:
    name: str
    game: str
    size: int
    kinds: int  # 0: the game has none
    bank: float
    opponent: str
    games: int
    goal: str
    us: str = "engine"
    edition: str = ""
    odds: float = 1
    folder: Path = ROOT / "lab" / "games"

    @property
    def path(self):
        return self.folder / f"{self.name}.jsonl"


def all_cells(binary):
    homework = binary.parent / "homework"
    first = FIRST_ENGINE / "bin" / "homework"
    boards = [(10, 4, 2, 200), (15, 5, 2, 200), (26, 6, 10, 60)]
    goals = {
        "greedy": ["85 %", "97 %", "99 %"],
        "minimax": ["72 %, +26", "75 %, +30", "90 %, +80"],
        "alphabeta": ["> +6", "> +14", "> +25"],
        "first": ["> +6", "> +10", "> +20"],
    }
    players = {"greedy": ("engine", "greedy"), "minimax": ("engine", "minimax:depth=3"),
               "alphabeta": ("engine", "alphabeta"), "first": (f"cmd:{homework}", f"cmd:{first}")}
    cells = []
    for size in (5, 8, 12):
        for name, opponent, goal in (("minimax", "minimax:depth=3", "90 %"),
                                     ("greedy", "greedy", "98 %")):
            cells.append(Cell(f"raid-{size}-{name}", "raid", size, 0, 2, opponent, 100, goal))
    for size, kinds in ((10, 4), (15, 5)):
        cells.append(Cell(f"fruit-{size}-long-minimax", "fruit", size, kinds, 10,
                          "minimax:depth=3", 12, "majority"))
        cells.append(Cell(f"fruit-{size}-long-random", "fruit", size, kinds, 10, "random", 12,
                          "all"))
    for row, wanted in goals.items():
        for (size, kinds, bank, games), goal in zip(boards, wanted):
            us, them = players[row]
            cells.append(Cell(f"fruit-{size}-{row}", "fruit", size, kinds, bank, them, games,
                              goal, us))
    for size, kinds, _, games in boards:
        cells.append(Cell(f"fruit-{size}-fiftieth", "fruit", size, kinds, 5,
                          "minimax:depth=3", games, "majority", odds=50))
    for size, kinds, bank, games in ((10, 2, 1, 60), (15, 3, 1, 60), (26, 3, 4, 40), (32, 5, 4, 40)):
        cells.append(Cell(f"fruit-{size}p{kinds}-minimax", "fruit", size, kinds, bank,
                          "minimax:depth=3", games, "majority"))
    before = ENGINE_BEFORE / "bin" / "zerosum"
    for adapt in (0, 1):
        for size, kinds, bank, games in ((10, 4, 0.3, 60), (15, 5, 0.5, 60), (26, 6, 1, 40),
                                         (10, 2, 0.3, 40), (15, 3, 0.5, 40), (26, 3, 1, 40),
                                         (32, 5, 1, 40)):
            cells.append(Cell(f"fruit-{size}p{kinds}-before-adapt{adapt}", "fruit", size, kinds,
                              bank, f"ugi:{before} ugi --player engine:adapt={adapt}@before",
                              games, "> 0",
                              f"ugi:{binary} ugi --player engine:adapt={adapt}@now"))
    cells.append(Cell("fruit-2012-greedy", "fruit", 32, 5, 10, "greedy", 100, "99 %",
                      edition="2012"))
    return cells


def chunks_of(cell):
    """The complete chunks of a cell: a list of lists of games."""
    if not cell.path.exists():
        return []
    chunks = []
    for line in cell.path.read_text().splitlines():
        chunk = json.loads(line)
        chunks.append(chunk["games"])
    return chunks


def play_chunk(binary, cell, number, jobs):
    pairs = min(PAIRS_PER_CHUNK, max(1, cell.games // 2 - number * PAIRS_PER_CHUNK))
    command = [str(binary), "match", cell.us, cell.opponent, "--game", cell.game,
               "--size", str(cell.size), "--bank", str(cell.bank), "--games", str(2 * pairs),
               "--paired", "--seed", str(FIRST_SEED + number), "--jobs", str(jobs), "--json"]
    if cell.kinds:
        command += ["--kinds", str(cell.kinds)]
    if cell.odds != 1:
        command += ["--odds", str(cell.odds)]
    if cell.edition:
        command += ["--edition", cell.edition]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"strength: {' '.join(command)}: status {done.returncode}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    names = next(line["summary"]["players"] for line in lines if "summary" in line)
    games = []
    for line in lines:
        if "game" not in line:
            continue
        margin = line["points"][0] - line["points"][1]
        games.append({"first": line["first"] == names[0], "margin": margin,
                      "won": {names[0]: 1, names[1]: -1}.get(line["winner"], 0),
                      "reason": line["reason"],
                      "cpu": [round(seconds, 3) for seconds in line["cpu"]]})
    cell.folder.mkdir(parents=True, exist_ok=True)
    whole = cell.path.read_text() if cell.path.exists() else ""
    whole += json.dumps({"seed": FIRST_SEED + number, "games": games}) + "\n"
    new = cell.path.with_suffix(".new")
    new.write_text(whole)
    os.replace(new, cell.path)


def summary(cell):
    games = [game for chunk in chunks_of(cell) for game in chunk]
    if not games:
        return None
    pairs = [(a["margin"] + b["margin"]) / 2 for a, b in zip(games[::2], games[1::2])]
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((x - mean) ** 2 for x in pairs) / max(1, len(pairs) - 1))
    second = [game for game in games if not game["first"]]
    return {
        "games": len(games),
        "wins": 100 * sum(game["won"] > 0 for game in games) / len(games),
        "second": 100 * sum(game["won"] > 0 for game in second) / max(1, len(second)),
        "margin": mean,
        "interval": 1.96 * spread / math.sqrt(len(pairs)),
        "not on points": sum(game["reason"] != "points" for game in games),
    }


def show(cells):
    print("| cell | opponent | board, bank | games | wins | moving second | paired margin | goal |"
          " not decided by points |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for cell in cells:
        found = summary(cell)
        if found is None:
            continue
        board = f"{cell.size}x{cell.size}" + (f" p{cell.kinds}" if cell.kinds else "")
        bank = f"{cell.bank / cell.odds:g} s to {cell.bank:g}" if cell.odds != 1 else f"{cell.bank:g}"
        opponent = f"`{cell.opponent}`"
        if cell.name.endswith("-first"):
            opponent = "the first engine"
        elif "-before-" in cell.name:
            opponent = f"the engine before, both with adapt={cell.name[-1]}"
        print(f"| {cell.name} | {opponent} | {board}, {bank} s | {found['games']} of "
              f"{cell.games} | {found['wins']:.0f} % | {found['second']:.0f} % | "
              f"{found['margin']:+.1f} ± {found['interval']:.1f} | {cell.goal} | "
              f"{found['not on points']} |")


def build_old(folder, commit, program):
    """A program of an old commit, from the history, unless it is there."""
    if (folder / "bin" / program).exists():
        return
    source = folder / "source"
    source.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True,
                             stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
    subprocess.run(["cmake", "-S", source, "-B", folder, "-G", "Ninja",
                    "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF",
                    "-DZEROSUM_UNITY=ON"], check=True,  # as the preset release is compiled
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", program], check=True,
                   stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only cells whose names contain this")
    parser.add_argument("--part", type=float, default=1, help="the part of every cell to play")
    parser.add_argument("--games", type=Path, default=Cell.folder, help="where games are kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at once")
    parser.add_argument("--build", default="release", help="the build to play with")
    parser.add_argument("--show", action="store_true", help="print the tables, play nothing")
    arguments = parser.parse_args()
    binary = ROOT / "build" / arguments.build / "bin" / "zerosum"
    cells = [dataclasses.replace(cell, folder=arguments.games) for cell in all_cells(binary)
             if arguments.only in cell.name]
    if not cells:
        parser.error(f"no cell has '{arguments.only}' in its name")
    if arguments.show:
        show(cells)
        return
    if any(cell.name.endswith("-first") for cell in cells):
        build_old(FIRST_ENGINE, FIRST_COMMIT, "homework")
    if any("-before-" in cell.name for cell in cells):
        build_old(ENGINE_BEFORE, COMMIT_BEFORE, "zerosum")
    while True:
        wanted = {cell.name: math.ceil(arguments.part * cell.games / 2 / PAIRS_PER_CHUNK)
                  for cell in cells}
        open_cells = [cell for cell in cells if len(chunks_of(cell)) < wanted[cell.name]]
        if not open_cells:
            break
        cell = min(open_cells, key=lambda c: len(chunks_of(c)) / wanted[c.name])
        print(f"{cell.name}: chunk {len(chunks_of(cell)) + 1} of {wanted[cell.name]}",
              file=sys.stderr, flush=True)
        play_chunk(binary, cell, len(chunks_of(cell)), arguments.jobs)
    show(cells)


if __name__ == "__main__":
    main()
