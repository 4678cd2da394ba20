"""Following: is this play legal, and what must a seat play? (shandong.md 7)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from .cards import CARD_IDS, EFFECTIVE_SUITS, POINTS, bits_of, cards_in, counted, each_card
from .construct import construct_bits, follow_by_taste
from .demand import NOTHING, Demand, demand_of
from .placing import Shape, covers
from .trumps import Trumps
from .types import CardType
from .validators import Breach, validate


class FollowResult(msgspec.Struct, frozen=True):
    """The answer to a follow. Cards in `params` and `expected` are id texts."""

    valid: bool
    code: str | None = None
    params: dict[str, Any] = {}
    expected: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The verdict: legal, or the key of the text about the fault (15.4)."""
        return self.code or "成功"


VALID: Final = FollowResult(True)


class Duty(msgspec.Struct, frozen=True):
    """A follower's duty, for the client."""

    count: int  # how many cards
    pool: tuple[int, ...]  # the hand's cards of the suit led
    forced: tuple[int, ...]  # in every legal play
    shapes: tuple[Shape, ...]  # shapes that must be in the play
    others: int  # how many cards from outside the pool
    suggestions: tuple[
        tuple[int, ...], ...
    ]  # up to three legal plays: as in 7.5, the highest, the one with the most points


def check_mandatory_follow(
    lead: CardType, hand: Iterable[int], play: Sequence[int], trumps: Trumps, *, explain: bool = True
) -> FollowResult:
    """Judge a follow in the order of 7.4 (ids are read by `cards.named_cards`).

    `lead` is the current lead (`identify_card_type`); `expected` is constructed only with `explain`.
    """
    held, shown = bits_of(hand), bits_of(play)
    breach = _named_wrongly(held, play) if shown & ~held or shown.bit_count() < len(play) or not play else None
    if breach is None:
        breach = judge_follow(lead, held, shown, trumps)
        if breach is None:
            return VALID
    expected: tuple[str, ...] = ()
    if explain:
        expected = tuple([CARD_IDS[c] for c in each_card(construct_bits(lead, held, trumps))])
    return FollowResult(False, breach.code, breach.params, expected)


def _named_wrongly(hand: int, play: Sequence[int]) -> Breach:
    for i, card in enumerate(play):
        if card in play[:i]:
            return Breach("DUPLICATE_CARD", {"card": CARD_IDS[card]})
    for card in play:
        if not hand >> card & 1:
            return Breach("CARD_NOT_IN_HAND", {"card": CARD_IDS[card]})
    return Breach("EMPTY_PLAY", {})


def judge_follow(lead: CardType, hand: int, play: int, trumps: Trumps) -> Breach | None:
    """Steps 2 to 5 of 7.4 for bit sets of cards: the fault in a play from this hand, or None."""
    assert lead.suit is not None, "an invalid type is not led"
    count = len(lead.cards)
    if play.bit_count() != count:
        return Breach("WRONG_CARD_COUNT", {"count": count})
    pool = hand & trumps.masks[lead.suit]
    if pool.bit_count() < count:
        if pool & ~play:
            cards = [CARD_IDS[c] for c in each_card(pool)]
            return Breach("MUST_PLAY_ALL_OF_SUIT", {"suit": EFFECTIVE_SUITS[lead.suit], "cards": cards})
        return None
    if play & ~pool:
        return Breach("MUST_FOLLOW_SUIT", {"suit": EFFECTIVE_SUITS[lead.suit]})
    return validate(lead.type, lead, pool, play, trumps)


def duty(lead: CardType, hand: Iterable[int], trumps: Trumps) -> Duty:
    """A hand's duty to a lead, and plays that satisfy it."""
    assert lead.suit is not None, "an invalid type is not led"
    held = bits_of(hand)
    pool = held & trumps.masks[lead.suit]
    count = len(lead.cards)
    larger = pool.bit_count() > count
    demanded = demand_of(lead, counted(pool), trumps) if larger else NOTHING
    shapes = demanded.required
    forced = _forced(lead, pool, demanded, trumps) if larger else held if held.bit_count() <= count else pool
    return Duty(
        count,
        cards_in(pool),
        cards_in(forced),
        shapes,
        max(0, count - pool.bit_count()),
        _suggestions(lead, held, trumps),
    )


def _forced(lead: CardType, pool: int, demanded: Demand, trumps: Trumps) -> int:
    """The cards of a larger pool without which no play is legal."""
    suit = lead.suit or 0
    forced = 0
    for card in each_card(pool):
        if not covers(counted(pool & ~(1 << card)), demanded.placing, suit, trumps):
            forced |= 1 << card
    if demanded.size:
        among = [c for c in each_card(pool) if demanded.among >> (c & ~1) & 1]
        among.sort(key=lambda c: -trumps.values[c])
        bar = trumps.values[among[demanded.size - 1]]
        equal = [c for c in among if trumps.values[c] >= bar]
        sure = [c for c in equal if trumps.values[c] > bar or len(equal) == demanded.size]
        forced |= bits_of(sure)
    return forced


def _suggestions(lead: CardType, hand: int, trumps: Trumps) -> tuple[tuple[int, ...], ...]:
    values = trumps.values
    tastes = (values, [-v for v in values], [v - 2000 * p for v, p in zip(values, POINTS, strict=True)])
    plays = [cards_in(follow_by_taste(lead, hand, taste, trumps)) for taste in tastes]
    return tuple(dict.fromkeys(plays))
