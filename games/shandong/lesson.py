"""The lesson: a short round at the last level, with declaring, following, ruffing, points, a throw and the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.api import LEARNER, Lesson, LessonMove, Seat

from .actions import Action, Bury, Cards, Declare, Pass, Play
from .options import Rules
from .rules.cards import CARD_OF, RANK_INDEX
from .rules.phases.dealing import DEALT
from .rules.phases.match import empty_match
from .state import SEATS, Phase, Round, State

_HANDS: Final = (
    "joker_small_0 hearts_Q_0 hearts_Q_1 hearts_8_0 spades_10_0 spades_6_0 diamonds_A_0 diamonds_K_0",
    "spades_4_0 spades_J_0 clubs_10_0 diamonds_10_0 diamonds_8_0 hearts_4_0 hearts_6_0 hearts_9_0",
    "spades_A_0 spades_8_0 clubs_J_0 clubs_4_0 diamonds_9_0 diamonds_6_0 hearts_K_0 hearts_10_0",
    "spades_9_0 spades_K_0 clubs_K_0 clubs_8_0 clubs_9_0 clubs_6_0 diamonds_Q_0 diamonds_4_0",
)
"""By seat: eight cards each, so that a round takes minutes."""
_BOTTOM: Final = "clubs_10_1 clubs_Q_0 spades_Q_0 diamonds_J_0"
"""The partner buries the four that they took."""
_LEVEL: Final = "7"
"""The last one, so that the round is a match; its rank is neither worth points nor always trump."""
_MINUTES_MS: Final = 600_000


def _begin(rules: Rules) -> State:
    """All cards are dealt, and nobody has declared."""
    level = RANK_INDEX[rules.end_level]
    state = empty_match(rules)
    state.phase = Phase.declaring
    state.levels = [level, level]
    state.level = level
    state.number = 1
    state.bots = [seat != LEARNER for seat in SEATS]
    state.round = Round(dealt=DEALT, hands=[_cards(hand) for hand in _HANDS], bottom=_cards(_BOTTOM))
    return state


def _cards(names: str) -> list[int]:
    return [CARD_OF[name] for name in names.split()]


def _move(says: str, seat: Seat, action: Action) -> LessonMove[Action]:
    return LessonMove(seat=seat, action=action, says=says)


def _trick(leader: Seat, *plays: tuple[str, str]) -> Iterator[LessonMove[Action]]:
    """What is said, and the cards, from the leader on."""
    for place, (says, names) in enumerate(plays):
        yield _move(says, (leader + place) % len(SEATS), Play(Cards(names.split())))


LESSON: Final[Lesson[Rules, State, Action]] = Lesson(
    minutes=2,
    preset="calm",
    options={"endLevel": _LEVEL, "sticking": False, "declareMs": _MINUTES_MS, "counterMs": _MINUTES_MS},
    seats=len(SEATS),
    begin=_begin,
    moves=(
        _move("declare", 0, Declare(Cards(["joker_small_0", "hearts_Q_0", "hearts_Q_1"]))),
        *(_move("declare.done", seat, Pass()) for seat in (1, 2, 3)),
        _move("bury", 2, Bury(Cards(_BOTTOM.split()))),
        *_trick(
            2, ("lead", "spades_A_0"), ("lead", "spades_9_0"), ("follow", "spades_10_0"), ("follow.done", "spades_4_0")
        ),
        *_trick(
            2, ("clubs", "clubs_J_0"), ("clubs", "clubs_K_0"), ("trump", "hearts_8_0"), ("trump.done", "clubs_10_0")
        ),
        *_trick(
            0,
            ("throw", "diamonds_A_0 diamonds_K_0"),
            ("throw.done", "diamonds_10_0 diamonds_8_0"),
            ("throw.done", "diamonds_9_0 diamonds_6_0"),
            ("throw.done", "diamonds_Q_0 diamonds_4_0"),
        ),
        *_trick(
            0,
            ("pair", "hearts_Q_0 hearts_Q_1"),
            ("pair.done", "hearts_6_0 hearts_9_0"),
            ("pair.done", "hearts_K_0 hearts_10_0"),
            ("pair.done", "clubs_9_0 clubs_6_0"),
        ),
        *_trick(
            0, ("keep", "spades_6_0"), ("keep.done", "spades_J_0"), ("keep.done", "spades_8_0"),
            ("keep.done", "spades_K_0"),
        ),
        *_trick(
            3, ("last", "clubs_8_0"), ("bottom", "joker_small_0"), ("bottom.done", "hearts_4_0"),
            ("bottom.done", "clubs_4_0"),
        ),
    ),
)  # fmt: skip
