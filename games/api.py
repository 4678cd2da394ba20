"""All that a game and its host share. A game is a value that holds pure functions.

No function here or in a game does I/O, reads a clock or draws from a global source of chance:
`now` (ms of the room's game clock) and `rng` come from the host.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from .chance import Chance
from .told import Told as Told
from .views import Event, View

Seat = int
Json = Any  # string-keyed maps, arrays, strings, booleans, null and integers below 2**53
Sitter = Literal["human", "bot"]

HOST: Final[Seat] = -1
"""The actor of host actions: the room itself, never a message from the wire."""


class BotSeat(int):
    """A seat number as the room's bot uses it, so that a module can tell a bot from the seat's owner."""


Actor = Seat | BotSeat
"""Who acts: a seat's owner, the room's bot in that seat, or HOST."""


class Refused(Exception):
    """A mistake of a player: nothing changed. The words for `code` live in the game's texts."""

    def __init__(self, code: str, **params: Json) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.params!r})"


# --- host actions: the same for every game; a module maps them to its rules or ignores them ---


class SeatLeft(msgspec.Struct, frozen=True, tag="left"):
    """The seat's owner asks to leave for good. Refusing keeps them in their seat."""

    seat: Seat


class SeatKicked(msgspec.Struct, frozen=True, tag="kicked"):
    """The room's host removes a player."""

    seat: Seat


class SeatTaken(msgspec.Struct, frozen=True, tag="taken"):
    """Somebody else, person or bot, goes on in this seat."""

    seat: Seat
    by: Sitter


class SeatAway(msgspec.Struct, frozen=True, tag="away"):
    """The seat's owner has had no connection for a while. They keep their seat."""

    seat: Seat


class SeatBack(msgspec.Struct, frozen=True, tag="back"):
    """The seat's owner is connected again."""

    seat: Seat


class AllReady(msgspec.Struct, frozen=True, tag="ready"):
    """Every connected person has said that they are ready for what comes next."""


class WakeUp(msgspec.Struct, frozen=True, tag="wake"):
    """The time named by `wake` has come. `what` and `number` are the module's own words."""

    what: str = ""
    number: int = 0


HostAction = SeatLeft | SeatKicked | SeatTaken | SeatAway | SeatBack | AllReady | WakeUp


# --- what functions of a game return ---

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the options of a game
T = TypeVar("T", bound=View)
W = TypeVar("W", bound=View)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What an accepted action led to."""

    state: S
    events: Sequence[Told] = ()
    result: Mapping[str, Json] = {}
    """What the actor is answered (how many cards they drew, guilty or not)."""
    refused: Refused | None = None
    """Set where the rules charge for a refusal: the state has changed (penalty cards) and is kept."""
    touched: Collection[Seat] | None = None
    """The seats whose `own` may differ from before; None when any may. Checked by the kit."""
    about: Mapping[str, Json] = {}
    """What the action is (the type of the cards), told to those who only check it. Nothing that they cannot know."""


class Wake(msgspec.Struct, frozen=True):
    """The next thing the host does when nobody acts."""

    at: int
    action: WakeUp


@dataclass(frozen=True, slots=True)
class Plan(Generic[A]):
    """What a bot means to do, unless something happens before `think_ms` have passed."""

    action: A | None
    think_ms: int = 0
    memory: bytes = b""
    ponder: bool = False
    """True: no action yet; the host calls `Game.ponder` in another process when the time has come."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `ranking` lists every seat, best first; `winners` may share the first place."""

    winners: Sequence[Seat]
    ranking: Sequence[Seat]
    scores: Sequence[int] = ()
    reason: str = ""
    counts: bool = True
    """False for matches that no board should book (abandoned)."""
    board: str = ""
    """The one of `Game.boards` that books it; empty for none."""


def _nobody(_: Any) -> tuple[Seat, ...]:
    return ()


def _no_wake(_: Any) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[O, S, A, T, W]):
    """A game module. See docs/adding-a-game.md for a walk through every field."""

    id: str
    version: int = 1
    """Rules version: a room goes on with the version that it was created with."""
    seats: range
    Options: type[O]
    presets: Mapping[str, Mapping[str, Json]]
    """Named overrides of the defaults; the first one is the default preset."""
    State: type[S]
    Action: Any
    """A msgspec type (struct or tagged union): what a player may send."""
    Table: type[T]
    Own: type[W]
    events: Sequence[type[Event]]
    names: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    """Static tables for fields annotated with `Named`: what entry i stands for."""

    setup: Callable[[O, Sequence[Sitter], Chance, int], Step[S]]
    """(options, who sits in seat 0, 1, ..., chance, now)"""
    apply: Callable[[S, Actor, Any, Chance, int], Step[S]]
    """(state, seat or HOST, action or host action, chance, now). May change `state` in place."""
    to_act: Callable[[S], Collection[Seat]]
    """The seats that the game waits for; empty when it is over or waits for time alone."""
    may_act: Callable[[S], Collection[Seat]]
    """The seats that could do something now, `to_act` included."""
    table: Callable[[S], T]
    own: Callable[[S, Seat], W]
    outcome: Callable[[S], Outcome | None]
    wake: Callable[[S], Wake | None] = _no_wake
    autopilot: Callable[[S], Collection[Seat]] = _nobody
    """Seats of people that the rules have handed to a bot (absent, left)."""
    resolve: Callable[[str, Mapping[str, Json], int | None], O] | None = None
    """(preset, overrides, number of players or None) -> options; raises Refused. None: types and ranges decide."""
    seats_for: Callable[[O], range] | None = None
    """The numbers of players that these options allow; None: `seats`."""
    seats_option: str = ""
    """The option, as the wire names it, that says how many may sit at most; empty: the most of `seats` always."""
    teams: Sequence[Sequence[Seat]] = ()
    """Who plays together; empty: everybody plays alone."""
    option_groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """How a form is divided: names of groups, with texts `group.<name>`, and the options of each as the wire names
    them. What stands in none comes first."""
    pausable: Callable[[O], bool] | None = None
    """May the room be paused by agreement? None: yes."""
    boards: Sequence[str] = ()
    """Its leaderboards, with texts `board.<name>` and `board.<name>.about`. `casual` is for ordinary tables; the others
    book only what a door of the game's own has made a competition."""
    plain_boards: bool = False
    """True: the store and addresses name its boards as the game does; else as `<id>.<name>`. True for one game."""
    not_started: str = ""
    """The game's own code for an action before its match; empty: the platform's `match.none`."""
    ended: str = ""
    """The game's own code for an action after its match; empty: the platform's `match.over`."""
    malformed: str = ""
    """The game's own code for what is none of its actions, with `field`; empty: the platform's `action.malformed`."""
    misread: Callable[[str], Any] | None = None
    """(field) -> what `apply` is given in place of what is none of its actions, to refuse it in its own order; None:
    it is refused before `apply` is asked."""

    bot: Callable[[T, W, Seat, Sequence[Event], bytes, Chance, str], Plan[Any]] | None = None
    """(table, own, seat, events as that seat saw them, memory, chance, level) -> Plan"""
    ponder: Callable[[T, W, Seat, bytes, Chance, str], Any] | None = None
    """(table, own, seat, memory, chance, level) -> action. Costly; runs in a process pool."""
    bot_levels: Sequence[str] = ()
    """Every level there is; the first one is played where nobody has chosen."""
    former_levels: Collection[str] = ()
    """Those of them that no form offers any more: stored rooms and programs go on naming them."""
    auto_level: Callable[[O], str] | None = None
    """The level of bots that fill seats by themselves; None: the first of `bot_levels`."""
    fill_to: Callable[[O], int] | None = None
    """Up to how many seats bots fill at the start; None: the smallest number of players."""
    measured_levels: Collection[str] = ()
    """Levels that `bot` plays for `paiju arena` alone: no room takes them, no form offers them. Where `random` is not
    among them, it plays `random_action`."""
    gains: Callable[[Sequence[Event]], Sequence[Sequence[int]]] | None = None
    """For `paiju arena`: (public events of a match, or of a part of it) -> for each round that ended, what it brought
    each seat in points of the game, signed."""
    blunders: Mapping[str, Callable[[T, W, Seat, Any], bool | None]] = field(default_factory=dict)
    """For `paiju arena`: plain mistakes by name, each (table, own, seat, action) -> was it made? None: no occasion."""
    reshuffle: Callable[[S, Chance], S] | None = None
    """For `paiju arena`: the same state with the cards shuffled that nobody holds or has seen."""
    watch: Callable[[S], T] | None = None
    """What spectators see, where the game allows them more than `table`."""
    migrate: Sequence[Callable[[Json], Json]] = ()
    """State as stored by version n -> as version n+1 stores it."""

    listed: Callable[[W], Iterable[Any]] | None = None
    """(own) -> the actions that this view lists as legal, as a player would send them. The kit tries each."""
    unlisted: Collection[str] = ()
    """Kinds of action that may be accepted without being listed."""
    timely: Collection[str] = ()
    """Codes of refusals about time alone: what is listed may still come too early or too late."""

    all_cards: Callable[[S], Iterable[Json]] | None = None
    """For the kit: every card in the state, wherever it lies."""
    redeal: Callable[[S, Seat | None, Chance], S] | None = None
    """For the kit: the same state with everything that this seat (None: a spectator) cannot know dealt again."""
    reveals: Sequence[type[Event]] = ()
    """For the kit: events that show cards because the rules say so (a hand shown after a challenge)."""
    random_action: Callable[[S, Seat, Chance], Any] | None = None
    """For the kit: some legal action of a seat that may act, or None."""
    run_vector: Callable[[Mapping[str, Json]], list[str]] | None = None
    """Run one scenario vector of the game's rules page; returns what differed (empty: passed)."""

    package: str = ""
    """Import package that holds `texts/`, `client/` and `rules/`; empty: that of `Options`."""


AnyGame = Game[Any, Any, Any, Any, Any]
