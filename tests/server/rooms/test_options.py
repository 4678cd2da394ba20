"""A form can show an error beside its field: the refusal names the option."""

from __future__ import annotations

import crazy_eights
import pytest

from games.api import AnyGame, Refused
from games.catalog import installed
from games.kit.junk import JUNK
from server.rooms.game_options import resolved_options


@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.id)
def test_an_option_that_cannot_be_is_named(game: AnyGame) -> None:
    preset, options = next(iter(game.presets)), game.Options.__struct_encode_fields__
    refused: list[Refused] = []
    for name in options:
        for junk in JUNK:
            try:
                resolved_options(game, preset, {name: junk}, None)
            except Refused as refusal:
                refused.append(refusal)
    assert len(refused) > 10
    # In a conflict it may be the other one.
    assert not [one for one in refused if not set(options) & set(map(str, one.params.values()))]


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(Refused) as met:
        resolved_options(crazy_eights.GAME, "standard", {"zzz": 1}, None)
    assert (met.value.code, met.value.params) == ("options.unknown", {"option": "zzz"})
