"""The errors that the arena's doors answer, each with its status (arena.md 2)."""

from __future__ import annotations


class ArenaError(Exception):
    """Answered as `{"error": text}` with the class's status."""

    status = 500


class Malformed(ArenaError):
    """The body, a field or an index breaks the contract."""

    status = 400


class NotYours(ArenaError):
    """The playerId is unknown or somebody else's."""

    status = 403

    def __init__(self) -> None:
        super().__init__("Unknown playerId")


class NoRoom(ArenaError):
    """There is no such room, or it can no longer be read."""

    status = 404

    def __init__(self) -> None:
        super().__init__("No such room")


class Denied(ArenaError):
    """The state of the room does not allow it."""

    status = 409


class NotPlaying(Denied):
    """An action in a room that is waiting or has ended."""

    def __init__(self) -> None:
        super().__init__("The game is not playing")


class TooLarge(ArenaError):
    """The body is larger than anybody needs."""

    status = 413


class NotJson(ArenaError):
    """The body is not JSON."""

    status = 415


class Busy(ArenaError):
    """The platform cannot serve this now; nothing has happened."""

    status = 503
