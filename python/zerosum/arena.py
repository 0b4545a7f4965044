"""Games between players, and their records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import Union

from ._zerosum import Game, Record, State, load_game, play_from

# A player's text, the same as on the command line, or a function from a state to an action or to
# the name of a move.
Contestant = Union[str, Callable[[State], Union[int, str]]]


def play(a: Contestant, b: Contestant, *, game: Game | str = "fruit", start: State | None = None,
         bank: float = 5.0, edition: str = "", komi: int = 0, seed: int = 1,
         first: int = 0) -> Record:
    """Plays one game through the referee and returns its record.

    `bank` is what each player has for the whole game, in seconds of CPU time; 0 is no clock. The
    board is that of `start`, or the one that `game` draws from `seed`. `first` says who begins: 0
    for a, 1 for b. What a Python function returns is judged like any other answer: an illegal move
    loses. An exception of a function, and Ctrl-C, end the game and come out here.

    >>> def first_move(state):
    ...     return state.legal_actions()[0]
    >>> record = play(first_move, "random", game=load_game("fruit", size=3, kinds=2))
    >>> record.players[0].name, record.reason
    ('first_move', 'points')
    >>> play(lambda state: -1, "random").sentence
    'not a move of this position'
    """
    if start is None:
        start = (load_game(game) if isinstance(game, str) else game).new_initial_state(seed)
    return play_from(a, b, start, bank, edition, komi, seed, first)


def read_records(path: str | PathLike[str]) -> list[Record]:
    """The records of a file: one, as `zerosum match --record` keeps it, or one per line, as
    `zerosum convert --to jsonl` writes them."""
    text = Path(path).read_text(encoding="utf-8")
    # Not splitlines: JSON's texts may hold what it takes for the end of a line, such as U+2028.
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        return [Record.from_json(text)]
    except ValueError:
        if len(lines) < 2:
            raise
    return [Record.from_json(line) for line in lines]


def write_records(path: str | PathLike[str], records: Iterable[Record]) -> None:
    """Writes records, one per line."""
    text = "".join(json.dumps(json.loads(record.to_json()), ensure_ascii=False) + "\n"
                   for record in records)
    Path(path).write_text(text, encoding="utf-8")
