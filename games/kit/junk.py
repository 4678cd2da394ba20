"""Junk from the wire is refused and does nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ..api import HOST, Json
from ..chance import Chance
from .promise import pack, unpack, verdict
from .sample import Sample

JUNK: Final[tuple[Json, ...]] = (
    None, True, False, 0, 1, -1, 2**31, 2**53, -(2**63), 0.5, "", "play", "8H", "\x00", "\ud7ff", "红桃", "x" * 4000,
    [], [[]], [None], ["8H"] * 300, list(range(200)), {}, {"type": None}, {"type": "play"}, {"": {}},
)  # fmt: skip


def refuses_junk(sample: Sample) -> None:
    """Any value, from any seat at any time, is malformed, refused or played; never an error."""
    whim = Chance(b"junk")
    for match, moment in sample.moments():
        game = match.game
        if moment.actor == HOST:
            continue
        for value in _twisted(msgspec.to_builtins(moment.action), whim):
            try:
                action = msgspec.convert(value, game.Action)
            except (msgspec.ValidationError, ValueError):
                if game.misread is None:
                    continue
                action = game.misread("action")
            seat = whim.choice([int(moment.actor), whim.below(len(match.sitters))])
            answer = verdict(game, unpack(game, moment.before), seat, action, match.chance(moment.number), moment.now)
            if not isinstance(answer, Exception):
                pack(answer.state)


def _twisted(action: Json, whim: Chance) -> Iterator[Json]:
    """The action with a part replaced, doubled or missing, and plain junk."""
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
