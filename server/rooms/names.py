"""Makes names unique within a room: Ann, Ann 2, Ann 3."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from .player_commands import NAME_LIMIT


def told_apart(name: str, others: Collection[str]) -> str:
    """The name, numbered if somebody in the room already has it."""
    taken = {_folded(other) for other in others}
    number, candidate = 1, name
    while _folded(candidate) in taken:
        number += 1
        suffix = f" {number}"
        candidate = name[: NAME_LIMIT - len(suffix)] + suffix
    return candidate


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
