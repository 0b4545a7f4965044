#!/usr/bin/env python3
"""Learns to play The Fruit Rage a little: which features of the board after a move are worth what.

A linear value function is trained by TD(0) on games against itself, on many boards at once, and
then meets the greedy player. Prints the margin before and after, and plots the learning.

    python3 learn_weights.py --games 2000 --plot weights.png
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

import zerosum

FEATURES = ["largest group", "second largest", "third largest", "groups"]


def features(state: zerosum.State) -> npt.NDArray[Any]:
    """What a look at the board tells of the points to come, in tens of points."""
    gains = sorted((state.gain(action) for action in state.legal_actions()), reverse=True)
    padded = (gains + [0, 0, 0])[:3]
    return np.array([*padded, len(gains)], dtype=float) / 10.0


def choose(state: zerosum.State, weights: npt.NDArray[Any]) -> int:
    """The move with the largest gain less what the board after it is worth to the other."""
    def worth(action: int) -> float:
        return state.gain(action) - 10.0 * float(weights @ features(state.child(action)))
    return max(state.legal_actions(), key=worth)


def learn(game: zerosum.Game, games: int, seed: int) -> list[npt.NDArray[Any]]:
    """The weights after every tenth of the games."""
    random = np.random.default_rng(seed)
    weights = np.zeros(len(FEATURES))
    kept = [weights.copy()]
    for number in range(games):
        rate = 0.01 / (1 + number / 100)
        state = game.new_initial_state(seed + number)
        while not state.is_terminal():
            here = features(state)
            explore = random.random() < 0.1
            action = int(random.choice(state.legal_actions())) if explore else choose(state, weights)
            gain = state.gain(action) / 10.0
            state.apply_action(action)
            after = 0.0 if state.is_terminal() else float(weights @ features(state))
            error = np.clip(gain - after - float(weights @ here), -5.0, 5.0)
            weights += rate * error * here / (1.0 + here @ here)
        if (number + 1) % max(1, games // 10) == 0:
            kept.append(weights.copy())
    return kept


def margin(game: zerosum.Game, weights: npt.NDArray[Any], games: int) -> float:
    """The mean margin against greedy, each board from both sides."""
    def learnt(state: zerosum.State) -> int:
        return choose(state, weights)
    total = 0
    for number in range(games):
        record = zerosum.play(learnt, "greedy", game=game, seed=10_000 + number // 2,
                              first=number % 2, bank=60)
        total += record.points[0] - record.points[1]
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns weights by self-play.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--plot", default="")
    arguments = parser.parse_args()
    game = zerosum.load_game("fruit", size=6, kinds=4)
    history = learn(game, arguments.games, seed=1)
    print(f"margin against greedy before: {margin(game, history[0], 40):+.1f}")
    print(f"margin against greedy after:  {margin(game, history[-1], 40):+.1f}")
    for name, weight in zip(FEATURES, history[-1]):
        print(f"{name:16} {weight:+.3f}")
    if arguments.plot:
        import matplotlib.pyplot as plt  # type: ignore[import]
        steps = np.linspace(0, arguments.games, len(history))
        for index, name in enumerate(FEATURES):
            plt.plot(steps, [weights[index] for weights in history], label=name)
        plt.xlabel("games")
        plt.ylabel("weight")
        plt.legend()
        plt.savefig(arguments.plot)
        print(f"plotted in {arguments.plot}")


if __name__ == "__main__":
    main()
