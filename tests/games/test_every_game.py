"""What every installed game must keep: the kit, and a golden playthrough that a player can read."""

from pathlib import Path

import pytest

from games.catalog import installed
from games.kit import suite
from games.kit.playthrough import check_playthrough, heading

ROOT = Path(__file__).parents[2]
GAMES = installed()
OURS = [name for name, game in GAMES.items() if game.package.startswith("games.")]
"""The examples keep their promises in their own tests."""
GOLDEN = [
    (head[0], file)
    for folder in ("tests", "examples")
    for file in sorted((ROOT / folder).rglob("playthroughs/*.txt"))
    if (head := heading(file.read_text(encoding="utf-8")))
]


SLOW_FROM_SOURCE = ("declares_what_fits_together",)
"""Half a minute for Shandong; a third of that with a release."""


@pytest.mark.parametrize(
    "check",
    [pytest.param(one, marks=[pytest.mark.compiled] if one in SLOW_FROM_SOURCE else []) for one in suite.CHECKS],
)
@pytest.mark.parametrize("name", OURS)
def test_the_game_keeps_its_promise(name, check):
    suite.check(GAMES[name], check)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_has_a_golden_playthrough(name):
    assert name in {game for game, _ in GOLDEN}, f"keep one: paiju playthrough {name} --seed 1 > playthroughs/one.txt"


@pytest.mark.parametrize(("name", "file"), GOLDEN, ids=[file.stem for _, file in GOLDEN])
def test_the_golden_playthrough_is_played_the_same_way(name, file):
    check_playthrough(GAMES[name], file.read_text(encoding="utf-8"))
