"""The rules options of a table, with defaults and allowed values (shandong.md 14 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from games.api import Refused

from .cards import RANK_INDEX, RANKS

Level = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Permanent = Literal["2", "3", "5"]

_DAY = 86_400_000
Time = Annotated[int, msgspec.Meta(ge=0, le=_DAY)]
"""Milliseconds; 0 is no limit (no pause for pauses)."""
Window = Annotated[int, msgspec.Meta(ge=1, le=_DAY)]
"""Milliseconds of a window that must close by itself."""
Penalty = Annotated[int, msgspec.Meta(ge=0, le=200, multiple_of=5)]


class Rules(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, cache_hash=True):
    """Every option of a table. Texts inside are ranks as written on the cards."""

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
    straights_may_include_permanents: Literal[False] = False  # shandong.md 14 leaves true to the implementation

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
    """The default rules with these deviations; raises Refused("RULE_INVALID", name=...) for what is not allowed."""
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
