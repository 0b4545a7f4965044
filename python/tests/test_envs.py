"""The environments behave as PettingZoo's and Gymnasium's own checks want them to."""

import numpy as np
import pytest

import zerosum


def test_rewards_of_a_two_agent_game_add_up_to_the_margin(game):
    env = zerosum.AECEnv(game)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    space = env.action_space("player_0")
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert env.observation_space(agent).contains(observation["observation"])
        if terminated or truncated:
            env.step(None)
            continue
        before = env.agent_selection
        env.step(space.sample(observation["action_mask"]))
        for name, gained in env.rewards.items():
            total[name] += gained
        assert env.rewards[before] == -sum(v for k, v in env.rewards.items() if k != before)
    assert list(total.values()) == env.state.returns()


def test_rewards_against_an_opponent_add_up_to_the_margin(game):
    for opponent in ("greedy", lambda state: state.legal_actions()[0]):
        for second in (False, True):
            env = zerosum.SingleAgentEnv(game, opponent)
            observation, info = env.reset(seed=2, options={"second": second})
            total = -env.state.returns()[1 - env.player] if second else 0.0
            over = False
            while not over:
                assert env.observation_space.contains(observation)
                action = env.action_space.sample(info["action_mask"])
                observation, reward, over, truncated, info = env.step(action)
                total += reward
                assert not truncated
            assert total == env.state.returns()[env.player]


def test_an_opponent_without_a_seed_differs_from_game_to_game(game):
    class Noting(zerosum.Player):
        seeds = []

        def new_game(self, seed):
            self.seeds.append(seed)
            super().new_game(seed)

    env = zerosum.SingleAgentEnv(game, "random")
    env._opponent = Noting("random", game)
    for _ in range(3):
        env.reset()
    env.reset(seed=7)
    assert len(set(Noting.seeds)) == 4 and Noting.seeds[-1] == 7


def test_observations_are_kept(game):
    env = zerosum.SingleAgentEnv(game)
    first, info = env.reset(seed=3)
    kept = first.copy()
    env.step(env.action_space.sample(info["action_mask"]))
    assert np.array_equal(first, kept)


def test_mistakes_are_said(game):
    env = zerosum.AECEnv(game)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="found no action"):
        env.step(None)
    with pytest.raises(ValueError, match="found action"):
        env.step(-1)
