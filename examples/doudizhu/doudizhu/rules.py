"""斗地主: one landlord with twenty cards against two farmers with seventeen. client/help has its rules."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from games.cards import DECK, JOKERS
from games.simple import (
    Action,
    Card,
    Context,
    Event,
    PerOwner,
    PerSeat,
    Pick,
    Pile,
    Points,
    Public,
    Refused,
    Seat,
    Secret,
    Shown,
)

from .combinations import Combination, Kind, beats, proposals, readings, value

deck = (*sorted(DECK, key=value), *JOKERS)


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    deals: Annotated[int, Meta(ge=1, le=20)] = 3
    turn_seconds: Annotated[int, Meta(ge=0, le=120)] = 0  # 0: no limit


class State(Struct, array_like=True):
    hand: PerOwner[list[Card]]
    face_down: Secret[list[Card]]  # the bottom, until somebody is the landlord
    bottom: Shown[list[Card]]  # of which the landlord holds those that are not played yet
    last: Public[list[Card]]  # to be beaten
    kind: Public[Kind | None]
    last_by: Public[Seat]
    beaten: Public[Pile]
    left: Public[PerSeat[list[Card]]]  # the hands at the end of a round, laid open
    turn: Public[Seat]  # -1 between deals
    landlord: Public[Seat]
    bid: Public[int]
    bids: Public[PerSeat[int | None]]  # None: not yet, or no more; 0: passed
    doubled: Public[int]  # how often
    plays: Public[PerSeat[int]]
    points: Public[PerSeat[int]]
    deals: Public[int]  # still to be finished


class Bid(Action):
    points: Annotated[int, Meta(ge=1, le=3)]


class Play(Action):
    cards: Annotated[Pick[Card], Meta(min_length=1, max_length=20)]


class Pass(Action):
    pass


class AllPassed(Event):
    pass


class Landlord(Event):
    seat: Seat
    cards: list[Card]


class Spring(Event):
    seat: Seat


class RoundOver(Event):
    seat: Seat
    gains: PerSeat[int]
    hands: list[list[Card]]


Move = Bid | Play | Pass


def deal(options: Options, players: int, deck: list[Card], ctx: Context) -> State:
    s = State([], [], [], [], None, -1, [], [], -1, -1, 0, [], 0, [], [0] * players, options.deals)
    between_rounds(s, deck, ctx)
    return s


def between_rounds(s: State, deck: list[Card], ctx: Context) -> None:
    """Deals; chance says who bids first."""
    s.hand, s.face_down = [deck[17 * seat : 17 * seat + 17] for seat in range(3)], deck[51:]
    s.bottom, s.last, s.beaten, s.left = [], [], [], []
    s.turn, s.landlord, s.last_by, s.kind = ctx.chance.below(3), -1, -1, None
    s.bid, s.bids, s.doubled, s.plays = 0, [None] * 3, 0, [0] * 3


def turn(s: State) -> Seat:
    return s.turn


def team(s: State, seat: Seat) -> int:
    return -1 if s.landlord < 0 else int(seat != s.landlord)


def known(s: State) -> list[tuple[Seat, Card]]:
    """Everybody has seen the bottom."""
    return [(s.landlord, card) for card in s.bottom if card not in s.beaten and card not in s.last]


def to_beat(s: State) -> Combination | None:
    return next((one for one in readings(s.last) if one.kind == s.kind), None)


def moves(s: State, seat: Seat) -> Iterator[Move]:
    if s.landlord < 0:
        yield from (Bid(points) for points in range(s.bid + 1, 4))
    else:
        yield from map(Play, proposals(s.hand[seat], to_beat(s)))
    if s.landlord < 0 or s.last:
        yield Pass()


def judge(s: State, seat: Seat, move: Move) -> Refused | None:
    match move:
        case Bid() if s.landlord >= 0:
            return Refused("bid.over")
        case Bid(points) if points <= s.bid:
            return Refused("bid.too_low", bid=s.bid)
        case Play() if s.landlord < 0:
            return Refused("bid.first")
        case Play(cards) if not readings(cards):
            return Refused("cards.no_combination")
        case Play(cards) if (other := to_beat(s)) and not any(beats(one, other) for one in readings(cards)):
            return Refused("cards.too_low")
        case Pass() if s.landlord >= 0 and not s.last:
            return Refused("pass.must_lead")
    return None


def describe(s: State, seat: Seat, move: Move) -> str:
    return read_as(s, move.cards).kind if isinstance(move, Play) else ""


def read_as(s: State, cards: list[Card]) -> Combination:
    """Cards with several readings are read as the one that beats; of a lead, as the first."""
    other = to_beat(s)
    return next(one for one in readings(cards) if other is None or beats(one, other))


def play(s: State, seat: Seat, move: Move, ctx: Context) -> None:
    s.turn = (seat + 1) % 3
    match move:
        case Bid(points):
            s.bid, s.bids[seat] = points, points
        case Pass() if s.landlord < 0:
            s.bids[seat] = 0
        case Pass() if s.turn == s.last_by:  # both others have passed
            s.beaten, s.last, s.kind = s.beaten + s.last, [], None
        case Play(cards):
            kind = read_as(s, cards).kind
            s.doubled += kind in ("bomb", "rocket")
            s.beaten, s.last, s.kind, s.last_by = s.beaten + s.last, cards, kind, seat
            s.hand[seat] = [card for card in s.hand[seat] if card not in cards]
            s.plays[seat] += 1
            if not s.hand[seat]:
                finish(s, seat, ctx)
    if s.landlord < 0 and (s.bid == 3 or None not in s.bids):
        choose_landlord(s, ctx)


def choose_landlord(s: State, ctx: Context) -> None:
    if s.bid == 0:
        cards = [*s.face_down, *(card for hand in s.hand for card in hand)]
        ctx.chance.shuffle(cards)
        between_rounds(s, cards, ctx)
        ctx.tell(AllPassed())
        return
    s.landlord = s.turn = s.bids.index(s.bid)
    s.bids = [None] * 3
    s.bottom, s.face_down = s.face_down, []
    s.hand[s.landlord] += s.bottom
    ctx.tell(Landlord(s.landlord, list(s.bottom)))


def finish(s: State, winner: Seat, ctx: Context) -> None:
    farmers = [seat for seat in range(3) if seat != s.landlord]
    won = winner == s.landlord
    if (won and not any(s.plays[seat] for seat in farmers)) or (not won and s.plays[s.landlord] == 1):
        s.doubled += 1
        ctx.tell(Spring(winner))
    stake = s.bid * 2**s.doubled if won else -s.bid * 2**s.doubled
    gains = [2 * stake if seat == s.landlord else -stake for seat in range(3)]
    s.points = [had + gain for had, gain in zip(s.points, gains, strict=True)]
    s.left, s.hand = s.hand, [[] for _ in s.hand]
    s.turn, s.deals = -1, s.deals - 1
    ctx.tell(RoundOver(winner, gains, s.left))


def result(s: State) -> Points | None:
    return Points(s.points) if s.deals == 0 else None
