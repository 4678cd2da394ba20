"""Crazy Eights: follow the suit or the rank; an eight goes on anything and names the suit; out of cards wins."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from games.cards import rank_of, suit_of
from games.marks import PerSeat
from games.simple import Action, Card, Context, Event, PerOwner, Pile, Points, Private, Public, Refused, Seat, Secret

Suit = Literal["spades", "hearts", "clubs", "diamonds"]
SUITS: Final[dict[str, Suit]] = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
POINTS: Final = {"8": 50, "A": 1, "J": 10, "Q": 10, "K": 10}


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    turn_seconds: Annotated[int, Meta(ge=0, le=120)] = 0  # 0: no limit


class State(Struct, array_like=True):
    hand: PerOwner[list[Card]]
    stock: Secret[Pile]
    pile: Public[Pile]
    suit: Public[Suit]  # to follow: the top card's, or the one an eight has named
    turn: Public[Seat]
    drawn: Public[bool]  # in this turn
    stuck: Public[int]  # consecutive passes with nothing left to draw
    left: Public[PerSeat[list[Card]]]  # the hands at the end, laid open


class Play(Action):
    card: Card
    suit: Suit | None = None


class Draw(Action):
    told = False  # `Drew` tells more


class Pass(Action):
    pass


class Drew(Event):
    seat: Seat
    card: Private[Card]


class Recycled(Event):
    count: int


class Opened(Event):
    cards: list[list[Card]]


Move = Play | Draw | Pass


def deal(options: Options, players: int, stock: list[Card], ctx: Context) -> State:
    hands = [[stock.pop() for _ in range(7 if players == 2 else 5)] for _ in range(players)]
    while rank_of(stock[-1]) == "8":  # an eight cannot be the first card: it goes to the bottom
        stock.insert(0, stock.pop())
    top = stock.pop()
    ctx.tell(Opened([[top]]))
    return State(hands, stock, [top], SUITS[suit_of(top)], ctx.chance.below(players), False, 0, [])


def turn(s: State) -> Seat:
    return s.turn


def can_draw(s: State) -> bool:
    return not s.drawn and (len(s.stock) > 0 or len(s.pile) > 1)


def fits(s: State, card: Card) -> bool:
    return rank_of(card) in ("8", rank_of(s.pile[-1])) or SUITS[suit_of(card)] == s.suit


def moves(s: State, seat: Seat) -> Iterator[Move]:
    for card in s.hand[seat]:
        if rank_of(card) == "8":
            yield from (Play(card, suit) for suit in SUITS.values())
        elif fits(s, card):
            yield Play(card)
    yield Draw() if can_draw(s) else Pass()


def judge(s: State, seat: Seat, move: Move) -> Refused | None:
    match move:
        case Play(card, suit) if card in s.hand[seat]:
            if not fits(s, card):
                return Refused("card.no_match")
            if (rank_of(card) == "8") != (suit is not None):
                return Refused("suit.needed" if suit is None else "suit.not_now")
        case Draw() if not can_draw(s):
            return Refused("draw.not_now")
        case Pass() if can_draw(s):
            return Refused("pass.draw_first")
    return None


def play(s: State, seat: Seat, move: Move, ctx: Context) -> None:
    match move:
        case Play(card, suit):
            s.hand[seat].remove(card)
            s.pile.append(card)
            s.suit, s.stuck = suit or SUITS[suit_of(card)], 0
        case Draw():
            if not s.stock:  # all but the top card are shuffled and become the new stock
                s.stock, s.pile = s.pile[:-1], s.pile[-1:]
                ctx.chance.shuffle(s.stock)
                ctx.tell(Recycled(len(s.stock)))
            s.hand[seat].append(s.stock.pop())
            ctx.tell(Drew(seat, s.hand[seat][-1]))
        case Pass():
            s.stuck = 0 if s.drawn else s.stuck + 1
    s.drawn = isinstance(move, Draw)
    if not s.drawn:
        s.turn = (s.turn + 1) % len(s.hand)
    if not s.hand[seat] or s.stuck == len(s.hand):
        s.left, s.hand = s.hand, [[] for _ in s.hand]
        ctx.tell(Opened(s.left))


def result(s: State) -> Points | None:
    reason = "out" if [] in s.left else "blocked"
    return Points([points(hand) for hand in s.left], lowest_wins=True, reason=reason) if s.left else None


def points(hand: list[Card]) -> int:
    """What counts against the holder at the end: an eight 50, a court card 10, an ace 1."""
    return sum(POINTS.get(rank_of(card)) or int(rank_of(card)) for card in hand)


def timeout(s: State, seat: Seat, ctx: Context) -> list[Move]:
    return [Draw(), Pass()] if can_draw(s) else [Pass()]


def bot(s: State, seat: Seat, ctx: Context) -> Move:
    """Gets rid of expensive cards, keeps the eights, and names the suit that it holds most often."""
    cards = [move for move in moves(s, seat) if isinstance(move, Play)]
    if not cards:
        return Draw() if can_draw(s) else Pass()
    held = [suit_of(card) for card in s.hand[seat] if rank_of(card) != "8"]
    return max(
        cards, key=lambda move: (move.suit is None, points([move.card]), held.count((move.suit or " ")[0].upper()))
    )
