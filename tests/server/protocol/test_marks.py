"""Marks say what a field is; they come with the schema, and only where a game gives them."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from games.marks import (
    CARD,
    PICK,
    PILE,
    Count,
    Deadline,
    Hand,
    Mark,
    Moves,
    PerSeat,
    Seat,
    Team,
    Turn,
    mark_of,
)
from games.views import Event, Named, View
from server.protocol.schema import build
from tests.architecture.tree import ROOT
from tests.server.protocol.test_schema import Room, game

Card = Annotated[int, Named("cards"), CARD]


class Move(View):
    card: Card | None


class Trick(View):
    seat: Seat
    cards: list[Card]
    number: int


class Table(View):
    turn: Turn[list[Seat]]
    counts: PerSeat[Count]
    points: PerSeat[int]
    teams: PerSeat[Team]
    winners: list[Seat]
    dealer: Seat | None
    last: Trick | None
    tricks: list[list[Card]]
    pile: Annotated[list[Card], PILE]
    stock: Annotated[int, PILE]
    deadline: Deadline
    number: int


class Own(View):
    hand: Hand[list[Card]]
    legal: Moves[list[Move]]


class Played(Event, tag=1):
    seat: Seat
    card: Card


class Play(msgspec.Struct, tag="play"):
    cards: Annotated[list[str], Mark("pick", source="hand"), msgspec.Meta(min_length=2, max_length=3)]


class Bid(msgspec.Struct, tag="bid"):
    points: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Pass(msgspec.Struct, tag="pass"):
    pass


MARKED = game(Table=Table, Own=Own, events=[Played], Action=Play | Bid | Pass)


def test_the_schema_has_the_mark_of_each_field_by_struct():
    assert build(MARKED, Room).body["marks"]["structs"] == {
        "Table": {
            "turn": {"is": "turn"},
            "counts": {"is": "perSeat", "each": {"is": "count"}},
            "points": {"is": "perSeat"},
            "teams": {"is": "perSeat", "each": {"is": "team"}},
            "winners": {"is": "seats"},
            "dealer": {"is": "seat"},
            "tricks": {"is": "list", "each": {"is": "cards"}},
            "pile": {"is": "pile"},
            "stock": {"is": "pile"},
            "deadline": {"is": "deadline"},
        },
        "Trick": {"seat": {"is": "seat"}, "cards": {"is": "cards"}},
        "Own": {"hand": {"is": "hand"}, "legal": {"is": "moves"}},
        "Move": {"card": {"is": "card"}},
        "Played": {"seat": {"is": "seat"}, "card": {"is": "card"}},
    }


def test_the_schema_has_every_action_by_its_type():
    assert build(MARKED, Room).body["marks"]["actions"] == {
        "play": {"cards": {"is": "pick", "from": "hand", "least": 2, "most": 3}},
        "bid": {"points": {"is": "number", "least": 1, "most": 3}},
        "pass": {},
    }


def test_a_pick_without_bounds_takes_one_card_or_more():
    assert msgspec.to_builtins(mark_of(Annotated[list[str], PICK])) == {"is": "pick", "least": 1}


def test_a_schema_without_marks_does_not_speak_of_them():
    assert "marks" not in build(game(), Room).body


def test_the_page_about_marks_names_each_of_them():
    page = (ROOT / "docs" / "marks.md").read_text(encoding="utf-8")
    told = set(re.findall(r'\{"is": "(\w+)"', page.split("## An example")[0]))
    kinds = "seat seats turn perSeat team card cards pile hand count deadline moves list pick number"
    assert told == set(kinds.split())
