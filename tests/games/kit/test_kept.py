"""A new version of a game is held against what the rooms of an earlier one have kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.api import AnyGame
from games.kit.kept import Kept, promises, read, taken_down
from games.kit.promise import Broken, pack
from tests.games.kit.eights import GAME
from tests.games.kit.eights.state import Draw, Pass, State

Longer = msgspec.defstruct("Longer", [("streak", list[int])], bases=(State,), array_like=True, kw_only=True)
Put = msgspec.defstruct("Put", [("card", str)], tag="put", frozen=True)


@pytest.fixture(scope="module")
def kept() -> Kept:
    return read(GAME, taken_down(GAME, "kit"))


def broken(game: AnyGame, kept: Kept) -> dict[str, str]:
    found = {}
    for name, promise in promises(game, kept):
        try:
            promise()
        except Broken as error:
            found[name] = str(error)
    return found


def longer(state: list[Any]) -> list[Any]:
    return [*state, []]


def shorter(state: list[Any]) -> list[Any]:
    return state[1:]


def test_the_same_version_keeps_every_promise(kept: Kept) -> None:
    assert broken(GAME, kept) == {}
    assert {match.choice.preset for match in kept.matches} == {*GAME.presets}
    assert any(match.actions for match in kept.matches)


@pytest.mark.parametrize(
    ("change", "name", "why"),
    [
        ({"State": Longer}, "goes_on_with_stored_states", "Expected `array` of at least length 12"),
        ({"State": Longer, "version": 2, "migrate": [longer]}, "", ""),
        ({"State": Longer, "version": 2, "migrate": [shorter]}, "goes_on_with_stored_states", "`migrate`"),
        ({"Action": Put | Draw | Pass}, "reads_logged_actions", "which is no action any more"),
        ({"presets": {"other": {}}}, "knows_the_choices_of_hosts", "standard"),
        ({"bot_levels": ["better"]}, "knows_the_levels_of_bots", "former_levels"),
        ({"bot_levels": ["better"], "former_levels": GAME.bot_levels}, "", ""),
    ],
)  # fmt: skip
def test_it_finds_what_rooms_would_miss(kept: Kept, change: dict[str, Any], name: str, why: str) -> None:
    found = broken(replace(GAME, **change), kept)
    found.pop("deals_the_same_cards_as_before", None)  # a state of another shape is another deal
    assert [*found] == ([name] if name else [])
    assert why in found.get(name, "")


def test_other_cards_need_another_version(kept: Kept) -> None:
    def setup(options: Any, seats: Any, chance: Any, now: int) -> Any:
        chance.below(2)
        return GAME.setup(options, seats, chance, now)

    assert [*broken(replace(GAME, setup=setup), kept)] == ["deals_the_same_cards_as_before"]
    assert broken(replace(GAME, setup=setup, version=2), kept) == {}


def test_files_that_are_none_are_refused(kept: Kept) -> None:
    other = msgspec.structs.replace(kept, game="whist")
    newer = msgspec.structs.replace(kept, version=2)
    for data, why in ((b"{", "not one that"), (pack(other), "is of whist"), (pack(newer), "is of version 2")):
        with pytest.raises(Broken, match=why):
            read(GAME, data)
