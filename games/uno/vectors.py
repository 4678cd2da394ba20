"""Runs scenario vectors: the schema of uno.md 23."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import HOST, AllReady, Json, Refused, SeatKicked, SeatLeft, Step, WakeUp
from games.chance import Chance

from .act import Act
from .bot_baseline import decide
from .cards import CARD_BY_ID, COLOR_BY_NAME, COLORLESS
from .dealing import deal_round, draw_for_dealer
from .options import Options, pack, resolve, unpack
from .rounds import next_round
from .rules import Action, apply
from .seeing import own, table
from .state import CALLED, HUMAN, NOBODY, ROUND_END, TURN, State, is_active
from .timers import TIMEOUT, WINDOW
from .vector_checks import differences

STRANGER = 99
"""A seat that nobody has: players whom a vector does not seat."""
STEP_MS = 2000


class Unshuffled(Chance):
    """The shuffle of vectors is the identity."""

    def __init__(self) -> None:
        super().__init__(b"")

    def shuffle(self, items: Any) -> None:
        """Leave the order as it is."""


def run_vector(vector: Mapping[str, Json]) -> list[str]:
    """What differs from the expectations; empty if the vector passes."""
    kinds = {"options": _options, "highCard": _high_card, "play": _play, "deal": _deal, "bot": _bot}
    run = kinds.get(vector.get("kind", ""))
    if run is None:
        return [f"unknown kind {vector.get('kind')!r}"]
    try:
        return run(vector)
    except (Refused, KeyError, ValueError, IndexError) as trouble:
        return [f"this scenario cannot be set up or played: {trouble!r}"]


def _options(vector: Mapping[str, Json]) -> list[str]:
    expect = vector["expect"]
    found: dict[str, Json] = {"ok": True}
    try:
        options = resolve(vector.get("preset", "standard"), vector.get("options") or {}, vector.get("playerCount"))
        resolved = msgspec.to_builtins(options)
    except Refused as refused:
        resolved = {}
        found = {"ok": False, "code": refused.code, "option": refused.params.get("option")}
    wrong = [f"{k}: {found.get(k)!r}, not {v!r}" for k, v in expect.items() if k != "resolved" and found.get(k) != v]
    for name, value in expect.get("resolved", {}).items():
        if resolved.get(name) != value or type(resolved.get(name)) is not type(value):
            wrong.append(f"resolved {name}: {resolved.get(name)!r}, not {value!r}")
    return wrong


def _high_card(vector: Mapping[str, Json]) -> list[str]:
    players = vector["players"]
    draws = vector["draws"] if "draws" in vector else vector["setup"]["draws"]
    _, dealer = draw_for_dealer(len(players), [CARD_BY_ID[c] for c in draws])
    wanted = vector["expect"]["dealer"]
    return [] if players[dealer] == wanted else [f"dealer: {players[dealer]}, not {wanted}"]


def _play(vector: Mapping[str, Json]) -> list[str]:
    return Scenario(vector, _in_play(vector)).run()


def _deal(vector: Mapping[str, Json]) -> list[str]:
    options = _resolved(vector)
    players = vector["players"]
    s = _seated(options, players)
    act = Act(s, options, Unshuffled(), 0)
    deal_round(act, players.index(vector["setup"]["dealer"]), [CARD_BY_ID[c] for c in vector["setup"]["deck"]])
    dealt = differences(players, Step(s, act.told), None, vector.get("afterDeal", {}))
    return [f"after the deal: {d}" for d in dealt] + Scenario(vector, s).run()


def _bot(vector: Mapping[str, Json]) -> list[str]:
    scenario = Scenario(vector, _in_play(vector))
    wrong = scenario.run()
    s = scenario.s
    action = decide(table(s), own(s, s.current), s.current)
    if action is None:
        return [*wrong, "the bot does nothing"]
    payload = {k: v for k, v in action.payload.items() if k != "turn"}
    if "swapTargetId" in payload:
        payload["swapTargetId"] = vector["players"][payload["swapTargetId"]]
    expect = vector["expect"]
    if (action.action, payload) != (expect["action"], expect.get("payload", {})):
        wrong.append(f"the bot does {action.action} {payload}, not {expect}")
    return wrong


def _resolved(vector: Mapping[str, Json]) -> Options:
    return resolve(vector.get("preset", "standard"), vector.get("options") or {}, len(vector["players"]))


def _seated(options: Options, players: list[str]) -> State:
    seats = len(players)
    return State(
        options=pack(options),
        hands=[[] for _ in players],
        seats=[HUMAN] * seats,
        scores=[0] * seats,
        rounds_won=[0] * seats,
    )


def _in_play(vector: Mapping[str, Json]) -> State:
    """A running round in phase `turn`, as the vector sets it up."""
    options = _resolved(vector)
    players, setup = vector["players"], vector["setup"]
    s = _seated(options, players)
    s.hands = [[CARD_BY_ID[c] for c in setup["hands"].get(p, [])] for p in players]
    s.deck = [CARD_BY_ID[c] for c in reversed(setup["drawPile"])]
    s.discard = [CARD_BY_ID[c] for c in setup["discard"]]
    s.color = COLOR_BY_NAME.get(setup["color"], COLORLESS)
    s.phase = TURN
    s.current = players.index(setup["current"])
    s.direction = setup["direction"]
    s.dealer = players.index(setup["dealer"])
    s.turn = setup["turnNumber"]
    s.round = setup.get("roundNumber", 1)
    for name, into in (("scores", s.scores), ("roundsWon", s.rounds_won)):
        for player, value in setup.get(name, {}).items():
            into[players.index(player)] = value
    called = [players.index(p) for p in setup.get("unoCalled", [])]
    if options.uno_enforcement == "endTurn":
        s.called = s.current in called
    else:
        s.flags = dict.fromkeys(called, CALLED)
    s.deadline = options.turn_seconds * 1000
    return s


class Scenario:
    """The steps of one vector, with the little that the room layer adds: player ids and the host."""

    def __init__(self, vector: Mapping[str, Json], s: State) -> None:
        self.players: list[str] = vector["players"]
        self.steps: list[Mapping[str, Json]] = vector.get("steps") or []
        self.final: Mapping[str, Json] = vector.get("final") or {}
        self.s = s
        self.chance = Unshuffled()

    def run(self) -> list[str]:
        """Every difference from what the vector expects."""
        wrong: list[str] = []
        for i, step in enumerate(self.steps):
            now = step.get("at", (i + 1) * STEP_MS)
            wrong += [f"step {i} ({step['player']} {step['action']}): {d}" for d in self._step(step, now)]
        return wrong + [f"final: {d}" for d in differences(self.players, Step(self.s), None, self.final)]

    def _step(self, step: Mapping[str, Json], now: int) -> list[str]:
        before = msgspec.msgpack.encode(self.s)
        refused: Refused | None = None
        try:
            done = self._act(step, now)
            refused = done.refused
        except Refused as mistake:
            refused = mistake
            done = Step(self.s)
        wrong = differences(self.players, done, refused, {"ok": True, **step.get("expect", {})})
        if refused and "penalty" not in refused.params and not _unchanged(before, self.s):
            wrong.append("a rejected action has changed the state")
        return wrong

    def _act(self, step: Mapping[str, Json], now: int) -> Step[State]:
        player, name, payload = step["player"], step["action"], step.get("payload") or {}
        if player == "@server":
            return self._server(name, payload, now)
        seat = self._seat(player)
        if name == "LEAVE":
            return self._host(SeatLeft(seat), now)
        if name == "KICK":
            return self._kick(seat, payload, now)
        return apply(self.s, seat, Action(name, self._seats_for_ids(payload)), self.chance, now)

    def _host(self, action: Any, now: int) -> Step[State]:
        return apply(self.s, HOST, action, self.chance, now)

    def _server(self, name: str, payload: Mapping[str, Json], now: int) -> Step[State]:
        s = self.s
        if name == "TIMEOUT":
            return self._host(WakeUp(TIMEOUT, s.deadline), now)
        if name == "CLOSE_WINDOW":
            return self._host(WakeUp(WINDOW, s.since if s.vulnerable != NOBODY else -1), now)
        if name != "NEXT_ROUND":
            raise ValueError(f"no action of the server: {name}")
        if "deck" not in payload or s.phase != ROUND_END:
            return self._host(AllReady(), now)
        act = Act(s, unpack(s.options), self.chance, now)
        next_round(act, [CARD_BY_ID[c] for c in payload["deck"]])
        return Step(s, act.told)

    def _kick(self, seat: int, payload: Mapping[str, Json], now: int) -> Step[State]:
        if seat != self._room_host():
            raise Refused("NOT_HOST")
        target = self._seat(payload.get("targetPlayerId"))
        if target == seat or not is_active(self.s, target):
            raise Refused("INVALID_TARGET")
        return self._host(SeatKicked(target), now)

    def _room_host(self) -> int:
        """The first player, or the next person in seat order who has not left."""
        there = [p for p in range(len(self.players)) if not self.s.left >> p & 1]
        return there[0] if there else STRANGER

    def _seat(self, player: Json) -> int:
        return self.players.index(player) if player in self.players else STRANGER

    def _seats_for_ids(self, payload: Mapping[str, Json]) -> dict[str, Json]:
        """Player ids become seats; what is no text stays no seat."""
        mapped = dict(payload)
        for field in ("targetPlayerId", "swapTargetId"):
            value = mapped.get(field)
            if isinstance(value, str):
                mapped[field] = self._seat(value)
            elif value is not None:
                mapped[field] = repr(value)
        return mapped


def _unchanged(before: bytes, s: State) -> bool:
    """Is the state as it was, a reclaimed seat aside?"""
    was = msgspec.msgpack.decode(before, type=State)
    was.seats, was.timeouts = s.seats, s.timeouts
    return was == s
