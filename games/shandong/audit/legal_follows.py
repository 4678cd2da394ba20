"""All legal follows of a hand (shandong.md 7.3). Decks do not matter for legality, so kinds are counted first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb

from games.shandong.rules.cards import bits_of, cards_in, counted, each_card, pairs_in
from games.shandong.rules.demand import Demand, demand_of, fits
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import CardType


def count_follows(lead: CardType, hand: Iterable[int], trumps: Trumps) -> int:
    """How many sets of cards are legal."""
    held = bits_of(hand)
    _, choice, count = _plain_choice(lead, held, trumps)
    if count >= 0:
        return comb(choice.bit_count(), count)
    pool, demanded = _pool_and_demand(lead, held, trumps)
    return sum(_ways(play, counted(pool)) for play in _kinds_played(lead, pool, demanded, trumps))


def legal_follows(lead: CardType, hand: Iterable[int], trumps: Trumps) -> Iterator[tuple[int, ...]]:
    """Every legal set of cards, lazily, each in canonical order."""
    held = bits_of(hand)
    fixed, choice, count = _plain_choice(lead, held, trumps)
    if count >= 0:
        for chosen in combinations(cards_in(choice), count):
            yield cards_in(fixed | bits_of(chosen))
        return
    pool, demanded = _pool_and_demand(lead, held, trumps)
    for play in _kinds_played(lead, pool, demanded, trumps):
        yield from map(cards_in, _copies(play, pool))


def _pool_and_demand(lead: CardType, hand: int, trumps: Trumps) -> tuple[int, Demand]:
    assert lead.suit is not None, "an invalid type cannot be led"
    pool = hand & trumps.masks[lead.suit]
    return pool, demand_of(lead, counted(pool), trumps)


def _plain_choice(lead: CardType, hand: int, trumps: Trumps) -> tuple[int, int, int]:
    """(cards in every play, cards to choose from, how many of them), or a count of -1 if shapes must be found."""
    assert lead.suit is not None, "an invalid type cannot be led"
    pool = hand & trumps.masks[lead.suit]
    count = len(lead.cards)
    if pool.bit_count() <= count:
        return pool, hand & ~pool, count - pool.bit_count()
    demanded = demand_of(lead, counted(pool), trumps)
    if not demanded.size and not demanded.required:
        return 0, pool, count
    asked = sum(shape.size for shape in demanded.required)
    if demanded.size and asked in (0, pairs_in(pool).bit_count()):  # every pair is played, or none
        among = [c for c in each_card(pool) if demanded.among >> (c & ~1) & 1]
        bar = sorted((trumps.values[c] for c in among), reverse=True)[demanded.size - 1]
        sure = bits_of(c for c in among if trumps.values[c] > bar)
        return (
            sure | pool & ~bits_of(among),
            bits_of(c for c in among if trumps.values[c] == bar),
            demanded.size - sure.bit_count(),
        )
    return 0, 0, -1


def _kinds_played(lead: CardType, pool: int, demanded: Demand, trumps: Trumps) -> Iterator[int]:
    """The legal plays as counted sets."""
    suit, count = lead.suit or 0, len(lead.cards)
    kinds = [(0b01 << c, bool(pool >> c & pool >> c + 1 & 1)) for c in range(0, 108, 2) if pool >> c & 0b11]

    def choose(i: int, play: int, left: int) -> Iterator[int]:
        if not left:
            if fits(demanded, play, suit, trumps):
                yield play
            return
        if left > 2 * (len(kinds) - i):
            return
        bit, twice = kinds[i]
        yield from choose(i + 1, play, left)
        yield from choose(i + 1, play | bit, left - 1)
        if twice and left > 1:
            yield from choose(i + 1, play | 0b11 * bit, left - 2)

    return choose(0, 0, count)


def _ways(play: int, pool: int) -> int:
    """In how many ways the decks of a counted play can be chosen: two for each single copy of a held pair."""
    return 1 << sum(1 for c in range(0, 108, 2) if play >> c & 0b11 == 0b01 and pool >> c & 0b11 == 0b11)


def _copies(play: int, pool: int) -> Iterator[int]:
    """A counted play with every choice of decks."""
    sets = [0]
    for c in range(0, 108, 2):
        wanted, held = play >> c & 0b11, pool >> c & 0b11
        if wanted:
            options = [0b11] if wanted == 0b11 else [copy for copy in (0b01, 0b10) if held & copy]
            sets = [s | option << c for s in sets for option in options]
    yield from sets
