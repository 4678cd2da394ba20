"""What the client's style has to know of the rules."""

from __future__ import annotations

import re
from pathlib import Path

import games.uno
from games.uno.cards import COLOR


def test_results_lie_above_a_hand_of_any_size():
    """Cards in the hand are stacked by their place in it: with ten of them, the last four covered the results."""
    style = (Path(games.uno.__file__).parent / "client" / "results.css").read_text(encoding="utf-8")
    (height,) = re.findall(r"\.uno \.result,\n\.uno \.revealed \{[^}]*z-index: (\d+);", style)
    assert int(height) > len(COLOR)
