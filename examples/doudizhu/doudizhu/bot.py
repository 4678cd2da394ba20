"""A bot: bids by its high cards, leads long and low, beats with as little as it can, and spares its partner."""

from collections import Counter
from typing import Final

from games.simple import Card, Context, Seat

from .combinations import ORDER, Combination, value
from .rules import Bid, Move, Pass, Play, State, moves, read_as

HIGH: Final = {"BJ": 4, "SJ": 3}
NEAR: Final = 4
"""An opponent with so few cards is stopped with bombs, too."""


def bot(s: State, seat: Seat, ctx: Context) -> Move:
    if s.landlord < 0:
        return bid(s, seat)
    plays = [move for move in moves(s, seat) if isinstance(move, Play)]
    if not plays:
        return Pass()
    best = min(plays, key=lambda move: cost(s, seat, move.cards))
    return Pass() if s.last and not worth_it(s, seat, best.cards) else best


def bid(s: State, seat: Seat) -> Move:
    hand = s.hand[seat]
    counts = Counter(map(value, hand))
    worth = sum(HIGH.get(card, 2 * (card[0] == "2")) for card in hand) + 4 * sum(n == 4 for n in counts.values())
    wanted = min(3, worth // 3)
    return Bid(wanted) if wanted > s.bid else Pass()


def cost(s: State, seat: Seat, cards: list[Card]) -> tuple[bool, int, int]:
    """What a play spends: bombs last; low ranks first, and of a lead's those with many cards."""
    read = read_as(s, cards)
    left = len(s.hand[seat]) - len(cards)
    return is_bomb(read) and left > 0, 0 if left == 0 else broken(s.hand[seat], cards), read.rank - 2 * len(cards)


def broken(hand: list[Card], cards: list[Card]) -> int:
    """How many cards of equal rank a play tears apart."""
    held, spent = Counter(map(value, hand)), Counter(map(value, cards))
    return sum(held[rank] - count for rank, count in spent.items())


def is_bomb(read: Combination) -> bool:
    return read.kind in ("bomb", "rocket")


def worth_it(s: State, seat: Seat, cards: list[Card]) -> bool:
    """Is it worth playing these?"""
    read, left = read_as(s, cards), len(s.hand[seat]) - len(cards)
    if left == 0:
        return True
    opponents = [other for other in range(3) if (other == s.landlord) != (seat == s.landlord)]
    danger = min(len(s.hand[other]) for other in opponents) <= NEAR
    if s.last_by not in opponents:
        return not danger and not is_bomb(read) and read.rank < ORDER.index("J")
    return danger or not is_bomb(read)
