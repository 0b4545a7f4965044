"""What the tests share: every game that there is, on a board of a usual size."""

import pytest

import zerosum


@pytest.fixture(params=zerosum.game_names())
def game(request):
    return zerosum.load_game(request.param, size=6)


@pytest.fixture
def fruit():
    return zerosum.load_game("fruit", size=10, kinds=4)
