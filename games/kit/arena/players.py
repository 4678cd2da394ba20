"""Who plays a seat of a measured match: a level of the game's bots, or chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from ...api import AnyGame, BotSeat, Plan, Seat
from ...chance import Chance
from ...views import Event

RANDOM: Final = "random"
"""A level of every game, only for measuring: some legal action."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A position as one seat sees it. `state` is for random players, which must know the legal actions, and for
    cheating twins."""

    state: Any
    table: Any
    own: Any
    events: Sequence[Event]
    now: int = 0


class Fault(Exception):
    """A player has failed and lost; another one continues in its seat. The message says how it failed."""


class Player(Protocol):
    """A player, asked after every step as long as its seat may act."""

    def plan(self, seen: Seen) -> Plan[Any]: ...


Maker = Callable[[AnyGame, Seat, Chance], Player]
"""(game, seat, chance) -> a player of one match."""


class LevelPlayer:
    """One of the game's bots. It is asked in the same way as in a room, including `ponder`."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, level: str) -> None:
        self.game, self.seat, self.chance, self.level = game, BotSeat(seat), chance, level
        self.memory = b""

    def plan(self, seen: Seen) -> Plan[Any]:
        game = self.game
        assert game.bot is not None
        plan = game.bot(seen.table, seen.own, self.seat, seen.events, self.memory, self.chance, self.level)
        self.memory = plan.memory
        if plan.ponder and game.ponder is not None:
            return replace(plan, action=self.pondered(seen, plan.memory), ponder=False)
        return plan

    def pondered(self, seen: Seen, memory: bytes) -> Any:
        assert self.game.ponder is not None
        return self.game.ponder(seen.table, seen.own, self.seat, memory, self.chance, self.level)


class RandomPlayer:
    """Some legal action, at once."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance) -> None:
        self.game, self.seat, self.chance = game, seat, chance

    def plan(self, seen: Seen) -> Plan[Any]:
        assert self.game.random_action is not None
        return Plan(self.game.random_action(seen.state, self.seat, self.chance))


def measurable_levels(game: AnyGame) -> list[str]:
    """The names that can be entered: the game's levels, those for measuring, and `random`."""
    levels = [*game.bot_levels, *game.measured_levels] if game.bot is not None else []
    if RANDOM not in levels and game.random_action is not None:
        levels.append(RANDOM)
    return levels


def maker_of(game: AnyGame, level: str) -> Maker:
    """The maker of players at that level."""
    if level == RANDOM and RANDOM not in game.measured_levels:
        return RandomPlayer
    return lambda game, seat, chance: LevelPlayer(game, seat, chance, level)
