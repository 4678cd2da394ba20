"""The lesson: a short round at the last level, with declaring, countering, burying, following, ruffing, points, a throw
and the last trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.api import LEARNER, Lesson, LessonMove, Seat

from .actions import Action, Bury, Cards, Counter, Declare, Pass, Play
from .options import Rules
from .rules.cards import CARD_OF, RANK_INDEX
from .rules.phases.dealing import DEALT
from .rules.phases.match import empty_match
from .state import SEATS, Phase, Round, State

_HANDS: Final = (
    "joker_big_0 spades_Q_0 spades_Q_1 hearts_10_0 diamonds_A_0 diamonds_A_1 diamonds_6_0 clubs_8_0 clubs_6_0",
    "spades_A_0 spades_A_1 hearts_6_0 hearts_8_0 clubs_10_0 diamonds_9_0 diamonds_8_0 diamonds_6_1 diamonds_4_0",
    "joker_small_0 joker_small_1 hearts_A_0 hearts_A_1 clubs_J_0 diamonds_Q_0 diamonds_10_0 diamonds_8_1 diamonds_4_1",
    "spades_9_0 spades_4_0 hearts_4_0 clubs_K_0 clubs_8_1 diamonds_K_1 diamonds_J_0 diamonds_J_1 diamonds_9_1",
)
"""By seat: nine cards each, so that a round takes minutes."""
_BOTTOM: Final = "diamonds_K_0 hearts_J_0 clubs_9_0 clubs_4_0"
_BURIED: Final = "clubs_9_0 clubs_8_0 clubs_6_0 clubs_4_0"
"""All of the learner's clubs, and what a hint would bury."""
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
    minutes=3,
    preset="calm",
    options={"endLevel": _LEVEL, "sticking": False, "declareMs": _MINUTES_MS, "counterMs": _MINUTES_MS},
    seats=len(SEATS),
    begin=_begin,
    moves=(
        _move("declare", 0, Declare(Cards(["joker_big_0", "spades_Q_0", "spades_Q_1"]))),
        _move("declare.done", 1, Pass()),
        # The trump holder's partner buries (shandong.md 10.5), so the learner has to lose the trump to theirs.
        _move("counter", 2, Counter(Cards(["joker_small_0", "joker_small_1", "hearts_A_0", "hearts_A_1"]))),
        _move("bury", 0, Bury(Cards(_BURIED.split()))),
        *_trick(
            0,
            ("pair", "spades_Q_0 spades_Q_1"),
            ("pair.done", "spades_A_0 spades_A_1"),
            ("pair.partner", "hearts_A_0 hearts_A_1"),
            ("pair.partner", "spades_9_0 spades_4_0"),
        ),
        *_trick(
            2, ("lead", "joker_small_0"), ("lead", "hearts_4_0"), ("follow", "hearts_10_0"),
            ("follow.done", "hearts_6_0"),
        ),
        *_trick(
            2, ("clubs", "clubs_J_0"), ("clubs", "clubs_K_0"), ("trump", "hearts_J_0"), ("trump.done", "clubs_10_0")
        ),
        *_trick(
            0,
            ("throw", "diamonds_A_0 diamonds_A_1 diamonds_K_0"),
            ("throw.done", "diamonds_8_0 diamonds_6_1 diamonds_4_0"),
            ("throw.done", "diamonds_10_0 diamonds_8_1 diamonds_4_1"),
            ("throw.done", "diamonds_J_0 diamonds_J_1 diamonds_9_1"),
        ),
        *_trick(
            0, ("keep", "diamonds_6_0"), ("keep.done", "diamonds_9_0"), ("keep.done", "diamonds_Q_0"),
            ("keep.done", "diamonds_K_1"),
        ),
        *_trick(
            3, ("last", "clubs_8_1"), ("bottom", "joker_big_0"), ("bottom.done", "hearts_8_0"),
            ("bottom.done", "joker_small_1"),
        ),
    ),
)  # fmt: skip
