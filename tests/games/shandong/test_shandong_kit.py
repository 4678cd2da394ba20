"""What every game keeps, kept by this one."""

import pytest

from games.kit.suite import CHECKS, check
from games.shandong import GAME


@pytest.mark.parametrize("name", CHECKS)
def test_the_game_keeps_what_every_game_keeps(name):
    check(GAME, name)
