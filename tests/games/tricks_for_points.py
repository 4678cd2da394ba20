"""A game small enough to see what is best: tricks of one card each, the highest takes it, and later ones count more.

Five cards each of thirty; whoever takes a trick leads the next. It has no bot, and can guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games.api import Game, HostAction, Outcome, Refused, Sitter, Step, Told
from games.chance import Chance
from games.views import Event, View

CARDS = 30
EACH = 5
NOBODY = -1


class Options(Struct, frozen=True):
    pass


class Play(Struct, frozen=True, tag="play"):
    card: int


class State(Struct, array_like=True):
    hands: list[list[int]]
    rest: list[int]
    trick: list[int]
    leader: int
    points: list[int]
    gone: list[int]


class Table(View):
    trick: list[int]
    leader: int
    points: list[int]
    gone: list[int]
    counts: list[int]


class Own(View):
    hand: list[int]
    mine: bool


class Played(Event, tag=1):
    seat: int
    card: int


def setup(_: Options, seats: Sequence[Sitter], chance: Chance, now: int) -> Step[State]:
    cards = list(range(CARDS))
    chance.shuffle(cards)
    hands = [sorted(cards.pop() for _ in range(EACH)) for _ in seats]
    return Step(State(hands, cards, [NOBODY] * len(seats), 0, [0] * len(seats), []))


def turn(s: State) -> int:
    return (s.leader + len(s.trick) - s.trick.count(NOBODY)) % len(s.hands)


def to_act(s: State) -> list[int]:
    return [turn(s)] if any(s.hands) else []


def apply(s: State, seat: int, action: Play | HostAction, chance: Chance, now: int) -> Step[State]:
    if not isinstance(action, Play):
        return Step(s)
    if [seat] != to_act(s):
        raise Refused("turn.not_yours")
    if action.card not in s.hands[seat]:
        raise Refused("card.not_held")
    s.hands[seat].remove(action.card)
    s.trick[seat] = action.card
    s.gone.append(action.card)
    if NOBODY not in s.trick:
        s.leader = s.trick.index(max(s.trick))
        s.points[s.leader] += EACH - len(s.hands[seat])
        s.trick = [NOBODY] * len(s.hands)
    return Step(s, [Told(Played(int(seat), action.card))])


def outcome(s: State) -> Outcome | None:
    if any(s.hands):
        return None
    order = sorted(range(len(s.hands)), key=lambda seat: -s.points[seat])
    return Outcome([seat for seat in order if s.points[seat] == max(s.points)], order, s.points)


def table(s: State) -> Table:
    return Table(list(s.trick), s.leader, list(s.points), list(s.gone), [len(hand) for hand in s.hands])


def own(s: State, seat: int) -> Own:
    return Own(list(s.hands[seat]), seat in to_act(s))


def listed(own: Own) -> list[Play]:
    return [Play(card) for card in own.hand] if own.mine else []


def random_action(s: State, seat: int, chance: Chance) -> Play | None:
    return Play(chance.choice(s.hands[seat])) if seat in to_act(s) else None


def guess(table: Table, own: Own, seat: int, chance: Chance) -> State:
    unseen = [card for card in range(CARDS) if card not in own.hand and card not in table.gone]
    chance.shuffle(unseen)
    hands = [sorted(unseen.pop() for _ in range(count)) for count in table.counts[:seat]]
    hands.append(list(own.hand))
    hands += [sorted(unseen.pop() for _ in range(count)) for count in table.counts[seat + 1 :]]
    return State(hands, unseen, list(table.trick), table.leader, list(table.points), list(table.gone))


GAME: Game[Options, State, Play, Table, Own] = Game(
    id="tricks", seats=range(2, 5), Options=Options, presets={"standard": {}}, State=State, Action=Play,
    Table=Table, Own=Own, events=[Played], setup=setup, apply=apply, to_act=to_act, may_act=to_act,
    table=table, own=own, outcome=outcome, listed=listed, random_action=random_action, guess=guess,
)  # fmt: skip


def dealt(*hands: Sequence[int], **more: Any) -> State:
    """A position; everything else lies where nobody sees it, or is gone."""
    held = {card for hand in hands for card in hand}
    rest = [card for card in range(CARDS) if card not in held]
    n = len(hands)
    return State([list(hand) for hand in hands], rest, **{
        "trick": [NOBODY] * n, "leader": 0, "points": [0] * n, "gone": [], **more
    })  # fmt: skip
