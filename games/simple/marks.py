"""Who sees each part of the state, declared once, in its types."""

from __future__ import annotations

from enum import Enum, auto
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from ..marks import CARD, PICK, PILE

X = TypeVar("X")


class Seen(Enum):
    """Who sees a field."""

    by_everybody = auto()
    by_owner = auto()
    by_nobody = auto()
    mentioned = auto()
    by_actor = auto()


Public = Annotated[X, Seen.by_everybody]
"""Everybody sees it. Cards in it lie there."""
PerOwner = Annotated[list[X], Seen.by_owner]
"""An entry for each seat, which only that seat sees; the others see how many cards it has."""
Secret = Annotated[X, Seen.by_nobody]
"""Nobody sees it; everybody sees how many cards it has."""
Shown = Annotated[X, Seen.mentioned]
"""Everybody sees it, but the cards that it names lie elsewhere."""
Private = Annotated[X, Seen.by_actor]
"""In an action or an event: sent only to its `seat`."""

Card = Annotated[str, CARD]
"""The name of a card."""
Pile = Annotated[list[Card], PILE]
"""Cards in a pile; the last one is on top."""
Pick = Annotated[list[X], PICK]
"""In an action: cards to choose together. `Annotated[Pick[Card], Meta(min_length=3, max_length=3)]` says how many."""


def _kind(name: str) -> str:
    """`TrickWon` is `trick_won`."""
    plain = name.rpartition(".")[2]
    return "".join(f"_{c.lower()}" if c.isupper() and at else c.lower() for at, c in enumerate(plain))


class Action(msgspec.Struct, forbid_unknown_fields=True, tag=_kind):
    """A player's action; the name of the class in lower case is its `type`."""

    told: ClassVar[bool] = True
    """False: it is announced only by the events that `play` tells."""


class Event(msgspec.Struct, tag=_kind):
    """Anything else that happens; its text is `event.<type>`. One with `Private` fields has a `seat`."""


def tag_of(struct: Any) -> str:
    return str(struct.__struct_config__.tag)
