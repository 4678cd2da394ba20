"""All the kit's checks by name: for `paiju check-game`, and for a game's own tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, TypeVar

from ..api import AnyGame
from . import (
    audits,
    bots,
    conduct,
    declarations,
    endings,
    fairness,
    hearsay,
    junk,
    lessons,
    listing,
    secrecy,
    sight,
    sources,
    words,
)
from .calls import called, watch
from .match import Match, Moment, played
from .met import Tally, meet_everything
from .promise import Broken, Doubt, Moot
from .setting import PONDERS, setting

OfGame = Callable[[AnyGame], None]
OfMatch = Callable[[Match], None]
OfMoment = Callable[[Match, Moment], None]
OfAll = Callable[[AnyGame, Tally], None]
_Check = TypeVar("_Check", OfGame, OfMatch, OfMoment, OfAll)


def _by_name(*checks: _Check) -> Mapping[str, _Check]:
    return {check.__name__: check for check in checks}


OF_GAMES: Final[Mapping[str, OfGame]] = _by_name(
    declarations.declares_what_fits_together,
    words.has_its_words,
    words.fills_its_texts,
    words.says_it_in_both_languages,
    sight.numbers_its_events,
    fairness.uses_its_options,
    sources.asks_nobody_but_the_host,
    lessons.teaches_what_its_lesson_says,
)
PLAYING: Final[Mapping[str, OfMatch]] = {"ends": endings.ends, "bots_play_along": endings.ends}
"""Checks that need only a whole match: of random players, and of bots."""
OF_MATCHES: Final[Mapping[str, OfMatch]] = _by_name(
    endings.begins_again,
    endings.deals_the_same_cards,
    endings.ranks_every_seat,
    fairness.shuffles,
    bots.bots_repeat_themselves,
)
OF_MOMENTS: Final[Mapping[str, OfMoment]] = _by_name(
    conduct.survives_storage,
    conduct.repeats_itself,
    conduct.keeps_every_card,
    conduct.keeps_its_invariant,
    audits.stands_its_own_audit,
    conduct.refuses_out_of_turn,
    conduct.waits_for_somebody,
    conduct.wakes_for_a_reason,
    conduct.tells_whom_it_touched,
    conduct.tells_seats_that_exist,
    conduct.answers_in_plain_values,
    listing.lists_what_was_played,
    sight.shows_what_it_declares,
    sight.shows_whose_turn_it_is,
    hearsay.tells_nobody_of_others_cards,
)
"""Cheap checks, which run at every moment."""
OF_SOME_MOMENTS: Final[Mapping[str, OfMoment]] = _by_name(
    conduct.bears_who_comes_and_goes,
    conduct.refuses_without_a_trace,
    junk.refuses_junk,
    listing.accepts_what_it_lists,
    listing.lists_what_it_accepts,
    sight.shows_no_part_of_its_state,
    sight.views_change_nothing,
    secrecy.keeps_secrets,
    bots.guesses_what_fits,
)
OF_ALL: Final[Mapping[str, OfAll]] = _by_name(
    secrecy.deals_enough_again, words.words_what_it_refuses, fairness.gives_every_seat_a_chance
)
"""Checks at the end, of all matches together."""

CHECKS: Final = (*OF_GAMES, *PLAYING, *OF_MATCHES, *OF_MOMENTS, *OF_SOME_MOMENTS, *OF_ALL)
LAPS: Final = 6
"""Matches of each preset that a game's own tests check."""
LOOKS: Final = 60
FEWER: Final = 12
"""Moments of each of them at which cheap and costly checks run."""


@dataclass(slots=True)
class _Sample:
    game: AnyGame
    matches: list[Match]
    stopped: list[Broken]
    """The faults that ended matches early."""
    counted: Tally | None = None


def check(game: AnyGame, name: str, *, seed: str = "kit") -> None:
    """Run one check on a small, fixed number of matches; raises Broken. A doubt is no failure."""
    with watch.running():
        sample = _sample(_Key(game), seed)
        for one in _parts(sample, name):
            try:
                one()
            except (Doubt, Moot):
                continue


def _parts(sample: _Sample, name: str) -> Iterator[Callable[[], None]]:
    """The calls of which the check consists."""
    game = sample.game
    if name in OF_GAMES:
        yield partial(OF_GAMES[name], game)
    elif name in PLAYING:
        yield from (partial(_stop, broken) for broken in sample.stopped if playing(broken.match) == name)
        yield from (partial(PLAYING[name], match) for match in sample.matches if playing(match) == name)
    elif name in OF_MATCHES:
        yield from (partial(OF_MATCHES[name], match) for match in sample.matches)
    elif name in OF_ALL:
        yield partial(OF_ALL[name], game, _tally(sample))
    else:
        of_moments, looks = (OF_MOMENTS[name], LOOKS) if name in OF_MOMENTS else (OF_SOME_MOMENTS[name], FEWER)
        for match in sample.matches:
            yield from (partial(of_moments, match, moment) for moment in spread(match, looks))


def _stop(broken: Broken) -> None:
    raise broken


def _tally(sample: _Sample) -> Tally:
    """The counts of the other checks, whether or not they find a fault."""
    if sample.counted is not None:
        return sample.counted
    tally: Tally = Counter()
    sample.counted = tally
    for match in sample.matches:
        meet_everything(match)
        fairness.count_seats(match)
        for moment in spread(match, FEWER):
            for of_moments in (conduct.refuses_out_of_turn, *OF_SOME_MOMENTS.values()):
                with suppress(Broken, Doubt, Moot):
                    of_moments(match, moment)
        tally += match.tally
    return tally


class _Key:
    """Games contain lists and maps, so their samples are cached by identity."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.game is self.game


@cache
def _sample(key: _Key, seed: str) -> _Sample:
    game = called(key.game)
    sample = _Sample(game, [], [])
    for number in range(LAPS * len(game.presets)):
        try:
            sample.matches.append(played(game, setting(game, seed, number), PONDERS))
        except Broken as broken:
            sample.stopped.append(broken)
            if broken.match is not None:
                sample.matches.append(broken.match)
    return sample


def spread(match: Match, looks: int) -> list[Moment]:
    """This many moments of the match, evenly spaced, and its last one."""
    step = max(1, len(match.moments) // looks)
    return match.moments[::step] + match.moments[-1:] if step > 1 else match.moments


def playing(match: Match | None) -> str:
    """The check that fails if this match cannot be played."""
    return "bots_play_along" if match is not None and match.setting and match.setting.by == "bots" else "ends"
