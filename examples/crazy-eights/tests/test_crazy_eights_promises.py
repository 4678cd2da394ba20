"""Paiju's kit, run on this game as any author would."""

import pytest
from crazy_eights import GAME

from games.kit import suite


@pytest.mark.parametrize("check", suite.CHECKS)
def test_crazy_eights_keeps_its_promise(check):
    suite.check(GAME, check)
