"""Practice rooms: the same seed brings the same deals, match by match; any other room keeps its own secret."""

from __future__ import annotations

from typing import Any

import crazy_eights

from tests.server.rooms.room_driver import Driver


def hands(seed: int, **create: Any) -> list[Any]:
    """What the first seat is dealt in two matches, one after the other."""
    room = Driver(seed, bots=1, start=True, **create)
    room.ask("ann", "enter", room="CODE22")
    dealt = []
    for _ in range(2):
        own = room.seen.owns[0]
        assert isinstance(own, crazy_eights.GAME.Own)
        dealt.append(own.hand)
        while room.seen.room.phase == 1:
            if room.turn == 0:
                room.act("ann", room.legal(0))
            else:
                room.due()
        room.ask("ann", "rematch")
    return dealt


def test_a_seed_repeats_the_deals_and_each_match_has_its_own():
    first, second = hands(1, practice="seven")
    assert hands(2, practice="seven") == [first, second]
    assert first != second
    assert hands(1, practice="eight") != [first, second]


def test_without_a_seed_nobody_can_foresee_the_deals():
    assert hands(1) != hands(2)
