"""People in a room: coming and going, hosts, doors, names, talk."""

from __future__ import annotations

from typing import Any

import pytest

from games.api import Refused
from server.rooms.document import ChatLine
from tests.server.rooms.room_driver import Driver


def refusal(d: Driver, player: str, kind: str, **fields: object) -> str:
    before = d.room
    with pytest.raises(Refused) as refused:
        d.ask(player, kind, **fields)
    assert d.room is before, "a refusal changes nothing"
    return refused.value.code


def lobby(**create: Any) -> Driver:
    d = Driver(**create)
    d.ask("ann", "enter", room="CODE22")
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    return d


def test_a_friend_sits_down_with_just_a_name() -> None:
    d = Driver()
    answer = d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    assert answer["seat"] == 1
    assert d.kinds[-2:] == ["joined", "sat"]


def test_names_are_told_apart() -> None:
    d = Driver()
    d.ask("bob", "enter", room="CODE22", name="ann", sit=True)
    d.ask("cy", "enter", room="CODE22", name="Ann", sit=True)
    assert [s.name for s in d.room.cold.seats[:3]] == ["Ann", "ann 2", "Ann 3"]


def test_somebody_new_needs_a_name() -> None:
    assert refusal(Driver(), "bob", "enter", room="CODE22") == "name.needed"


def test_a_password_guards_the_seats_and_another_one_watching() -> None:
    d = Driver(password="open", watchPassword="see")
    assert refusal(d, "bob", "enter", room="CODE22", name="Bob", sit=True, password="no") == "room.password"
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True, password="open")
    d.ask("cy", "enter", room="CODE22", name="Cy", password="see")
    assert d.room.seat_of("cy") is None
    assert b"open" not in d.room.cold.password


def test_a_locked_room_lets_nobody_new_in() -> None:
    d = lobby()
    d.ask("ann", "settings", locked=True)
    assert refusal(d, "cy", "enter", room="CODE22", name="Cy") == "room.locked"
    d.ask("bob", "enter", room="CODE22")


def test_without_spectators_only_players_come_in() -> None:
    d = Driver(spectators="off")
    assert refusal(d, "cy", "enter", room="CODE22", name="Cy") == "room.no_spectators"
    d.ask("cy", "enter", room="CODE22", name="Cy", sit=True)


def test_standing_up_leaves_the_seat_to_others() -> None:
    d = lobby()
    d.ask("bob", "stand")
    d.ask("cy", "enter", room="CODE22", name="Cy", sit=True)
    assert d.room.seat_of("cy") == 1
    assert d.ask("bob", "sit") == {"seat": 2}


def test_a_seat_that_is_taken_or_unknown_is_refused() -> None:
    d = lobby()
    d.ask("bob", "stand")
    assert refusal(d, "bob", "sit", seat=0) == "seat.taken"
    assert refusal(d, "bob", "sit", seat=60) == "seat.unknown"
    assert refusal(d, "ann", "sit", seat=3) == "seat.taken_already"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("swap", {"a": 0, "b": 1}),
        ("options", {"preset": "timed"}),
        ("settings", {"locked": True}),
        ("kick", {"seat": 0}),
        ("transfer", {"seat": 1}),
        ("bot", {"seat": 3, "level": "simple"}),
        ("start", {}),
        ("mute", {"seat": 0, "on": True}),
    ],
)
def test_what_the_host_may_do_others_may_not(kind: str, fields: dict[str, object]) -> None:
    assert refusal(lobby(), "bob", kind, **fields) == "host.only"


def test_the_host_swaps_seats() -> None:
    d = lobby()
    d.ask("ann", "swap", a=0, b=1)
    assert d.room.seat_of("ann") == 1


def test_the_host_kicks_and_bans() -> None:
    d = lobby()
    d.ask("ann", "kick", seat=1, ban=True)
    assert d.gone == [("bob", "room.kicked")]
    assert refusal(d, "bob", "enter", room="CODE22", name="Bob") == "room.banned"
    assert refusal(d, "ann", "kick", seat=0) == "kick.yourself"


def test_the_host_hands_the_room_over() -> None:
    d = lobby()
    d.ask("ann", "transfer", seat=1)
    d.ask("bob", "start")


def test_the_room_passes_to_the_next_person_when_the_host_goes() -> None:
    d = lobby()
    d.ask("ann", "leave")
    assert d.room.cold.host == "bob"
    assert d.kinds[-1] == "host_changed"


def test_the_room_passes_on_when_the_host_stays_away() -> None:
    d = lobby()
    d.lose("ann")
    assert d.room.cold.host == "ann"
    d.due()
    assert d.room.cold.host == "bob"


def test_a_room_that_its_host_has_left_empty_passes_to_whoever_comes_next() -> None:
    d = Driver()
    d.ask("ann", "enter", room="CODE22")
    d.ask("ann", "leave")
    d.ask("bob", "enter", room="CODE22", name="Bob", sit=True)
    assert d.room.cold.host == "bob"
    assert d.kinds[-1] == "host_changed"
    d.ask("bob", "start")


def test_a_room_whose_host_stays_away_alone_passes_to_whoever_comes_first() -> None:
    for first, name in (("bob", "Bob"), ("ann", None)):
        d = Driver()
        d.ask("ann", "enter", room="CODE22")
        d.lose("ann")
        d.due()
        d.ask(first, "enter", room="CODE22", name=name)
        assert d.room.cold.host == first


def test_a_host_who_watches_and_comes_back_in_time_is_still_the_host() -> None:
    d = lobby()
    d.ask("ann", "stand")
    d.lose("ann")
    d.ask("cy", "enter", room="CODE22", name="Cy", sit=True)
    d.ask("ann", "enter", room="CODE22")
    assert d.room.cold.host == "ann"


def test_a_connection_that_has_been_replaced_may_vanish_unnoticed() -> None:
    from server.rooms.decide import SERVER
    from server.rooms.server_commands import Lost

    d = lobby()
    old = d.room.cold.seats[1].gen
    d.ask("bob", "enter", room="CODE22")
    d.command(SERVER, Lost("bob", old))
    assert d.room.cold.seats[1].connected


def test_bots_sit_down_and_go_again() -> None:
    d = lobby()
    d.ask("ann", "bot", seat=2, level="simple")
    assert d.room.cold.seats[2].name == "Bot 1"
    assert refusal(d, "ann", "bot", seat=3, level="genius") == "bot.unknown_level"
    assert refusal(d, "ann", "bot", seat=1, level="simple") == "seat.taken"
    d.ask("ann", "bot", seat=2, level=None)
    assert not d.room.cold.seats[2].taken


def test_options_are_judged_by_the_game() -> None:
    d = lobby()
    assert refusal(d, "ann", "options", preset="nonsense").startswith("options.")
    assert refusal(d, "ann", "options", options={"turnSeconds": "x"}) == "options.invalid"
    assert refusal(d, "ann", "options", options={"jokers": 3}) == "options.unknown"
    d.ask("ann", "options", options={"turnSeconds": 60})
    assert d.seen.room.options == {"turnSeconds": 60}


def test_talk_is_heard_and_can_be_muted_or_switched_off() -> None:
    d = lobby()
    d.ask("bob", "say", text="hello")
    d.ask("bob", "say", phrase="well-played")
    assert [line.text for line in d.room.cold.lines] == ["hello", "well-played"]
    d.ask("ann", "mute", seat=1, on=True)
    assert refusal(d, "bob", "say", text="hm") == "chat.muted"
    d.ask("ann", "settings", chat=False)
    assert refusal(d, "ann", "say", text="hm") == "chat.off"


def test_an_emote_may_be_meant_for_a_seat_where_somebody_sits() -> None:
    d = lobby()
    d.ask("bob", "say", emote="up", to=0)
    assert d.room.cold.lines[-1] == ChatLine("Bob", 1, "up", "Ann")
    assert d.seen.room.lines[-1].thrownAt == "Ann"
    before = d.room.cold.lines
    assert refusal(d, "bob", "say", emote="up", to=2) == "seat.empty"
    assert refusal(d, "bob", "say", emote="up", to=40) == "seat.unknown"
    d.ask("ann", "mute", seat=1, on=True)
    assert refusal(d, "bob", "say", emote="up", to=0) == "chat.muted"
    assert d.room.cold.lines == before


def test_a_watcher_whose_line_stays_down_is_gone_after_the_grace() -> None:
    d = lobby()
    d.ask("cy", "enter", room="CODE22", name="Cy")
    d.lose("cy")
    d.due()
    assert d.room.watcher_of("cy") is None


def test_a_stranger_may_do_nothing() -> None:
    d = lobby()
    for kind, fields in [("say", {"text": "x"}), ("leave", {}), ("sit", {}), ("rename", {"name": "x"})]:
        assert refusal(d, "eve", kind, **fields) == "room.not_member"
    assert refusal(d, "eve", "act", n=1, action={}) == "seat.none"


def test_everybody_can_change_their_name() -> None:
    d = lobby()
    assert d.ask("bob", "rename", name="Ann") == {"name": "Ann 2"}
    assert d.ask("bob", "rename", name="Rob") == {"name": "Rob"}


def left(d: Driver) -> tuple[tuple[str, str], ...]:
    return d.room.cold.left


def test_a_player_who_leaves_a_match_is_remembered_until_they_return_or_the_next_one_begins():
    room = Driver()
    room.ask("ann", "enter", room="CODE22")
    room.ask("ben", "enter", room="CODE22", name="Ben", sit=True)
    room.ask("ann", "start")
    room.ask("ben", "stand")
    assert left(room) == (("ben", "Ben"),)
    room.ask("ben", "sit")
    assert left(room) == ()
    room.ask("ben", "leave")
    assert left(room) == (("ben", "Ben"),)
    while room.seen.room.phase == 1:
        if room.turn == 0:
            room.act("ann", room.legal(0))
        else:
            room.due()
    assert left(room) == (("ben", "Ben"),)
    room.ask("ann", "start")
    assert left(room) == ()
