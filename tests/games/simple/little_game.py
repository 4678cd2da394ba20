"""A small game for tests of the small surface: two rounds of laying one card each, face down, then seeing them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games import simple
from games.api import AnyGame
from games.simple import (
    Action,
    Card,
    Context,
    Event,
    PerOwner,
    PerSeat,
    Pick,
    Pile,
    Private,
    Public,
    Refused,
    Seat,
    Secret,
    Shown,
    Teams,
)

DECK = tuple(f"{n}{suit}" for n in range(2, 6) for suit in "SHCD")
Mood = Literal["calm", "bold"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    turn_seconds: Annotated[int, Meta(ge=0, le=60)] = 0


class Last(Struct):
    seat: Seat
    cards: list[Card]


class State(Struct, array_like=True):
    hands: PerOwner[list[Card]]
    down: PerOwner[Card | None]
    rest: Secret[Pile]
    seed: Secret[int]
    roles: PerOwner[str]
    gone: Public[Pile]
    last: Public[Last | None]
    best: Shown[list[Card]]
    mood: Public[Mood]
    points: Public[PerSeat[int]]
    rounds: Public[int]


class Lay(Action):
    card: Private[Card]


class Discard(Action):
    cards: Annotated[Pick[Card], Meta(min_length=2, max_length=2)]
    mood: Mood = "calm"


class Turned(Event):
    cards: list[Card]


class Drew(Event):
    seat: Seat
    card: Private[Card]


class Stirred(Event):
    pass


Move = Lay | Discard


def deal(options: Options, players: int, deck: list[Card], ctx: Context) -> State:
    s = State([], [], [], 7, ["wolf", *["sheep"] * (players - 1)], [], None, [], "calm", [0] * players, 2)
    between_rounds(s, deck, ctx)
    return s


def between_rounds(s: State, deck: list[Card], ctx: Context) -> None:
    players = len(s.points)
    s.hands, s.rest = [deck[3 * seat : 3 * seat + 3] for seat in range(players)], deck[3 * players :]
    s.down, s.gone, s.last, s.best = [None] * players, [], None, []


def turn(s: State) -> list[Seat]:
    return [seat for seat, card in enumerate(s.down) if card is None] if any(s.hands) else []


def moves(s: State, seat: Seat) -> Iterator[Move]:
    yield from map(Lay, s.hands[seat])
    if len(s.hands[seat]) > 2:
        yield Discard(s.hands[seat][:2])


def judge(s: State, seat: Seat, move: Move) -> Refused | None:
    if isinstance(move, Discard) and len(s.hands[seat]) < 3:
        return Refused("discard.once")
    return None


def describe(s: State, seat: Seat, move: Move) -> str:
    return "two" if isinstance(move, Discard) else ""


def play(s: State, seat: Seat, move: Move, ctx: Context) -> None:
    if isinstance(move, Discard):
        s.hands[seat] = [card for card in s.hands[seat] if card not in move.cards]
        s.gone, s.last, s.mood = s.gone + move.cards, Last(seat, []), move.mood
        if s.rest:
            s.hands[seat].append(s.rest.pop())
            ctx.tell(Drew(seat, s.hands[seat][-1]))
        return
    s.hands[seat].remove(move.card)
    s.down[seat] = move.card
    if None not in s.down:
        cards = [card for card in s.down if card is not None]
        best = max(cards)
        s.points[cards.index(best)] += 1
        s.gone, s.down, s.best = s.gone + cards, [None] * len(cards), [best]
        s.rest, s.hands = s.rest + [card for hand in s.hands for card in hand], [[] for _ in s.hands]
        s.rounds -= 1
        ctx.tell(Turned(cards))


def result(s: State) -> Teams | None:
    totals = [sum(s.points[seat] for seat in range(len(s.points)) if seat % 2 == side) for side in (0, 1)]
    return Teams(totals) if s.rounds == 0 else None


def team(s: State, seat: Seat) -> int:
    return seat % 2


def known(s: State) -> list[tuple[Seat, Card]]:
    return []


def game(**changes: Any) -> AnyGame:
    """The game, with other parts in place of some."""
    parts: dict[str, Any] = {
        "seats": range(2, 5), "deck": DECK, "State": State, "Move": Move, "Options": Options,
        "events": [Drew, Stirred], "reveals": [Turned], "deal": deal, "turn": turn, "moves": moves, "play": play,
        "result": result, "judge": judge, "describe": describe, "between_rounds": between_rounds, "team": team,
        "known": known,
    }  # fmt: skip
    return simple.game("little", **{**parts, **changes})


GAME = game()
