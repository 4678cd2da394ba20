"""The output of `paiju arena`: a line for each bot, the same figures as JSON, and the progress."""

from __future__ import annotations

import sys
import time
from typing import Any, Final

from games.kit.arena.tally import Score, Tally

Json = Any
_EVERY_S: Final = 1.0


def figures(score: Score) -> dict[str, Json]:
    """One bot's figures, rounded for reading."""
    low, high = score.interval
    points, off = score.points.mean, score.points.around()
    return {
        "bot": score.name,
        "games": score.games,
        "share": [round(x, 5) for x in (score.rate, low, high)],
        "pointsPerRound": [round(x, 4) for x in (points, *off)] if score.points.many else None,
        "rounds": round(score.points.many),
        "thinkMs": {"p50": round(score.thinks(0.5) * 1e3, 3), "p95": round(score.thinks(0.95) * 1e3, 3)},
        "blunders": {
            name: {"made": score.made.get(name, 0), "of": could, "rate": round(score.made.get(name, 0) / could, 5)}
            for name, could in sorted(score.could.items())
        },
        "faults": score.faults,
        "faulty": score.faulty,
    }


def lines(tally: Tally) -> list[str]:
    """A line for each bot: its name, its wins and the other figures."""
    width = max(16, *(len(score.name) for score in tally.scores))
    return [_line(score, width) for score in tally.scores]


def _line(score: Score, width: int) -> str:
    low, high = score.interval
    said = f"{score.name:<{width}} {score.wins.much:8.1f} won  {score.rate:6.1%}  (95 %: {low:.1%} to {high:.1%})"
    if score.points.many:
        least, most = score.points.around()
        said += f"  {score.points.mean:+7.2f} a round ({least:+.2f} to {most:+.2f})"
    said += f"  {score.thinks(0.5) * 1e3:.2f}, {score.thinks(0.95) * 1e3:.2f} ms"
    if blunders := score.blunders():
        said += "  " + " ".join(f"{name} {rate:.2%}" for name, rate in sorted(blunders.items()))
    if score.faults:
        said += f"  failed in {score.faults}: {score.faulty[0]}"
    return said


class Progress:
    """Shows the progress in one line on a terminal, and nothing if the output goes elsewhere."""

    def __init__(self, deals: int) -> None:
        self._deals = deals
        self._shown = time.monotonic()
        self._on = sys.stderr.isatty()

    def __call__(self, tally: Tally) -> None:
        if self._on and time.monotonic() - self._shown > _EVERY_S:
            self._shown = time.monotonic()
            first = tally.scores[0]
            low, high = first.interval
            print(
                f"\r{tally.deals} of {self._deals} deals, {first.name} {first.rate:.1%} ({low:.1%} to {high:.1%}) ",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def over(self) -> None:
        if self._on:
            print(file=sys.stderr)
