"""Bid how many tricks you will take, then take them: a card turned up is trump."""

from typing import Annotated

from msgspec import Meta, Struct

from games import simple
from games.cards import strength, suit_of
from games.simple import Action, Card, Context, PerOwner, PerSeat, Pile, Points, Public, Refused, Seat, Secret

NOBODY = -1


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, Meta(ge=1, le=8)] = 3
    deals: Annotated[int, Meta(ge=1, le=4)] = 2


class State(Struct, array_like=True):
    hands: PerOwner[list[Card]]
    rest: Secret[Pile]
    turned: Public[Card]
    trick: Public[list[Card]]
    taken: Public[Pile]
    leader: Public[Seat]
    bids: Public[PerSeat[int | None]]
    won: Public[PerSeat[int]]
    points: Public[PerSeat[int]]
    left: Public[int]
    size: Public[int]


class Bid(Action):
    tricks: Annotated[int, Meta(ge=0, le=8)]


class Play(Action):
    card: Card


def deal(options: Options, players: int, deck: list[Card], ctx: Context) -> State:
    s = State([], [], "", [], [], 0, [], [], [0] * players, options.deals, options.cards)
    between_rounds(s, deck, ctx)
    return s


def between_rounds(s: State, deck: list[Card], ctx: Context) -> None:
    players = len(s.points)
    s.hands = [[deck.pop() for _ in range(s.size)] for _ in range(players)]
    s.turned, s.rest = deck.pop(), deck
    s.trick, s.taken, s.leader, s.left = [], [], 0, s.left - 1
    s.bids, s.won = [None] * players, [0] * players


def turn(s: State) -> Seat:
    if not any(s.hands):
        return NOBODY
    done = len(s.trick) if None not in s.bids else sum(bid is not None for bid in s.bids)
    return (s.leader + done) % len(s.hands)


def moves(s: State, seat: Seat) -> list[Bid | Play]:
    if None in s.bids:
        return [Bid(tricks) for tricks in range(len(s.hands[seat]) + 1) if tricks != 1]
    return [Play(card) for card in s.hands[seat] if follows(s, seat, card)]


def follows(s: State, seat: Seat, card: Card) -> bool:
    led = suit_of(s.trick[0]) if s.trick else ""
    return not led or suit_of(card) == led or all(suit_of(held) != led for held in s.hands[seat])


def judge(s: State, seat: Seat, move: Bid | Play) -> Refused | None:
    if isinstance(move, Bid):
        return Refused("bid.one") if move.tricks == 1 else None
    return None if follows(s, seat, move.card) else Refused("suit.follow")


def play(s: State, seat: Seat, move: Bid | Play, ctx: Context) -> None:
    if isinstance(move, Bid):
        s.bids[seat] = move.tricks
        return
    s.hands[seat].remove(move.card)
    s.trick.append(move.card)
    if len(s.trick) < len(s.hands):
        return
    led, trump = suit_of(s.trick[0]), suit_of(s.turned)
    best = max(s.trick, key=lambda card: (suit_of(card) == trump, suit_of(card) == led, strength(card)))
    s.leader = (s.leader + s.trick.index(best)) % len(s.hands)
    s.won[s.leader] += 1
    s.taken, s.trick = s.taken + s.trick, []
    if not any(s.hands):
        s.points = [a + 10 * (bid == won) for a, bid, won in zip(s.points, s.bids, s.won, strict=True)]


def result(s: State) -> Points | None:
    return Points(s.points) if not s.left and not any(s.hands) else None


GAME = simple.game(
    "bids", seats=range(2, 7), Options=Options, State=State, Move=Bid | Play, deal=deal, turn=turn, moves=moves,
    judge=judge, play=play, between_rounds=between_rounds, result=result, package="tests.games.bids",
)  # fmt: skip
