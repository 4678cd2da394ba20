"""Junk from the wire is refused and does nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ..api import HOST, Json
from ..chance import Chance
from .conduct import untouched
from .listing import is_listed
from .match import Match, Moment
from .met import meet
from .promise import Doubt, pack, unpack, verdict

JUNK: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, -1, 2**31, 2**53, -(2**63), 0.5, "", "play", "8H", "\x00", "\ud7ff", "红桃", "x" * 4000,
    [], [[]], [None], ["8H"] * 300, list(range(200)), {}, {"type": None}, {"type": "play"}, {"": {}},
)  # fmt: skip


def refuses_junk(match: Match, moment: Moment) -> None:
    """Any value, from any seat at any time, is malformed, refused or played; never an error."""
    game, whim = match.game, Chance(match.secret + b"/junk", moment.number)
    if moment.actor == HOST:
        return
    for value in _twisted(msgspec.to_builtins(moment.action), whim):
        try:
            action = msgspec.convert(value, game.Action)
        except (msgspec.ValidationError, ValueError):
            if game.misread is None:
                continue
            action = game.misread("action")
        seat = whim.choice([int(moment.actor), whim.below(len(match.sitters))])
        state = unpack(game, moment.before)
        answer = verdict(game, state, seat, action, match.chance(moment.number), moment.now)
        meet(match, answer)
        if isinstance(answer, Exception):
            untouched(moment.before, state, f"{action!r} of seat {seat}")
            continue
        pack(answer.state)
        if answer.refused is None and not is_listed(game, moment.before, seat, action):
            raise Doubt(
                f"{action!r} of seat {seat}, which nobody would send, was accepted though its view does not list it: "
                "refuse it, or name its kind in Game.unlisted"
            )


def _twisted(action: Json, whim: Chance) -> Iterator[Json]:
    """The action with a part replaced, duplicated or missing, and plain junk."""
    yield whim.choice(JUNK)
    if not isinstance(action, dict):
        return
    for key in action:
        yield {k: v for k, v in action.items() if k != key}
        for _ in range(3):
            yield {**action, key: whim.choice(JUNK)}
        value: Any = action[key]
        if isinstance(value, list) and value:
            yield {**action, key: value + value}
            yield {**action, key: value[:-1]}
            yield {**action, key: [whim.choice(JUNK), *value[1:]]}
    yield {**action, "more": whim.choice(JUNK)}
