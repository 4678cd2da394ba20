"""Migrates states stored by an earlier version of a game to the installed version."""

from __future__ import annotations

from typing import Final

import msgspec

from .api import AnyGame

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder().decode


def brought_up(game: AnyGame, version: int, stored: bytes) -> bytes:
    """The state as the installed version stores it; the same bytes if that version has no migration for it."""
    steps = game.migrate[version - 1 : game.version - 1]
    if not stored or not steps:
        return stored
    state = _decode(stored)
    for step in steps:
        state = step(state)
    return _encode(state)
