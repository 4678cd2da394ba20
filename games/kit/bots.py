"""Checks of the bots: they repeat themselves given the same seed. How they play is seen in their matches."""

from __future__ import annotations

from .clocks import LATER_S
from .match import Match, played
from .promise import Broken
from .setting import PONDERS


def bots_repeat_themselves(match: Match) -> None:
    """Given the same seed, a bot plays the same match again."""
    if match.setting is None or match.setting.by != "bots":
        return
    again = played(match.game, match.setting, PONDERS, LATER_S)
    for first, second in zip(match.moments, again.moments, strict=False):
        if first.after != second.after:
            raise Broken(
                f"bots of level {', '.join(sorted(set(match.setting.levels)))} played a different match given the same "
                f"seed: {first.action!r}, then {second.action!r} as action {first.number}; a bot's chance is the one "
                "it is given, and its memory the bytes it returns"
            )
