"""The interface between a game and its host. A game is a value that holds pure functions.

No function here or in a game does I/O, reads a clock or uses global randomness: `now` (ms on the room's game clock) and
the stream of chance come from the host.
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
    """A player's mistake: nothing has changed. The game's texts have the words for `code`."""

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
    """Somebody else, a person or a bot, takes over this seat."""

    seat: Seat
    by: Sitter


class SeatAway(msgspec.Struct, frozen=True, tag="away"):
    """The seat's owner has had no connection for a while. They keep their seat."""

    seat: Seat


class SeatBack(msgspec.Struct, frozen=True, tag="back"):
    """The seat's owner is connected again."""

    seat: Seat


class AllReady(msgspec.Struct, frozen=True, tag="ready"):
    """Every connected person is ready for what comes next."""


class WakeUp(msgspec.Struct, frozen=True, tag="wake"):
    """The time that `wake` named has come. `what` and `number` are the module's own values."""

    what: str = ""
    number: int = 0


HostAction = SeatLeft | SeatKicked | SeatTaken | SeatAway | SeatBack | AllReady | WakeUp


# --- what a game's functions return ---

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the options of a game
T = TypeVar("T", bound=View)
W = TypeVar("W", bound=View)


class Step(msgspec.Struct, Generic[S], frozen=True):
    """The result of an accepted action."""

    state: S
    events: Sequence[Told] = ()
    result: Mapping[str, Json] = {}
    """The answer to the actor (such as the number of cards drawn)."""
    refused: Refused | None = None
    """Set if the rules charge for a refusal: the state has changed (penalty cards) and the change stands."""
    touched: Collection[Seat] | None = None
    """The seats whose `own` may have changed; None: any may. The kit checks this."""
    about: Mapping[str, Json] = {}
    """A description of the action (the type of the cards) for those who only check it. It must not reveal anything."""


class Wake(msgspec.Struct, frozen=True):
    """The host's next action, and its time, if nobody acts."""

    at: int
    action: WakeUp


@dataclass(frozen=True, slots=True)
class Plan(Generic[A]):
    """A bot's intended action, unless something happens before `think_ms` have passed."""

    action: A | None
    think_ms: int = 0
    memory: bytes = b""
    ponder: bool = False
    """True: no action yet; when the time comes, the host calls `Game.ponder` in another process."""
    deadline: int | None = None
    """The end of the bot's turn by the game's clock. If thinking would take longer, it acts sooner."""

    def due(self, now: int) -> int:
        """When it acts. It uses at most three quarters of the time left; a busy host may need the rest."""
        if self.deadline is None or self.deadline <= now:
            return now + self.think_ms
        return now + min(self.think_ms, (self.deadline - now) * 3 // 4)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `ranking` lists every seat, best first; `winners` may share the first place."""

    winners: Sequence[Seat]
    ranking: Sequence[Seat]
    scores: Sequence[int] = ()
    reason: str = ""
    counts: bool = True
    """False for matches that count for no board (abandoned)."""
    board: str = ""
    """The board among `Game.boards` where it counts; empty: none."""


@dataclass(frozen=True, slots=True)
class Case:
    """A seat's decision in a finished match, to be judged by what the seat knew."""

    game: AnyGame
    table: Any
    own: Any
    seat: Seat
    memory: bytes
    """The memory that the judging bot would have had in that seat."""
    deal: Callable[[Chance], Any]
    """Makes a complete state in which this seat sees exactly the same; None if that is impossible."""
    now: int
    """The game clock."""
    action: Any
    """The action that the seat took."""


class Judgement(msgspec.Struct, frozen=True):
    """A bot's judgement of a decision."""

    best: Any = None
    """The action that the bot prefers; None: the same one."""
    gain: float = 0.0
    """How much more that is expected to bring: in rounds won, or in the unit of the game's text `review.gain`."""
    error: float = 0.0
    """The standard error of `gain`."""
    clear: bool = False
    """It is certainly better, and by enough to be worth mentioning."""
    why: str = ""
    """The name of the mistake: the game has a text `review.<why>`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonMove(Generic[A]):
    """One move of a lesson: asked of the learner, or made by the bot in that seat."""

    seat: Seat
    action: A
    says: str
    """The name of the sentence that the learner reads meanwhile, in `client/lesson/<language>.json`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson(Generic[O, S, A]):
    """A first match, played move by move at a practice table. The rules are the game's own; a lesson adds none."""

    minutes: int
    """How long it takes, roughly."""
    preset: str
    options: Mapping[str, Json]
    """Without time limits: a learner may take their time."""
    begin: Callable[[O], S]
    """(options) -> the state in which it begins, always the same."""
    moves: Sequence[LessonMove[A]]
    """All of them, to the end of the match. Each must be legal if everybody else plays as listed here."""
    seats: int


LEARNER: Final[Seat] = 0
"""Where the learner of a lesson sits."""


def _nobody(_: Any) -> tuple[Seat, ...]:
    return ()


def _no_wake(_: Any) -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[O, S, A, T, W]):
    """A game module. docs/adding-a-game.md walks through every field; `games.simple` makes one from less."""

    id: str
    version: int = 1
    """Rules version: a room keeps the version with which it was created."""
    seats: range
    Options: type[O]
    presets: Mapping[str, Mapping[str, Json]]
    """Named overrides of the defaults; the first one is the default preset."""
    State: type[S]
    Action: Any
    """A msgspec type (struct or tagged union) of players' actions."""
    Table: type[T]
    Own: type[W]
    events: Sequence[type[Event]]
    names: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    """Static tables for fields annotated with `Named`: the meaning of entry i."""

    setup: Callable[[O, Sequence[Sitter], Chance, int], Step[S]]
    """(options, who sits in seat 0, 1, ..., chance, now)"""
    apply: Callable[[S, Actor, Any, Chance, int], Step[S]]
    """(state, seat or HOST, action or host action, chance, now). May change `state` in place."""
    to_act: Callable[[S], Collection[Seat]]
    """The seats that the game waits for; empty if it is over or only waits for time."""
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
    """The option, by its wire name, that limits the number of seats; empty: always the maximum of `seats`."""
    teams: Sequence[Sequence[Seat]] = ()
    """Who plays together; empty: everybody plays alone."""
    option_groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The groups of the form: their names, with texts `group.<name>`, and the wire names of their options.
    Options without a group come first.
    """
    pausable: Callable[[O], bool] | None = None
    """May the room be paused by agreement? None: yes."""
    boards: Sequence[str] = ()
    """Its leaderboards, with texts `board.<name>` and `board.<name>.about`. `casual` is for ordinary tables; the others
    only count competitions made by the game's own door.
    """
    plain_boards: bool = False
    """True: the store and addresses name its boards as the game does; otherwise as `<id>.<name>`. True for one game."""
    not_started: str = ""
    """The game's own code for an action before its match; empty: the platform's `match.none`."""
    ended: str = ""
    """The game's own code for an action after its match; empty: the platform's `match.over`."""
    malformed: str = ""
    """The game's own code for a malformed action, with `field`; empty: the platform's `action.malformed`."""
    misread: Callable[[str], Any] | None = None
    """(field) -> the value that `apply` gets in place of a malformed action, to refuse it in its own order; None: the
    platform refuses it before `apply` is called.
    """

    bot: Callable[[T, W, Seat, Sequence[Event], bytes, Chance, str], Plan[Any]] | None = None
    """(table, own, seat, events as that seat saw them, memory, chance, level) -> Plan"""
    ponder: Callable[[T, W, Seat, bytes, Chance, str], Any] | None = None
    """(table, own, seat, memory, chance, level) -> action. Costly; runs in a process pool."""
    guess: Callable[[T, W, Seat, Chance], S | None] | None = None
    """(table, own, seat, chance) -> a complete state in which this seat sees the same, hidden cards dealt at random;
    None: that is impossible. A game without a bot gets one that searches such states (games/searching_bot.py).
    """
    bot_levels: Sequence[str] = ()
    """All levels; the first one is the default."""
    former_levels: Collection[str] = ()
    """Levels that are no longer offered: stored rooms and programs still use their names."""
    renamed_levels: Sequence[Mapping[str, str]] = ()
    """Level names that now belong to other bots: for each renaming, old name -> new name. Matches that began earlier
    continue, and are replayed, with the bots they began with.
    """
    auto_level: Callable[[O], str] | None = None
    """The level of bots that fill empty seats; None: the first of `bot_levels`."""
    fill_to: Callable[[O], int] | None = None
    """The number of seats up to which bots fill the table at the start; None: the smallest number of players."""
    measured_levels: Collection[str] = ()
    """Levels that `bot` plays only for `paiju arena`: no room accepts them and no form offers them. If `random` is not
    among them, it plays `random_action`."""
    gains: Callable[[Sequence[Event]], Sequence[Sequence[int]]] | None = None
    """For `paiju arena`: (public events of a match, or of a part of it) -> for each finished round, the points
    (signed) that each seat gained in it."""
    blunders: Mapping[str, Callable[[T, W, Seat, Any], bool | None]] = field(default_factory=dict)
    """For `paiju arena`: plain mistakes by name, each (table, own, seat, action) -> was it made? None: no occasion."""
    ponder_knowing: Callable[[S, T, W, Seat, bytes, Chance, str], Any] | None = None
    """For `paiju arena --cheat`: (state, and the arguments of `ponder`) -> its answer if it saw everything.
    None: the twin plays each legal action out.
    """
    review: Callable[[Case, Chance], Judgement | None] | None = None
    """Judges a decision; None: there was nothing to decide, or it does not judge such decisions. Without this function,
    the best bot judges, if there is `guess` or `redeal` (games/reviewing.py).
    """
    reshuffle: Callable[[S, Chance], S] | None = None
    """For `paiju arena`: the same state, with those cards shuffled that nobody holds or has seen."""
    watch: Callable[[S], T] | None = None
    """The view of spectators, if the game shows them more than `table`."""
    migrate: Sequence[Callable[[Json], Json]] = ()
    """migrate[n - 1]: a state stored by version n, as plain data -> the same state in the form of version n + 1.

    One for each earlier version, or none.
    """

    lesson: Lesson[O, S, A] | None = None
    """A first match that teaches the game."""

    listed: Callable[[W], Iterable[Any]] | None = None
    """(own) -> the actions that this view lists as legal, as a player would send them. The kit tries each."""
    unlisted: Collection[str] = ()
    """Kinds of action that may be accepted without being listed."""
    timely: Collection[str] = ()
    """Codes of refusals that only depend on time: a listed action may still come too early or too late."""

    all_cards: Callable[[S], Iterable[Json]] | None = None
    """For the kit: every card in the state, wherever it is."""
    redeal: Callable[[S, Seat | None, Chance], S] | None = None
    """For the kit: the same state with everything that this seat (None: a spectator) cannot know redealt."""
    hides_more: bool = False
    """True: the state also hides things other than cards, which `redeal` leaves alone. Nobody can then play on from a
    record that is not open.
    """
    audit: Callable[[S | None, Any, Step[S]], str | None] | None = None
    """For the kit: (state before, or None for the deal; action; the step) -> a sentence about the fault in it."""
    invariant: Callable[[S], str | None] | None = None
    """For the kit: a sentence about the fault in a state that no match may reach; None: the state is sound."""
    reveals: Sequence[type[Event]] = ()
    """For the kit: events that show cards because the rules say so (a hand shown after a challenge)."""
    random_action: Callable[[S, Seat, Chance], Any] | None = None
    """For the kit: some legal action of a seat that may act, or None."""
    run_vector: Callable[[Mapping[str, Json]], list[str]] | None = None
    """Runs one scenario vector of the game's rules page; returns the differences (empty: passed)."""

    package: str = ""
    """The import package that has `texts/`, `client/` and `rules/`; empty: that of `Options`."""


AnyGame = Game[Any, Any, Any, Any, Any]
