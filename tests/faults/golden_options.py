"""Every preset of every game with options away from it, for the rooms that are kept."""

from __future__ import annotations

from typing import Any

Json = Any

QUICK = {"dealIntervalMs": 0, "declareMs": 500, "counterMs": 500, "stickMs": 500, "redealPauseMs": 100}

DEVIATIONS: dict[str, dict[str, dict[str, Json]]] = {
    "uno": {
        "standard": {
            "minPlayers": 3, "maxPlayers": 8, "initialCards": 5, "drawPenalty": 3, "stackDrawCards": True,
            "stackMode": "up", "forcePlay": True, "timeoutDraw": 2, "turnSeconds": 77, "unoGraceMs": 350,
            "botLevel": "heuristic",
        },
        "official-500": {
            "scoring": "negative", "targetScore": 300, "maxRounds": 4, "roundBreakSeconds": 3,
            "challengeReveal": "none", "challengeSeconds": 7, "leaderboard": "none", "dealer": "random",
            "firstDiscard": "number", "lastCardNumberOnly": True,
        },
        "arena-1000": {
            "turnGapMs": 300, "illegalActionPenalty": 1, "outOfTurnPenalty": 3, "unoEnforcement": "auto",
            "catchFailPenalty": 0, "turnSeconds": 20, "leavePolicy": "bot", "afkTimeouts": 4, "fillBots": False,
        },
        "arena-sandbox": {
            "sandbox": False, "leaderboard": "casual", "unoCallTiming": "any", "wd4Legality": "strict",
            "wd4Challenge": False, "challengeReveal": "private", "turnGapMs": 400,
        },
        "family": {
            "stackMode": "same", "sevenSwap": False, "zeroRotate": False, "jumpIn": False, "drawUntilPlayable": False,
            "unoEnforcement": "windowAuto", "catchFailPenalty": 3,
        },
        "luogu": {
            "explicitEndTurn": False, "unoEnforcement": "off", "turnSeconds": 45, "challengeSeconds": 9,
            "targetScore": 200, "minPlayers": 2, "jumpIn": True,
        },
    },
    "shandong": {
        "standard": {
            "permanentTrumps": ["2", "3"], "allowMixedTrumpInMixed": False, "strictFollowRules": False,
            "startLevel": "3", "endLevel": "K", "mustPlay": ["5", "10"], **QUICK,
        },
        "quick": {
            "fourJokersFlash": True, "tractorAdjacency": "natural", "levelJokerTractors": False, "ruffMatch": "exact",
            "specialFollow": "pairs", "throwChooser": "auto", "stickClaimMs": 5_000, **QUICK,
        },
        "short": {
            "throwPenalty": 10, "trumpPairNeedsBigJoker": True, "sticking": False, "openDeclare": True,
            "recounter": True, "declareJokerColor": True, "buryMs": 45_000, "turnMs": 25_000, **QUICK,
        },
        "open": {
            "allowNoTrump": True, "noDeclare": "take", "firstLead": "dealer", "dealerBottomPenalty": True,
            "bottomTrumpOnly": True, **QUICK,
        },
        "calm": {
            "bottomMultiplier": "cards", "jackDemote": True, "spectatorsSeeAll": True, "throwChoiceMs": 4_000,
            "nextRoundMs": 9_000, **QUICK,
        },
    },
    "crazy-eights": {"standard": {"turnSeconds": 45}, "timed": {"turnSeconds": 0}},
}  # fmt: skip
"""For every preset, options that are away from it; together every option of the game that has a choice."""
