"""Positional frames and their schema: a list of frames tells the same in both forms."""

from __future__ import annotations

import json
import random
from typing import Annotated, Any

import msgspec
import pytest

from games.api import Game
from games.views import Event, Named, View, Word, named, named_event
from server.doors import packets
from server.protocol.apply_patch import patched as patched_by_name
from server.protocol.named_form import values
from server.protocol.schema import build, schema_of
from server.rooms.patch import patch_between
from server.store.entries import Entry

TABLES = {"cards": ["7♠", "8♥", {"rank": 9}], "marks": ["x", "y"]}


class Colour(Word):
    red = 0
    blue = 2


class Hand(View):
    cards: list[Annotated[int, Named("cards")]]
    owner: str
    open: bool = False


class Table(View):
    turn: int | None
    colour: Colour | None
    hands: list[Hand]
    top: Annotated[int, Named("cards")] | None
    log: list[str]
    best: Hand | None = None
    history: list[list[Colour]] = msgspec.field(default_factory=list)


class Own(View):
    hand: Hand
    may: tuple[Colour, ...]


class Room(View):
    code: str
    options: Any


class Played(Event, tag=1):
    seat: int
    card: Annotated[int, Named("cards")] | None
    colour: Colour


class Kicked(Event, tag=2):
    seat: int


class RoomKicked(Event, tag=130):
    kind = "room_kicked"
    name: str


RoomKicked.__name__ = "Kicked"


class Options(msgspec.Struct):
    pass


def game(**changes: Any) -> Game:
    body: dict[str, Any] = {
        "id": "tiny", "seats": range(2, 3), "Options": Options, "presets": {"default": {}}, "State": dict,
        "Action": dict, "Table": Table, "Own": Own, "events": [Played, Kicked], "names": TABLES,
        "setup": None, "apply": None,
        "to_act": None, "may_act": None, "table": None, "own": None, "outcome": None,
    }  # fmt: skip
    return Game(**{**body, **changes})


SCHEMA = build(game(), Room, [RoomKicked])
plain = msgspec.to_builtins


def some_hand(rng: random.Random) -> Hand:
    return Hand([rng.randrange(3) for _ in range(rng.randrange(4))], rng.choice("ab"), rng.random() < 0.5)


def some_table(rng: random.Random, hands: int) -> Table:
    return Table(
        rng.choice([None, 0, 1]),
        rng.choice([None, *Colour]),
        [some_hand(rng) for _ in range(hands)],
        rng.choice([None, 0, 1, 2]),
        [str(n) for n in range(rng.randrange(5))],
        rng.choice([None, some_hand(rng)]),
        [[rng.choice(list(Colour))] for _ in range(rng.randrange(3))],
    )


def test_the_schema_says_what_each_field_is():
    assert SCHEMA.body["structs"]["Table"][:4] == [
        ["turn", ["maybe", "int"]],
        ["colour", ["maybe", ["word", "Colour"]]],
        ["hands", ["list", ["struct", "Hand"]]],
        ["top", ["maybe", ["named", "cards"]]],
    ]
    assert SCHEMA.body["structs"]["Hand"][2] == ["open", "bool", False]
    assert SCHEMA.body["structs"]["Room"] == [["code", "str"], ["options", "any"]]
    assert SCHEMA.body["words"] == {"Colour": ["red", None, "blue"]}
    assert SCHEMA.body["names"]["cards"] == TABLES["cards"]
    assert (SCHEMA.body["table"], SCHEMA.body["own"], SCHEMA.body["room"]) == ("Table", "Own", "Room")


def test_a_game_and_the_room_may_call_different_events_the_same():
    events = SCHEMA.body["events"]
    assert events["2"] == ["kicked", "Kicked"]
    assert events["130"] == ["room_kicked", "Kicked2"]
    assert SCHEMA.body["structs"]["Kicked2"] == [["name", "str"]]


def test_the_schema_is_plain_data_whose_hash_follows_every_change():
    assert json.loads(json.dumps(SCHEMA.body)) == SCHEMA.body
    assert build(game(), Room, [RoomKicked]).hash == SCHEMA.hash
    assert build(game(names={**TABLES, "marks": ["x"]}), Room, [RoomKicked]).hash != SCHEMA.hash
    assert build(game(), Room).hash != SCHEMA.hash


def test_the_schema_of_a_game_is_made_once():
    one = game()
    assert schema_of(one, Room) is schema_of(one, Room)
    assert schema_of(one, Room) is not schema_of(game(), Room)


def test_what_cannot_be_described_is_found_at_the_start():
    class Odd(View):
        either: int | str

    class Lost(View):
        card: Annotated[int, Named("nowhere")]

    with pytest.raises(TypeError, match="not a type"):
        build(game(Own=Odd), Room)
    with pytest.raises(TypeError, match="nowhere"):
        build(game(Own=Lost), Room)
    with pytest.raises(TypeError, match="number 1"):
        build(game(events=[Played, Played]), Room)


def test_frames_of_a_long_session_mean_the_same_in_both_forms():
    rng = random.Random(7)
    table: Table | None = None
    by_name: Any = None
    reader = SCHEMA.reader
    for n in range(300):
        after = some_table(rng, len(table.hands) if table and rng.random() < 0.8 else rng.randrange(4))
        patch, table = patch_between(table, after), after
        events = [Played(1, rng.choice([None, 2]), Colour.blue), RoomKicked("Ann")]
        told = msgspec.msgpack.encode([n, 5, events, patch, None])[1:]
        frame = reader.frame(values(told))
        assert (frame["pub"], frame["tag"], frame["room"]) == (n, 5, None)
        assert frame["events"] == [named_event(e, TABLES) for e in events]
        by_name = patched_by_name(by_name, frame["table"])
        assert by_name == named(table, Table, TABLES) == reader.document("table", plain(table))


def test_an_own_frame_keeps_the_places_of_its_events():
    own = Own(Hand([1], "a"), (Colour.red,))
    told = msgspec.msgpack.encode([4, [0, 1, Played(0, 1, Colour.red), 2, 0, Kicked(3)], patch_between(None, own)])[1:]
    frame = SCHEMA.reader.own(values(told))
    assert frame == {
        "priv": 4,
        "events": [
            [0, 1, {"type": "played", "seat": 0, "card": "8♥", "colour": "red"}],
            [2, 0, {"type": "kicked", "seat": 3}],
        ],
        "own": [[None, "set", {"hand": {"cards": ["8♥"], "owner": "a", "open": False}, "may": ["red"]}]],
    }


def test_a_spliced_packet_is_what_the_library_would_have_encoded():
    import msgpack

    public = [3, 5, [[1, 0, 1, 2]], [0, None], None]
    private = [1, [], [-1, [[], []]]]
    for_all, for_one = msgpack.packb(public)[1:], msgpack.packb(private)[1:]
    wrapped = {
        "f": (for_all, None, public),
        "o": (None, for_one, [5, *private]),
        "b": (for_all, for_one, [*public, *private]),
    }
    for name, (everybody, seat, meant) in wrapped.items():
        packet = packets.frame_packet(5, everybody, seat)
        assert msgpack.unpackb(packet) == {"type": 2, "nsp": "/", "data": [name, *meant]}
    assert msgpack.unpackb(packets.event_packet("gone", {"code": "x"})) == {
        "type": 2, "nsp": "/", "data": ["gone", {"code": "x"}],
    }  # fmt: skip
    inside = packets.EncodedFrame(Entry(1, 5, None, {}), for_one, schema_of(game(), Room)).positional
    assert msgpack.unpackb(packets.ack_packet(7, {"ok": {"frames": [inside]}})) == {
        "type": 3, "nsp": "/", "id": 7, "data": [{"ok": {"frames": [["o", 5, *private]]}}],
    }  # fmt: skip
