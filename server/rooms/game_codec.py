"""A game's states and actions as bytes, decoded strictly; coders are made once per type."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache
from typing import Any, Final, cast

import msgspec

from games.api import AnyGame, Json, Refused

_FIELD: Final = re.compile(r"(?:(?:required|unknown) field `|at `\$\[0\]\.)([^`]+)`")  # as msgspec words it

_encoder = msgspec.msgpack.Encoder()
encode_state = _encoder.encode
encode_action = _encoder.encode


@cache
def _decoder(kind: Hashable) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(cast(Any, kind))


class OtherShape(Exception):
    """The state was stored by a version of the game with a different `State`."""


def decode_state(game: AnyGame, stored: bytes) -> Any:
    """Raises OtherShape."""
    try:
        return _decoder(cast(Hashable, game.State)).decode(stored)
    except msgspec.DecodeError as error:
        raise OtherShape(str(error)) from error


def decode_action(game: AnyGame, stored: bytes) -> Any:
    return _decoder(cast(Hashable, game.Action)).decode(stored)


@cache
def _holder(kind: Hashable) -> type[Any]:
    """A struct around an action: msgspec analyses a union at every `convert`, but a struct only once."""
    return msgspec.defstruct("Sent", [("action", cast(Any, kind))], array_like=True)


def read_action(game: AnyGame, sent: Json) -> Any:
    """A player's action from the wire; anything else is refused, naming the wrong field."""
    try:
        return msgspec.convert([sent], _holder(cast(Hashable, game.Action)), strict=True).action
    except msgspec.ValidationError as error:
        found = _FIELD.search(str(error))
        field = found[1] if found else "action"
        if game.misread is not None:
            return game.misread(field)
        reason = str(error).replace("$[0]", "$")[:120]
        raise Refused(game.malformed or "action.malformed", field=field, reason=reason) from None
