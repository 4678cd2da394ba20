"""The decoder under any bytes at all: a packet of ours, or BadPacket; nothing else, and never slowly."""

from __future__ import annotations

import msgpack
from hypothesis import example, given
from hypothesis import strategies as st

from server.doors.strict_decoding import BadPacket, decode

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=60)
    | st.binary(max_size=70)
    | st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=3)),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=20,
)  # fmt: skip
PACKETS = st.fixed_dictionaries(
    {"type": st.integers(-1, 8) | VALUES, "nsp": st.just("/") | VALUES},
    optional={"data": st.lists(VALUES, max_size=3) | VALUES, "id": st.integers() | VALUES, "options": VALUES},
)


def outcome(data: bytes) -> str:
    try:
        kind, _, number = decode(data)
    except BadPacket:
        return "bad"
    return "good" if kind in (0, 1, 2) and (number is None or 0 <= number < 2**53) else "wrong"


@given(st.binary(max_size=200))
@example(b"\xc1")
@example(b"\x81\xa4type")
@example(b"\xdf\xff\xff\xff\xff")
def test_any_bytes(data: bytes):
    assert outcome(data) in ("good", "bad")


@given(PACKETS)
def test_anything_shaped_like_a_packet(packet: dict):
    try:
        data = msgpack.packb(packet)
    except OverflowError:
        return
    assert outcome(data) in ("good", "bad")


@given(st.binary(min_size=1, max_size=3), st.integers(0, 60))
def test_a_good_packet_with_a_few_bytes_changed(change: bytes, at: int):
    good = msgpack.packb({"type": 2, "nsp": "/", "id": 7, "data": ["act", {"n": 1, "action": {"card": 3}}]})
    assert outcome(good) == "good"
    assert outcome(good[:at] + change + good[at + len(change) :]) in ("good", "bad")
