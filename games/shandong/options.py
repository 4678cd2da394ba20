"""The options of a room: the rules of the table (rules_options.py), presets, and a short text of the deviations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from games.api import Refused

from .rules_options import DEFAULT_RULES, Rules, parse_rules

Options = Rules

NATURAL_MS: Final = 200
QUICK_MS: Final = 60

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {"dealIntervalMs": NATURAL_MS},
    "quick": {
        "dealIntervalMs": QUICK_MS,
        "declareMs": 6_000,
        "counterMs": 6_000,
        "stickMs": 6_000,
        "buryMs": 45_000,
        "turnMs": 20_000,
        "redealPauseMs": 1_500,
        "nextRoundMs": 15_000,
    },
    "short": {"dealIntervalMs": QUICK_MS, "startLevel": "10"},
    "open": {"dealIntervalMs": QUICK_MS, "openDeclare": True, "sticking": False},
    "calm": {"dealIntervalMs": QUICK_MS, "buryMs": 0, "turnMs": 0, "throwChoiceMs": 0, "nextRoundMs": 0},
}
"""Named deviations from the defaults; the first one is what a new room gets."""


def resolve(preset: str, overrides: Mapping[str, Any], players: int | None) -> Rules:
    """The rules of a preset with further deviations; raises Refused("RULE_INVALID", name=...)."""
    if preset not in PRESETS:
        raise Refused("RULE_INVALID", name="preset")
    if players is not None and players != 4:
        raise Refused("RULE_INVALID", name="players")
    return parse_rules({**PRESETS[preset], **overrides})


def house_of(rules: Rules) -> str:
    """What differs from the standard, as JSON; empty for the standard rules."""
    standard = msgspec.to_builtins(DEFAULT_RULES)
    differs = {name: value for name, value in msgspec.to_builtins(rules).items() if value != standard[name]}
    return msgspec.json.encode(differs, order="sorted").decode() if differs else ""


@lru_cache(maxsize=256)
def rules_of(house: str) -> Rules:
    """The rules that `house_of` wrote down."""
    return parse_rules(msgspec.json.decode(house)) if house else DEFAULT_RULES
