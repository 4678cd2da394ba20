"""The arena's settings: environment variables ARENA_*, read once (arena.md 8)."""

from __future__ import annotations

import ipaddress
import logging
import math
import os
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from server.doors.face import SettingsError

log = logging.getLogger("paiju.arena")
PREFIX: Final = "ARENA_"
Seconds = Annotated[float, Meta(ge=0, le=300)]


class ArenaSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a competition's organiser."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] | None = None
    """The port of an extra listener; None if there is only the platform's listener."""
    target_score: Annotated[int, Meta(ge=1, le=10_000)] = 1000
    turn_seconds: Seconds = 15
    countdown_seconds: Seconds = 10
    turn_gap: Annotated[float, Meta(ge=0, le=5)] = 0.8
    round_pause: Annotated[float, Meta(ge=0, le=60)] = 5
    challenge_seconds: Annotated[float, Meta(ge=0, le=120)] = 2
    seats: Annotated[int, Meta(ge=2, le=10)] = 4
    rate_limits: Literal["on", "off"] = "on"
    seed: str = ""

    @property
    def gap_ms(self) -> int:
        """The gap before a `turn`. It is never 0, so the clock always ends the time for a catchout."""
        return max(1, round(self.turn_gap * 1000))

    def overrides(self, *, only_players: bool) -> dict[str, Any]:
        """These settings as options of the presets `arena-1000` and `arena-sandbox`."""
        changed: dict[str, Any] = {
            "targetScore": self.target_score,
            "turnGapMs": self.gap_ms,
            "roundBreakSeconds": math.ceil(self.round_pause),
            "maxPlayers": self.seats,
            "fillBots": not only_players,
        }
        if self.challenge_seconds:
            changed["challengeSeconds"] = math.ceil(self.challenge_seconds)
        else:  # uno.md 21: without a window there is no challenge
            changed |= {"wd4Challenge": False, "wd4Legality": "free"}
        return changed

    @property
    def turn_limit(self) -> int:
        """The turn limit for the rules, in seconds. It includes the gap, because a player's time starts after it."""
        return math.ceil(self.turn_seconds + self.gap_ms / 1000) if self.turn_seconds else 0


def arena_settings(environ: Mapping[str, str] | None = None, *, bound_to: str = "") -> ArenaSettings:
    """The validated settings; raises SettingsError. `bound_to`: the address that the platform listens on."""
    environ = os.environ if environ is None else environ
    known = {field.name for field in msgspec.structs.fields(ArenaSettings)}
    given = {
        name.removeprefix(PREFIX).lower(): value.strip()
        for name, value in environ.items()
        if name.startswith(PREFIX) and value.strip()
    }
    for field in sorted(given.keys() - known):
        log.warning("%s%s is not a setting", PREFIX, field.upper())
        del given[field]
    for field, value in given.items():
        try:
            msgspec.convert({field: value}, ArenaSettings, strict=False)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at ")[0]
            raise SettingsError(f"{PREFIX}{field.upper()} is {value!r}: {reason[0].lower()}{reason[1:]}") from None
    made = msgspec.convert(given, ArenaSettings, strict=False)
    if made.seed and not all(_loopback(host) for host in (bound_to or made.host, made.host)):
        raise SettingsError("ARENA_SEED makes deals predictable: it is refused unless bound to loopback")
    return made


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
