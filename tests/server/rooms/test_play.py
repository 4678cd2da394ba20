"""A match in a room: numbered actions, bots, absence, pause, rematch."""

from __future__ import annotations

from typing import Any

import pytest

from games.api import Refused
from server.rooms import bots
from server.rooms.document import LOBBY, OVER, PLAYING
from tests.server.rooms.room_driver import Driver


def two_players(**create: Any) -> Driver:
    d = Driver(**create)
    d.ask("ann", "enter", room="CODE22")
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    d.ask("ann", "start")
    return d


def play_on(d: Driver) -> None:
    for _ in range(5000):
        if d.room.cold.phase != PLAYING:
            return
        seat = d.turn
        player = d.room.cold.seats[seat].player
        if player:
            d.act(player, d.legal(seat))
        else:
            d.due()
    raise AssertionError("the match does not end")


def test_two_people_play_a_match_to_the_end_and_every_client_agrees_after_every_commit() -> None:
    d = two_players()
    play_on(d)
    assert d.room.cold.phase == OVER
    assert d.kinds[-1] == "room_match_ended"


def test_one_person_and_three_bots_play_to_the_end() -> None:
    d = Driver(bots=3, start=True)
    play_on(d)
    assert d.room.cold.phase == OVER


def test_empty_seats_are_filled_with_bots_up_to_the_smallest_number_of_players() -> None:
    d = Driver()
    d.ask("ann", "start")
    assert [bool(s.bot) for s in d.room.cold.seats] == [False, True]
    play_on(d)


def test_a_resent_number_gets_the_stored_answer_and_is_not_applied_again() -> None:
    d = two_players()
    seat = d.turn
    player = d.room.cold.seats[seat].player
    action = d.legal(seat)
    first = d.ask(player, "act", n=1, action=action)
    version = d.version
    assert d.ask(player, "act", n=1, action=action) == first
    assert d.version == version


def test_a_gap_in_the_numbers_is_refused_with_the_last_number() -> None:
    d = two_players()
    player = d.room.cold.seats[d.turn].player
    with pytest.raises(Refused) as refused:
        d.ask(player, "act", n=3, action={"type": "draw"})
    assert (refused.value.code, refused.value.params) == ("act.gap", {"last": 0})


def test_a_refused_action_changes_nothing_and_does_not_use_up_its_number() -> None:
    d = two_players()
    waiting = d.room.cold.seats[1 - d.turn].player
    before = d.room
    with pytest.raises(Refused) as refused:
        d.ask(waiting, "act", n=1, action={"type": "draw"})
    assert refused.value.code == "turn.not_yours"
    assert d.room is before


def test_junk_in_place_of_an_action_is_refused() -> None:
    d = two_players()
    player = d.room.cold.seats[d.turn].player
    for junk in (None, 5, [], {"type": "fly"}, {"type": "play"}, {"type": "play", "card": []}):
        with pytest.raises(Refused) as refused:
            d.ask(player, "act", n=1, action=junk)
        assert refused.value.code == "action.malformed"


def test_check_says_legal_or_why_not_and_changes_nothing() -> None:
    d = two_players()
    player = d.room.cold.seats[d.turn].player
    before = d.room
    assert d.ask(player, "check", action=d.legal(d.turn)) == {"legal": True}
    with pytest.raises(Refused):
        d.ask(d.room.cold.seats[1 - d.turn].player, "check", action={"type": "draw"})
    assert d.room is before


def test_a_turn_that_takes_too_long_is_ended_by_the_clock() -> None:
    d = two_players(preset="timed")
    seat = d.turn
    d.due()
    assert d.turn == 1 - seat


def test_the_game_clock_stops_while_everybody_agrees_to_pause() -> None:
    d = two_players(preset="timed")
    assert d.ask("ann", "pause", on=True) == {"paused": False}
    assert d.ask("bob", "pause", on=True) == {"paused": True}
    left = d.room.hot.wake - d.room.clock(d.platform)
    with pytest.raises(Refused, match=r"room\.paused"):
        d.act("ann", {"type": "draw"})
    d.platform += 3_600_000
    d.ask("bob", "pause", on=False)
    assert d.room.hot.wake - d.room.clock(d.platform) == left


def test_bots_leave_a_screen_reader_the_time_to_speak() -> None:
    def waits(*, on: bool, **options: int) -> list[int]:
        d = Driver(bots=1, options=options)
        d.ask("ann", "enter", room="CODE22")
        d.ask("ann", "start")
        d.ask("ann", "listen", on=on)
        while d.turn == 1:
            d.due()
        while d.turn == 0:
            d.act("ann", d.legal(0))
        return [plan.due - d.room.hot.now for plan in d.room.hot.plans if plan.action]

    assert min(waits(on=False)) < bots.LISTENING_MS
    assert min(waits(on=True)) >= bots.LISTENING_MS
    assert max(waits(on=True, turnSeconds=2)) <= 1_000, "but no bot runs out of its own time for it"


def test_a_person_who_is_away_is_played_for_and_takes_their_seat_back() -> None:
    d = two_players()
    seat = d.turn
    player = d.room.cold.seats[seat].player
    d.lose(player)
    d.due()
    assert d.room.cold.seats[seat].away
    d.due()
    assert d.turn != seat or d.room.hot.step > 1
    d.ask(player, "enter", room="CODE22")
    assert not d.room.cold.seats[seat].away
    assert not d.room.hot.plans
    play_on(d)


def test_a_leaver_is_replaced_by_a_bot_and_a_late_comer_takes_the_seat() -> None:
    d = two_players()
    d.ask("cy", "enter", room="CODE22", name="Cy")
    d.ask("bob", "leave")
    assert d.room.cold.seats[1].bot
    assert d.ask("cy", "sit") == {"seat": 1}
    assert d.room.cold.seats[1].name == "Cy"
    play_on(d)


def test_rematch_begins_when_everybody_who_is_here_has_asked_for_it() -> None:
    d = two_players()
    play_on(d)
    d.ask("bob", "rematch")
    assert d.room.cold.phase == OVER
    d.ask("ann", "rematch")
    assert d.room.cold.phase == PLAYING
    assert d.room.cold.matches == 2
    play_on(d)


def test_a_match_needs_enough_players_and_a_host() -> None:
    d = Driver()
    d.ask("ann", "enter", room="CODE22")
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    with pytest.raises(Refused, match=r"host\.only"):
        d.ask("bob", "start")
    assert d.room.cold.phase == LOBBY


def test_an_older_connection_of_a_seat_may_no_longer_act() -> None:
    from server.rooms.decision import Who
    from server.rooms.player_commands import Act

    d = two_players()
    player = d.room.cold.seats[d.turn].player
    old = d.room.cold.seats[d.turn].gen
    d.ask(player, "enter", room="CODE22")
    with pytest.raises(Refused, match=r"seat\.elsewhere"):
        d.command(Who(player, old), Act(n=1, action={"type": "draw"}))
