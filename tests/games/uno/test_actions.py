"""The actions of uno as they come over the wire, and as release 0.1.0 stored them (uno.md 5.2, 5.3)."""

import pytest
from msgspec import ValidationError, convert, msgpack, to_builtins

from games.api import HOST, BotSeat, Refused, SeatLeft
from games.chance import Chance
from games.uno import GAME
from games.uno.actions import (
    CallUno,
    CardPayload,
    CatchPayload,
    ChallengeUno,
    ChallengeWd4,
    ChooseColor,
    ColorPayload,
    DrawCard,
    Malformed,
    Payload,
    PlayCard,
    ReadyNext,
    SkipTurn,
    misread,
)
from games.uno.audit.vector_setup import in_play
from games.uno.rules.legal import legal_actions
from games.uno.state import AFK, HUMAN, MATCH_END, ROUND_END

WIRE = [
    (
        {"action": "PLAY_CARD", "payload": {"cardId": "wild-100", "chosenColor": "red", "uno": True, "turn": 3}},
        PlayCard(CardPayload(card_id="wild-100", chosen_color="red", uno=True, turn=3)),
    ),
    (
        {"action": "PLAY_CARD", "payload": {"cardId": "red-7-13", "swapTargetId": 2}},
        PlayCard(CardPayload(card_id="red-7-13", swap_target_id=2)),
    ),
    ({"action": "DRAW_CARD", "payload": {"turn": 3}}, DrawCard(Payload(turn=3))),
    ({"action": "SKIP_TURN", "payload": {"turn": 3}}, SkipTurn(Payload(turn=3))),
    ({"action": "CALL_UNO", "payload": {"turn": 3}}, CallUno(Payload(turn=3))),
    ({"action": "CHALLENGE_UNO", "payload": {"targetPlayerId": 1}}, ChallengeUno(CatchPayload(target_player_id=1))),
    ({"action": "CHALLENGE_WD4", "payload": {"turn": 3}}, ChallengeWd4(Payload(turn=3))),
    ({"action": "CHOOSE_COLOR", "payload": {"color": "blue"}}, ChooseColor(ColorPayload(color="blue"))),
    ({"action": "READY_NEXT", "payload": {"turn": 3}}, ReadyNext(Payload(turn=3))),
]
JUNK = [
    ("payload", {"action": "DRAW_CARD", "payload": None}),
    ("payload", {"action": "PLAY_CARD", "payload": ["red-5-9"]}),
    ("cardId", {"action": "PLAY_CARD", "payload": {"cardId": 9}}),
    ("cardId", {"action": "PLAY_CARD", "payload": {}}),
    ("targetPlayerId", {"action": "CHALLENGE_UNO", "payload": {"targetPlayerId": True}}),
    ("color", {"action": "CHOOSE_COLOR", "payload": {"color": None}}),
    ("action", {"action": "DANCE", "payload": {}}),
    ("action", {"action": 1}),
]
"""(what is wrong, what was sent)"""


def table(hands="red-5-9 blue-7-38"):
    return in_play({
        "players": ["A", "B", "C"],
        "setup": {
            "hands": {"A": hands.split(), "B": ["blue-1-26", "blue-2-28"], "C": ["green-4-57", "green-5-59"]},
            "discard": ["red-9-17"],
        },
    })  # fmt: skip


def code(state, action, seat=0):
    with pytest.raises(Refused) as refused:
        GAME.apply(state, seat, action, Chance(b"junk"), 1000)
    return refused.value.code


@pytest.mark.parametrize(("sent", "action"), WIRE, ids=str)
def test_every_action_has_a_type_and_is_sent_and_stored_as_the_rules_say(sent, action):
    assert convert(sent, GAME.Action) == action
    assert to_builtins(action) == sent
    assert msgpack.decode(msgpack.encode(sent), type=GAME.Action) == action  # as release 0.1.0 kept a bot's plan
    assert msgpack.decode(msgpack.encode(action)) == sent  # and as it would read ours


@pytest.mark.parametrize(("sent", "action"), WIRE, ids=str)
def test_more_than_an_action_needs_may_be_said_and_null_says_nothing(sent, action):
    more = {**sent, "n": 4, "payload": {**sent["payload"], "why": "because", "n": None}}
    assert convert(more, GAME.Action) == action
    absent = dict.fromkeys({"chosenColor", "swapTargetId", "uno", "turn"} - set(sent["payload"]))
    assert convert({**sent, "payload": {**absent, **sent["payload"]}}, GAME.Action) == action


@pytest.mark.parametrize("name", ["DRAW_CARD", "SKIP_TURN", "CALL_UNO", "CHALLENGE_WD4", "READY_NEXT"])
def test_an_action_that_needs_nothing_said_may_be_sent_bare(name):
    assert convert({"action": name}, GAME.Action) == convert({"action": name, "payload": {}}, GAME.Action)


@pytest.mark.parametrize(("field", "sent"), JUNK, ids=str)
def test_a_malformed_action_has_none_of_the_types(field, sent):
    with pytest.raises(ValidationError, match=field if field != "action" else r"Invalid value|\$\.action"):
        convert(sent, GAME.Action)


def test_the_field_that_is_wrong_is_named_as_the_rules_name_it():
    assert GAME.misread is misread
    assert misread("payload.cardId") == Malformed("cardId")
    assert misread("action") == Malformed("action")


def test_a_malformed_action_is_refused_at_its_place_in_the_order():
    """uno.md 5.3: 3 the match, 4 the seat, 5 malformed, 6 stale, 9 the turn."""
    assert code(table(), Malformed("cardId")) == "INVALID_ACTION"
    assert code(table(), Malformed("cardId"), seat=1) == "INVALID_ACTION"
    assert code(table(), Malformed("cardId"), seat=7) == "NOT_A_PLAYER"
    state = table()
    state.phase = ROUND_END
    assert code(state, Malformed("action")) == "ROUND_OVER"
    state.phase = MATCH_END
    assert code(state, Malformed("action")) == "GAME_ENDED"


def test_even_a_malformed_action_gives_an_absent_owner_their_seat_back():
    """uno.md 5.3, 4."""
    state = table()
    state.seats[1] = AFK
    step = GAME.apply(state, 1, Malformed("action"), Chance(b"junk"), 1000)
    assert (step.refused.code, step.refused.params) == ("INVALID_ACTION", {"field": "action"})
    assert step.state.seats[1] == HUMAN


def test_the_host_s_actions_are_nobody_else_s():
    assert code(table(), SeatLeft(1)) == "INVALID_ACTION"
    with pytest.raises(ValueError, match="not a host action"):
        GAME.apply(table(), HOST, DrawCard(), Chance(b"junk"), 1000)


def test_a_bot_s_plan_from_release_0_1_0_is_played():
    stored = bytes.fromhex(
        "82a6616374696f6ea9504c41595f43415244a77061796c6f616483a6636172644964a77265642d352d39a3756e6fc3a47475726e01"
    )
    state = table()
    GAME.apply(state, BotSeat(0), msgpack.decode(stored, type=GAME.Action), Chance(b"plan"), 1000)
    assert (state.discard[-1], state.current) == (9, 1)
    assert legal_actions(state, GAME.resolve("standard", {}, 3), 1)
