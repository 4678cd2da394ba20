"""The options of uno.md 3, and how a set of them is resolved and checked (3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
from msgspec import Meta

from games.api import Json, Refused

from .presets import PRESETS

Seats = Annotated[int, Meta(ge=2, le=10)]
Penalty = Annotated[int, Meta(ge=0, le=10)]
Millis = Annotated[int, Meta(ge=0, le=5000)]


class Options(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A room's options. The defaults are the preset `standard`."""

    min_players: Seats = 2
    max_players: Seats = 10
    initial_cards: Annotated[int, Meta(ge=2, le=15)] = 7
    draw_penalty: Penalty = 2
    stack_draw_cards: bool = False
    stack_mode: Literal["same", "up", "any"] = "same"
    force_play: bool = False
    seven_swap: bool = False
    zero_rotate: bool = False
    jump_in: bool = False
    draw_until_playable: bool = False
    last_card_number_only: bool = False
    first_discard: Literal["noWild", "official", "number"] = "noWild"
    dealer: Literal["lastSeat", "random", "highCard"] = "random"
    scoring: Literal["none", "winner", "negative"] = "none"
    target_score: Annotated[int, Meta(ge=0, le=10000)] = 0
    max_rounds: Annotated[int, Meta(ge=0, le=100)] = 0
    uno_enforcement: Literal["catch", "windowAuto", "auto", "endTurn", "off"] = "catch"
    uno_call_timing: Literal["any", "before"] = "any"
    uno_grace_ms: Millis = 800
    catch_fail_penalty: Penalty = 0
    turn_gap_ms: Millis = 0
    wd4_legality: Literal["free", "strict", "bluff"] = "free"
    wd4_challenge: bool = False
    challenge_reveal: Literal["private", "none"] = "private"
    illegal_action_penalty: Penalty = 0
    out_of_turn_penalty: Penalty = 0
    turn_seconds: Annotated[int, Meta(ge=0, le=300)] = 30
    challenge_seconds: Annotated[int, Meta(ge=0, le=120)] = 10
    timeout_draw: Annotated[int, Meta(ge=0, le=4)] = 1
    explicit_end_turn: bool = False
    leave_policy: Literal["bot", "forbid", "drop"] = "bot"
    afk_timeouts: Penalty = 2
    sandbox: bool = False
    leaderboard: Literal["none", "casual", "arena", "sandbox"] = "none"
    fill_bots: bool = True
    bot_level: Literal["baseline", "heuristic"] = "baseline"
    round_break_seconds: Annotated[int, Meta(ge=0, le=60)] = 8


_TIME: Final = ("unoGraceMs", "turnGapMs", "turnSeconds", "challengeSeconds", "afkTimeouts", "roundBreakSeconds")
_PEOPLE: Final = ("minPlayers", "maxPlayers", "leavePolicy", "sandbox", "leaderboard", "fillBots", "botLevel")
OPTION_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "time": _TIME,
    "people": _PEOPLE,
}
"""How the form for a new room groups the options, following the rules page."""

MOST_DEALT: Final = 96
"""The most cards that may be dealt, so that twelve are left (uno.md 3.1)."""

_FIELDS: Final = tuple(msgspec.structs.fields(Options))
_HINTS: Final[dict[str, Any]] = get_type_hints(Options, include_extras=True)
_TYPE: Final[dict[str, Any]] = {f.encode_name: _HINTS[f.name] for f in _FIELDS}

_CONFLICTS: Final[tuple[tuple[str, Callable[[Options, int], bool]], ...]] = (
    ("minPlayers", lambda o, _: o.min_players > o.max_players),
    ("initialCards", lambda o, players: o.initial_cards * players > MOST_DEALT),
    ("wd4Challenge", lambda o, _: o.wd4_challenge != (o.wd4_legality == "bluff")),
    ("targetScore", lambda o, _: o.scoring == "none" and (o.target_score > 0 or o.max_rounds > 0)),
    ("unoCallTiming", lambda o, _: o.uno_enforcement == "auto" and o.uno_call_timing != "before"),
    ("explicitEndTurn", lambda o, _: o.explicit_end_turn != (o.uno_enforcement == "endTurn")),
    ("jumpIn", lambda o, _: o.explicit_end_turn and o.jump_in),
    ("sevenSwap", lambda o, _: o.explicit_end_turn and o.seven_swap),
    ("zeroRotate", lambda o, _: o.explicit_end_turn and o.zero_rotate),
    (
        "catchFailPenalty",
        lambda o, _: o.catch_fail_penalty > 0 and o.uno_enforcement not in ("catch", "windowAuto"),
    ),
)
"""In the order of uno.md 3.1: the option that is reported, and when."""


def resolve(preset: str, overrides: Mapping[str, Json], players: int | None = None) -> Options:
    """The options of a room, or the first mistake of uno.md 3.1. `players`: the real number, once it is known."""
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Refused("UNKNOWN_PRESET", preset=preset)
    for name in sorted(overrides):
        if not _fits(name, overrides[name]):
            raise Refused("INVALID_OPTION", option=name)
    values = {**PRESETS[preset], **overrides}
    if values.get("sandbox"):
        values["turnSeconds"] = 0
        if values.get("leavePolicy") == "forbid":
            values["leavePolicy"] = "drop"
        if values.get("leaderboard", "none") != "none":
            values["leaderboard"] = "sandbox"
    options = msgspec.convert(values, Options)
    for option, conflict in _CONFLICTS:
        if conflict(options, options.max_players if players is None else players):
            raise Refused("OPTION_CONFLICT", option=option)
    return options


def _fits(name: str, value: Json) -> bool:
    if name not in _TYPE or isinstance(value, float):
        return False
    try:
        msgspec.convert(value, _TYPE[name])
    except msgspec.ValidationError:
        return False
    return True


def seats_for(options: Options) -> range:
    """The numbers of players that these options allow."""
    return range(options.min_players, options.max_players + 1)


def fill_to(options: Options) -> int:
    """How many seats bots fill at the start: all in a competition room, otherwise what a match needs (`fillBots`)."""
    if not options.fill_bots:
        return 0
    return options.max_players if options.leaderboard in ("arena", "sandbox") else options.min_players


# --- the short form in which a state carries its options ---

_PRESET_OPTIONS: Final = tuple(resolve(name, {}) for name in PRESETS)
_expanded: dict[bytes, Options] = {}


def pack(options: Options) -> bytes:
    """The nearest preset and the differences from it, in a few bytes."""
    now = msgspec.structs.astuple(options)
    best: list[Any] | None = None
    for number, base in enumerate(_PRESET_OPTIONS):
        differs = [
            x for i, (a, b) in enumerate(zip(now, msgspec.structs.astuple(base), strict=True)) if a != b for x in (i, a)
        ]
        if best is None or len(differs) + 1 < len(best):
            best = [number, *differs]
    return msgspec.msgpack.encode(best)


def unpack(packed: bytes) -> Options:
    """The options that `pack` shortened; the same object for the same bytes."""
    options = _expanded.get(packed)
    if options is None:
        number, *differs = msgspec.msgpack.decode(packed)
        changed = {_FIELDS[i].name: value for i, value in zip(differs[::2], differs[1::2], strict=True)}
        options = msgspec.structs.replace(_PRESET_OPTIONS[number], **changed)
        if len(_expanded) > 4096:
            _expanded.clear()
        _expanded[packed] = options
    return options
