"""The words of views and events: colours, card types, phases, reasons, players' actions."""
# ruff: noqa: N815 - phases carry the names of the rules page

from __future__ import annotations

from typing import Final

from games.views import Word


class Color(Word):
    """The colours in the order that breaks every tie."""

    red = 0
    blue = 1
    green = 2
    yellow = 3


class CardType(Word):
    """The type of a card."""

    number = 0
    skip = 1
    reverse = 2
    draw_two = 3
    wild = 4
    wild_draw_four = 5


class Phase(Word):
    """The phase of the table (uno.md 7)."""

    chooseColor = 0
    turn = 1
    drawn = 2
    pendingDraw = 3
    turnEnd = 4
    roundEnd = 5
    matchEnd = 6


class Reason(Word):
    """Why a round or a match ended."""

    out = 0
    stalemate = 1
    abandoned = 2


class Did(Word):
    """A player's last or possible action: those of uno.md 5.2, and the timeout."""

    PLAY_CARD = 0
    DRAW_CARD = 1
    SKIP_TURN = 2
    CALL_UNO = 3
    CHALLENGE_WD4 = 4
    CHOOSE_COLOR = 5
    CHALLENGE_UNO = 6
    READY_NEXT = 7
    TIMEOUT = 8


PHASES: Final = tuple(Phase)
