"""A playthrough reads like a match, is repeatable, and says where a game has changed."""

from dataclasses import replace

import pytest

from games.kit.match import play
from games.kit.playthrough import check_playthrough, heading, playthrough
from games.kit.promise import Broken
from tests.games.kit.eights import GAME


def test_it_names_its_match_and_tells_every_action():
    text = playthrough(GAME, "standard", 3, "eights", lines=10)
    assert heading(text) == ("crazy-eights", "standard", 3, "eights")
    assert sum(line.startswith(">") for line in text.splitlines()) == 10


def test_a_whole_match_ends_with_its_winner():
    assert "over: won by " in playthrough(GAME, "standard", 2, "short", lines=2_000).splitlines()[-1]


def test_secret_parts_stand_in_brackets():
    text = playthrough(GAME, "standard", 3, "eights", lines=30)
    drawn = next(line for line in text.splitlines() if "draw |" in line)
    assert "| drew seat=2 (2: drew seat=2 card=" in drawn


def test_the_same_game_plays_it_again():
    check_playthrough(GAME, playthrough(GAME, "timed", 4, "again", lines=80))


def test_a_changed_game_is_told_the_line():
    def generous(options, sitters, chance, now):
        step = GAME.setup(options, sitters, chance, now)
        step.state.hands[0].append(step.state.stock.pop())
        return step

    text = playthrough(GAME, "standard", 3, "eights", lines=10)
    with pytest.raises(Broken, match=r"line 2 was\n"):
        check_playthrough(replace(GAME, setup=generous), text)


def test_the_text_of_another_game_is_refused():
    with pytest.raises(Broken, match="not a playthrough of crazy-eights"):
        check_playthrough(GAME, "# game uno · preset standard · seats 3 · seed 1\n")


def test_people_leave_and_return_and_are_slow_where_there_is_trouble():
    matches = [play(GAME, "timed", 4, f"people/{n}", trouble=40, limit=400) for n in range(20)]
    told = {type(moment.action).__name__ for match in matches for moment in match.moments}
    assert {"SeatAway", "SeatBack", "SeatLeft", "SeatTaken", "WakeUp", "AllReady"} <= told
