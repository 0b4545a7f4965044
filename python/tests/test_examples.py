"""The skeleton of an agent answers the course's files and practises; the page's examples run."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import zerosum

AGENT = Path(__file__).parents[1] / "examples/agent.py"


def test_the_skeleton_answers_course_files(game, tmp_path):
    state = game.new_initial_state(seed=6)
    (tmp_path / "input.txt").write_text(state.write_input(bank=30))
    subprocess.run([sys.executable, AGENT], cwd=tmp_path, check=True)
    name = (tmp_path / "output.txt").read_text().splitlines()[0]
    assert state.string_to_action(name) in state.legal_actions()


def test_the_skeleton_practises():
    printed = subprocess.run([sys.executable, AGENT, "--against", "random", "--games", "2"],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    assert printed.count("agent wins by points") == 2


def test_the_version_is_the_projects():
    cmake = (Path(__file__).parents[2] / "CMakeLists.txt").read_text()
    assert f"VERSION {zerosum.__version__} " in cmake


def test_the_examples_of_the_page_run():
    page = (Path(__file__).parents[2] / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    names = {}
    for block in blocks:
        exec(block, names)  # each goes on where the last one ended
    assert names["record"].players[0].name == "mine"


def test_help_has_the_words_of_the_stub():
    stub = Path(zerosum.__file__).parent / "_zerosum.pyi"
    documented = 0
    for item in ast.parse(stub.read_text()).body:
        if not isinstance(item, (ast.ClassDef, ast.FunctionDef)):
            continue
        members = item.body if isinstance(item, ast.ClassDef) else []
        for member in [item, *members]:
            words = isinstance(member, (ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(member)
            if not words:
                continue
            documented += 1
            owner = zerosum._zerosum if member is item else getattr(zerosum._zerosum, item.name)
            assert words in getattr(owner, member.name).__doc__, f"{item.name}.{member.name}"
    assert documented > 100
    assert "gain(self: zerosum._zerosum.State, action: int) -> int" in zerosum.State.gain.__doc__
    assert "-> zerosum._zerosum.State" in zerosum.Game.new_initial_state.__doc__  # and no name of C++
