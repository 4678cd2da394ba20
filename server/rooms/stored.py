"""States and actions of a game as bytes, decoded strictly; coders are made once for each game."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

import msgspec

from games.api import AnyGame, Json, Refused

_encoder = msgspec.msgpack.Encoder()
encode_state = _encoder.encode


@lru_cache(maxsize=256)
def _decoder(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)  # type: ignore[arg-type]  # a type, or a union of types


def decode_state(game: AnyGame, stored: bytes) -> Any:
    kind: Hashable = game.State
    return _decoder(kind).decode(stored)


def encode_action(action: Any) -> bytes:
    return _encoder.encode(action)


def decode_action(game: AnyGame, stored: bytes) -> Any:
    return _decoder(game.Action).decode(stored)


def read_action(game: AnyGame, sent: Json) -> Any:
    """A player's action from the wire; refused when it is not of the game's types."""
    try:
        return msgspec.convert(sent, game.Action, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("action.malformed", reason=str(error)[:120]) from None
