"""Many boards at once agree with states one by one."""

import threading

import numpy as np
import pytest

import zerosum


def test_boards_step_as_states_do(game):
    env = zerosum.VectorEnv(game, 50, seed=100)
    states = [game.new_initial_state(seed=100 + i) for i in range(50)]
    while not env.done.all():
        flat, ends = env.legal_actions()
        mask = env.legal_actions_mask()
        tensors = env.observation_tensor()
        actions = env.sample().copy()
        gains = []
        for i, state in enumerate(states):
            legal = flat[ends[i - 1] if i else 0:ends[i]]
            assert legal.tolist() == state.legal_actions()
            assert np.flatnonzero(mask[i]).tolist() == state.legal_actions()
            assert env.current_players[i] == state.current_player()
            if state.is_terminal():
                assert actions[i] == -1
                gains.append(0)
                continue
            assert np.array_equal(tensors[i], state.observation_tensor())
            gains.append(state.gain(int(actions[i])))
            state.apply_action(int(actions[i]))
        rewards, done = env.step(actions)
        assert rewards.tolist() == gains
        assert done.tolist() == [state.is_terminal() for state in states]
        assert env.points.tolist() == [state.points() for state in states]
        assert all(env.state(i) == state for i, state in enumerate(states))


def test_arrays_are_views_of_the_environment(fruit):
    env = zerosum.VectorEnv(fruit, 4)
    for array in (env.rewards, env.done, env.points, env.current_players, env.sample(),
                  env.legal_actions_mask(), env.observation_tensor()):
        assert array.base is env and not array.flags.writeable


def test_finished_boards_are_drawn_anew_when_asked(game):
    env = zerosum.VectorEnv(game, 8, seed=1, auto_reset=True)
    ended = 0
    for _ in range(200):
        _, done = env.step(env.sample())
        ended += int(done.sum())
        assert (env.current_players >= 0).all()
    assert ended > 8
    env = zerosum.VectorEnv(game, 8, seed=1)
    env.play_out()
    assert env.done.all()
    env.reset(seed=1)
    assert not env.done.any() and env.state(3) == game.new_initial_state(seed=4)
    env.play_out()
    env.reset(only_done=True)
    assert not env.done.any()


def test_play_outs_of_either_way_have_equal_lengths_on_average(fruit):
    env = zerosum.VectorEnv(fruit, 2000, seed=0)
    at_once = env.play_out()
    env.reset(seed=0)
    stepped = 0
    while not env.done.all():
        stepped += int((~env.done).sum())
        env.step(env.sample())
    assert stepped == pytest.approx(at_once, rel=0.01)


def test_a_wrong_action_is_refused_and_nothing_is_played(fruit):
    env = zerosum.VectorEnv(fruit, 3, seed=0)
    before = [env.state(i) for i in range(3)]
    actions = env.sample().copy()
    actions[2] = -7
    with pytest.raises(ValueError, match="board 2: found action -7"):
        env.step(actions)
    assert [env.state(i) for i in range(3)] == before
    with pytest.raises(ValueError, match="found 2 actions, expected 3"):
        env.step(actions[:2])
    with pytest.raises(ValueError, match="found 0 boards"):
        zerosum.VectorEnv(fruit, 0)
    with pytest.raises(IndexError):
        env.state(3)


def test_one_environment_serves_one_thread(fruit):
    env = zerosum.VectorEnv(fruit, 20_000)
    playing = threading.Thread(target=env.play_out)
    playing.start()
    refused = 0
    while playing.is_alive():
        try:
            env.sample()
        except RuntimeError as error:
            assert "another thread" in str(error)
            refused += 1
    assert refused and env.done.all()
