"""The gallery: the first state of each phase in which each thing happens to each seat, with no line by its author."""

from functools import cache
from itertools import islice

import pytest

from games.catalog import installed
from games.kit.gallery import NOBODY, Gallery
from games.texts import action_tags

pytestmark = pytest.mark.compiled

GAMES = installed()
MATCHES = 12
GOAL = 0.95
OUT_OF_PLAY = {"shandong": {"unready"}}
"""Actions that are legal only before a match or after it (shandong.md 10)."""


@cache
def gallery_of(game, seed):
    gallery = Gallery(GAMES[game], seed)
    for _ in islice(gallery.more(), MATCHES):
        pass
    return gallery


@pytest.mark.parametrize("game", GAMES)
def test_it_has_all_but_a_twentieth_of_what_other_matches_come_to(game):
    found, met = gallery_of(game, "gallery").pairs, gallery_of(game, "other").pairs
    assert len(found & met) >= GOAL * len(met), sorted(met - found)


@pytest.mark.parametrize("game", GAMES)
def test_it_has_every_action_that_the_game_declares(game):
    taken = {what.removeprefix("action ") for _, what in gallery_of(game, "gallery").pairs}
    assert set(action_tags(GAMES[game].Action)) - OUT_OF_PLAY.get(game, set()) <= taken


def test_a_phase_without_a_name_is_named_by_what_can_be_done_in_it():
    phases = {phase for phase, _, _ in gallery_of("crazy-eights", "gallery").found}
    assert phases == {"draw", "draw or play", "pass", "pass or play"}
    phases = {phase for phase, _, _ in gallery_of("shandong", "gallery").found}
    assert {"declaring", "bottom", "playing"} <= phases


def test_each_thing_is_there_once_for_each_seat_and_the_room():
    found = gallery_of("crazy-eights", "gallery").found
    assert {seat for phase, what, seat in found if (phase, what) == ("draw or play", "action draw")} >= {0, 1, 2, 3}
    assert {seat for _, what, seat in found if what == "room SeatAway"} == {NOBODY}
    assert all(key == (one.phase, one.what, one.seat) for key, one in found.items())
