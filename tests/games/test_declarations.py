"""What games declare about themselves for forms and lobbies holds together."""

from contextlib import suppress

import msgspec
import pytest

from games.api import Refused
from games.catalog import installed

GAMES = installed()


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]


def test_an_option_is_in_one_group_or_with_the_rules(game):
    grouped = [name for names in game.option_groups.values() for name in names]
    assert len(grouped) == len(set(grouped))
    assert set(grouped) <= set(game.Options.__struct_encode_fields__)


def test_teams_seat_everybody_once(game):
    seated = sorted(seat for team in game.teams for seat in team)
    assert seated in ([], list(range(game.seats[-1])))


def test_the_option_that_limits_the_seats_does(game):
    if not game.seats_option:
        assert game.seats_for is None or all(
            game.seats_for(msgspec.convert(values, game.Options))[-1] == game.seats[-1]
            for values in game.presets.values()
        )
        return
    for preset in game.presets:
        allowed = {}
        for most in game.seats:
            with suppress(Refused):  # fewer than the least of this preset
                allowed[most] = game.seats_for(game.resolve(preset, {game.seats_option: most}, None))[-1]
        assert len(allowed) > 1
        assert all(most == seats for most, seats in allowed.items())


def test_levels_that_are_no_longer_offered_are_still_levels(game):
    assert set(game.former_levels) <= set(game.bot_levels)
    assert not game.bot_levels or set(game.bot_levels) - set(game.former_levels)


def test_a_level_whose_name_was_given_away_has_another_name(game):
    for renamed in game.renamed_levels:
        assert set(renamed.values()) <= set(game.bot_levels)


def test_only_one_game_names_its_boards_plainly():
    assert sum(game.plain_boards for game in GAMES.values()) == 1
