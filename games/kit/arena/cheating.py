"""A twin that sees all hands, to find an upper bound on what can be won. Only for measuring: no room has it.

It plays out its level's own action and all other listed ones on the true hands, with that level in every seat, and
takes the one that wins most often. It knows no more about the pile than others do. If the game has `ponder_knowing`,
the twin uses that instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from ...api import AnyGame, BotSeat, Plan, Refused, Seat
from ...chance import Chance
from ...playing_out import BotsPlayOn, play_out
from ..promise import pack, unpack
from .match import Stuck
from .players import LevelPlayer, Maker, Player, Seen

PLAYOUTS: Final = 12
"""Playouts of each choice, to find the most promising; then that one and its level's own get four times as many."""


class CheatingPlayer:
    """Plays like its level if there is no choice."""

    def __init__(self, game: AnyGame, seat: Seat, chance: Chance, level: str, playouts: int = PLAYOUTS) -> None:
        self.game, self.seat, self.chance, self.level, self.playouts = game, seat, chance, level, playouts
        self.honest = LevelPlayer(game, seat, chance, level)

    def plan(self, seen: Seen) -> Plan[Any]:
        plan = self.honest.plan(seen)
        choices = self._choices(plan.action, seen)
        if plan.action is None or len(choices) < 2 or self.seat not in self.game.to_act(seen.state):
            return plan
        stored = pack(seen.state)
        first = self._worths(stored, choices, self.playouts)
        best = choices[max(range(len(choices)), key=first.__getitem__)]
        # A choice that looked best by luck must not be judged by the same random numbers.
        own, other = self._worths(stored, [plan.action, best], 4 * self.playouts)
        return replace(plan, action=best if other > own else plan.action)

    def _worths(self, stored: bytes, choices: Sequence[Any], playouts: int) -> list[float]:
        secrets = [self.chance.secret() for _ in range(playouts)]
        return [sum(self._played_out(stored, choice, secret) for secret in secrets) for choice in choices]

    def _choices(self, own_choice: Any, seen: Seen) -> Sequence[Any]:
        listed = list(self.game.listed(seen.own)) if self.game.listed is not None else []
        return [own_choice, *(action for action in listed if action != own_choice)]

    def _played_out(self, stored: bytes, action: Any, secret: bytes) -> float:
        """The value of the action, with this level in every seat; minus infinity if it is refused."""
        game, state = self.game, unpack(self.game, stored)
        if game.reshuffle is not None:
            state = game.reshuffle(state, Chance(secret))
        try:
            step = game.apply(state, BotSeat(self.seat), action, Chance(secret), 0)
        except Refused:
            return float("-inf")
        try:
            worths, _ = play_out(game, step, 0, BotsPlayOn(game, self.level, secret), secret)
        except Refused as refused:
            raise Stuck(f"a twin was refused in its playout: {refused!r}") from refused
        return worths[self.seat] if worths else 0.0


class KnowingPlayer(LevelPlayer):
    """Ponders on the true hands, if the game can do that itself."""

    def pondered(self, seen: Seen, memory: bytes) -> Any:
        game = self.game
        assert game.ponder_knowing is not None
        return game.ponder_knowing(seen.state, seen.table, seen.own, self.seat, memory, self.chance, self.level)


def cheating(level: str, playouts: int = PLAYOUTS) -> Maker:
    """The twin of a level."""

    def made(game: AnyGame, seat: Seat, chance: Chance) -> Player:
        if game.ponder_knowing is not None:
            return KnowingPlayer(game, seat, chance, level)
        return CheatingPlayer(game, seat, chance, level, playouts)

    return made


def cheats_with(game: AnyGame, names: Sequence[str], first: int) -> set[int]:
    """The entries that see all hands: the first one of a level, and its partners of that level."""
    side = next((team for team in game.teams if first in team), (first,))
    return {entry for entry in side if names[entry] == names[first]}
