"""Client messages: what is accepted, what is refused, and how refusals name the field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.api import Refused
from server.protocol import messages
from server.protocol.decoding import decode
from server.protocol.messages import KINDS
from server.rooms.player_commands import ChangeSettings, Rename

GOOD: dict[str, dict[str, Any]] = {
    "create": {"game": "uno", "name": "Ann"},
    "enter": {"room": "ABCDEF"},
    "leave": {},
    "sit": {"seat": 1},
    "stand": {},
    "swap": {"a": 0, "b": 1},
    "ready": {"on": True},
    "options": {"preset": "standard"},
    "settings": {"private": False},
    "kick": {"seat": 1},
    "transfer": {"seat": 1},
    "bot": {"seat": 1, "level": None},
    "start": {},
    "rematch": {},
    "end": {},
    "pledge": {"match": "0" * 32, "hash": "0" * 64},
    "nonce": {"match": "0" * 32, "nonce": "0" * 64},
    "act": {"n": 1, "action": {"type": "draw"}},
    "check": {"action": {"type": "draw"}},
    "back": {},
    "say": {"emote": "clap"},
    "mute": {"seat": 1, "on": True},
    "pause": {"on": True},
    "listen": {"on": True},
    "ticket": {"hash": "0" * 64},
    "rename": {"name": "Ann"},
    "sync": {"cursor": [1, 2, 3]},
    "replay": {"match": 1, "skip": 100},
    "forget": {"record": "a" * 26},
    "delete": {"record": "a" * 26},
    "fork": {"record": "a" * 26, "step": 7, "seat": 0, "name": "Ann"},
    "agree": {"record": "a" * 26},
    "time": {},
}


def refused(kind, body) -> Refused:
    with pytest.raises(Refused) as caught:
        decode(kind, body)
    return caught.value


def test_every_kind_of_the_contract_has_a_message():
    assert KINDS.keys() == GOOD.keys()


@pytest.mark.parametrize("kind", GOOD)
def test_a_well_formed_message_is_taken_and_newer_fields_are_ignored(kind: str):
    assert type(decode(kind, {**GOOD[kind], "fromTheFuture": 1})) is KINDS[kind]


@pytest.mark.parametrize("kind", ["", "fly", "connect", "hello", "Create", None, 7, ["act"], "x" * 1000, "a\nb"])
def test_an_unknown_kind_is_named_in_printable_letters(kind):
    error = refused(kind, {})
    assert error.code == "message.unknown"
    assert len(error.params["kind"]) <= 48
    assert error.params["kind"].isprintable()


@pytest.mark.parametrize(
    ("kind", "body", "field"),
    [
        ("act", {"n": True, "action": {}}, "n"),
        ("act", {"n": 1.0, "action": {}}, "n"),
        ("act", {"n": 0, "action": {}}, "n"),
        ("act", {"n": 2**31, "action": {}}, "n"),
        ("act", {"n": 1}, "action"),
        ("act", {"n": 1, "action": {"card": 1.5}}, "action"),
        ("act", {"n": 1, "action": {"card": float("nan")}}, "action"),
        ("act", {"n": 1, "action": {"card": 2**53}}, "action"),
        ("act", {"n": 1, "action": {"card": b"x"}}, "action"),
        ("act", {"n": 1, "action": {"cards": [0] * 257}}, "action"),
        ("act", {"n": 1, "action": [[[[[[[[[1]]]]]]]]]}, "action"),
        ("act", {"n": 1, "action": {str(i): i for i in range(65)}}, "action"),
        ("swap", {"a": 0, "b": -1}, "b"),
        ("swap", {"a": 0, "b": 64}, "b"),
        ("kick", {}, "seat"),
        ("kick", {"seat": 1, "watcher": 1}, "seat"),
        ("say", {}, "text"),
        ("say", {"text": "a", "emote": "b"}, "text"),
        ("say", {"text": "x" * 201}, "text"),
        ("say", {"emote": "a b"}, "emote"),
        ("say", {"emote": "up", "to": -1}, "to"),
        ("say", {"emote": "up", "to": "Ann"}, "to"),
        ("say", {"text": "hi", "to": 0}, "to"),
        ("create", {"game": "uno", "name": ""}, "name"),
        ("create", {"game": "uno", "name": "x" * 25}, "name"),
        ("create", {"game": "uno", "name": "x", "options": {"deep": [[[[[[[[[1]]]]]]]]]}}, "options"),
        ("create", {"game": "../etc", "name": "x"}, "game"),
        ("enter", {"room": "ABCDEF", "cursor": [1, 2]}, "cursor"),
        ("enter", {"room": "ABCDEF", "cursor": [1, 2, 2**32]}, "cursor[2]"),
        ("ready", {"on": 1}, "on"),
        ("leave", [], ""),
        ("leave", "x", ""),
    ],
)
def test_a_malformed_message_names_its_field(kind, body, field):
    error = refused(kind, body)
    assert (error.code, error.params) == ("message.malformed", {"field": field})


def test_settings_tell_absent_from_null():
    message = decode("settings", {"password": None})
    assert isinstance(message, ChangeSettings)
    assert (message.password, message.watch_password) == (None, msgspec.UNSET)


BAD_NAMES = [
    "", " ", "\t\n", "\u200b", "\u2060\ufeff", "\u202e", "\u2066\u2069", "\u00ad", "\u3164", "\u115f\u1160", "\u2800",
    "\ue000", "\U000e0001", "\u0301", "\ud800", "\x00", "\x1b", "x" * 25, "\u00a0", "\u2028", "\ufff9\ufffa\ufffb",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_nobody_could_see_or_that_is_too_long_is_refused(name: str):
    assert refused("rename", {"name": name}).params == {"field": "name"}


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ann", "Ann"),
        ("  An   n ", "An n"),
        ("A\u200bn\u202en", "Ann"),
        ("e\u0301", "\u00e9"),
        ("A\x1b[31mB", "A[31mB"),
        ("two\nlines", "two lines"),
        ("小明", "小明"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("a\u200db", "ab"),
        ("Z" + "\u0300" * 20, "Z\u0300\u0300"),
        ("\U0001f1e8\U0001f1f3", "\U0001f1e8\U0001f1f3"),
        ("x" * 24, "x" * 24),
        ("<b>", "<b>"),
    ],
)
def test_names_are_shown_without_what_cannot_be_seen(raw: str, shown: str):
    message = decode("rename", {"name": raw})
    assert isinstance(message, Rename)
    assert message.name == shown


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(
    st.sampled_from(sorted(KINDS)),
    st.dictionaries(st.sampled_from(sorted({f for b in GOOD.values() for f in b})), JSON),
)
def test_whatever_comes_is_a_message_or_a_refusal(kind, body):
    try:
        message = decode(kind, body)
    except Refused as refusal:
        code = refusal.code
    else:
        again = msgspec.to_builtins(message)
        code = "" if decode(again.pop("kind"), again) == message else "differs"
    assert code in ("", "message.malformed")


def test_hello_belongs_to_the_doors():
    assert decode("hello", {"protocol": 1, "token": None}, messages.FIRST) == messages.Hello(protocol=1)
