"""Decodes messages strictly: anything malformed is refused, with the name of the wrong field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games.api import Refused
from server.rooms.player_commands import Message

from .messages import KINDS


def decode(kind: Any, body: Any, kinds: Mapping[str, type[Message]] = KINDS) -> Any:
    """The message of that kind; Refused(message.unknown | message.malformed) says what is wrong with it."""
    cls = kinds.get(kind) if type(kind) is str else None
    if cls is None:
        raise Refused("message.unknown", kind=_printable(kind))
    try:
        return msgspec.convert({} if body is None else body, cls)
    except msgspec.ValidationError as error:
        raise Refused("message.malformed", field=_field_of(error)) from None
    except (RecursionError, OverflowError):
        raise Refused("message.malformed", field="") from None


_AT: Final = re.compile(r"at `(?:key in )?\$\.?([^`]*)`|required field `([^`]*)`")


def _field_of(error: msgspec.ValidationError) -> str:
    found = _AT.search(str(error))
    return _printable((found[1] or found[2] or "") if found else "")


def _printable(value: Any) -> str:
    return re.sub(r"[^A-Za-z0-9._\[\]-]", "?", value)[:48] if type(value) is str else "?"
