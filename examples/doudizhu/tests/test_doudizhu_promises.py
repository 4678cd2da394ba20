"""Paiju's kit, run on this game as any author would."""

import pytest
from doudizhu import GAME

from games.kit import suite


@pytest.mark.parametrize("check", suite.CHECKS)
def test_doudizhu_keeps_its_promise(check):
    suite.check(GAME, check)
