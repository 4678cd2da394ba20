"""The options of a table (shandong.md 14 and 9): values, presets, groups, and a short form of the deviations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec

from games.api import Refused, Seat

from .rules.cards import RANK_INDEX, RANKS

Level = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Permanent = Literal["2", "3", "5"]

_DAY = 86_400_000
Time = Annotated[int, msgspec.Meta(ge=0, le=_DAY)]
"""Milliseconds; 0 means no limit or no pause."""
Window = Annotated[int, msgspec.Meta(ge=1, le=_DAY)]
"""Milliseconds of a window that must close by itself."""
Penalty = Annotated[int, msgspec.Meta(ge=0, le=200, multiple_of=5)]


class Rules(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, cache_hash=True):
    """Every option of a table. Strings in it are ranks as written on the cards."""

    permanent_trumps: tuple[Permanent, ...] = ("2", "3", "5")
    allow_mixed_trump_in_mixed: bool = True
    strict_follow_rules: bool = True
    start_level: Level = "2"
    end_level: Level = "A"
    must_play: tuple[Level, ...] = ()
    four_jokers_flash: bool = False
    tractor_adjacency: Literal["skip", "natural"] = "skip"
    level_joker_tractors: bool = True
    special_follow: Literal["highest", "pairs"] = "highest"
    ruff_match: Literal["cover", "exact"] = "cover"
    throw_chooser: Literal["next", "auto"] = "next"
    throw_penalty: Penalty = 0
    trump_pair_needs_big_joker: bool = False
    sticking: bool = True
    open_declare: bool = False
    recounter: bool = False
    declare_joker_color: bool = False
    allow_no_trump: bool = False
    no_declare: Literal["up3", "take"] = "up3"
    first_lead: Literal["burier", "dealer"] = "burier"
    dealer_bottom_penalty: bool = False
    bottom_trump_only: bool = False
    bottom_multiplier: Literal["table", "cards"] = "table"
    jack_demote: bool = False
    spectators_see_all: bool = False
    straights_may_include_permanents: Literal[False] = False  # shandong.md 14 makes `true` optional for implementations

    deal_interval_ms: Time = 200
    declare_ms: Window = 10_000
    counter_ms: Window = 10_000
    stick_ms: Window = 10_000
    stick_claim_ms: Time = 20_000
    bury_ms: Time = 60_000
    turn_ms: Time = 30_000
    throw_choice_ms: Time = 10_000
    redeal_pause_ms: Time = 3_000
    next_round_ms: Time = 30_000


_FIELDS = {
    name: (field, kind)
    for name, field, kind in zip(
        Rules.__struct_encode_fields__,
        Rules.__struct_fields__,
        (get_type_hints(Rules, include_extras=True)[f] for f in Rules.__struct_fields__),
        strict=True,
    )
}
_RANK_LISTS = ("permanentTrumps", "mustPlay")


def parse_rules(overrides: Mapping[str, Any]) -> Rules:
    """The default rules with these deviations; raises Refused("RULE_INVALID", name=...) for anything not allowed."""
    chosen: dict[str, Any] = {}
    for name, given in overrides.items():
        if name not in _FIELDS:
            raise Refused("RULE_INVALID", name=name)
        field, kind = _FIELDS[name]
        try:
            value = msgspec.convert(given, kind)
        except msgspec.ValidationError:
            raise Refused("RULE_INVALID", name=name) from None
        if name in _RANK_LISTS:
            if len(set(value)) != len(value):
                raise Refused("RULE_INVALID", name=name)
            value = tuple(sorted(value, key=RANKS.index))
        chosen[field] = value
    rules = Rules(**chosen)
    if RANK_INDEX[rules.start_level] >= RANK_INDEX[rules.end_level]:
        raise Refused("RULE_INVALID", name="startLevel" if "startLevel" in overrides else "endLevel")
    return rules


DEFAULT_RULES = Rules()

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
"""Named deviations from the defaults; a new room gets the first one."""

TEAMS: Final[Sequence[Sequence[Seat]]] = ((0, 2), (1, 3))
"""The partners, who face each other."""

OPTION_GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "time": tuple(name for name in _FIELDS if name.endswith("Ms")),
    "levels": ("startLevel", "endLevel"),
}
"""How a form groups the options, following the rules page; the texts `group.<name>` are the headings."""


def resolve(preset: str, overrides: Mapping[str, Any], players: int | None) -> Rules:
    """The rules of a preset with further deviations; raises Refused("RULE_INVALID", name=...)."""
    if preset not in PRESETS:
        raise Refused("RULE_INVALID", name="preset")
    if players is not None and players != 4:
        raise Refused("RULE_INVALID", name="players")
    return parse_rules({**PRESETS[preset], **overrides})


def house_of(rules: Rules) -> str:
    """The differences from the standard rules, as JSON; empty if there are none."""
    standard = msgspec.to_builtins(DEFAULT_RULES)
    differs = {name: value for name, value in msgspec.to_builtins(rules).items() if value != standard[name]}
    return msgspec.json.encode(differs, order="sorted").decode() if differs else ""


@lru_cache(maxsize=256)
def rules_of(house: str) -> Rules:
    """The rules that `house_of` wrote down."""
    return parse_rules(msgspec.json.decode(house)) if house else DEFAULT_RULES
