"""Runs scenario vectors: the schema of uno.md 23."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api import HOST, AllReady, Json, Refused, SeatKicked, SeatLeft, Step, WakeUp
from games.uno.actions import Action, Malformed
from games.uno.bots.baseline import decide
from games.uno.cards import CARD_BY_ID
from games.uno.options import resolve, unpack
from games.uno.rules.dealing import draw_for_dealer
from games.uno.rules.round_start import next_round
from games.uno.rules.seats import is_active
from games.uno.rules.step_context import Act
from games.uno.rules.timers import TIMEOUT, WINDOW
from games.uno.rules.validation import apply
from games.uno.state import NOBODY, ROUND_END, State
from games.uno.views.build import own, table

from .vector_checks import differences
from .vector_setup import Unshuffled, dealt, in_play, preset_of

STRANGER = 99
"""A seat that does not exist, for players without a seat in the vector."""
SERVER = "@server"
_BY_SERVER = ("TIMEOUT", "CLOSE_WINDOW", "NEXT_ROUND")
STEP_MS = 2000


def run_vector(vector: Mapping[str, Json]) -> list[str]:
    """The differences from the expectations; empty if the vector passes."""
    kinds = {"options": _options, "highCard": _high_card, "play": _play, "deal": _deal, "bot": _bot}
    run = kinds.get(str(vector.get("kind")))
    if run is None:
        return [f"unknown kind {vector.get('kind')!r}"]
    try:
        return run(vector)
    except Exception as trouble:  # a scenario that cannot be played has failed, whatever the reason
        return [f"this scenario cannot be set up or played: {trouble!r}"]


def _options(vector: Mapping[str, Json]) -> list[str]:
    expect = vector["expect"]
    found: dict[str, Json] = {"ok": True}
    try:
        options = resolve(preset_of(vector), vector.get("options") or {}, vector.get("playerCount"))
        resolved = msgspec.to_builtins(options)
    except Refused as refused:
        resolved = {}
        found = {"ok": False, "code": refused.code, "option": refused.params.get("option")}
    wrong = [f"{k}: {found.get(k)!r}, not {v!r}" for k, v in expect.items() if k != "resolved" and found.get(k) != v]
    for name, value in (expect.get("resolved") or {}).items():
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
    return Scenario(vector, in_play(vector)).run()


def _deal(vector: Mapping[str, Json]) -> list[str]:
    act = dealt(vector)
    wrong = differences(vector["players"], Step(act.s, act.told), None, vector.get("afterDeal") or {})
    return [f"after the deal: {d}" for d in wrong] + Scenario(vector, act.s).run()


def _bot(vector: Mapping[str, Json]) -> list[str]:
    scenario = Scenario(vector, in_play(vector))
    wrong = scenario.run()
    s = scenario.s
    action = decide(table(s), own(s, s.current), s.current)
    if action is None:
        return [*wrong, "the bot does nothing"]
    done = msgspec.to_builtins(action)
    payload = {k: v for k, v in done["payload"].items() if k != "turn"}
    if "swapTargetId" in payload:
        payload["swapTargetId"] = vector["players"][payload["swapTargetId"]]
    expect = vector["expect"]
    if (done["action"], payload) != (expect["action"], expect.get("payload", {})):
        wrong.append(f"the bot does {done['action']} {payload}, not {expect}")
    return wrong


class Scenario:
    """The steps of one vector, with the few things that the room layer adds: player ids and the host."""

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
        wrong = differences(self.players, done, refused, {"ok": True, **(step.get("expect") or {})})
        if refused and "penalty" not in refused.params and not _unchanged(before, self.s):
            wrong.append("a rejected action has changed the state")
        return wrong

    def _act(self, step: Mapping[str, Json], now: int) -> Step[State]:
        player, name, payload = step["player"], str(step["action"]), step.get("payload")
        if not isinstance(payload, dict):
            payload = {}
        if player == SERVER and name in _BY_SERVER:
            return self._server(name, payload, now)
        seat = self._seat(player)
        if name == "LEAVE":
            return self._host(SeatLeft(seat), now)
        if name == "KICK":
            return self._kick(seat, payload, now)
        return apply(self.s, seat, _action(name, self._seats_for_ids(payload)), self.chance, now)

    def _host(self, action: Any, now: int) -> Step[State]:
        return apply(self.s, HOST, action, self.chance, now)

    def _server(self, name: str, payload: Mapping[str, Json], now: int) -> Step[State]:
        s = self.s
        if name == "TIMEOUT":
            return self._host(WakeUp(TIMEOUT, s.deadline), now)
        if name == "CLOSE_WINDOW":
            return self._host(WakeUp(WINDOW, s.since if s.vulnerable != NOBODY else -1), now)
        deck = payload.get("deck")
        if deck is None or s.phase != ROUND_END:
            return self._host(AllReady(), now)
        act = Act(s, unpack(s.options), self.chance, now)
        next_round(act, [CARD_BY_ID[c] for c in deck])
        return Step(s, act.told)

    def _kick(self, seat: int, payload: Mapping[str, Json], now: int) -> Step[State]:
        if seat not in self._room_host():
            raise Refused("NOT_HOST")
        target = self._seat(payload.get("targetPlayerId"))
        if target == seat or not is_active(self.s, target):
            raise Refused("INVALID_TARGET")
        return self._host(SeatKicked(target), now)

    def _room_host(self) -> list[int]:
        """The first player, or the next person in seat order who has not left; nobody if all have."""
        return [p for p in range(len(self.players)) if not self.s.left >> p & 1][:1]

    def _seat(self, player: Json) -> int:
        return self.players.index(player) if player in self.players else STRANGER

    def _seats_for_ids(self, payload: Mapping[str, Json]) -> dict[str, Json]:
        """Player ids become seats; anything that is not a string becomes no seat."""
        mapped = dict(payload)
        for field in ("targetPlayerId", "swapTargetId"):
            value = mapped.get(field)
            if isinstance(value, str):
                mapped[field] = self._seat(value)
            elif value is not None:
                mapped[field] = repr(value)
        return mapped


def _action(name: str, payload: Json) -> Action | Malformed:
    """The action as the platform decodes it."""
    try:
        action: Action = msgspec.convert({"action": name, "payload": payload}, Action)
    except msgspec.ValidationError:
        return Malformed("action")
    return action


def _unchanged(before: bytes, s: State) -> bool:
    """Is the state unchanged, except for a reclaimed seat?"""
    was = msgspec.msgpack.decode(before, type=State)
    was.seats, was.timeouts = s.seats, s.timeouts
    return was == s
