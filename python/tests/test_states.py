"""States under OpenSpiel's names, checked against a board in plain Python."""

import copy
import pickle
import random

import numpy as np
import pytest
from plain_board import PlainBoard

import zerosum


def play_through(game, seed):
    """The states of a random game, the finished one last."""
    generator = random.Random(seed)
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        yield state.clone()
        state.apply_action(generator.choice(state.legal_actions()))
    yield state


def test_a_game_ends_and_its_gains_add_up_to_its_returns(game):
    state = game.new_initial_state(seed=3)
    lead = 0
    while not state.is_terminal():
        action = state.legal_actions()[-1]
        lead += state.gain(action) * (1 if state.current_player() == 0 else -1)
        state.apply_action(action)
        assert state.returns() == [lead, -lead]
    assert state.current_player() == zerosum.TERMINAL
    assert state.legal_actions() == []


def test_actions_are_sorted_distinct_and_named(game):
    for state in play_through(game, seed=4):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert all(0 <= action < game.num_distinct_actions() for action in actions)
        for action in actions:
            assert state.string_to_action(state.action_to_string(action)) == action
            assert state.action_to_string(state.current_player(), action) == \
                state.action_to_string(action)


def test_fruit_plays_as_a_board_in_plain_python(fruit):
    for seed in range(5):
        board = None
        points = [0, 0]
        for state in play_through(fruit, seed):
            if board is None:
                board = PlainBoard(state.rows())
            elif state.history():
                mover = 1 - previous.current_player()
                group = board.groups()[state.history()[-1]]
                points[1 - mover] += board.take(group)
            previous = state
            assert board.rows() == state.rows()
            assert list(board.groups()) == state.legal_actions()
            assert points == state.points()


def test_the_same_seed_draws_the_same_board(game):
    assert game.new_initial_state(seed=7) == game.new_initial_state(seed=7)
    assert game.new_initial_state(seed=7) != game.new_initial_state(seed=8)


def test_a_clone_goes_its_own_way(game):
    state = game.new_initial_state(seed=1)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state),
                  pickle.loads(pickle.dumps(state))):
        assert other == state and hash(other) == hash(state)
        assert other.game == game
        other.apply_action(other.legal_actions()[0])
        assert other != state
        assert len(other.history()) == 1 and state.history() == []


def test_an_observation_is_a_view_and_holds_every_cell_once(game):
    for state in play_through(game, seed=2):
        tensor = state.observation_tensor(0)
        assert tensor.shape == game.observation_tensor_shape()
        assert tensor.dtype == np.float32
        assert tensor.base is state and not tensor.flags.writeable
        contents = tensor[:-1] if state.values() else tensor
        assert np.all(contents.sum(axis=0) == 1)
        if state.values():
            assert np.array_equal(tensor[-1], np.array(state.values()))


def test_each_player_sees_its_own_pieces_first():
    state = zerosum.load_game("raid", size=3).state_from_line("X../.O./X.. O 1,8,23/5,42,12/26,30,9")
    first, second = state.observation_tensor(0).copy(), state.observation_tensor(1).copy()
    assert first[0].sum() == 2 and first[1].sum() == 1
    assert np.array_equal(first[0], second[1]) and np.array_equal(first[1], second[0])
    assert np.array_equal(state.observation_tensor(), second)  # O is to move


def test_course_files_are_read_and_written(game):
    state = game.new_initial_state(seed=9)
    again, bank, depth = zerosum.read_input(state.write_input(bank=12.5))
    assert again.rows() == state.rows() and depth == 0 and bank == pytest.approx(12.5)
    output = state.write_output(state.legal_actions()[0])
    assert output.split("\n")[0].startswith(state.action_to_string(state.legal_actions()[0]))
    assert zerosum.read_position(state.line()) == state


@pytest.mark.parametrize("call, message", [
    (lambda game: zerosum.load_game("chess"), "chess"),
    (lambda game: zerosum.load_game("fruit", size=33), "33"),
    (lambda game: zerosum.load_game("raid", kinds=3), "kinds"),
    (lambda game: game.new_initial_state(0).apply_action(-1), "found action -1, expected one of"),
    (lambda game: game.new_initial_state(0).action_to_string(100000), "found action 100000"),
    (lambda game: game.new_initial_state(0).string_to_action("Z99"), "Z99"),
    (lambda game: game.new_initial_state(0).observation_tensor(2), "found player 2"),
    (lambda game: game.state_from_line("01/10 1 0 0"), "expected 10 x 10"),
    (lambda game: zerosum.read_position("nonsense"), "nonsense"),
    (lambda game: game.new_initial_state(0).write_input(float("nan")), "found a bank of nan"),
    (lambda game: game.new_initial_state(0).write_input(-1), "found a bank of -1"),
])
def test_a_mistake_is_a_value_error_that_says_what_was_found(fruit, call, message):
    with pytest.raises(ValueError, match=message):
        call(fruit)


def test_a_hundred_thousand_states_leave_nothing_behind(fruit):
    def resident():
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def make(count):
        start = fruit.new_initial_state(seed=0)
        for i in range(count):
            state = start.child(start.legal_actions()[i % 20])
            state.observation_tensor()
            state.legal_actions()

    make(20_000)
    before = resident()
    make(100_000)
    assert resident() - before < 10_000  # kB; one leaked state a call would be 60,000 or more
