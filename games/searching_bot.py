"""A bot for every game that has none: it tries out each legal action in guessed deals, which random play continues.

All it needs is `Game.guess`, which makes a complete state from one seat's views, and actions to choose from: those in
`listed`, or else some drawn by `random_action`. Each round of trials uses fresh guesses, the same for all actions, and
drops the worse half, so no guess that favoured an action judges it again. Play in them is random but not blind: of two
random actions, everybody takes the one that has done better so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log2
from time import process_time
from typing import Any, Final

import msgspec

from .api import HOST, AnyGame, BotSeat, Case, Judgement, Plan, Refused, Seat
from .chance import Chance
from .comparing import ROUNDS, judged
from .playing_out import Move, play_out
from .views import Event

EFFORT: Final[Mapping[str, int]] = {"easy": 500, "normal": 3_000, "strong": 15_000}
"""Actions simulated for one decision, by level. This limits its time without a clock."""
ERRS: Final[Mapping[str, int]] = {"easy": 60, "normal": 20, "strong": 0}
"""In this many of a hundred decisions it takes any action except those that look worst at first, as people do."""
REVIEWING: Final = 4_000
JUDGING: Final = 16_000
"""Actions simulated to find the choice with which a decision is compared (REVIEWING), and to compare the two."""
MOST_S: Final = 3.0
"""Processor time: if a game's rules are so slow that this runs out first, the search stops there."""
MOST_CHOICES: Final = 40
"""If there are more legal actions, this many random ones are tried."""
DRAWS: Final = 40
"""How many random actions are drawn to find legal ones if nothing is listed."""
LONGEST: Final = 400
"""The most actions to the end of a round; if it takes more, we learn nothing."""
GLANCE_MS: Final = 600
PER_CHOICE_MS: Final = 90
SLOWEST_MS: Final = 2_000


def with_searching_bot(game: AnyGame) -> AnyGame:
    """The game itself if it has a bot or cannot guess; otherwise the game with a searching bot."""
    if game.bot is not None or game.guess is None:
        return game
    searching = SearchingBot(game)
    return replace(game, bot=searching.bot, ponder=searching.ponder, bot_levels=tuple(EFFORT), auto_level=_usual)


def _usual(_: Any) -> str:
    return "normal"


class SearchingBot:
    """`Game.bot` and `Game.ponder` of a game that has none of its own."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def bot(
        self, table: Any, own: Any, seat: Seat, events: Sequence[Event], memory: bytes, chance: Chance, level: str
    ) -> Plan[Any]:
        """Acts when the game waits for it. The number of choices determines how long it thinks."""
        if self.game.listed is not None and not any(True for _ in self.game.listed(own)):
            return Plan(None)
        state = self._guessed(table, own, seat, chance)
        if state is None or seat not in self.game.to_act(state):
            return Plan(None)
        choices = self._choices(state, own, seat, chance)
        wake = self.game.wake(state)
        deadline = None if wake is None else wake.at
        if len(choices) < 2:
            return Plan(choices[0] if choices else None, GLANCE_MS, deadline=deadline)
        think_ms = min(SLOWEST_MS, GLANCE_MS + PER_CHOICE_MS * len(choices))
        return Plan(None, think_ms, ponder=True, deadline=deadline)

    def ponder(self, table: Any, own: Any, seat: Seat, memory: bytes, chance: Chance, level: str) -> Any:
        """The action that does best in the search."""
        state = self._guessed(table, own, seat, chance)
        choices = [] if state is None else self._choices(state, own, seat, chance)
        if not choices:
            return None
        search = Search(self.game, table, own, seat, chance)
        return search.best(choices, EFFORT[level], errs=chance.chance(ERRS[level], 100))

    def review(self, case: Case, chance: Chance) -> Judgement | None:
        """Judges a decision: its own choice against the actual one, in deals that selected neither."""
        table, own, seat = case.table, case.own, case.seat
        state = self._guessed(table, own, seat, chance)
        if state is None or seat not in self.game.to_act(state):
            return None
        choices = self._choices(state, own, seat, chance)
        if len(choices) < 2:
            return None
        best = Search(self.game, table, own, seat, chance).best(choices, REVIEWING)
        if best == case.action:
            return Judgement()
        search = Search(self.game, table, own, seat, chance)

        def gain() -> float | None:
            brought = search.brought([best, case.action]) if search.applied < JUDGING else []
            return brought[0] - brought[1] if len(brought) == 2 else None

        return judged(case, best, gain, ROUNDS)

    def _guessed(self, table: Any, own: Any, seat: Seat, chance: Chance) -> Any:
        assert self.game.guess is not None
        return self.game.guess(table, own, seat, chance)

    def _choices(self, state: Any, own: Any, seat: Seat, chance: Chance) -> list[Any]:
        game = self.game
        if game.listed is not None:
            choices = list(game.listed(own))
        elif game.random_action is not None:
            drawn = (game.random_action(state, seat, chance) for _ in range(DRAWS))
            choices = list({repr(action): action for action in drawn if action is not None}.values())
        else:
            choices = []
        if len(choices) > MOST_CHOICES:
            chance.shuffle(choices)
        return choices[:MOST_CHOICES]


class Search:
    """One decision: the value of each action in the same guessed deals."""

    def __init__(self, game: AnyGame, table: Any, own: Any, seat: Seat, chance: Chance) -> None:
        self.game, self.table, self.own, self.seat, self.chance = game, table, own, seat, chance
        self.applied = 0
        self._began = process_time()
        self.known: dict[str, tuple[float, int]] = {}
        """For each action, the sum of its values to the seats that took it in any deal, and how often it was taken."""

    def best(self, choices: Sequence[Any], effort: int, *, errs: bool = False) -> Any:
        """Halves the choices round by round. `effort`: actions to simulate in all; each choice is tried at least once.

        `errs`: takes any choice except the third that looks worst.
        """
        alive = list(choices)
        rounds = max(1, round(log2(len(alive))))
        for number in range(rounds):
            worths = self.worths(alive, effort * (number + 1) // rounds)
            order = sorted(range(len(alive)), key=lambda place: -worths[place])
            if errs:
                return alive[self.chance.choice(order[: -(-2 * len(order) // 3)])]
            alive = [alive[place] for place in order[: (len(alive) + 1) // 2]]
            if len(alive) == 1 or self.late or self.applied >= effort:
                break
        return alive[0]

    def worths(self, choices: Sequence[Any], until: int) -> list[float]:
        """Sums over fresh guesses, until this many actions have been simulated."""
        sums = [0.0] * len(choices)
        passes = 0
        while True:
            brought = self.brought(choices)
            if not brought or (self.late and passes):
                return sums
            untried = [float("-inf")] * (len(choices) - len(brought))
            sums = [total + more for total, more in zip(sums, brought + untried, strict=True)]
            passes += 1
            if self.late or self.applied >= until:
                return sums

    def brought(self, choices: Sequence[Any]) -> list[float]:
        """The value of each in one more guess, as long as there is time; empty if nothing can be guessed."""
        assert self.game.guess is not None
        state = self.game.guess(self.table, self.own, self.seat, self.chance)
        if state is None:
            return []
        stored, secret = msgspec.msgpack.encode(state), self.chance.secret()
        return [self._tried(stored, action, secret) for action in choices if not self.late]

    @property
    def late(self) -> bool:
        return process_time() - self._began > MOST_S

    def _tried(self, stored: bytes, action: Any, secret: bytes) -> float:
        game, whim = self.game, Chance(secret, LONGEST)
        state = msgspec.msgpack.decode(stored, type=game.State)
        taken: list[tuple[Seat, str]] = [(self.seat, repr(action))]
        try:
            step = game.apply(state, BotSeat(self.seat), action, Chance(secret), 0)
        except Refused:
            self.applied += 1
            return float("-inf")
        try:
            worths, applied = play_out(
                game, step, 0, lambda state, now: self._next(state, now, whim, taken), secret, LONGEST
            )
        except Refused:  # a random action was not legal after all: we learn nothing from this deal
            return 0.0
        self.applied += applied
        if worths is None:
            return 0.0
        for seat, name in taken:
            total, count = self.known.get(name, (0.0, 0))
            self.known[name] = total + worths[seat], count + 1
        return worths[self.seat]

    def _next(self, state: Any, now: int, whim: Chance, taken: list[tuple[Seat, str]]) -> Move | None:
        """A seat that is to act takes the more promising of two legal actions; if there is none, time passes."""
        game = self.game
        for seat in sorted(game.to_act(state)):
            drawn = [action for _ in range(2) if (action := self._random_action(state, seat, whim)) is not None]
            if drawn:
                name, action = max(((repr(action), action) for action in drawn), key=lambda one: self._promise(one[0]))
                taken.append((seat, name))
                return BotSeat(seat), action, now
        wake = game.wake(state)
        return None if wake is None else (HOST, wake.action, max(now, wake.at))

    def _promise(self, name: str) -> float:
        total, count = self.known.get(name, (1.0, 1))  # an untried action is worth a try
        return total / count

    def _random_action(self, state: Any, seat: Seat, whim: Chance) -> Any:
        game = self.game
        if game.random_action is not None:
            return game.random_action(state, seat, whim)
        listed = list(game.listed(game.own(state, seat))) if game.listed is not None else []
        return whim.choice(listed) if listed else None
