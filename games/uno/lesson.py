"""The lesson: a round that the learner wins, with matching by colour, sign and number, drawing, a wild, and UNO."""

from __future__ import annotations

from typing import Final

from games.api import LEARNER, Lesson, LessonMove

from .actions import Action, CallUno, CardPayload, DrawCard, PlayCard
from .cards import ALL_CARDS, CARD_ID, COLOR, Card
from .options import Options, pack
from .state import BOT, HUMAN, TURN, State

_HANDS: Final = (
    "red-8 blue-skip green-1 yellow-4 green-6 yellow-6",
    "red-skip green-9 yellow-2 red-4 green-7 blue-3 blue-5 red-2",
    "blue-1 red-9 yellow-5 green-4 yellow-7 blue-2 green-3 red-6",
)
"""By seat. The others keep three cards each, so that nobody else is close to winning."""
_TOP: Final = "red-3"
_DRAWN: Final = "wild"
_BY_NAME: Final = {CARD_ID[card].rpartition("-")[0]: card for card in reversed(ALL_CARDS)}
"""The first card of each kind."""


def _begin(options: Options) -> State:
    hands = [[_BY_NAME[name] for name in hand.split()] for hand in _HANDS]
    top, drawn = _BY_NAME[_TOP], _BY_NAME[_DRAWN]
    used: set[Card] = {top, drawn}.union(*hands)
    seats = len(hands)
    return State(
        options=pack(options),
        hands=hands,
        seats=[HUMAN, *[BOT] * (seats - 1)],
        scores=[0] * seats,
        rounds_won=[0] * seats,
        deck=[*(card for card in ALL_CARDS if card not in used), drawn],
        discard=[top],
        phase=TURN,
        color=COLOR[top],
        current=LEARNER,
        turn=1,
        round=1,
        dealer=seats - 1,
    )


def _play(says: str, seat: int, card: str, color: str | None = None) -> LessonMove[Action]:
    payload = CardPayload(card_id=CARD_ID[_BY_NAME[card]], chosen_color=color)
    return LessonMove(seat=seat, action=PlayCard(payload), says=says)


LESSON: Final[Lesson[Options, State, Action]] = Lesson(
    minutes=1,
    preset="standard",
    options={"turnSeconds": 0, "unoGraceMs": 0},
    seats=len(_HANDS),
    begin=_begin,
    moves=(
        _play("color", 0, "red-8"),
        _play("color.done", 1, "red-skip"),
        _play("sign", 0, "blue-skip"),
        _play("sign.done", 2, "blue-1"),
        _play("number", 0, "green-1"),
        _play("number.done", 1, "green-9"),
        _play("number.done", 2, "red-9"),
        LessonMove(seat=0, action=DrawCard(), says="draw"),
        _play("wild", 0, "wild", "yellow"),
        _play("wild.done", 1, "yellow-2"),
        _play("wild.done", 2, "yellow-5"),
        _play("yellow", 0, "yellow-4"),
        _play("yellow.done", 1, "red-4"),
        _play("yellow.done", 2, "green-4"),
        LessonMove(seat=0, action=CallUno(), says="call"),
        _play("called", 0, "green-6"),
        _play("called.done", 1, "green-7"),
        _play("called.done", 2, "yellow-7"),
        _play("last", 0, "yellow-6"),
    ),
)
