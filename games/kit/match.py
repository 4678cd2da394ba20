"""Plays a whole match, passing every state through storage, and keeps its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from ..api import (
    HOST,
    AllReady,
    AnyGame,
    BotSeat,
    Json,
    Refused,
    Seat,
    SeatAway,
    SeatBack,
    SeatKicked,
    SeatLeft,
    SeatTaken,
    Sitter,
    Step,
    Wake,
    WakeUp,
)
from ..chance import Chance
from ..views import Event
from .clocks import FIRST_S, clock_at
from .promise import Broken, options_of, pack, seen, unpack
from .setting import WHOLE, By, Setting

START: Final = 1_000
RESTLESS: Final = 100
"""After this many wake-ups in a row without time passing, we assume that the game would wake itself forever."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One accepted action: the stored states around it and its result."""

    number: int
    before: bytes
    actor: Seat
    action: Any
    now: int
    step: Step[Any]
    after: bytes


@dataclass(slots=True)
class Match:
    game: AnyGame
    preset: str
    options: Any
    sitters: Sequence[Sitter]
    secret: bytes
    opening: Step[Any]
    first: bytes
    moments: list[Moment] = field(default_factory=list)
    ended: bool = False
    setting: Setting | None = None
    tally: Counter[tuple[str, ...]] = field(default_factory=Counter)
    """The checks' counts, judged once all matches have been checked."""

    def chance(self, number: int) -> Chance:
        """The stream of step `number`, from the beginning."""
        return Chance(self.secret, number)

    @property
    def last(self) -> bytes:
        return self.moments[-1].after if self.moments else self.first


def play(
    game: AnyGame,
    preset: str,
    players: int,
    seed: str,
    *,
    by: By = "random",
    trouble: int = 0,
    taste: bool = False,
    levels: Sequence[str] = (),
    limit: int = WHOLE,
    ponders: int = 20_000,
    overrides: Mapping[str, Json] | None = None,
) -> Match:
    """Play a match to its end, or up to `limit` actions or `ponders` calls of `ponder`.

    With `trouble`, people come and go, on average once in `trouble` actions, and some are slow.
    """
    return played(game, Setting(seed, preset, players, by, overrides or {}, levels, trouble, taste, limit), ponders)


def played(game: AnyGame, setting: Setting, ponders: int, clock: int = FIRST_S) -> Match:
    """The match, as far as it can be played; a Broken that ends it carries the match."""
    with clock_at(clock):
        return _played(game, setting, ponders)


def _played(game: AnyGame, setting: Setting, ponders: int) -> Match:
    sitters: list[Sitter] = ["bot" if setting.by == "bots" else "human"] * setting.players
    secret = setting.seed.encode()
    options = options_of(game, setting.preset, setting.players, setting.overrides)
    opening = game.setup(options, sitters, Chance(secret), START)
    match = Match(game, setting.preset, options, sitters, secret, opening, pack(opening.state), setting=setting)
    try:
        table = _Table(match, Chance(secret + b"/people"), setting)
        while len(match.moments) < setting.limit and table.pondered < ponders:
            if game.outcome(table.state) is not None:
                match.ended = True
                break
            actor, action = table.next_of_bots() if setting.by == "bots" else table.next()
            table.commit(actor, action)
    except Broken as broken:
        broken.match = match
        raise
    return match


def kind_of(action: Any) -> Json:
    """The name of an action on the wire: its tag, or the field `action`."""
    sent = msgspec.to_builtins(action)
    return sent.get("type", sent.get("action")) if isinstance(sent, dict) else sent


class _Table:
    """The people around a match: who is there, who acts next and when."""

    def __init__(self, match: Match, whim: Chance, setting: Setting) -> None:
        self.match = match
        self.game = match.game
        self.state = unpack(match.game, match.first)
        self.now = START
        self.whim = whim
        self.trouble = setting.trouble
        self.by = setting.by
        self.tastes: dict[Json, int] | None = {} if setting.taste else None
        self.rested = 0
        self.presence = ["here"] * len(match.sitters)
        self.levels = setting.levels or self.game.bot_levels
        self.pondered = 0
        self.memory = [b""] * len(match.sitters)
        self.heard: list[list[Event]] = [seen(match.opening, seat) for seat in range(len(match.sitters))]

    def commit(self, actor: Seat, action: Any) -> None:
        match, number = self.match, len(self.match.moments) + 1
        before = pack(self.state)
        try:
            step = self.game.apply(self.state, actor, action, match.chance(number), self.now)
        except Refused as refused:
            self.state = unpack(self.game, before)
            if actor == HOST and not isinstance(action, WakeUp):
                return  # a room continues without it
            raise Broken(
                f"{self._source(actor)} gave {action!r}, but `apply` refuses it: {refused!r}; mend one of them"
            ) from refused
        after = pack(step.state)
        if after == before and isinstance(action, WakeUp):
            raise Broken(
                f"{action!r} changes nothing, so it would be repeated forever: let `apply` do something, "
                "or `wake` answer None"
            )
        self.state = unpack(self.game, after)
        self.rested = self.rested if isinstance(action, WakeUp) else 0
        match.moments.append(Moment(number, before, actor, action, self.now, step, after))
        for seat, heard in enumerate(self.heard):
            heard += seen(step, seat)

    def _source(self, actor: Seat) -> str:
        if actor == HOST:
            return "`wake`"
        if self.by == "bots":
            return f"the bot of level {self.levels[actor % len(self.levels)]} in seat {int(actor)}"
        return f"{'the list in `own`' if self.by == 'list' else '`random_action`'} of seat {int(actor)}"

    def next(self) -> tuple[Seat, Any]:
        game, whim = self.game, self.whim
        wake = game.wake(self.state)
        waited = whim.between(50, 2_000)
        if self.trouble and whim.chance(1, self.trouble):
            return HOST, self._coming_and_going()
        slow = self.trouble and whim.chance(1, 15)
        if wake is None or not (slow or wake.at <= self.now + waited):
            seats = sorted(game.may_act(self.state))
            whim.shuffle(seats)
            seats.sort(key=lambda seat: seat not in game.to_act(self.state) and whim.chance(1, 2))
            for seat in seats:
                action = self._random(seat)
                if action is not None:
                    self.now += waited
                    return (BotSeat(seat) if seat in game.autopilot(self.state) else seat), action
        return self._wake(wake)

    def next_of_bots(self) -> tuple[Seat, Any]:
        plans = [(due, seat, action) for seat in range(len(self.memory)) for due, action in self._plan(seat)]
        wake = self.game.wake(self.state)
        if plans:
            due, seat, action = min(plans, key=lambda plan: plan[:2])
            if wake is None or due < wake.at:
                self.now = due
                return BotSeat(seat), action
        return self._wake(wake)

    def _random(self, seat: Seat) -> Any:
        game, whim = self.game, self.whim
        if game.random_action is None:
            raise Broken("the kit needs Game.random_action to play the game")
        if self.by == "list" and game.listed is not None and (known := list(game.listed(game.own(self.state, seat)))):
            return whim.choice(known) if self.tastes is None else self._liked(known)
        if self.tastes is None or whim.chance(1, 6):
            return game.random_action(self.state, seat, whim)
        some = [game.random_action(self.state, seat, whim) for _ in range(4)]
        return self._liked([action for action in some if action is not None])

    def _liked(self, actions: Sequence[Any]) -> Any:
        """An action of the kind that this match prefers."""
        assert self.tastes is not None
        known = [(self.tastes.setdefault(kind_of(action), self.whim.below(4)), action) for action in actions]
        best = [action for liking, action in known if liking == max(liking for liking, _ in known)]
        return self.whim.choice(best) if best else None

    def _plan(self, seat: Seat) -> list[tuple[int, Any]]:
        game = self.game
        if game.bot is None:
            raise Broken("the game has bot levels but no bot")
        level = self.levels[seat % len(self.levels)]
        table, own = game.table(self.state), game.own(self.state, seat)
        plan = game.bot(table, own, BotSeat(seat), self.heard[seat], self.memory[seat], self.whim, level)
        self.heard[seat] = []
        self.memory[seat] = plan.memory
        if len(plan.memory) > 1024:
            raise Broken(f"a bot of level {level} remembers {len(plan.memory)} bytes; 1,024 are kept")
        if plan.think_ms < 0:
            raise Broken(f"a bot of level {level} thinks {plan.think_ms} ms")
        if plan.ponder:
            if game.ponder is None:
                raise Broken("a bot asks to ponder, but the game has no ponder")
            self.pondered += 1
            return [(plan.due(self.now), game.ponder(table, own, BotSeat(seat), plan.memory, self.whim, level))]
        return [] if plan.action is None else [(plan.due(self.now), plan.action)]

    def _wake(self, wake: Wake | None) -> tuple[Seat, Any]:
        if wake is None:
            raise Broken(
                f"stuck after {len(self.match.moments)} actions: nobody can act and nothing will wake the game; give "
                f"{self._waiting()} a legal action, or end the match in `outcome`"
            )
        self.rested = self.rested + 1 if wake.at <= self.now else 0
        if self.rested > RESTLESS:
            raise Broken(
                f"{wake.action!r} has come {RESTLESS} times in a row without time passing: let `wake` name a later time"
            )
        self.now = max(self.now, wake.at)
        return HOST, wake.action

    def _waiting(self) -> str:
        waiting = sorted(self.game.to_act(self.state))
        return f"seat {', '.join(map(str, waiting))}" if waiting else "somebody"

    def _coming_and_going(self) -> Any:
        seat = self.whim.below(len(self.presence))
        match self.presence[seat]:
            case "here":
                kind, then = self.whim.choice([(SeatAway, "away"), (SeatAway, "away"), (SeatLeft, "gone"), (None, "")])
            case "away":
                kind, then = self.whim.choice([(SeatBack, "here"), (SeatBack, "here"), (SeatKicked, "gone")])
            case _:
                self.presence[seat] = "here"
                return SeatTaken(seat, "human")
        if kind is None:
            return AllReady()
        self.presence[seat] = then
        return kind(seat)
