"""A table in this process: the pure game, its bots and a clock, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.api import HOST, AnyGame, BotSeat, Refused, Sitter, Step
from games.chance import Chance
from games.views import Event, named, named_event

Json = Any


@dataclass
class Intention:
    """A bot's intended action, and its time."""

    due: int
    action: Any


@dataclass
class LocalTable:
    """One person in seat 0, and bots. The clock stops while the person thinks; with `fast` it skips waits."""

    game: AnyGame
    options: Any
    seats: int
    level: str
    secret: bytes
    fast: bool = False
    me: int = 0
    now: int = 0
    step: int = 0
    state: Any = None
    table: Json = None
    own: Json = None
    _told: list[tuple[list[Json], Json]] = field(default_factory=list)

    def __post_init__(self) -> None:
        sitters: list[Sitter] = ["human", *(["bot"] * (self.seats - 1))]  # type: ignore[list-item]
        self._memory = dict.fromkeys(range(1, self.seats), b"")
        self._plans: dict[int, Intention] = {}
        self._took(self.game.setup(self.options, sitters, Chance(self.secret, 0), 0))

    @property
    def names(self) -> list[str]:
        return [str(seat + 1) for seat in range(self.seats)]

    # --- the person's seat ---

    async def act(self, action: str, payload: Json) -> Json:
        step = self._apply(self.me, self._action({"action": action, "payload": payload}))
        if isinstance(step, Refused):
            return {"refused": {"code": step.code, **step.params}}
        if step.refused is not None:
            return {"refused": {"code": step.refused.code, **step.refused.params}}
        return dict(step.result)

    def happened(self) -> list[tuple[list[Json], Json]]:
        told, self._told = self._told, []
        return told

    def question(self) -> None:
        """No question is ever open: while the person thinks, the clock stops and nobody else acts."""

    async def next(self) -> None:
        """Let time pass until a bot or the clock has done something."""
        while not self._told:
            due = self._next_due()
            if due is None:
                raise RuntimeError("nobody can act and nothing will wake the game")
            if not self.fast and due > self.now:
                await self._pass_time(due - self.now)
            self.now = max(self.now, due)
            self._due()

    async def _pass_time(self, ms: int) -> None:
        """Let ms pass. If the person types meanwhile, the time up to then still counts."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            await asyncio.sleep(ms / 1000)
        finally:
            self.now += min(ms, int((loop.time() - began) * 1000))

    async def close(self) -> None:
        self._plans.clear()

    # --- the host of the table ---

    def _action(self, sent: Json) -> Any:
        return msgspec.convert(sent, self.game.Action)

    def _apply(self, actor: int, action: Any) -> Step[Any] | Refused:
        stored = msgspec.msgpack.encode(self.state)
        try:
            step = self.game.apply(self.state, actor, action, Chance(self.secret, self.step + 1), self.now)
        except Refused as refused:
            self.state = msgspec.msgpack.decode(stored, type=self.game.State)
            return refused
        self.step += 1
        self._took(step)
        return step

    def _took(self, step: Step[Any]) -> None:
        self.state = step.state
        tables = dict(self.game.names)
        self.table = named(self.game.table(self.state), self.game.Table, tables)
        self.own = named(self.game.own(self.state, self.me), self.game.Own, tables)
        events = _seen(step, self.me)
        self._told.append(([named_event(event, tables) for event in events], self.table))
        self._ask_bots(step)

    def _ask_bots(self, step: Step[Any]) -> None:
        assert self.game.bot is not None
        view = self.game.table(self.state)
        for seat in self._memory:
            chance = Chance(self.secret, (1 << 40) + self.step * 64 + seat)
            plan = self.game.bot(
                view, self.game.own(self.state, seat), BotSeat(seat), _seen(step, seat), self._memory[seat], chance,
                self.level,
            )  # fmt: skip
            self._memory[seat] = plan.memory
            before = self._plans.pop(seat, None)
            if plan.action is not None:
                due = plan.due(self.now)
                if before is not None and before.action == plan.action:
                    due = min(due, before.due)
                self._plans[seat] = Intention(due, plan.action)

    def _next_due(self) -> int | None:
        wake = self.game.wake(self.state)
        times = [plan.due for plan in self._plans.values()]
        return min(times + ([] if wake is None else [wake.at]), default=None)

    def _due(self) -> None:
        wake = self.game.wake(self.state)
        ready = [(plan.due, seat) for seat, plan in self._plans.items() if plan.due <= self.now]
        if ready and (wake is None or min(ready)[0] <= wake.at):
            seat = min(ready)[1]
            self._apply(BotSeat(seat), self._plans.pop(seat).action)
        elif wake is not None and wake.at <= self.now:
            self._apply(HOST, wake.action)


def _seen(step: Step[Any], seat: int) -> Sequence[Event]:
    seen = (told.secret.get(seat, told.public) for told in step.events)
    return [event for event in seen if event is not None]
