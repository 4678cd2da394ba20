"""The penalties of arena.md 4.7: their titles, and a sentence for each."""

from __future__ import annotations

from typing import Any, Final

OUT_OF_TURN: Final = "Out of Turn"
ILLEGAL: Final = "Illegal Action"
BYPASS: Final = "UNO Bypass"
CATCHOUT: Final = "Failed Catchout"
CHALLENGE: Final = "Failed Challenge"

_SENTENCES: Final = {
    OUT_OF_TURN: "It was not your turn: you draw {n} cards.",
    ILLEGAL: "That action is against the rules: you draw {n} cards.",
    BYPASS: "You played your second-to-last card without calling UNO: you draw {n} cards.",
    CATCHOUT: "That player had not missed an UNO call: you draw {n} cards.",
    CHALLENGE: "The wild draw four was played by the rules: you draw {n} cards.",
}

OF_REASON: Final = {
    "out_of_turn": OUT_OF_TURN,
    "illegal_action": ILLEGAL,
    "uno_bypass": BYPASS,
    "uno_caught": BYPASS,
    "catch_failed": CATCHOUT,
    "challenge_failed": CHALLENGE,
}
"""The reason for drawing cards (uno.md 18) -> the arena's penalty."""


def penalty(title: str, cards: int) -> dict[str, Any]:
    """The fields of a result that describe a penalty."""
    return {
        "penalty": True,
        "penaltyTitle": title,
        "penaltyDescription": _SENTENCES[title].format(n=cards),
        "penaltyCards": cards,
    }
