"""Makes a `Game` from an author's functions. docs/your-first-game.md shows one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, TypeVar, get_args

import msgspec

from ..api import AnyGame, Game, Json, Refused, Seat
from ..cards import DECK
from .bots import Bots
from .fields import fields_of
from .hidden import Hidden
from .marks import Event, tag_of
from .parts import Context, Kept, NoOptions, Parts, Points, Teams
from .proof import Proof
from .rules import Rules
from .shapes import Shapes
from .sight import ACTIONS, Sight
from .told import Teller

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M")
O = TypeVar("O")  # noqa: E741 - the options of a game

TIMER: Final = "turn_seconds"
"""An option of this name limits the turns; 0: no limit."""


def game(
    id: str,
    *,
    seats: range,
    deck: Sequence[str] = DECK,
    State: type[S],  # noqa: N803 - as in `Game`
    Move: Any,  # noqa: N803
    Options: type[O] | None = None,  # noqa: N803
    presets: Mapping[str, Mapping[str, Json]] | None = None,
    events: Sequence[type[Event]] = (),
    reveals: Sequence[type[Event]] = (),
    deal: Callable[[O, int, list[str], Context], S],
    turn: Callable[[S], Seat | Collection[Seat]],
    moves: Callable[[S, Seat], Iterable[M]],
    play: Callable[[S, Seat, M, Context], None],
    result: Callable[[S], Points | Teams | None],
    judge: Callable[[S, Seat, M], Refused | None] | None = None,
    describe: Callable[[S, Seat, M], str] | None = None,
    bot: Callable[[S, Seat, Context], M] | None = None,
    timeout: Callable[[S, Seat, Context], Iterable[M]] | None = None,
    between_rounds: Callable[[S, list[str], Context], None] | None = None,
    invariant: Callable[[S], str | None] | None = None,
    team: Callable[[S, Seat], int] | None = None,
    known: Callable[[S], Iterable[tuple[Seat, str]]] | None = None,
    **others: Any,
) -> AnyGame:
    """docs/your-first-game.md describes the functions. `others`: fields of `Game`, in place of the derived ones; those
    that take a state get a `Kept`."""
    options: Any = Options or NoOptions
    actions = get_args(Move) or (Move,)
    cards = list(dict.fromkeys(deck))
    parts = Parts(
        deck=deck, deal=deal, turn=turn, moves=moves, play=play, result=result, judge=judge, describe=describe,
        bot=bot, timeout=timeout, between_rounds=between_rounds, invariant=invariant, team=team, known=known,
    )  # fmt: skip
    fields, shapes = fields_of(State), Shapes(cards)
    sight = Sight(parts, fields, actions, shapes)
    hidden = Hidden(parts, fields, State, sight)
    teller = Teller(actions, dict.fromkeys([*events, *reveals]), shapes)
    bots = Bots(parts, sight, hidden)
    rules = Rules(parts, fields, hidden, teller, bots, timer=TIMER in options.__struct_fields__)
    proof = Proof(parts, hidden, cards, teller.speaking(reveals))
    derived: dict[str, Any] = {
        "id": id, "seats": seats, "Options": options, "presets": presets or {"standard": {}},
        "State": Kept[State], "Action": Move, "Table": sight.Table, "Own": sight.Own,  # type: ignore[valid-type]
        "events": teller.events, "reveals": [teller.event_of(event) for event in reveals],
        "names": {"cards": cards, ACTIONS: [tag_of(action) for action in actions]},
        "setup": rules.setup, "apply": rules.apply, "to_act": rules.to_act, "may_act": rules.to_act,
        "outcome": parts.outcome, "wake": rules.wake, "autopilot": rules.autopilot,
        "table": sight.table, "own": sight.own, "listed": sight.listed,
        "unlisted": [tag_of(action) for action in actions if parts.judge is not None and sight.picks(action)],
        "bot": bots.bot if bot else None, "bot_levels": ["plain"] if bot else [], "random_action": bots.random_action,
        "all_cards": hidden.all_cards, "redeal": hidden.redeal, "hides_more": hidden.hides_more,
        "guess": hidden.guess, "audit": proof.audit,
        "package": sys.modules[deal.__module__].__package__ or deal.__module__,
    }  # fmt: skip
    return Game(**{**derived, **others})


NAMES: Final = frozenset(game.__kwdefaults__ or ()) | {
    "seats", "State", "Move", "deal", "turn", "moves", "play", "result",
}  # fmt: skip
"""The parameters of `game`."""


def game_of(module: ModuleType, id: str, **more: Any) -> AnyGame:
    """The game made from a module's functions, which have the names of the parameters of `game`."""
    found = {name: value for name, value in vars(module).items() if name in NAMES}
    return game(id, **{**found, **more})
