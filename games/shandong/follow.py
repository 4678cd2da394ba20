"""Following: is this play legal, and what must a seat play (shandong.md 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .placing import Shape
from .trumps import Trumps
from .types import CardType


class FollowResult(msgspec.Struct, frozen=True):
    """The answer to a follow. Cards in `params` and `expected` are id texts; `message` is the key of its text."""

    valid: bool
    code: str | None = None
    params: dict[str, Any] = {}
    expected: tuple[str, ...] = ()
    message: str = ""


class Duty(msgspec.Struct, frozen=True):
    """What a follower must play, for the client."""

    count: int  # so many cards
    pool: tuple[int, ...]  # his cards of the suit led
    forced: tuple[int, ...]  # in every legal play
    shapes: tuple[Shape, ...]  # shapes that must be in the play
    suggestions: tuple[tuple[int, ...], ...]  # up to three legal plays, cheapest first


def check_mandatory_follow(
    lead: CardType, hand: Iterable[int], play: Iterable[int], trumps: Trumps, *, explain: bool = True
) -> FollowResult:
    """Judge a follow in the order of 7.4, from EMPTY_PLAY on (ids are read by `cards.named_cards`).

    `lead` is what stands as the lead (`identify_card_type`); `expected` is constructed only with `explain`.
    """
    raise NotImplementedError


def duty(lead: CardType, hand: Iterable[int], trumps: Trumps) -> Duty:
    raise NotImplementedError
