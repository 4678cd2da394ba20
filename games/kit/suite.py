"""All the kit's checks by name: for `paiju check-game`, and for a game's own tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from traceback import walk_tb
from typing import Final

from ..api import AnyGame
from . import audits, bots, conduct, junk, listing, secrecy, sight, words
from .promise import Broken
from .sample import Sample, sample_of

Check = Callable[[Sample], None]

CHECKS: Final[Mapping[str, Check]] = {
    check.__name__: check
    for check in (
        conduct.ends,
        conduct.survives_storage,
        conduct.repeats_itself,
        conduct.keeps_every_card,
        conduct.refuses_out_of_turn,
        conduct.waits_for_somebody,
        conduct.ranks_every_seat,
        conduct.wakes_for_a_reason,
        conduct.tells_whom_it_touched,
        audits.stands_its_own_audit,
        conduct.answers_in_plain_values,
        junk.refuses_junk,
        listing.accepts_what_it_lists,
        listing.lists_what_it_accepts,
        sight.shows_what_it_declares,
        sight.numbers_its_events,
        sight.shows_no_part_of_its_state,
        sight.views_change_nothing,
        secrecy.keeps_secrets,
        words.has_its_words,
        words.fills_its_texts,
        words.words_what_it_refuses,
        bots.bots_play_along,
        bots.bots_repeat_themselves,
        bots.guesses_what_fits,
    )
}


def check_game(game: AnyGame, *, seed: str = "kit") -> Iterator[tuple[str, Broken | None]]:
    """The name of each check with its finding, one by one; None: passed."""
    for name in CHECKS:
        try:
            check(game, name, seed=seed)
        except Broken as broken:
            yield name, broken
        except Exception as error:
            yield name, Broken(f"{type(error).__name__}: {error} ({_place(error)})")
        else:
            yield name, None


def _place(error: Exception) -> str:
    *_, (frame, line) = walk_tb(error.__traceback__)
    return f"{frame.f_code.co_filename}, line {line}"


def check(game: AnyGame, name: str, *, seed: str = "kit") -> None:
    """Run one check; raises Broken."""
    CHECKS[name](_sample(_Key(game), seed))


class _Key:
    """Games contain lists and maps, so their samples are cached by identity."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.game is self.game


@cache
def _sample(key: _Key, seed: str) -> Sample:
    return sample_of(key.game, seed=seed)
