"""What the platform refuses before it asks the game, in the game's own codes if it has any."""

from __future__ import annotations

from typing import Any

import pytest
from crazy_eights import GAME as EIGHTS
from msgspec.structs import replace

from games.api import AnyGame, Refused
from games.catalog import installed
from games.chance import Chance
from games.uno.state import ROUND_END, TURN
from server.rooms import hosting
from server.rooms.decide import decide
from server.rooms.decision import Decision, Who
from server.rooms.document import OVER, Cold, Hot
from server.rooms.game_codec import decode_state, encode_state
from server.rooms.player_commands import Act, Check, Create, Enter, Start
from server.rooms.room import Room

UNO = installed(only=["uno"])["uno"]
DRAW = {"action": "DRAW_CARD", "payload": {}}


def lobby(game: AnyGame) -> Room:
    d = Decision(Room("ab" * 16, game, Cold("", game.id, 1, "", {}, "", ()), Hot()), 0, Chance(b"codes"))
    hosting.create(d, Who("ann"), Create(game=game.id, name="Ann"), "CODE22")
    return decide(d.room, Who("ann"), Enter(room="CODE22"), 0, Chance(b"codes"))[0].room


def answer(room: Room, kind: str, action: Any) -> Refused:
    command = Act(n=1, action=action) if kind == "act" else Check(action=action)
    with pytest.raises(Refused) as refused:
        decide(room, Who("ann"), command, 0, Chance(b"codes"))
    return refused.value


@pytest.mark.parametrize("kind", ["act", "check"])
def test_an_act_before_the_start_and_after_the_end_is_refused_as_the_rules_of_uno_say(kind: str) -> None:
    room = lobby(UNO)
    assert answer(room, kind, DRAW).code == "GAME_NOT_STARTED"  # uno.md 5.3, 3
    assert answer(room.with_cold(phase=OVER), kind, DRAW).code == "GAME_ENDED"


@pytest.mark.parametrize("kind", ["act", "check"])
def test_a_game_without_its_own_codes_leaves_refusals_to_the_platform(kind: str) -> None:
    room = lobby(EIGHTS)
    assert answer(room, kind, {"type": "draw"}).code == "match.none"
    assert answer(room.with_cold(phase=OVER), kind, {"type": "draw"}).code == "match.over"


def test_a_malformed_action_is_refused_with_the_wrong_field() -> None:
    uno, eights = (decide(lobby(game), Who("ann"), Start(), 0, Chance(b"codes"))[0].room
                   for game in (UNO, EIGHTS))  # fmt: skip
    for junk, field in ((5, "action"), ({}, "action"), ({"action": 1}, "action"), (DRAW | {"payload": 1}, "payload")):
        refused = answer(uno, "check", junk)
        assert (refused.code, refused.params["field"]) == ("INVALID_ACTION", field)  # uno.md 5.3, 5
    play = answer(uno, "check", {"action": "PLAY_CARD", "payload": {"cardId": 9}})
    assert (play.code, play.params) == ("INVALID_ACTION", {"field": "cardId"})
    card = answer(eights, "act", {"type": "play", "card": []})
    assert (card.code, card.params["field"]) == ("action.malformed", "card")
    unknown = answer(eights, "act", {"type": "draw", "card": "4H"})
    assert (unknown.code, unknown.params["field"]) == ("action.malformed", "card")


@pytest.mark.parametrize("kind", ["act", "check"])
@pytest.mark.parametrize("junk", [5, {}, {"action": "DANCE"}, DRAW | {"payload": 1}, {"action": "PLAY_CARD"}], ids=str)
def test_a_malformed_action_is_refused_in_the_order_of_the_game(kind: str, junk: Any) -> None:
    room = decide(lobby(UNO), Who("ann"), Start(), 0, Chance(b"codes"))[0].room
    state = decode_state(UNO, room.hot.state)
    assert answer(room, kind, junk).code == "INVALID_ACTION"  # uno.md 5.3, 5
    state.phase = ROUND_END
    between = Room(room.id, UNO, room.cold, replace(room.hot, state=encode_state(state)))
    assert answer(between, kind, junk).code == "ROUND_OVER"  # 5.3, 3
    state.phase, state.dropped = TURN, 1
    out = Room(room.id, UNO, room.cold, replace(room.hot, state=encode_state(state)))
    assert answer(out, kind, junk).code == "NOT_A_PLAYER"  # 5.3, 4
