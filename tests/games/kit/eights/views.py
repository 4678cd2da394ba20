"""What is seen of the game: the table, a seat's own part, and the events."""

from typing import Annotated

from games.views import Event, Named, View, Word

Card = Annotated[int, Named("cards")]


class Suit(Word):
    spades = 0
    hearts = 1
    clubs = 2
    diamonds = 3


class Kind(Word):
    play = 0
    draw = 1
    # `pass` is a keyword, so this word needs a label
    pass_ = 2

    @property
    def label(self) -> str:
        return self.name.rstrip("_")


class Move(View):
    """A legal action. Its named form, without the empty fields, is the action to send."""

    type: Kind
    card: Card | None = None
    suit: Suit | None = None


class Table(View):
    turn: int
    """The seat to act; -1 when the game is over."""
    counts: list[int]
    stock: int
    top: Card
    suit: Suit
    deadline: int
    """Game time at which the turn ends automatically; 0 for never."""
    winners: list[int]
    scores: list[int]


class Own(View):
    hand: list[Card]
    legal: list[Move]


class Played(Event, tag=1):
    seat: int
    card: Card
    suit: Suit | None


class Drew(Event, tag=2):
    seat: int
    card: Card | None


class Passed(Event, tag=3):
    seat: int


class Recycled(Event, tag=4):
    count: int


class Ended(Event, tag=5):
    winners: list[int]
    scores: list[int]
