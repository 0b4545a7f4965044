"""The games as environments of PettingZoo's (AEC) and Gymnasium's shape, which are not imported."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._zerosum import Game, Player, State

Observation = dict[str, npt.NDArray[Any]]
Opponent = Union[str, Callable[[State], Union[int, str]]]


class Discrete:
    """The actions 0 to n - 1."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n = n
        self._random = np.random.default_rng(seed)

    def sample(self, mask: npt.NDArray[Any] | None = None) -> int:
        """One of them at random; of those that the mask allows."""
        choices = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(self._random.choice(choices))

    def contains(self, action: int) -> bool:
        return 0 <= int(action) < self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Box:
    """Arrays of one shape, from `low` up."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...]) -> None:
        self.low = low
        self.high = high
        self.shape = shape
        self.dtype = np.dtype(np.float32)

    def contains(self, array: npt.NDArray[Any]) -> bool:
        return (array.shape == self.shape and bool(np.all(array >= self.low))
                and bool(np.all(array <= self.high)))

    def __repr__(self) -> str:
        return f"Box({self.low}, {self.high}, {self.shape})"


def mask_of(state: State) -> npt.NDArray[np.int8]:
    """1 where an action is legal."""
    mask = np.zeros(state.game.num_distinct_actions(), dtype=np.int8)
    mask[state.legal_actions()] = 1
    return mask


def observe(state: State, player: int) -> Observation:
    """What a player sees, as an array of its own, and which actions are legal."""
    return {"observation": state.observation_tensor(player).copy(), "action_mask": mask_of(state)}


def _observation_space(game: Game) -> Box:
    return Box(0.0, float("inf"), game.observation_tensor_shape())


class AECEnv:
    """Two agents in turn, with PettingZoo's names. Rewards are gains: a move that brings 9 points is
    9 for its agent and -9 for the other.

    >>> import zerosum
    >>> env = AECEnv(zerosum.load_game("fruit", size=3, kinds=2))
    >>> env.reset(seed=5)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else int(observation["action_mask"].argmax()))
    >>> env.agents
    []
    """

    metadata = {"name": "zerosum", "is_parallelizable": False, "render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []

    def action_space(self, agent: str) -> Discrete:
        return Discrete(self.game.num_distinct_actions())

    def observation_space(self, agent: str) -> Box:
        return _observation_space(self.game)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state = self.game.new_initial_state(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state.current_player()]

    def observe(self, agent: str) -> Observation:
        return observe(self.state, self.possible_agents.index(agent))

    def last(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent), self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._remove(agent, action)
            return
        if action is None:
            raise ValueError(f"{agent}: found no action, expected one: the game goes on")
        gain = float(self.state.gain(action))
        self.state.apply_action(action)
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.rewards = {agent: gain, other: -gain}
        self._cumulative_rewards[agent] = gain
        self._cumulative_rewards[other] -= gain
        if self.state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = other
        else:
            self.agent_selection = self.possible_agents[self.state.current_player()]

    def _remove(self, agent: str, action: int | None) -> None:
        """An agent whose game is over takes its leave with the action None."""
        if action is not None:
            raise ValueError(f"{agent}: found action {action}, expected None: the game is over")
        self.agents.remove(agent)
        for table in (self.rewards, self.terminations, self.truncations, self._cumulative_rewards):
            table.pop(agent)  # type: ignore[attr-defined]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self) -> Any:
        while self.agents:
            yield self.agent_selection

    def render(self) -> str:
        return str(self.state)

    def close(self) -> None:
        """There is nothing to close."""


class SingleAgentEnv:
    """One agent against an opponent, with Gymnasium's names. The reward is the agent's gain less
    that of the opponent's answer, so that the rewards of a game add up to the final margin.

    >>> import zerosum
    >>> env = SingleAgentEnv(zerosum.load_game("fruit", size=3, kinds=2), opponent="greedy")
    >>> observation, info = env.reset(seed=2)
    >>> observation, reward, terminated, truncated, info = env.step(
    ...     env.action_space.sample(info["action_mask"]))
    >>> truncated
    False
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, game: Game, opponent: Opponent = "greedy", bank: float = 5.0) -> None:
        self.game = game
        self.bank = bank
        self.action_space = Discrete(game.num_distinct_actions())
        self.observation_space = _observation_space(game)
        self._opponent: Player | Callable[[State], int | str] = (
            Player(opponent, game) if isinstance(opponent, str) else opponent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None
              ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """A new board. options={"second": True} lets the opponent begin; what it gains by that
        move is in no reward."""
        seed = secrets.randbits(63) if seed is None else seed
        self.state = self.game.new_initial_state(seed)
        if isinstance(self._opponent, Player):
            self._opponent.new_game(seed)
        self.player = self.state.current_player()
        if options and options.get("second"):
            self.player = 1 - self.player
            self._answer()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        reward = float(self.state.gain(action))
        self.state.apply_action(action)
        if not self.state.is_terminal():
            reward -= self._answer()
        return self._observation(), reward, self.state.is_terminal(), False, self._info()

    def _answer(self) -> float:
        chosen: int | str
        if isinstance(self._opponent, Player):
            chosen = self._opponent(self.state, self.bank)
        else:
            chosen = self._opponent(self.state.clone())
        action = self.state.string_to_action(chosen) if isinstance(chosen, str) else chosen
        gain = float(self.state.gain(action))
        self.state.apply_action(action)
        return gain

    def _observation(self) -> npt.NDArray[np.float32]:
        return self.state.observation_tensor(self.player).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.state)}

    def render(self) -> str:
        return str(self.state)

    def close(self) -> None:
        """There is nothing to close."""
