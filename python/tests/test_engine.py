"""The engine from Python is the engine of the command line."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import zerosum

PROGRAMS = Path(os.environ.get("ZEROSUM_BIN", Path(__file__).parents[2] / "build/release/bin"))


@pytest.mark.skipif(not (PROGRAMS / "zerosum").exists(), reason="the programs are not built")
def test_it_visits_the_nodes_that_zerosum_analyze_does(game):
    state = game.new_initial_state(seed=5)
    printed = subprocess.run([PROGRAMS / "zerosum", "analyze", state.line(), "--game", game.name,
                              "--depth", "4", "--lines", "2", "--json"],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    said = json.loads(printed)
    analysis = zerosum.Engine(game).analyse(state, depth=4, lines=2)
    assert analysis.nodes == said["nodes"]
    assert [(line.move, line.score, line.pv) for line in analysis.lines] == \
        [(line["move"], line["score"], line["pv"]) for line in said["lines"]]


def test_a_small_board_is_solved_and_its_value_is_what_best_play_brings():
    game = zerosum.load_game("fruit", size=4, kinds=3)
    engine = zerosum.Engine(game)

    def value(state):
        if state.is_terminal():
            return 0
        return max(state.gain(a) - value(state.child(a)) for a in state.legal_actions())

    state = game.new_initial_state(seed=11)
    solved = engine.solve(state)
    assert solved.solved and solved.lower == solved.upper == value(state)
    best = [line.action for line in solved.lines]
    assert best == [a for a in state.legal_actions()
                    if state.gain(a) - value(state.child(a)) == solved.lower]


def test_others_run_while_it_thinks(fruit):
    counted = []
    thinking = threading.Thread(target=lambda: counted.append(
        zerosum.Engine(fruit).search(fruit.new_initial_state(1), seconds=0.3)))
    thinking.start()
    turns = 0
    while thinking.is_alive():
        turns += 1
        time.sleep(0.001)
    assert counted[0].nodes > 0 and turns > 10


def think_beside(think):
    """A thread that has begun to think: the package's own thread runs beside it."""
    before = set(os.listdir("/proc/self/task"))
    thinking = threading.Thread(target=think)
    thinking.start()
    while thinking.is_alive() and len(set(os.listdir("/proc/self/task")) - before) < 2:
        time.sleep(0.001)
    return thinking


def test_one_engine_thinks_for_one_thread(fruit):
    engine = zerosum.Engine(fruit)
    state = fruit.new_initial_state(1)
    player = zerosum.Player("engine", fruit)
    for think, others in [
        (lambda: engine.search(state, nodes=4_000_000),
         [engine.clear, lambda: engine.search(state, nodes=1), lambda: engine.solve(state)]),
        (lambda: player(state, bank=30),
         [lambda: player(state, bank=30), lambda: player.new_game(seed=1)]),
    ]:
        thinking = think_beside(think)
        for other in others:
            with pytest.raises(RuntimeError, match="another thread"):
                other()
        thinking.join()
        others[0]()


def test_a_state_may_go_on_while_it_is_searched(fruit):
    state = fruit.new_initial_state(1)
    asked = state.clone()
    player = zerosum.Player("engine", fruit)
    found = []
    for think in (lambda: zerosum.Engine(fruit).search(state, seconds=0.5).best.pv_actions,
                  lambda: [player(state, bank=30)]):
        thinking = think_beside(lambda: found.append(think()))
        state.apply_action(state.legal_actions()[0])
        thinking.join()
        line = asked.clone()
        for action in found[-1]:
            assert action in line.legal_actions()
            line.apply_action(action)
        asked = state.clone()
    assert len(found) == 2


INTERRUPTED = """
import zerosum
game = zerosum.load_game("fruit", size=15, kinds=5)
try:
    print("ready", flush=True)
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("call", [
    "zerosum.Engine(game).search(game.new_initial_state(1), seconds=600)",
    "zerosum.Engine(game).solve(game.new_initial_state(1), seconds=600)",
    "zerosum.play('engine', 'engine', game=game, bank=600)",
    "zerosum.Player('engine', game)(game.new_initial_state(1), 100000)",
])
def test_control_c_ends_it(call):
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED.format(call=call)],
                          stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
        assert out == "interrupted\n"


@pytest.mark.parametrize("options, message", [
    ({"seconds": 0}, "found 0 seconds"),
    ({"lines": 0}, "found 0 lines"),
    ({"depth": -1}, "found depth -1"),
    ({"threads": 0}, "found 0 threads"), ({"seconds": float("nan")}, "found nan seconds"),
])
def test_limits_are_checked(fruit, options, message):
    with pytest.raises(ValueError, match=message):
        zerosum.Engine(fruit).search(fruit.new_initial_state(1), **options)


def test_a_state_of_another_game_and_a_finished_one_are_refused(fruit):
    engine = zerosum.Engine(fruit)
    with pytest.raises(ValueError, match="expected one of fruit"):
        engine.search(zerosum.load_game("raid").new_initial_state(1))
    over = zerosum.load_game("fruit", size=1, kinds=1).new_initial_state(1)
    over.apply_action(0)
    with pytest.raises(ValueError, match="over"):
        engine.search(over)
    assert engine.solve(over).lower == 0
