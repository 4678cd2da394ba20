"""The kit of Paiju, run over this game as any author runs it."""

import pytest
from crazy_eights import GAME

from games.kit import suite


@pytest.mark.parametrize("check", suite.CHECKS)
def test_crazy_eights_keeps_its_promise(check):
    suite.check(GAME, check)
