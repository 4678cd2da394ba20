"""A bot's memory of public events (uno.md 20.2): voids, verdicts, and its own intentions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.uno.cards import COLOR, COLORLESS, TYPE, WILD_DRAW_FOUR
from games.uno.events import (
    CardPlayed,
    CardsDrawn,
    ColorChosen,
    DrawPending,
    DrawReason,
    HandsRotated,
    HandsSwapped,
    RoundStarted,
    Wd4Challenged,
)
from games.views import Event

_TAKES: Final = (DrawReason.wild_draw_four, DrawReason.stack)


class Memory(msgspec.Struct, array_like=True):
    """Lists go by seat; sets of colours or seats are bits of an int."""

    void: list[int]
    """Colours that a player could not follow."""
    guilty: list[int]
    innocent: list[int]
    """Verdicts on a player's wild draw fours."""
    caught_by: int = 0
    """Opponents who have found this bot guilty."""
    color: int = COLORLESS
    before: int = COLORLESS
    """The colour in force before the last wild draw four."""
    left: int = 0
    """The number of cards that the player of that +4 had left."""
    window: int = -1
    """The turn in whose UNO window the bot has already decided whether to catch."""
    reaction: int = -1
    """The ms until it means to catch; -1: not at all."""
    liked: list[int] = []
    """Colours that a player has named for a wild card, until their hand changes."""
    dared: list[int] = []
    """How often a player has challenged a wild draw four."""
    took: list[int] = []
    """How often a player could have challenged but did not."""
    facing: int = -1
    """The player who may challenge now."""

    def listen(self, events: Sequence[Event], seat: int) -> None:
        """Take in what has happened, as this seat saw it."""
        for event in events:
            match event:
                case CardPlayed():
                    if TYPE[event.card] == WILD_DRAW_FOUR:
                        self.before, self.left = self.color, event.cardCount
                    self.color = color_number(event.currentColor)
                    named = COLOR[event.card] == COLORLESS and self.color < COLORLESS
                    self.liked[event.playerId] = 1 << self.color if named else self.liked[event.playerId]
                    self.facing = -1
                case DrawPending():
                    self.facing = event.playerId if event.canChallenge else -1
                case CardsDrawn():
                    by_choice = event.reason == DrawReason.turn and event.count > 0
                    self.void[event.playerId] = 1 << self.color if by_choice and self.color < COLORLESS else 0
                    if event.playerId == self.facing and event.reason in _TAKES:
                        self.took[event.playerId] += 1
                        self.facing = -1
                case RoundStarted():
                    self.color = color_number(event.currentColor)
                    self._forget_hands()
                    self.window = -1
                case ColorChosen():
                    self.color = color_number(event.color)
                case HandsSwapped():
                    self.void[event.playerId] = self.void[event.targetId] = 0
                    self.liked[event.playerId] = self.liked[event.targetId] = 0
                case HandsRotated():
                    self._forget_hands()
                case Wd4Challenged():
                    self.dared[event.challengerId] += 1
                    self.facing = -1
                    record = self.guilty if event.guilty else self.innocent
                    record[event.playerId] += 1
                    if event.guilty and event.playerId == seat:
                        self.caught_by |= 1 << event.challengerId
                case _:
                    pass

    def _forget_hands(self) -> None:
        self.void = [0] * len(self.void)
        self.liked = [0] * len(self.void)

    def is_void(self, seat: int, color: int) -> bool:
        """Is this player known not to have this colour?"""
        return bool(self.void[seat] >> color & 1)


def recall(data: bytes, seats: int) -> Memory:
    """The memory that a bot has kept, or a fresh one."""
    if data:
        memory = msgspec.msgpack.decode(data, type=Memory)
        if len(memory.liked) == seats:
            return memory
    else:
        memory = Memory([0] * seats, [0] * seats, [0] * seats)
    memory.liked, memory.dared, memory.took = [0] * seats, [0] * seats, [0] * seats
    return memory


def keep(memory: Memory) -> bytes:
    """The memory in a few bytes."""
    return msgspec.msgpack.encode(memory)


def color_number(color: int | None) -> int:
    """The number of the colour in force; COLORLESS if there is none."""
    return COLORLESS if color is None else int(color)
