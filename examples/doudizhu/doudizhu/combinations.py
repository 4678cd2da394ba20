"""Which cards go together, and which beat which.

A combination is a body of equal cards, or several of them in sequence, with or without wings: 444 555 with 7 and 9.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from games.cards import JOKERS, RANKS, rank_of

Kind = Literal[
    "single", "pair", "triple", "triple_single", "triple_pair", "straight", "pairs", "plane", "plane_singles",
    "plane_pairs", "four_singles", "four_pairs", "bomb", "rocket",
]  # fmt: skip
ORDER: Final = (*RANKS[1:], RANKS[0], *JOKERS)
"""The ranks from the three up: an ace is high, a two is higher, and only the jokers are above it."""
SEQUENCE: Final = ORDER.index("2")
"""Sequences end below the two."""
KINDS: Final[dict[tuple[int, int, bool], Kind]] = {
    (1, 0, False): "single", (2, 0, False): "pair", (3, 0, False): "triple", (4, 0, False): "bomb",
    (3, 1, False): "triple_single", (3, 2, False): "triple_pair",
    (4, 1, False): "four_singles", (4, 2, False): "four_pairs",
    (1, 0, True): "straight", (2, 0, True): "pairs", (3, 0, True): "plane",
    (3, 1, True): "plane_singles", (3, 2, True): "plane_pairs",
}  # fmt: skip
"""By the number of equal cards in the body, the size of a wing, and whether the body is a sequence."""
SHORTEST: Final = {1: 5, 2: 3, 3: 2}
"""The least number of ranks in a sequence of singles, pairs, triples."""


class Combination(NamedTuple):
    """`rank`: the highest of the body, as a place in ORDER."""

    kind: Kind
    rank: int
    size: int


def value(card: str) -> int:
    return ORDER.index(rank_of(card))


def readings(cards: Collection[str]) -> list[Combination]:
    """All that these cards may pass for, the highest first; 333 444 555 666 is a plane of four, or one with wings."""
    if set(cards) == set(JOKERS):
        return [Combination("rocket", len(ORDER), 2)]
    counts = Counter(map(value, cards))
    found = []
    for (equal, wing, long), kind in KINDS.items():
        length = _length(equal, wing, len(cards))
        if _fits(equal, length, long):
            bodies = (body for body in _bodies(counts, equal, length) if _winged(counts, body, equal, wing))
            found += [Combination(kind, body[-1], len(cards)) for body in bodies]
    return sorted(found, key=lambda one: (one.kind in ("plane_singles", "plane_pairs"), -one.rank))


def beats(one: Combination, other: Combination) -> bool:
    if one.kind == "rocket" or other.kind == "rocket":
        return one.kind == "rocket"
    if one.kind == "bomb" and other.kind != "bomb":
        return True
    return (one.kind, one.size) == (other.kind, other.size) and one.rank > other.rank


def proposals(hand: Sequence[str], to_beat: Combination | None) -> Iterator[list[str]]:
    """Selections from this hand that may be led, or that beat; each body once, with the lowest wings."""
    groups: dict[int, list[str]] = {}
    for card in sorted(hand, key=value):
        groups.setdefault(value(card), []).append(card)
    counts = Counter({rank: len(cards) for rank, cards in groups.items()})
    for (equal, wing, long), kind in KINDS.items():
        for length in range(1, 13):
            size = length * (equal + wing) if equal < 4 else equal + 2 * wing
            if not _fits(equal, length, long) or (to_beat and kind != "bomb" and to_beat[::2] != (kind, size)):
                continue
            for body in _bodies(counts, equal, length):
                cards = [card for rank in body for card in groups[rank][:equal]]
                cards += _lowest(groups, body, wing, size - len(cards))
                if len(cards) == size and (to_beat is None or beats(Combination(kind, body[-1], size), to_beat)):
                    yield cards
    if set(JOKERS) <= set(hand):
        yield list(JOKERS)


def _length(equal: int, wing: int, size: int) -> int:
    """How many ranks the body has; 0 if these cards cannot be such a combination."""
    if equal == 4:
        return int(size == equal + 2 * wing)
    return size // (equal + wing) if size % (equal + wing) == 0 else 0


def _fits(equal: int, length: int, long: bool) -> bool:
    return length >= SHORTEST[equal] if long else length == 1


def _bodies(counts: Counter[int], equal: int, length: int) -> Iterator[range]:
    """Every place where so many ranks in sequence have at least so many equal cards."""
    run = 0
    for rank in range(len(ORDER) if length == 1 else SEQUENCE):
        run = run + 1 if counts[rank] >= equal else 0
        if run >= length:
            yield range(rank - length + 1, rank + 1)


def _winged(counts: Counter[int], body: range, equal: int, wing: int) -> bool:
    """Is all the rest such wings? Their ranks are not those of the body, and pairs differ from one another."""
    rest = {rank: count for rank, count in counts.items() if rank not in body}
    if any(counts[rank] != equal for rank in body):
        return False
    if wing == 1:
        return not {len(ORDER) - 2, len(ORDER) - 1} <= rest.keys()  # a rocket is not two wings
    return all(count == wing for count in rest.values())


def _lowest(groups: dict[int, list[str]], body: range, wing: int, size: int) -> list[str]:
    """The lowest wings, those first that break nothing up."""
    ranks = [rank for rank, cards in groups.items() if rank not in body and len(cards) >= wing]
    ranks.sort(key=lambda rank: (len(groups[rank]) > wing, rank))
    cards = [card for rank in ranks for card in (groups[rank][:2] if wing == 2 else groups[rank])]
    return [card for card in cards if card != JOKERS[1]][:size]
