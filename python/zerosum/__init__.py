"""Two board games with CPU-time banks, the engine that plays them, and a referee.

>>> import zerosum
>>> game = zerosum.load_game("fruit", size=4, kinds=3)
>>> state = game.new_initial_state(seed=1)
>>> state.current_player(), state.is_terminal()
(0, False)
>>> best = zerosum.Engine(game).search(state, depth=2).best
>>> state.apply_action(best.action)
>>> state.returns() == [state.points()[0], -state.points()[0]]
True
>>> zerosum.play("greedy", "random", game=game, seed=3).reason
'points'
"""

from ._zerosum import (TERMINAL, Analysis, Engine, Game, Line, MoveRecord, Player, PlayerRecord,
                       Record, State, VectorEnv, __version__, game_names, load_game, read_input,
                       read_position)
from .arena import play, read_records, write_records
from .envs import AECEnv, Box, Discrete, SingleAgentEnv

__all__ = [
    "TERMINAL", "AECEnv", "Analysis", "Box", "Discrete", "Engine", "Game", "Line", "MoveRecord",
    "Player", "PlayerRecord", "Record", "SingleAgentEnv", "State", "VectorEnv", "__version__",
    "game_names", "load_game", "play", "read_input", "read_position", "read_records",
    "write_records",
]
