"""Whole rounds, kept as text that a player can read, are played the same way; and each shows what it is named for."""

from __future__ import annotations

import re

import pytest

from games.shandong.state import Phase
from tests.games.shandong.golden_rounds import FOLDER, GOLDEN, written


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_round_is_played_the_same_way_and_shows_what_it_is_named_for(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    seed = re.search(r"^seed (\S+) ", kept, re.MULTILINE)
    assert seed is not None
    text, played = written(name, seed[1])
    assert text == kept, "if it is meant to be so: python tests/games/shandong/golden_rounds.py"
    assert GOLDEN[name].shows(played), f"{name} shows no such thing any more: write it anew"
    assert played.state is not None
    assert (played.state.phase is Phase.match_end) == (name == "match-end")


def test_every_golden_round_counts_two_hundred_points() -> None:
    for name in GOLDEN:
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        tricks = sum(int(points) for points in re.findall(r"wins (\d+) ·", text))
        (bottom,) = re.findall(r"^bottom .*: (\d+) ×", text, re.MULTILINE)
        assert tricks + int(bottom) == 200, name
