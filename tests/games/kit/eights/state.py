"""What a game of Crazy Eights consists of: its options, its actions, its state."""

from typing import Annotated

from msgspec import Meta, Struct

from .cards import SuitName


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    turn_seconds: Annotated[int, Meta(ge=0, le=120)] = 0  # 0: no limit


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    card: str
    suit: SuitName | None = None


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag="draw"):
    pass


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    pass


class State(Struct, array_like=True):
    hands: list[list[int]]
    stock: list[int]  # the last card is drawn next
    pile: list[int]  # the last card is on top
    suit: int  # the suit to follow: the top card's, or the one an eight has named
    turn: int
    number: int  # of the turn, so that a late wake-up cannot affect the next one
    drawn: bool  # the seat has drawn in this turn
    stuck: int  # consecutive passes with nothing left to draw
    away: list[int]  # seats that a bot plays
    limit_ms: int
    deadline: int
