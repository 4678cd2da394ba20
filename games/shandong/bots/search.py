"""The strong bot: try every sensible play in many guessed deals, and take the one that comes out best."""

from __future__ import annotations

from collections.abc import Iterator

from games.chance import Chance

from ..cards import POINTS, TRUMP, bits_of, each_card
from ..construct import follow_by_taste
from ..views import Own, Table
from .beating import best_so_far, winning_plays
from .following import choose_follow
from .leading import choose_lead, is_allowed, parts
from .outlook import Outlook, cheapness, generosity
from .rollout import Deal, play_out, put
from .sampling import guess

PLAYS = 6_000
"""Plays that are tried out for one decision: what bounds its time."""
FEWEST = 6
MOST = 40
"""Guessed deals per decision."""


def best_play(table: Table, own: Own, o: Outlook, chance: Chance, effort: int = PLAYS) -> int:
    """The cards whose outcome is best on average; sets that look alike are tried once."""
    choices = candidates(o)
    if len(choices) == 1:
        return choices[0]
    left = sum(table.handCounts)
    guesses = max(FEWEST, min(MOST, effort // (left * len(choices))))
    totals = [0.0] * len(choices)
    defending = o.seat % 2 != (0 if table.dealer is None else table.dealer % 2)
    for _ in range(guesses):
        deal = guess(table, own, o, chance)
        for place, cards in enumerate(choices):
            worth = _worth(_after(deal, cards))
            totals[place] += worth if defending else -worth
    return choices[max(range(len(choices)), key=totals.__getitem__)]


def _after(deal: Deal, cards: int) -> int:
    tried = deal.copy()
    put(tried, cards)
    return play_out(tried)


def _worth(points: int) -> float:
    """What the defenders' points are worth to them: the deal at 80, levels beyond and below."""
    steps = 0.0
    for bar, weight in ((5, 0.5), (40, 0.5), (80, 1.0), (120, 0.5), (160, 0.5), (200, 0.5)):
        distance = (points - bar + 2.5) / 12
        steps += weight * (1 if distance > 8 else 0 if distance < -8 else 1 / (1 + 2.718281828**-distance))
    return steps + points / 400


def candidates(o: Outlook) -> list[int]:
    """Plays worth a thought, the baseline's own first, without doubles."""
    found = dict.fromkeys(_follows(o) if o.plays else _leads(o))
    return list(found)


def _leads(o: Outlook) -> Iterator[int]:
    yield choose_lead(o)
    for suit in (*range(4), TRUMP):
        mine = parts(o, suit)
        if not mine:
            continue
        groups = [bits_of(unit.cards) for unit in mine if len(unit.cards) > 1]
        singles = list(each_card(o.of_suit(suit)))
        singles.sort(key=lambda c: (o.trumps.values[c], POINTS[c]))
        bare = [c for c in singles if not POINTS[c]]
        picks = groups[:3] + groups[-1:] + [1 << c for c in (singles[0], singles[-1], *bare[:1])]
        for cards in picks:
            if is_allowed(o, cards):
                yield cards


def _follows(o: Outlook) -> Iterator[int]:
    lead, price = o.lead, cheapness(o.hand, o.trumps)
    yield choose_follow(o)
    values = o.trumps.values
    shy = [value + 40 * points for value, points in zip(values, POINTS, strict=True)]
    for taste in (price, generosity(o.trumps), values, shy, [-value for value in values]):
        yield follow_by_taste(lead, o.hand, taste, o.trumps)
    _, best = best_so_far(lead, o.plays, o.trumps)
    beating = list(winning_plays(lead, o.hand, best, price, o.trumps))
    yield from beating[:2]
    yield from beating[-2:]
    if not o.of_suit(lead.suit or 0) and len(lead.cards) == 1:
        yield from _discards(o)


def _discards(o: Outlook) -> Iterator[int]:
    """The lowest card of each plain suit, and the one with the most points."""
    for suit in range(4):
        cards = sorted(each_card(o.of_suit(suit)), key=lambda c: (POINTS[c], o.trumps.values[c]))
        if cards:
            yield 1 << cards[0]
            yield 1 << cards[-1]
