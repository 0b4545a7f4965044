# The C++ part: games, states, engine, referee. Scores are points. The module itself has these
# docstrings, too: write_docs.py hands them to it.
from typing import Any, Callable, overload

import numpy as np
import numpy.typing as npt

__version__: str
TERMINAL: int  # current_player() of a finished game

class Game:
    """A game with its options settled; load_game makes one."""
    @property
    def name(self) -> str:
        """What load_game calls it."""
    @property
    def title(self) -> str:
        """Its name for people."""
    @property
    def size(self) -> int:
        """The side of the board."""
    @property
    def kinds(self) -> int:
        """How many kinds of pieces there are; 0 in a game without kinds."""
    @property
    def pieces(self) -> int:
        """How many random pieces a side has on the board at the start; -1 in a game without."""
    def num_distinct_actions(self) -> int:
        """How many numbers actions have: 0 to this less 1."""
    def num_players(self) -> int:
        """Always 2."""
    def observation_tensor_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
    def new_initial_state(self, seed: int | None = None) -> State:
        """A board drawn at random. The same seed, the same board; None: another one every time."""
    def state_from_line(self, line: str) -> State:
        """The state of a position in one line."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class State:
    """A position in play. Actions are numbers: kind of move * size * size + row * size + column."""
    @property
    def game(self) -> Game:
        """The game that it is a state of."""
    def get_game(self) -> Game:
        """The game that it is a state of."""
    def current_player(self) -> int:
        """0 or 1, the player to move; TERMINAL where the game is over."""
    def is_terminal(self) -> bool:
        """Whether the game is over."""
    def legal_actions(self) -> list[int]:
        """The actions of the player to move, sorted."""
    def apply_action(self, action: int) -> None:
        """Plays an action here."""
    def child(self, action: int) -> State:
        """The state after an action. This one stays as it is."""
    def clone(self) -> State:
        """A copy."""
    def returns(self) -> list[float]:
        """Each player's points less the other's, so far."""
    def points(self) -> list[int]:
        """Each player's points, so far."""
    def history(self) -> list[int]:
        """The actions that were played since the state was made."""
    def gain(self, action: int) -> int:
        """What an action brings to the player to move: points won and those that the other loses."""
    def describe(self, action: int) -> str:
        """What an action does, in words."""
    def cells(self, action: int) -> list[tuple[int, int]]:
        """The cells that an action takes, or occupies and turns: pairs of row and column."""
    @overload
    def action_to_string(self, action: int) -> str:
        """The name of an action's move. A player before it, as in OpenSpiel, does not matter."""
    @overload
    def action_to_string(self, player: int, action: int) -> str: ...
    def string_to_action(self, name: str) -> int:
        """The action of a move's name."""
    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """The board in planes as a player sees it; None: as the player to move does. A view of the
        state's own memory, which the next call writes anew: copy() what is to stay."""
    def rows(self) -> list[str]:
        """The board, a string per row."""
    def values(self) -> list[list[int]]:
        """What the cells are worth, row by row; empty in a game whose cells have no values."""
    def line(self) -> str:
        """The position in one line, which state_from_line and all programs read."""
    def write_input(self, bank: float) -> str:
        """The course's input.txt, with so many seconds left."""
    def write_output(self, action: int) -> str:
        """The course's output.txt: the move of an action and the board after it."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

def load_game(name: str, size: int = 0, kinds: int = 0, pieces: int = -1) -> Game:
    """A game by its name, such as load_game("fruit", size=10, kinds=4). 0 and -1: what is usual."""
def game_names() -> list[str]:
    """The names that load_game knows."""
def read_position(text: str) -> State:
    """The state of a course file or of a position in one line, of whichever game it is."""
def read_input(text: str) -> tuple[State, float, int]:
    """A course file: the state, the CPU seconds left, the depth that is asked for (0: none)."""

class VectorEnv:
    """Many boards stepped at once. Board i is new_initial_state(seed + i). Arrays are views of the
    environment's own memory, which the next call writes anew."""
    def __init__(self, game: Game, count: int, seed: int = 0, auto_reset: bool = False) -> None: ...
    @property
    def game(self) -> Game:
        """The game of all boards."""
    def __len__(self) -> int: ...
    @property
    def rewards(self) -> npt.NDArray[np.int32]:
        """Of the last step: the gain of each board's mover."""
    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Whether each board's game is over; with auto_reset, whether the last step ended it."""
    @property
    def current_players(self) -> npt.NDArray[np.int8]:
        """The player to move on each board; TERMINAL where its game is over."""
    @property
    def points(self) -> npt.NDArray[np.int32]:
        """Both players' points on each board."""
    def reset(self, seed: int | None = None, *, only_done: bool = False) -> None:
        """Draws all boards anew, or only those whose game is over."""
    def step(self, actions: npt.NDArray[Any]
             ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
        """Plays an action per board: rewards and done. Boards whose game is over take no part."""
    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action per board at random, -1 where the game is over."""
    def legal_actions(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """All legal actions in one row, and where those of each board end."""
    def legal_actions_mask(self) -> npt.NDArray[np.bool_]:
        """Whether each action is legal, a row per board."""
    def observation_tensor(self) -> npt.NDArray[np.float32]:
        """The observations of all boards, each as its player to move sees it."""
    def play_out(self) -> int:
        """Plays every game to its end at random; the number of moves."""
    def state(self, board: int) -> State:
        """A copy of one board."""

class Line:
    """A move with its score and how play goes on."""
    @property
    def action(self) -> int:
        """The move that the line begins with."""
    @property
    def move(self) -> str:
        """Its name."""
    @property
    def score(self) -> int:
        """Points to come, the mover's less the other's."""
    @property
    def depth(self) -> int:
        """How many plies were searched."""
    @property
    def exact(self) -> bool:
        """Whether the score is proved."""
    @property
    def pv(self) -> list[str]:
        """The line: the names of its moves."""
    @property
    def pv_actions(self) -> list[int]:
        """The line: its actions."""

class Analysis:
    """What a search found."""
    @property
    def lines(self) -> list[Line]:
        """The best moves, the best first."""
    @property
    def best(self) -> Line:
        """The first line."""
    @property
    def solved(self) -> bool:
        """Whether the value is proved."""
    @property
    def lower(self) -> int | None:
        """The value is proved to be so much or more; None: nothing is proved."""
    @property
    def upper(self) -> int | None:
        """The value is proved to be so much or less; None: nothing is proved."""
    @property
    def nodes(self) -> int:
        """Positions that were searched."""
    @property
    def cpu(self) -> float:
        """Seconds of CPU time."""

class Engine:
    """The searcher that plays, analyses and solves. It keeps its tables from call to call.

    Limits are seconds of CPU, nodes and depth; without any, 2 s. Other Python threads run while it
    thinks, but none may use this engine; Ctrl-C ends the search."""
    def __init__(self, game: Game, hash_mb: int = 64) -> None: ...
    def search(self, state: State, *, seconds: float | None = None, nodes: int = 0, depth: int = 0,
               lines: int = 1, threads: int = 1) -> Analysis:
        """The best move, and as many lines as are asked for."""
    def analyse(self, state: State, *, seconds: float | None = None, nodes: int = 0, depth: int = 0,
                lines: int = 3, threads: int = 1) -> Analysis:
        """As search, with three lines."""
    def solve(self, state: State, *, seconds: float | None = None, nodes: int = 0,
              threads: int = 1) -> Analysis:
        """The proved value with every move that reaches it, or proved bounds."""
    def clear(self) -> None:
        """Forgets what was searched."""

class PlayerRecord:
    """Who played a recorded game."""
    @property
    def name(self) -> str:
        """The name that is shown."""
    @property
    def spec(self) -> str:
        """The player's text, as play takes it."""
    @property
    def clock(self) -> str:
        """How its time was measured."""
    @property
    def confinement(self) -> str:
        """How it was confined."""

class MoveRecord:
    """A move of a recorded game."""
    @property
    def player(self) -> int:
        """0 or 1: which of the players of the record."""
    @property
    def position(self) -> str:
        """The position before the move, in one line."""
    @property
    def move(self) -> str:
        """The move's name; empty where the answer was no legal move; pass."""
    @property
    def why(self) -> str:
        """Of a pass: what was wrong with the answer."""
    @property
    def gain(self) -> int:
        """Points that the move brought."""
    @property
    def cpu(self) -> float:
        """Seconds of CPU time that were charged."""
    @property
    def wall(self) -> float:
        """Seconds that passed."""
    @property
    def bank_left(self) -> float:
        """Seconds left in the bank after it."""
    @property
    def score(self) -> int | None:
        """The player's own word of the points to come; None: it said nothing."""
    @property
    def depth(self) -> int:
        """The player's own word of how deep it searched."""
    @property
    def nodes(self) -> int:
        """The player's own word of how many positions it searched."""
    @property
    def exact(self) -> bool:
        """The player's own word of whether the score is proved."""

class Record:
    """A game that was played, as docs/records.md has it."""
    @staticmethod
    def from_json(text: str) -> Record:
        """Reads the text of a record."""
    def to_json(self) -> str:
        """The text of the record, as programs keep it."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def edition(self) -> str:
        """The rules that it was played by."""
    @property
    def players(self) -> list[PlayerRecord]:
        """Both players."""
    @property
    def first(self) -> int:
        """Which of them moved first."""
    @property
    def seed(self) -> int:
        """What the board and the players' random numbers were drawn from."""
    @property
    def bank(self) -> float:
        """Seconds of CPU time for each player; 0: there was no clock."""
    @property
    def komi(self) -> int:
        """Points given to the player who moved second."""
    @property
    def start(self) -> str:
        """The start position in one line."""
    @property
    def moves(self) -> list[MoveRecord]:
        """The moves, in order."""
    @property
    def winner(self) -> int | None:
        """Which player won; None: neither."""
    @property
    def reason(self) -> str:
        """Why the game ended, in one word."""
    @property
    def sentence(self) -> str:
        """Why the game ended, in words."""
    @property
    def points(self) -> list[int]:
        """Points of each player at the end."""
    @property
    def cpu(self) -> list[float]:
        """Seconds of CPU time charged to each player."""
    def outcome(self) -> str:
        """Who won and why, in words."""
    def states(self) -> list[State]:
        """The states before each move."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Player:
    """Anybody who can be named, asked for a move: player(state)."""
    def __init__(self, spec: str, game: Game, seed: int = 0) -> None: ...
    @property
    def name(self) -> str:
        """The name that is shown."""
    def new_game(self, seed: int) -> None:
        """Tells it that another game begins."""
    def __call__(self, state: State, bank: float = 5.0) -> int: ...

def play_from(a: str | Callable[[State], int | str], b: str | Callable[[State], int | str],
              start: State, bank: float, edition: str, komi: int, seed: int,
              first: int) -> Record: ...
