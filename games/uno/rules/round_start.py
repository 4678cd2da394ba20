"""From one round to the next (uno.md 14.4), and the start of a match."""

from __future__ import annotations

from collections.abc import Sequence

from games.api import Refused, Sitter, Step
from games.chance import Chance
from games.uno.cards import ALL_CARDS, Card
from games.uno.events import MatchStarted
from games.uno.options import MOST_DEALT, Options, pack
from games.uno.state import BOT, HUMAN, ROUND_END, State

from .dealing import deal_round, first_dealer
from .seats import active_seats, next_seat
from .step_context import NOTHING, Act, Answer


def setup(options: Options, sitters: Sequence[Sitter], chance: Chance, now: int) -> Step[State]:
    """A match begins with its first round."""
    seats = len(sitters)
    if seats < 2:
        raise Refused("NOT_ENOUGH_PLAYERS")
    if options.initial_cards * seats > MOST_DEALT:  # uno.md 3.1: with the real number of players
        raise Refused("OPTION_CONFLICT", option="initialCards")
    s = State(
        options=pack(options),
        hands=[[] for _ in sitters],
        seats=[HUMAN if sitter == "human" else BOT for sitter in sitters],
        scores=[0] * seats,
        rounds_won=[0] * seats,
    )
    act = Act(s, options, chance, now)
    act.tell(MatchStarted(list(range(seats))))
    deal_round(act, first_dealer(act), shuffled(act))
    return Step(s, act.told)


def shuffled(act: Act) -> list[Card]:
    """All 108 cards in a new order."""
    deck = list(ALL_CARDS)
    act.chance.shuffle(deck)
    return deck


def next_round(act: Act, deck: list[Card] | None = None) -> None:
    """The next active seat clockwise deals (uno.md 6.1). `deck`: an order given by a scenario."""
    act.s.direction = 1
    deal_round(act, next_seat(act.s, act.s.dealer), shuffled(act) if deck is None else deck)


def awaited(s: State) -> list[int]:
    """The seats whose READY_NEXT is still missing."""
    return [seat for seat in active_seats(s) if s.seats[seat] == HUMAN and not s.ready >> seat & 1]


def ready(act: Act, seat: int) -> Answer:
    """`READY_NEXT`: the last person's starts the round at once."""
    s = act.s
    s.ready |= 1 << seat
    act.touched.add(seat)
    if not awaited(s):
        next_round(act)
    return NOTHING


def skip_the_break(act: Act) -> None:
    """`roundBreakSeconds` 0: no pause between rounds."""
    if act.s.phase == ROUND_END and act.o.round_break_seconds == 0:
        next_round(act)
