"""States and actions of a game as bytes, decoded strictly; coders are made once for each type."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache
from typing import Any, Final, cast

import msgspec

from games.api import AnyGame, Json, Refused

_FIELD: Final = re.compile(r"(?:(?:required|unknown) field `|at `\$\.)([^`]+)`")  # as msgspec words it

_encoder = msgspec.msgpack.Encoder()
encode_state = _encoder.encode
encode_action = _encoder.encode


@cache
def _decoder(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(cast(Any, kind))


def decode_state(game: AnyGame, stored: bytes) -> Any:
    return _decoder(cast(Hashable, game.State)).decode(stored)


def decode_action(game: AnyGame, stored: bytes) -> Any:
    return _decoder(cast(Hashable, game.Action)).decode(stored)


def read_action(game: AnyGame, sent: Json) -> Any:
    """A player's action from the wire; refused when it is not of the game's types, with the field that is wrong."""
    try:
        return msgspec.convert(sent, game.Action, strict=True)
    except msgspec.ValidationError as error:
        found = _FIELD.search(str(error))
        field = found[1] if found else "action"
        raise Refused(game.malformed or "action.malformed", field=field, reason=str(error)[:120]) from None
