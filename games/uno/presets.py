"""The presets of uno.md 4, as differences from `standard`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.api import Json

_ARENA: Final[Mapping[str, Json]] = {
    "maxPlayers": 4,
    "dealer": "highCard",
    "scoring": "winner",
    "targetScore": 1000,
    "unoEnforcement": "windowAuto",
    "unoCallTiming": "before",
    "unoGraceMs": 0,
    "catchFailPenalty": 2,
    "turnGapMs": 800,
    "wd4Legality": "bluff",
    "wd4Challenge": True,
    "challengeReveal": "none",
    "illegalActionPenalty": 2,
    "outOfTurnPenalty": 2,
    "turnSeconds": 15,
    "challengeSeconds": 2,
    "leavePolicy": "forbid",
    "afkTimeouts": 0,
    "leaderboard": "arena",
    "botLevel": "heuristic",
    "roundBreakSeconds": 5,
}

PRESETS: Final[Mapping[str, Mapping[str, Json]]] = {
    "standard": {},
    "official-500": {
        "firstDiscard": "official",
        "dealer": "highCard",
        "scoring": "winner",
        "targetScore": 500,
        "wd4Legality": "bluff",
        "wd4Challenge": True,
        "leaderboard": "casual",
        "botLevel": "heuristic",
    },
    "arena-1000": _ARENA,
    "arena-sandbox": {
        **_ARENA,
        "turnSeconds": 0,
        "leavePolicy": "drop",
        "sandbox": True,
        "leaderboard": "sandbox",
    },
    "family": {
        "stackDrawCards": True,
        "stackMode": "any",
        "sevenSwap": True,
        "zeroRotate": True,
        "jumpIn": True,
        "drawUntilPlayable": True,
        "firstDiscard": "number",
        "catchFailPenalty": 2,
    },
    "luogu": {
        "minPlayers": 4,
        "maxPlayers": 4,
        "firstDiscard": "number",
        "dealer": "lastSeat",
        "scoring": "negative",
        "unoEnforcement": "endTurn",
        "unoGraceMs": 0,
        "wd4Legality": "bluff",
        "wd4Challenge": True,
        "turnSeconds": 0,
        "challengeSeconds": 0,
        "explicitEndTurn": True,
        "afkTimeouts": 0,
    },
}
