"""Run the scenario vectors about the phase machine (shandong.md 16.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from games.api import HOST, Refused, Seat, WakeUp
from games.chance import Chance
from games.shandong.actions import KINDS, Action
from games.shandong.options import Rules, parse_rules
from games.shandong.rules.cards import CARD_OF, CARDS, RANK_INDEX, RANKS, SUIT_INDEX, SUITS, ids_of
from games.shandong.rules.phases.awaiting import enter
from games.shandong.rules.phases.course import Course
from games.shandong.rules.phases.dealing import new_deal
from games.shandong.rules.phases.match import empty_match, shuffled, step
from games.shandong.rules.phases.timing import advance
from games.shandong.state import Phase, Round, State, team
from games.shandong.views.own import own
from games.shandong.views.static_tables import NAMES
from games.shandong.views.structs import Own, Table
from games.shandong.views.table import groups, table, watch
from games.views import named

Json = Any
NOBODY: Final[Seat] = 4
"""A sender without a seat."""


class Decks:
    """The deals of a scenario, one after the other; after the last one, shuffled ones."""

    def __init__(self, deals: Sequence[Json]) -> None:
        self._deals = iter(deals)
        self._chance = Chance(b"scenario")

    def __call__(self, first: Seat) -> Sequence[int]:
        deal = next(self._deals, None)
        if deal is None:
            return shuffled(self._chance)
        if "deck" in deal:
            return _cards(deal["deck"])
        hands = [_cards(hand) for hand in deal["hands"]]
        dealt = [hands[(first + place) % 4][place // 4] for place in range(4 * len(hands[0]))]
        return [*dealt, *_cards(deal["bottom"])]


def run_phases(vector: Mapping[str, Json]) -> list[str]:
    """The differences from the expected steps and views; empty if there are none."""
    setup = vector["setup"]
    decks = Decks(setup.get("deals") or ())
    state = _begin(setup, parse_rules(vector.get("rules") or {}), decks)
    views: dict[int, list[Mapping[str, Json]]] = {}
    for view in vector.get("views") or ():
        views.setdefault(view["after"], []).append(view)
    differences: list[str] = []
    for number, asked in enumerate(vector["steps"]):
        stored = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
        state, found = _take(stored, state, asked, decks)
        differences += [f"step {number}: {text}" for text in _compare(asked.get("expect") or {}, found, state)]
        for view in views.get(number, ()):
            differences += [f"view after {number} of {view['viewer']}: {text}" for text in _compare_view(view, state)]
    never = sorted(views.keys() - range(len(vector["steps"])))
    return differences + [f"there is no step {number} to look at a view after" for number in never]


def _take(stored: State, before: State, asked: Mapping[str, Json], decks: Decks) -> tuple[State, dict[str, Json]]:
    """The state after a step of the scenario, and the answer."""
    seat, action = _asked(asked)
    try:
        done = step(stored, seat, action, Course(asked["at"], decks))
    except Refused as refused:
        return before, {"ok": False, "code": refused.code}
    if done.refused is not None:
        return done.state, {"ok": False, "code": done.refused.code}
    return done.state, {"ok": True, "code": None}


def _asked(asked: Mapping[str, Json]) -> tuple[Seat, Any]:
    if asked.get("tick"):
        return HOST, WakeUp()
    seat = asked.get("seat")
    return NOBODY if seat is None else seat, action_of(asked.get("action"), asked.get("payload"))


def action_of(name: Json, payload: Json) -> Action | None:
    """The action that is sent; None if it is not one. A payload that is not a map counts as empty."""
    if not isinstance(name, str) or name not in KINDS:
        return None
    found: Action = msgspec.convert({"action": name, "payload": payload if isinstance(payload, dict) else {}}, Action)
    return found


def _begin(setup: Mapping[str, Json], rules: Rules, decks: Decks) -> State:
    state = empty_match(rules)
    state.levels = [RANK_INDEX[level] for level in setup.get("teamLevels") or [rules.start_level] * 2]
    state.dealer = setup.get("dealer")
    state.level = state.levels[0 if state.dealer is None else team(state.dealer)]
    course = Course(0, decks)
    if setup.get("phase") == "playing":
        state.round = _playing(setup)
        state.number = 1
        enter(state, Phase.playing, 0, rules.turn_ms)
    else:
        new_deal(state, course, 0)
        advance(state, 0, course)
    return state


def _playing(setup: Mapping[str, Json]) -> Round:
    hands = [_cards(hand) for hand in setup["hands"]]
    buried = sorted(_cards(setup.get("buried") or ()))
    suit = setup.get("trumpSuit")
    turn = setup.get("currentTurn", setup.get("burier"))
    named_cards = {*buried, *(card for hand in hands for card in hand)}
    return Round(
        dealt=CARDS - 4,
        hands=hands,
        bottom=buried,
        declarer=setup.get("declarer"),
        trump_holder=setup.get("trumpHolder"),
        trump_suit=None if suit is None else SUIT_INDEX[suit],
        burier=setup.get("burier"),
        revealed=True,
        turn=turn,
        leader=turn,
        played=[card for card in range(CARDS) if card not in named_cards],
        points=setup.get("defenderPoints", 0),
    )


def _cards(ids: Iterable[str]) -> list[int]:
    return [CARD_OF[text] for text in ids]


def _sorted_ids(cards: Iterable[int]) -> list[str]:
    return sorted(ids_of(cards))


def _compare(expect: Mapping[str, Json], answer: Mapping[str, Json], state: State) -> Iterator[str]:
    found = {**_observed(state), **answer}
    for name, wanted in expect.items():
        if name == "hands":
            for seat, test in wanted.items():
                yield from _presence_of(test, set(ids_of(state.round.hands[int(seat)])).__contains__, f"hand of {seat}")
        elif name in ("candidates", "lead", "buried"):
            as_expected = _sorted_cards(wanted)
            if (found[name] or []) != as_expected:
                yield f"{name}: expected {as_expected!r}, found {found[name]!r}"
        elif name in ("result", "lastTrick") and wanted is not None and found[name] is not None:
            for part, value in wanted.items():
                if found[name].get(part) != value:
                    yield f"{name}.{part}: expected {value!r}, found {found[name].get(part)!r}"
        elif found.get(name) != wanted:
            yield f"{name}: expected {wanted!r}, found {found.get(name)!r}"


def _sorted_cards(wanted: Json) -> Json:
    """Ids, or units of ids, as in `_observed`; null and an empty list are equivalent."""
    units = [{**unit, "cards": sorted(unit["cards"])} for unit in wanted or () if isinstance(unit, dict)]
    return units or sorted(wanted or ())


def _observed(state: State) -> dict[str, Json]:
    """The engine's state in the terms of 16.1."""
    this, failed = state.round, state.throw
    candidates = None
    if failed is not None:
        candidates = [
            {"type": group.type.label, "cards": _sorted_ids(group.cards)} for group in groups(state, failed.candidates)
        ]
    return {
        "phase": state.phase.label,
        "declarer": this.declarer,
        "trumpHolder": this.trump_holder,
        "trumpSuit": None if this.trump_suit is None else SUITS[this.trump_suit],
        "burier": this.burier,
        "dealer": state.dealer,
        "level": RANKS[state.level],
        "teamLevels": [RANKS[level] for level in state.levels],
        "currentTurn": this.turn,
        "deadline": state.deadline,
        "defenderPoints": this.points,
        "auto": [bool(presence) for presence in state.presence],
        "claim": this.claim,
        "handCounts": [len(hand) for hand in this.hands],
        "lead": _sorted_ids(this.trick[0]) if this.trick else None,
        "lastTrick": None if this.last is None else {"winner": this.last.winner, "points": this.last.points},
        "candidates": candidates,
        "chooser": None if failed is None else failed.chooser,
        "buried": _sorted_ids(this.bottom) if this.revealed else None,
        "result": _result(state),
    }


def _result(state: State) -> Json:
    result = state.round.result
    if result is None:
        return None
    return {
        "result": "dealer" if result.dealer_keeps else "defenders",
        "steps": result.steps,
        "teamLevels": [RANKS[level] for level in result.levels],
        "nextDealer": result.next_dealer,
        "matchWinner": result.match_winner,
        "bottomPoints": result.bottom_points,
        "multiplier": result.multiplier,
        "defenderDelta": result.defender_delta,
        "defenderPoints": result.defender_points,
    }


def view_of(state: State, viewer: Seat | None) -> dict[str, Json]:
    """The full view with names, as a reconnecting client gets it; None: a spectator."""
    if viewer is None:
        return dict(named(watch(state), Table, NAMES))
    return {**named(table(state), Table, NAMES), **named(own(state, viewer), Own, NAMES)}


def _compare_view(view: Mapping[str, Json], state: State) -> Iterator[str]:
    seen = view_of(state, None if view["viewer"] == "spectator" else view["viewer"])
    text = msgspec.json.encode(seen).decode()
    yield from _presence_of(view, lambda card: f'"{card}"' in text, "view")
    for name in view.keys() - {"after", "viewer", "has", "hasNot"}:
        if seen.get(name) != view[name]:
            yield f"{name}: expected {view[name]!r}, found {seen.get(name)!r}"


def _presence_of(test: Mapping[str, Json], holds: Callable[[str], bool], where: str) -> Iterator[str]:
    for card in test.get("has") or ():
        if not holds(card):
            yield f"{where} lacks {card}"
    for card in test.get("hasNot") or ():
        if holds(card):
            yield f"{where} holds {card}"
