"""The rules: follow the suit or the rank; an eight goes on anything and names the suit; out of cards wins."""

from collections.abc import Sequence

from games.api import (
    HOST,
    HostAction,
    Refused,
    SeatAway,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatTaken,
    Sitter,
    Step,
    Told,
    WakeUp,
)
from games.chance import Chance

from .cards import NUMBERS, SUITS, SuitName, is_eight, points, rank_of, suit_of
from .state import Draw, Options, Pass, Play, State
from .views import Drew, Ended, Passed, Played, Recycled, Suit


def setup(options: Options, seats: Sequence[Sitter], chance: Chance, now: int) -> Step[State]:
    stock = list(range(52))
    chance.shuffle(stock)
    size = 7 if len(seats) == 2 else 5
    hands = [[stock.pop() for _ in range(size)] for _ in seats]
    while is_eight(stock[-1]):  # an eight cannot be the first card: it goes to the bottom
        stock.insert(0, stock.pop())
    pile, limit = [stock.pop()], options.turn_seconds * 1000
    first, deadline = chance.below(len(seats)), now + limit if limit else 0
    return Step(State(hands, stock, pile, suit_of(pile[0]), first, 0, False, 0, [], limit, deadline))


def over(state: State) -> bool:
    return state.stuck == len(state.hands) or not all(state.hands)


def fits(state: State, card: int) -> bool:
    return is_eight(card) or suit_of(card) == state.suit or rank_of(card) == rank_of(state.pile[-1])


def can_draw(state: State) -> bool:
    return not state.drawn and (len(state.stock) > 0 or len(state.pile) > 1)


def apply(state: State, seat: int, action: Play | Draw | Pass | HostAction, chance: Chance, now: int) -> Step[State]:
    if seat == HOST:
        return _host(state, action, chance, now)
    if over(state):
        raise Refused("game.over")
    if seat != state.turn:
        raise Refused("turn.not_yours", seat=state.turn)
    seat = state.turn  # a plain number, where the room's bot plays the seat as a BotSeat
    match action:
        case Play(name, suit):
            return _play(state, seat, NUMBERS.get(name, -1), suit, now)
        case Draw():
            if not can_draw(state):
                raise Refused("draw.not_now")
            return Step(state, _draw(state, seat, chance), touched=[seat])
        case Pass():
            if can_draw(state):
                raise Refused("pass.draw_first")
            return Step(state, _pass(state, seat, now), touched=[seat, state.turn])
    raise Refused("action.unknown")


def _play(state: State, seat: int, card: int, suit: SuitName | None, now: int) -> Step[State]:
    if card not in state.hands[seat]:
        raise Refused("card.not_held")
    if not fits(state, card):
        raise Refused("card.no_match")
    if is_eight(card) != (suit is not None):
        raise Refused("suit.needed" if suit is None else "suit.not_now")
    state.hands[seat].remove(card)
    state.pile.append(card)
    state.suit = SUITS.index(suit) if suit else suit_of(card)
    state.stuck = 0
    events = [Told(Played(seat, card, Suit(state.suit) if suit else None))]
    return Step(state, events + _next(state, now), touched=[seat, state.turn])


def _draw(state: State, seat: int, chance: Chance) -> list[Told]:
    events = []
    if not state.stock:  # all but the top card are shuffled and become the new stock
        *state.stock, top = state.pile
        state.pile = [top]
        chance.shuffle(state.stock)
        events.append(Told(Recycled(len(state.stock))))
    card = state.stock.pop()
    state.hands[seat].append(card)
    state.drawn = True
    return [*events, Told(Drew(seat, None), secret={seat: Drew(seat, card)})]


def _pass(state: State, seat: int, now: int) -> list[Told]:
    state.stuck = 0 if state.drawn else state.stuck + 1
    return [Told(Passed(seat)), *_next(state, now)]


def _next(state: State, now: int) -> list[Told]:
    if over(state):
        return [Told(Ended(winners(state), [points(hand) for hand in state.hands]))]
    state.turn = (state.turn + 1) % len(state.hands)
    state.number += 1
    state.drawn = False
    state.deadline = now + state.limit_ms if state.limit_ms else 0
    return []


def _host(state: State, action: object, chance: Chance, now: int) -> Step[State]:
    match action:
        case WakeUp("turn", number) if number == state.number and not over(state):  # too slow: draws and loses the turn
            seat = state.turn
            events = _draw(state, seat, chance) if can_draw(state) else []
            return Step(state, events + _pass(state, seat, now), touched=[seat, state.turn])
        case SeatLeft(seat) | SeatKicked(seat) | SeatAway(seat) if seat not in state.away:
            state.away.append(seat)
        case SeatBack(seat) | SeatTaken(seat) if seat in state.away:
            state.away.remove(seat)
    return Step(state, touched=())


def winners(state: State) -> list[int]:
    """The player without cards; if nobody could go on, the players who hold the fewest points."""
    held = [points(hand) for hand in state.hands]
    return [seat for seat, count in enumerate(held) if count == min(held)]
