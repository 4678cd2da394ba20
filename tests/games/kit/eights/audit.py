"""What the kit needs from a game besides its rules."""

from collections.abc import Iterator
from copy import deepcopy

from games.chance import Chance

from .cards import NAMES, SUITS
from .rules import over
from .sight import legal
from .state import Draw, Pass, Play, State
from .views import Kind, Move, Own


def all_cards(state: State) -> list[int]:
    return [*state.stock, *state.pile, *(card for hand in state.hands for card in hand)]


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """Redeal everything that the seat cannot know. At the end the points are told, so only the stock is hidden."""
    other = deepcopy(state)
    hidden = [] if over(state) else [hand for i, hand in enumerate(other.hands) if i != seat]
    pool = [*other.stock, *(card for hand in hidden for card in hand)]
    chance.shuffle(pool)
    for hand in hidden:
        hand[:] = [pool.pop() for _ in hand]
    other.stock = pool
    return other


def listed(own: Own) -> Iterator[Play | Draw | Pass]:
    return map(_sent, own.legal)


def random_action(state: State, seat: int, chance: Chance) -> Play | Draw | Pass | None:
    moves = legal(state, seat)
    return _sent(chance.choice(moves)) if moves else None


def _sent(move: Move) -> Play | Draw | Pass:
    if move.card is not None:
        return Play(NAMES[move.card], None if move.suit is None else SUITS[move.suit])
    return Draw() if move.type == Kind.draw else Pass()
