"""Builds the views from the state, field by field, from scratch."""

from .cards import is_eight, points
from .rules import can_draw, fits, over, winners
from .state import State
from .views import Kind, Move, Own, Suit, Table


def table(state: State) -> Table:
    done = over(state)
    return Table(
        turn=-1 if done else state.turn,
        counts=[len(hand) for hand in state.hands],
        stock=len(state.stock),
        top=state.pile[-1],
        suit=Suit(state.suit),
        deadline=0 if done else state.deadline,
        winners=winners(state) if done else [],
        scores=[points(hand) for hand in state.hands] if done else [],
    )


def own(state: State, seat: int) -> Own:
    return Own(hand=sorted(state.hands[seat]), legal=legal(state, seat))


def legal(state: State, seat: int) -> list[Move]:
    if over(state) or seat != state.turn:
        return []
    moves: list[Move] = []
    for card in sorted(state.hands[seat]):
        if is_eight(card):
            moves += (Move(Kind.play, card, suit) for suit in Suit)
        elif fits(state, card):
            moves.append(Move(Kind.play, card))
    return [*moves, Move(Kind.draw if can_draw(state) else Kind.pass_)]
