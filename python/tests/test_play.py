"""Games between players by name and Python functions, and their records."""

import json
from pathlib import Path

import pytest

import zerosum

AGENTS = Path(__file__).parents[2] / "examples/agents"


def largest(state):
    return max(state.legal_actions(), key=state.gain)


def test_a_function_plays_through_the_referee(game):
    record = zerosum.play(largest, "random", game=game, seed=2, first=1)
    assert record.game == game.name and record.first == 1 and record.reason == "points"
    assert [player.name for player in record.players] == ["largest", "random"]
    assert record.winner == (0 if record.points[0] > record.points[1] else 1)
    assert len(record.moves) == len(record.states())
    for state, move in zip(record.states(), record.moves):
        if move.player == 0:
            assert move.move == state.action_to_string(largest(state))


def test_a_function_and_the_same_player_by_name_play_the_same_game(game):
    ours = zerosum.play(largest, "random", game=game, seed=5)
    theirs = zerosum.play("greedy", "random", game=game, seed=5)
    assert [move.move for move in ours.moves] == [move.move for move in theirs.moves]


def test_an_agent_in_a_folder_plays(fruit):
    agent = f"dir:{AGENTS / 'python'}@agent"
    start = zerosum.load_game("fruit", size=4, kinds=3).new_initial_state(seed=1)
    record = zerosum.play(agent, lambda state: state.action_to_string(largest(state)), start=start)
    assert record.reason == "points", record.sentence
    assert record.players[0].name == "agent" and record.players[0].clock != "thread"


@pytest.mark.parametrize("answer", [-1, 10_000, 2**70, -2**70, "Z1", "nonsense"])
def test_an_illegal_answer_loses(fruit, answer):
    record = zerosum.play(lambda state: answer, "random", game=fruit)
    assert record.winner == 1 and record.reason == "illegal-move"


def test_an_exception_comes_out_and_so_does_a_wrong_type(fruit):
    def broken(state):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        zerosum.play("random", broken, game=fruit)
    with pytest.raises(TypeError, match="expected an action or the name"):
        zerosum.play(lambda state: None, "random", game=fruit)
    with pytest.raises(TypeError, match="expected a player's name"):
        zerosum.play(3, "random", game=fruit)
    with pytest.raises(ValueError, match="is not a player"):
        zerosum.play("nobody", "random", game=fruit)


def test_a_slow_function_loses_on_time(fruit):
    def slow(state):
        total = 0
        for i in range(3_000_000):
            total += i
        return state.legal_actions()[0]

    assert zerosum.play(slow, "random", game=fruit, bank=0.05).reason == "time"


@pytest.mark.parametrize("options, message", [
    ({"bank": -1}, "found a bank of -1"), ({"bank": float("nan")}, "found a bank of nan"),
    ({"first": 2}, "found first 2"),
    ({"edition": "1999"}, "1999"), ({"komi": 2_000_000}, "found komi"),
])
def test_options_are_checked(fruit, options, message):
    with pytest.raises(ValueError, match=message):
        zerosum.play("random", "random", game=fruit, **options)


def test_records_are_kept_and_read(game, tmp_path):
    records = [zerosum.play("greedy", "random", game=game, seed=seed) for seed in range(3)]
    for kept in (records, records[:1]):
        zerosum.write_records(tmp_path / "games.jsonl", kept)
        assert zerosum.read_records(tmp_path / "games.jsonl") == kept
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ValueError):
        zerosum.read_records(tmp_path / "bad.json")


def test_texts_of_records_hold_what_python_takes_for_the_end_of_a_line(fruit, tmp_path):
    data = json.loads(zerosum.play("greedy", "random", game=fruit).to_json())
    data["sentence"] = "one\u2028two\x85three"
    records = [zerosum.Record.from_json(json.dumps(data))] * 2
    zerosum.write_records(tmp_path / "games.jsonl", records)
    assert zerosum.read_records(tmp_path / "games.jsonl") == records


def test_a_player_by_name_can_be_asked(game):
    state = game.new_initial_state(seed=3)
    assert zerosum.Player("greedy", game)(state) == largest(state)
    with pytest.raises(ValueError, match="found a bank of -1"):
        zerosum.Player("greedy", game)(state, -1)
    with pytest.raises(ValueError, match="over"):
        while True:
            state.apply_action(zerosum.Player("random", game)(state))
