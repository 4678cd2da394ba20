"""The views, marks and events that are made of who sees what."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest

from games.catalog import installed
from games.chance import Chance
from games.simple import Action, Card, Event, Kept, Private, Public, Seat, Secret
from games.simple.fields import who_sees
from games.views import named, named_event
from server.protocol.schema import build
from tests.games.simple.little_game import DECK, GAME, Discard, Lay, Options, State, game
from tests.server.protocol.test_schema import Room

TABLES = {name: list(entries) for name, entries in GAME.names.items()}


def dealt(seed: bytes = b"deal", players: int = 3, one: Any = GAME, **options: Any) -> Kept[State]:
    return one.setup(Options(**options), ["human"] * players, Chance(seed), 0).state


def seen(match: Kept[State], seat: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    return named(GAME.table(match), GAME.Table, TABLES), named(GAME.own(match, seat), GAME.Own, TABLES)


def test_the_table_shows_what_is_public_and_counts_what_is_not():
    table, _ = seen(dealt())
    assert table == {
        "acting": [0, 1, 2], "deadline": 0, "teams": [0, 1, 0], "hands": [3, 3, 3], "down": [0, 0, 0], "rest": 7,
        "gone": [], "last": None, "best": [], "mood": "calm", "points": [0, 0, 0], "rounds": 2,
    }  # fmt: skip


def test_a_seat_sees_its_own_entries_in_the_order_of_the_deck_and_its_moves():
    match = dealt()
    _, own = seen(match, 1)
    hand = sorted(match.state.hands[1], key=DECK.index)
    assert (own["hands"], own["down"], own["roles"]) == (hand, None, "sheep")
    assert {(move["type"], move["card"]) for move in own["legal"][:3]} == {("lay", card) for card in hand}
    assert own["legal"][3]["type"] == "discard"
    assert own["legal"][3]["card"] is None


def test_a_seat_that_is_not_waited_for_has_no_moves():
    match = dealt()
    match.state.down[1] = match.state.hands[1].pop()
    assert seen(match, 1)[1]["legal"] == []
    assert seen(match, 1)[1]["down"] == match.state.down[1]
    assert seen(match, 1)[0]["down"] == [0, 1, 0]


def test_what_a_view_lists_can_be_sent():
    match = dealt()
    assert list(GAME.listed(GAME.own(match, 0)))[:3] == [
        Lay(card) for card in sorted(match.state.hands[0], key=match.state.hands[0].index)
    ]


def test_the_views_carry_marks():
    marks = build(GAME, Room).body["marks"]
    assert marks["structs"]["Table"] == {
        "acting": {"is": "turn"}, "deadline": {"is": "deadline"},
        "teams": {"is": "perSeat", "each": {"is": "team"}},
        "hands": {"is": "perSeat", "each": {"is": "count"}}, "down": {"is": "perSeat", "each": {"is": "count"}},
        "rest": {"is": "pile"}, "gone": {"is": "pile"}, "best": {"is": "cards"}, "points": {"is": "perSeat"},
    }  # fmt: skip
    assert marks["structs"]["Own"] == {"hands": {"is": "hand"}, "down": {"is": "card"}, "legal": {"is": "moves"}}
    assert marks["structs"]["Move"] == {"card": {"is": "card"}, "cards": {"is": "cards"}}
    assert marks["structs"]["Last"] == {"seat": {"is": "seat"}, "cards": {"is": "cards"}}
    assert marks["structs"]["Lay"] == {"seat": {"is": "seat"}, "card": {"is": "card"}}
    assert marks["actions"] == {
        "lay": {"card": {"is": "card"}},
        "discard": {"cards": {"is": "pick", "least": 2, "most": 2}},
    }


def test_cards_and_words_are_small_numbers_on_the_wire():
    match = dealt()
    own = msgspec.to_builtins(GAME.own(match, 0))
    assert sorted(own[0]) == sorted(DECK.index(card) for card in match.state.hands[0])
    match.state.mood = "bold"
    assert msgspec.to_builtins(GAME.table(match))[-3] == 1


def test_an_action_is_told_and_its_private_part_only_to_its_seat():
    match = dealt()
    card = match.state.hands[0][0]
    told = GAME.apply(match, 0, Lay(card), Chance(b"x"), 0).events[0]
    assert named_event(told.public, TABLES) == {"type": "lay", "seat": 0}
    assert named_event(told.secret[0], TABLES) == {"type": "lay", "seat": 0, "card": card}


def test_events_are_told_after_the_action():
    match = dealt()
    step = GAME.apply(match, 2, Discard(match.state.hands[2][:2]), Chance(b"x"), 0)
    assert [told.public.kind for told in step.events] == ["discard", "drew"]
    assert named_event(step.events[1].public, TABLES) == {"type": "drew", "seat": 2}
    assert list(step.events[1].secret) == [2]


def test_an_action_may_be_left_untold():
    class Quiet(Action):
        told = False

    one = game(
        Move=Quiet, moves=lambda s, seat: [Quiet()], judge=None, describe=None,
        play=lambda s, seat, move, ctx: None,
    )  # fmt: skip
    assert one.apply(dealt(one=one), 0, Quiet(), Chance(b"x"), 0).events == []


def test_a_guess_is_seen_as_the_match_is():
    for number in range(20):
        match = dealt(b"guess", 4)
        match.state.down[3] = match.state.hands[3].pop()
        for seat in range(4):
            table, own = GAME.table(match), GAME.own(match, seat)
            guess = GAME.guess(table, own, seat, Chance(b"guess", number))
            assert (GAME.table(guess), GAME.own(guess, seat)) == (table, own)
            assert sorted(GAME.all_cards(guess)) == sorted(DECK)


def test_a_redeal_changes_what_others_hold_and_nothing_that_is_seen():
    match, changed = dealt(players=4), 0
    for number in range(40):
        twin = GAME.redeal(match, 2, Chance(b"twin", number))
        assert seen(twin, 2) == seen(match, 2)
        changed += twin.state.roles != match.state.roles
        assert sorted(twin.state.roles) == sorted(match.state.roles)
    assert changed > 10, "what others are is exchanged among them"


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"State": "class State(Struct):\n    cards: list[Card]"}, "State.cards: say who sees it: Public"),
        ({"State": "class State(Struct):\n    cards: Secret[list[list[Card]]]"}, "hidden cards lie in list"),
        ({"State": "class State(Struct):\n    acting: Public[int]"}, "has a field acting, and so has every Table"),
        ({"State": "class State(Struct):\n    time: Public[float]"}, "time: a view cannot show <class 'float'>"),
        ({"State": "class State(Struct):\n    n: Public[Literal[1, 2]]"}, "a choice is made of words"),
        ({"Move": "class Give(Action):\n    seat: Seat"}, "an action's seat is the actor's"),
        ({"Event": "class Got(Event):\n    card: Private[Card]"}, "needs a field `seat`"),
    ],
)  # fmt: skip
def test_a_declaration_that_cannot_be_is_explained(parts: dict[str, str], sentence: str):
    names = {
        "Struct": msgspec.Struct, "Card": Card, "Secret": Secret, "Public": Public, "Action": Action, "Seat": Seat,
        "Event": Event, "Private": Private, "Literal": Literal,
    }  # fmt: skip
    made = {}
    for kind, source in parts.items():
        exec(compile(source, "", "exec", dont_inherit=True), names, made)
        (one,) = made.values()
        made = {"events": [one]} if kind == "Event" else {kind: one}
    with pytest.raises(TypeError, match=sentence):
        game(**made)


def test_an_event_that_is_not_listed_is_named():
    one = game(events=[])
    match = dealt(one=one)
    with pytest.raises(TypeError, match="Drew was told, but `events` does not list it"):
        one.apply(match, 0, Discard(match.state.hands[0][:2]), Chance(b"x"), 0)


def test_two_kinds_of_move_agree_about_a_field():
    class Other(Action):
        card: int

    with pytest.raises(TypeError, match=r"Other\.card: another action has a field card of another type"):
        game(Move=Lay | Other)


def test_the_author_is_shown_who_sees_each_field():
    lines = who_sees(GAME)
    assert len(lines) == len(State.__struct_fields__)
    assert "hands: each seat sees its own; the others see how many cards there are" in lines
    assert "best: everybody sees it; the cards that it names lie elsewhere" in lines
    assert who_sees(installed(only=["uno"])["uno"]) == []


def test_anything_derived_can_be_replaced():
    assert game(to_act=lambda kept: [1]).to_act(dealt()) == [1]
