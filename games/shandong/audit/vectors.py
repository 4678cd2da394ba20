"""Run the scenario vectors of the rules page (shandong.md 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .vectors_cards import CARD_KINDS, run_card_vector
from .vectors_phases import run_phases


def run_vector(vector: Mapping[str, Any]) -> list[str]:
    """The differences from the vector; empty if it passed."""
    kind = vector.get("kind")
    if kind == "phases":
        return run_phases(vector)
    if isinstance(kind, str) and kind in CARD_KINDS:
        return run_card_vector(vector)
    return [f"no such kind of vector: {kind}"]
