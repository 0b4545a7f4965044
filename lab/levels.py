#!/usr/bin/env python3
"""How the engine's levels fare against greedy and against lower levels, on even boards.

    lab/levels.py                       levels 1 to 9, 200 games per cell: some minutes of CPU time
    lab/levels.py --levels 10 10        level 10 alone, which thinks for two seconds per move: an hour
    lab/levels.py --pairs               every level against every lower one
    lab/levels.py --games 48            a quick look

Every board of lab/levels is played twice, the start reversed, by the rules of the page (`casual`: two seconds
per move at most). Levels 1 to 9 are limited by depth and nodes, and what they overlook depends on the position
alone: their games are the same on every machine, and 200 games are all that 100 boards hold. `of 10` is the
rounded share of points won, which the menu of opponents names.
"""

import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def match(options, game, boards, first, second):
    """The summary of a match from the first player's view."""
    command = [options.program, "match", first, second, "--game", game, "--boards", boards]
    command += ["--edition", "casual", "--paired", "--games", str(options.games)]
    command += ["--jobs", str(options.jobs), "--quiet", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])["summary"]


def share(summary):
    """The points won per game: a draw is half a point."""
    return (summary["wins"] + summary["draws"] / 2) / summary["games"]


def cell(summary):
    """One cell of the table: the share and the mean margin."""
    return f"{share(summary):4.0%} {summary['margin']:+7.1f}"


def print_rows(options, game, boards):
    """A row per level: against greedy, and against the level below."""
    print("level  greedy: share, margin   of 10   the level below", flush=True)
    for level in range(options.levels[0], options.levels[1] + 1):
        player = f"engine:level={level}"
        greedy = match(options, game, boards, player, "greedy")
        row = f"{level:5}  {cell(greedy):>19}   {round(10 * share(greedy)):7}"
        if level > 1:
            below = match(options, game, boards, player, f"engine:level={level - 1}")
            row += f"   {cell(below)}"
        print(row, flush=True)


def print_pairs(options, game, boards):
    """A row per level: the share of points that it wins from each lower one."""
    first, last = options.levels
    print("level" + "".join(f"{lower:6}" for lower in range(first, last)), flush=True)
    for level in range(first + 1, last + 1):
        print(f"{level:5}", end="", flush=True)
        for lower in range(first, level):
            summary = match(options, game, boards, f"engine:level={level}", f"engine:level={lower}")
            print(f"{share(summary):6.0%}", end="", flush=True)
        print(flush=True)


def main():
    """Prints a table per game, a row when it is done."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/zerosum"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--levels", type=int, nargs=2, default=[1, 9], metavar=("FROM", "TO"))
    parser.add_argument("--pairs", action="store_true", help="every level against every lower one")
    options = parser.parse_args()
    for file in sorted((ROOT / "lab/levels").glob("*.txt")):
        print(f"{file.stem}: {options.games} games per cell on even boards")
        (print_pairs if options.pairs else print_rows)(options, file.stem, str(file))


if __name__ == "__main__":
    main()
