"""What a learner does in the lesson is what a round asks for, and what the table itself would suggest."""

from __future__ import annotations

from collections.abc import Iterator

from games.api import LEARNER
from games.chance import Chance
from games.shandong import GAME
from games.shandong.actions import Action, Bury, Play
from games.shandong.lesson import LESSON
from games.shandong.options import resolve
from games.shandong.rules.cards import CARD_OF, bits_of, named_cards, points_in, suit_of
from games.shandong.rules.types import identify_card_type
from games.shandong.state import State


def asked() -> Iterator[tuple[State, Action]]:
    """What the learner has to do, and the state in which they do it."""
    state = LESSON.begin(resolve(LESSON.preset, LESSON.options, LESSON.seats))
    for now, move in enumerate(LESSON.moves):
        if move.seat == LEARNER:
            yield state, move.action
        state = GAME.apply(state, move.seat, move.action, Chance(b"lesson", now), now).state


def kind_of(state: State, action: Action) -> str:
    if not isinstance(action, Play):
        return type(action).__name__
    this, effective = state.round, state.trumps.effective
    cards = named_cards(action.payload.cards, this.hands[LEARNER])
    if not this.trick:
        return f"lead {identify_card_type(cards, state.trumps).type}"
    return "follow" if effective[cards[0]] == effective[this.trick[0][0]] else "ruff"


def test_the_learner_declares_buries_leads_a_pair_follows_ruffs_throws_and_takes_the_last_trick():
    kinds = [kind_of(state, action) for state, action in asked()]
    assert kinds == ["Declare", "Bury", "lead pair", "follow", "ruff", "lead mixed", "lead single", "ruff"]


def test_what_the_learner_buries_is_what_a_hint_suggests_and_all_they_have_of_a_suit_without_points():
    state, action = next((state, action) for state, action in asked() if isinstance(action, Bury))
    buried = {CARD_OF[card] for card in action.payload.cards}
    assert {*(GAME.own(state, LEARNER).suggestedBury or ())} == buried
    assert points_in(bits_of(buried)) == 0
    [suit] = {suit_of(card) for card in buried}
    assert {card for card in state.round.hands[LEARNER] if suit_of(card) == suit} == buried
    assert buried & {*state.round.taken} not in (set(), buried), "some were in the hand, and some in the bottom"
