"""The strong bot: try every sensible play in many guessed deals, and take the one that comes out best."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from games.chance import Chance
from games.shandong.rules.cards import POINTS, TRUMP, bits_of, each_card
from games.shandong.rules.tricks import winning_play
from games.shandong.views.structs import Own, Table

from .beating import winning_plays
from .leading import is_allowed, parts
from .position import Position, cheapness, follow_at_price, generosity
from .rollout import Deal, play_out, put
from .sampling import guess
from .strong_following import strong_follow
from .strong_leading import strong_lead

PLAYS = 5_000
"""Plays that are tried out for one decision: what bounds its time."""
GUESSES = 8
"""Guessed deals before the worse half of the plays drops out."""
MOST = 64
"""Guessed deals per decision."""
DOUBT = 1.0
"""Standard errors by which a play must be better than the first choice."""


def best_play(table: Table, own: Own, o: Position, chance: Chance, effort: int = PLAYS) -> int:
    """The cards that come out best on average: all are tried in the same guesses, and the worse half drops out."""
    choices = candidates(o)
    gains: list[list[float]] = [[] for _ in choices]
    alive = list(range(len(choices)))
    defending = o.seat % 2 != (0 if table.dealer is None else table.dealer % 2)
    cost = max(1, sum(table.handCounts))
    while len(alive) > 1 and effort > 0 and len(gains[alive[0]]) < MOST:
        for _ in range(GUESSES):
            deal = guess(table, own, o, chance)
            first = _worth(_after(deal, choices[0]))
            for place in alive:
                worth = first if place == 0 else _worth(_after(deal, choices[place]))
                gains[place].append(worth - first if defending else first - worth)
            effort -= cost * len(alive)
        alive.sort(key=lambda place: -_trusted(gains[place]))
        alive = alive[: max(2, (len(alive) + 1) // 2)]
    gains[0] = [0.0]
    return choices[max([0, *alive], key=lambda place: _trusted(gains[place]))]


def _trusted(gains: list[float]) -> float:
    """What a play gains over the first choice, on average, less the doubt that few guesses leave."""
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return mean - DOUBT * sqrt(spread / len(gains))


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


def candidates(o: Position) -> list[int]:
    """Plays worth a thought, the one at first sight first, without doubles."""
    found = dict.fromkeys(_follows(o) if o.plays else _leads(o))
    return list(found)


def _leads(o: Position) -> Iterator[int]:
    yield strong_lead(o)
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


def _follows(o: Position) -> Iterator[int]:
    lead, price = o.lead, cheapness(o.hand, o.trumps)
    yield strong_follow(o)
    values = o.trumps.values
    shy = [value + 40 * points for value, points in zip(values, POINTS, strict=True)]
    for taste in (price, generosity(o.trumps), values, shy, [-value for value in values]):
        yield follow_at_price(lead, o.hand, taste, o.trumps)
    _, best = winning_play(lead, o.plays, o.trumps)
    beating = list(winning_plays(lead, o.hand, best, price, o.trumps))
    yield from beating[:2]
    yield from beating[-2:]
    if not o.of_suit(lead.suit or 0) and len(lead.cards) == 1:
        yield from _discards(o)


def _discards(o: Position) -> Iterator[int]:
    """The lowest card of each plain suit, and the one with the most points."""
    for suit in range(4):
        cards = sorted(each_card(o.of_suit(suit)), key=lambda c: (POINTS[c], o.trumps.values[c]))
        if cards:
            yield 1 << cards[0]
            yield 1 << cards[-1]
