"""Plays a game for a while, in every way the kit knows, and collects its faults, each once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final, Literal

from ..api import AnyGame
from .blame import place, stack
from .calls import SLOW_S, Failed, called, watch
from .fairness import count_seats
from .match import Match, played
from .met import Tally, meet_everything
from .promise import Broken, Doubt, Moot
from .setting import PONDERS, Setting, first_of_bots, setting
from .suite import OF_ALL, OF_GAMES, OF_MATCHES, OF_MOMENTS, OF_SOME_MOMENTS, PLAYING, playing, spread

EVERY: Final = 250
"""Moments of a match at which cheap checks run; in shorter matches, they run at every moment."""
SOME: Final = 12
"""Moments of a match at which costly checks run."""
FEWEST: Final = 8
"""The number of matches that are played, however little time there is."""
CHANGING: Final = re.compile(r"'[^']*'|\"[^\"]*\"|\[.*?\]|\(.*?\)|-?\d+")

Grade = Literal["broken", "doubt"]


@dataclass(slots=True)
class Finding:
    """`match`, `step`: where it occurred first; None if it concerns no match, or a match as a whole."""

    check: str
    grade: Grade
    text: str
    seed: str = ""
    match: int | None = None
    step: int | None = None
    setting: Setting | None = None
    times: int = 1
    trace: str = ""

    def again(self, game: str) -> str:
        """The command that plays exactly this once more."""
        if self.match is None:
            return ""
        step = f" --step {self.step}" if self.step is not None else ""
        return f"paiju check-game {game} --seed {self.seed} --match {self.match}{step}"


@dataclass(slots=True)
class Search:
    """One run. `findings` by the key that equal faults share, in order of occurrence."""

    game: AnyGame
    seed: str = "kit"
    findings: dict[str, Finding] = field(default_factory=dict)
    tally: Tally = field(default_factory=Counter)
    matches: int = 0
    actions: int = 0
    tried: set[str] = field(default_factory=set)
    """The checks that have had something to check."""
    bots_played: bool = False
    endless: int = 0
    """Calls that had to be interrupted."""

    def __post_init__(self) -> None:
        watch.slow.clear()
        self.game = called(self.game)

    def before(self) -> None:
        """The checks that need no match."""
        with watch.running():
            for name, check in OF_GAMES.items():
                self.try_one(name, partial(check, self.game))

    def run(self, seconds: float) -> Iterator[None]:
        """Play and check, match by match, until the time is up."""
        end = monotonic() + seconds
        with watch.running():
            while monotonic() < end or self.matches < FEWEST:
                self._one(self.matches)
                self.matches += 1
                if self.matches >= FEWEST and not self.actions:
                    return  # it cannot be played at all
                yield
            if self.game.bot_levels and not self.bots_played:
                self._one(first_of_bots(self.game))
                self.matches += 1
                yield

    def after(self) -> None:
        """The checks of all matches together."""
        with watch.running():
            for name, check in OF_ALL.items():
                self.try_one(name, partial(check, self.game, self.tally))
        self.try_one(answers_at_once.__name__, answers_at_once)

    def again(self, number: int, step: int | None) -> Match | None:
        """One match once more; the checks run only at this step, or at every step."""
        with watch.running():
            return self._one(number, step)

    def _one(self, number: int, step: int | None = None) -> Match | None:
        drawn: list[Setting] = []

        def begin() -> Match:
            drawn.append(setting(self.game, self.seed, number))
            return played(self.game, drawn[0], PONDERS)

        match = self._play(number, begin, drawn)
        self.bots_played |= bool(drawn) and drawn[0].by == "bots"
        if match is None:
            return None
        self.actions += len(match.moments)
        endless = self.endless
        for name, check, at in _looks(match, step):
            if self.endless == endless:  # the rest of this match might take a minute for each look
                self.try_one(name, check, number, at, match.setting)
        meet_everything(match)
        self.try_one("ends", partial(count_seats, match), number)
        self.tally += match.tally
        return match

    def _play(self, number: int, begin: Callable[[], Match], drawn: list[Setting]) -> Match | None:
        """The match as far as it goes."""
        try:
            match = begin()
        except Broken as broken:
            match = broken.match
            step = len(match.moments) + 1 if match is not None else 0
            self._note(playing(match), "broken", broken, number, step, drawn[0] if drawn else None)
        except Exception as error:
            self._note("ends", "broken", _strange(self.game, error), number, 0, drawn[0] if drawn else None)
            return None
        else:
            name = playing(match)
            self.try_one(name, partial(PLAYING[name], match), number, None, match.setting)
        return match

    def try_one(
        self,
        name: str,
        check: Callable[[], None],
        match: int | None = None,
        step: int | None = None,
        setting: Setting | None = None,
    ) -> None:
        """Run one check, and note its finding."""
        try:
            check()
        except Moot:
            return
        except Broken as broken:
            self._note(name, "broken", broken, match, step, setting)
        except Doubt as doubt:
            self._note(name, "doubt", doubt, match, step, setting)
        except Exception as error:
            self._note(name, "broken", _strange(self.game, error), match, step, setting)
        self.tried.add(name)

    def _note(
        self,
        name: str,
        grade: Grade,
        found: Exception,
        match: int | None,
        step: int | None,
        setting: Setting | None,
    ) -> None:
        self.tried.add(name)
        self.endless += isinstance(found, Failed) and found.endless
        key = (
            found.where
            if isinstance(found, Failed)
            else f"{name} {CHANGING.sub('', getattr(found, 'fault', str(found)))}"
        )
        if key in self.findings:
            self.findings[key].times += 1
            return
        cause = found.__cause__
        trace = stack(self.game, cause.__traceback__) if cause is not None else ""
        self.findings[key] = Finding(name, grade, str(found), self.seed, match, step, setting, 1, trace)


def answers_at_once() -> None:
    """No function keeps a table, or a whole server, waiting."""
    if watch.slow:
        raise Doubt(
            f"{', '.join(sorted(watch.slow))} took more than {SLOW_S} s of computing: while a game computes, nobody at "
            "the server is answered; do less, or let a bot think in `ponder`"
        )


def _looks(match: Match, step: int | None) -> Iterator[tuple[str, Callable[[], None], int | None]]:
    """Every check of the match, with the step at which it runs; if a step is given, all run at that one."""
    for name, whole in OF_MATCHES.items():
        yield name, partial(whole, match), None
    moments, some = spread(match, EVERY), spread(match, SOME)
    if step is not None:
        moments = some = [moment for moment in match.moments if moment.number == step]
    for checks, places in ((OF_MOMENTS, moments), (OF_SOME_MOMENTS, some)):
        for moment in places:
            for name, look in checks.items():
                yield name, partial(look, match, moment), moment.number


def _strange(game: AnyGame, error: Exception) -> Broken:
    """An exception outside the game's functions: one of its declarations or answers is not what it seems."""
    where = place(game, error.__traceback__)
    told = Failed(
        f"the kit met {type(error).__name__}: {' '.join(str(error).split())[:300]}"
        f"{f' ({where})' if where else ''}: a declaration or an answer of the game is not of the type it should be",
        f"{type(error).__name__} {where or type(error).__name__}",
    )
    told.__cause__ = error
    return told
