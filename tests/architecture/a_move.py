"""One move from the inside: which of the server's functions it calls, in which files, in which order."""

from __future__ import annotations

import itertools
import os
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from tests.architecture.tree import ROOT

SERVER = f"{ROOT / 'server'}{os.sep}"
BACKGROUND = "server/store/link/subscriptions.py"
"""The published copy of our own commit comes back as the move ends, or later: it is not part of the move."""


def told_way() -> list[str]:
    """The files that docs/a-move.md names, in its order."""
    return list(
        dict.fromkeys(re.findall(r"`(server/[\w/]+\.py)`", (ROOT / "docs" / "a-move.md").read_text(encoding="utf-8")))
    )


@dataclass
class Calls:
    """Calls of the server's own functions, in order: (file, function)."""

    made: Sequence[tuple[str, str]]

    @property
    def files(self) -> list[str]:
        """Each file once, in the order in which a move comes by."""
        return list(dict.fromkeys(file for file, _ in self.made))

    @property
    def changes(self) -> int:
        """How often a call is in another package than the one before."""
        return sum(one != other for one, other in itertools.pairwise(file.rpartition("/")[0] for file, _ in self.made))


class Profile:
    """Notes the calls that each callback of the event loop leads to."""

    def __init__(self) -> None:
        self.callbacks: list[list[tuple[str, str]]] = []
        self._depth = 0

    def __call__(self, frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        # What a newer Python writes into the function around it is no call of its own here either.
        if not code.co_filename.startswith(SERVER) or code.co_name in (
            "<listcomp>",
            "<setcomp>",
            "<dictcomp>",
            "<genexpr>",
        ):
            return
        if what == "call":
            if self._depth == 0:
                self.callbacks.append([])
            self._depth += 1
            self.callbacks[-1].append((f"server/{code.co_filename.removeprefix(SERVER)}", _name(code)))
        elif what == "return":
            self._depth -= 1

    @property
    def of_a_move(self) -> Calls:
        """What was called for the move, and not because its published copy has come back."""
        own = [made for made in self.callbacks if not any(file == BACKGROUND for file, _ in made)]
        return Calls([call for made in own for call in made])


def _name(code: CodeType) -> str:
    return getattr(code, "co_qualname", code.co_name)


async def profiled(move: Callable[[], Awaitable[Any]]) -> Calls:
    """What the server calls from the moment in which a message is sent to that in which its answer has come."""
    profile = Profile()
    sys.setprofile(profile)
    try:
        await move()
    finally:
        sys.setprofile(None)
    return profile.of_a_move
