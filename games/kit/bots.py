"""Checks of the bots: each level plays legally, remembers little, repeats itself given its seed, guesses what fits."""

from __future__ import annotations

from typing import Final

from ..chance import Chance
from .match import play
from .promise import Broken, pack, seats_of, unpack
from .sample import Sample

MOVES: Final = 250
PONDERS: Final = 24
"""Calls to `ponder`: each takes a few tenths of a second."""


def bots_play_along(sample: Sample) -> None:
    """Each level plays at the smallest and the largest table without a single refusal; levels also play each other."""
    game = sample.game
    preset = next(iter(game.presets))
    seats = seats_of(game, preset)
    for levels in ([level] for level in game.bot_levels):
        for players in sorted({seats[0], seats[-1]}):
            play(game, preset, players, f"bots/{players}", by="bots", levels=levels, limit=MOVES, ponders=PONDERS)
    if len(game.bot_levels) > 1:
        play(game, preset, seats[0], "bots/mixed", by="bots", limit=MOVES, ponders=PONDERS)


def bots_repeat_themselves(sample: Sample) -> None:
    """Given the same seed, a bot plays the same match again."""
    game = sample.game
    if not game.bot_levels:
        return
    preset = next(iter(game.presets))
    players, level = seats_of(game, preset)[0], game.bot_levels[:1]
    first, second = (
        play(game, preset, players, "bots/again", by="bots", levels=level, limit=80, ponders=PONDERS) for _ in range(2)
    )
    if first.last != second.last:
        raise Broken(f"bots of level {game.bot_levels[0]} played a different match given the same seed")


def guesses_what_fits(sample: Sample) -> None:
    """In a state that is guessed from what a seat sees, the seat sees just that."""
    game = sample.game
    if game.guess is None:
        return
    whim = Chance(b"guesses")
    for match, moment in sample.moments():
        state = unpack(game, moment.before)
        table = game.table(state)
        for seat in range(len(match.sitters)):
            own = game.own(state, seat)
            guessed = game.guess(table, own, seat, whim)
            if guessed is None:
                continue
            for what, seen, then in (
                ("the table", table, game.table(guessed)),
                ("its own view", own, game.own(guessed, seat)),
            ):
                if pack(seen) != pack(then):
                    raise Broken(f"what guess makes of the views of seat {seat} changes {what}: {seen} becomes {then}")
