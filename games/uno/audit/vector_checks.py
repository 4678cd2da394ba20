"""Checks the expectations that a scenario vector may have of a step (uno.md 23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.api import Json, Refused, Step
from games.uno.cards import CARD_ID, CARD_OBJECTS, COLOR_WORDS
from games.uno.rules.seats import active_seats, is_active
from games.uno.state import DRAWN, HUMAN, MATCH_END, NOBODY, State
from games.uno.views.build import callers, own, table
from games.uno.views.types import Own, Table
from games.uno.words import PHASES, Did, Reason
from games.views import named

TABLES: Final = {"cards": CARD_OBJECTS, "cardIds": CARD_ID}
ABSENT: Final = "(nothing)"


def differences(
    players: Sequence[str], step: Step[State], refused: Refused | None, expect: Mapping[str, Json]
) -> list[str]:
    """Each expectation that does not hold, with what was found instead."""
    found = Found(players, step, refused)
    wrong = []
    for key, wanted in expect.items():
        if key in _CHECKS:
            wrong += [f"{key}: {w}" for w in _CHECKS[key](found, wanted)]
        elif key in _VALUES:
            value = _VALUES[key](found)
            if isinstance(wanted, dict) and isinstance(value, dict):  # in a map by player, only the listed ones count
                value = {k: value.get(k, ABSENT) for k in wanted}
            if value == ABSENT and wanted is None:
                continue
            if value != wanted or type(value) is not type(wanted):
                wrong.append(f"{key}: {value!r}, not {wanted!r}")
        else:
            wrong.append(f"unknown expectation {key!r}")
    return wrong


class Found:
    """The result of a step, in the terms of a vector."""

    def __init__(self, players: Sequence[str], step: Step[State], refused: Refused | None) -> None:
        self.players = players
        self.s = step.state
        self.step = step
        self.refused = refused

    def ids(self, seats: Sequence[int]) -> list[str]:
        return [self.players[p] for p in seats]

    def by_player(self, values: Sequence[Json]) -> dict[str, Json]:
        return dict(zip(self.players, values, strict=True))

    def sits(self, player: str) -> bool:
        """Players who have left for good, or never sat down, see what spectators see (uno.md 17)."""
        if player not in self.players:
            return False
        seat = self.players.index(player)
        return is_active(self.s, seat) and not self.s.left >> seat & 1

    def cards(self, cards: Sequence[int]) -> list[str]:
        return [CARD_ID[c] for c in cards]

    def event_types(self) -> list[str]:
        return [_kind(told) for told in self.step.events]

    def of_result(self, read: Callable[[Any], Json]) -> Json:
        return ABSENT if self.s.result is None else read(self.s.result)


def _kind(told: Any) -> str:
    event = told.public if told.public is not None else next(iter(told.secret.values()))
    return str(event.kind)


def _param(name: str) -> Callable[[Found], Json]:
    return lambda f: f.step.result.get(name, ABSENT)


_VALUES: Final[dict[str, Callable[[Found], Json]]] = {
    "ok": lambda f: f.refused is None,
    "code": lambda f: f.refused.code if f.refused else ABSENT,
    "penalty": lambda f: f.refused.params.get("penalty", ABSENT) if f.refused else ABSENT,
    "drawn": _param("drawn"),
    "guilty": _param("guilty"),
    "success": _param("success"),
    "alreadyPassed": _param("alreadyPassed"),
    "status": lambda f: "ended" if f.s.phase == MATCH_END else "playing",
    "phase": lambda f: PHASES[f.s.phase].name,
    "current": lambda f: f.players[f.s.current],
    "turnNumber": lambda f: f.s.turn,
    "direction": lambda f: f.s.direction,
    "color": lambda f: getattr(COLOR_WORDS[f.s.color], "name", None),
    "top": lambda f: CARD_ID[f.s.discard[-1]],
    "drawPending": lambda f: f.s.pending,
    "deckCount": lambda f: len(f.s.deck),
    "discardCount": lambda f: len(f.s.discard),
    "drawnCard": lambda f: CARD_ID[f.s.drawn] if f.s.phase == DRAWN else None,
    "counts": lambda f: f.by_player([len(h) for h in f.s.hands]),
    "hands": lambda f: f.by_player([f.cards(h) for h in f.s.hands]),
    "unoCalled": lambda f: sorted(f.ids(callers(f.s))),
    "scores": lambda f: f.by_player(f.s.scores),
    "roundsWon": lambda f: f.by_player(f.s.rounds_won),
    "roundWinner": lambda f: f.of_result(lambda r: None if r.winner == NOBODY else f.players[r.winner]),
    "roundReason": lambda f: f.of_result(lambda r: Reason(r.reason).name),
    "roundPoints": lambda f: f.of_result(lambda r: f.by_player(r.points)),
    "matchOver": lambda f: f.s.phase == MATCH_END,
    "matchWinners": lambda f: f.ids(f.s.ending.winners) if f.s.ending else ABSENT,
    "botSeats": lambda f: f.ids([p for p, who in enumerate(f.s.seats) if who != HUMAN and is_active(f.s, p)]),
    "active": lambda f: f.ids(active_seats(f.s)),
}


def _events(f: Found, wanted: list[str]) -> Iterator[str]:
    types = iter(f.event_types())
    if not all(kind in types for kind in wanted):
        yield f"{f.event_types()}, not {wanted} in this order"


def _no_events(f: Found, wanted: list[str]) -> Iterator[str]:
    for kind in wanted:
        if kind in f.event_types():
            yield f"there is a {kind}"


def _private_to(f: Found, wanted: Mapping[str, list[str]]) -> Iterator[str]:
    for kind, recipients in wanted.items():
        seats = {seat for told in f.step.events if _kind(told) == kind for seat in told.secret}
        if sorted(f.ids(sorted(seats))) != sorted(recipients):
            yield f"{kind} goes to {f.ids(sorted(seats))}, not {recipients}"


def _legal(f: Found, wanted: Mapping[str, list[str]]) -> Iterator[str]:
    for player, actions in wanted.items():
        found = []
        for legal in own(f.s, f.players.index(player)).legalActions if f.sits(player) else ():
            if legal.cardId is not None:
                found.append(f"{legal.action.name}:{CARD_ID[legal.cardId]}")
            elif legal.targetPlayerId is not None:
                found.append(f"{legal.action.name}:{f.players[legal.targetPlayerId]}")
            elif legal.action != Did.READY_NEXT:
                found.append(legal.action.name)
        if sorted(found) != sorted(actions):
            yield f"of {player}: {sorted(found)}, not {actions}"


def _view_texts(f: Found, viewer: str) -> set[str]:
    view: list[Json] = [named(table(f.s), Table, TABLES), list(f.players)]  # the room names the players
    if f.sits(viewer):
        view.append(named(own(f.s, f.players.index(viewer)), Own, TABLES))
    return set(_texts(view))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for k, v in value.items():
            yield k
            yield from _texts(v)
    elif isinstance(value, list):
        for v in value:
            yield from _texts(v)


def _view_has(f: Found, wanted: Mapping[str, list[str]]) -> Iterator[str]:
    for viewer, ids in wanted.items():
        texts = _view_texts(f, viewer)
        yield from (f"{viewer} does not see {i}" for i in ids if i not in texts)


def _view_lacks(f: Found, wanted: Mapping[str, list[str]]) -> Iterator[str]:
    for viewer, ids in wanted.items():
        texts = _view_texts(f, viewer)
        yield from (f"{viewer} sees {i}" for i in ids if i in texts)


_CHECKS: Final[dict[str, Callable[[Found, Any], Iterator[str]]]] = {
    "events": _events,
    "noEvents": _no_events,
    "privateTo": _private_to,
    "legal": _legal,
    "viewHas": _view_has,
    "viewLacks": _view_lacks,
}
