"""What a bot remembers from public events (uno.md 20.2): voids, verdicts, and its own intentions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.uno.cards import COLORLESS, TYPE, WILD_DRAW_FOUR
from games.uno.events import (
    CardPlayed,
    CardsDrawn,
    ColorChosen,
    DrawReason,
    HandsRotated,
    HandsSwapped,
    RoundStarted,
    Wd4Challenged,
)
from games.views import Event


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
    """How many cards its player had after it."""
    window: int = -1
    """The turn in whose UNO window the bot has already decided whether to catch."""
    reaction: int = -1
    """After how many ms it means to catch; -1: not at all."""

    def listen(self, events: Sequence[Event], seat: int) -> None:
        """Take in what has happened, as this seat saw it."""
        for event in events:
            match event:
                case CardPlayed():
                    if TYPE[event.card] == WILD_DRAW_FOUR:
                        self.before, self.left = self.color, event.cardCount
                    self.color = _number(event.currentColor)
                case CardsDrawn():
                    by_choice = event.reason == DrawReason.turn and event.count > 0
                    self.void[event.playerId] = 1 << self.color if by_choice and self.color < COLORLESS else 0
                case RoundStarted():
                    self.color = _number(event.currentColor)
                    self.void = [0] * len(self.void)
                    self.window = -1
                case ColorChosen():
                    self.color = _number(event.color)
                case HandsSwapped():
                    self.void[event.playerId] = self.void[event.targetId] = 0
                case HandsRotated():
                    self.void = [0] * len(self.void)
                case Wd4Challenged():
                    record = self.guilty if event.guilty else self.innocent
                    record[event.playerId] += 1
                    if event.guilty and event.playerId == seat:
                        self.caught_by |= 1 << event.challengerId
                case _:
                    pass

    def is_void(self, seat: int, color: int) -> bool:
        """Is this player known not to have this colour?"""
        return bool(self.void[seat] >> color & 1)


def recall(data: bytes, seats: int) -> Memory:
    """The memory that a bot was given back, or a fresh one."""
    if data:
        return msgspec.msgpack.decode(data, type=Memory)
    return Memory([0] * seats, [0] * seats, [0] * seats)


def keep(memory: Memory) -> bytes:
    """The memory in a few bytes."""
    return msgspec.msgpack.encode(memory)


def _number(color: int | None) -> int:
    return COLORLESS if color is None else int(color)
