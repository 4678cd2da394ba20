"""Every message that a client may send. docs/protocol.md lists them for readers."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from server.rooms.player_commands import COMMANDS, Count, Cursor, Message, PlayerCommand, RecordId


class Hello(Message, tag="hello"):
    """The first message on the JSON door; the native door carries the same in its CONNECT packet."""

    protocol: Annotated[int, Meta(ge=0, le=999)]
    token: Annotated[str, Meta(max_length=256)] | None = None
    bot: bool = False
    deals: Annotated[int, Meta(ge=0, le=999)] = 0
    """1: the connection takes part in fair deals (docs/fair-deals.md)."""


class Sync(Message, tag="sync"):
    cursor: Cursor | None = None
    know: Annotated[str, Meta(max_length=64)] | None = None


class Replay(Message, tag="replay"):
    """Asks for a finished match of this room, as the sender saw it: without `match`, the last one."""

    match: Annotated[int, Meta(ge=1, lt=2**31)] | None = None
    skip: Count = 0


class Agree(Message, tag="agree"):
    """The sender, who played that match, agrees that everybody may see all of its record."""

    record: RecordId


class Forget(Message, tag="forget"):
    """Removes the sender's name and hash from that record, or from all of them."""

    record: RecordId | None = None


class Delete(Message, tag="delete"):
    """The room's host deletes a record for everybody."""

    record: RecordId


class Time(Message, tag="time"):
    pass


PlayerMessage = PlayerCommand | Sync | Replay | Agree | Forget | Delete | Time
"""Everything that may follow `hello`."""

_ALL: Final[tuple[type[Message], ...]] = (*COMMANDS, Sync, Replay, Agree, Forget, Delete, Time)
KINDS: Final[dict[str, type[Message]]] = {str(cls.__struct_config__.tag): cls for cls in _ALL}
"""Every kind of message by its name. `hello` is not among them, because the doors handle it."""
FIRST: Final[dict[str, type[Message]]] = {"hello": Hello}
