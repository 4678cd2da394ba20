"""Checks of the bots: the same seed gives the same play, and guesses fit the views. Matches show how bots play."""

from __future__ import annotations

from ..chance import Chance
from .clocks import LATER_S
from .match import Match, Moment, played
from .promise import Broken, Moot, pack, unpack
from .setting import PONDERS


def bots_repeat_themselves(match: Match) -> None:
    """Given the same seed, a bot plays the same match again."""
    if match.setting is None or match.setting.by != "bots":
        raise Moot
    again = played(match.game, match.setting, PONDERS, LATER_S)
    for first, second in zip(match.moments, again.moments, strict=False):
        if first.after != second.after:
            raise Broken(
                f"bots of level {', '.join(sorted(set(match.setting.levels)))} played a different match given the same "
                f"seed: {first.action!r}, then {second.action!r} as action {first.number}; a bot's chance is the one "
                "it is given, and its memory the bytes it returns"
            )


def guesses_what_fits(match: Match, moment: Moment) -> None:
    """In a state guessed from a seat's views, the seat sees the same views."""
    game = match.game
    if game.guess is None:
        raise Moot
    state, whim = unpack(game, moment.before), Chance(b"guesses", moment.number)
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
