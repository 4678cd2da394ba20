"""A whole match by ear: what somebody does who knows the rules and the table's keys, and of the cards only what they
have heard.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.ears import Ears

NEVER = "$^"
"""What no sentence is like."""
Witness = Callable[[Any], Awaitable[None]]
"""Is told what the player believes, whenever they decide on a card."""


async def nobody(_: Any) -> None:
    """Does not ask."""


@dataclass
class MatchByEar(ABC):
    """Hears sentence after sentence, and answers what is asked, until it is said who has won."""

    ear: Ears
    name: str
    """The player's own, by which they find their seat where all seats are read out."""
    witness: Witness = nobody
    won: bool | None = None

    async def play(self, until: str = NEVER) -> None:
        """To the end of the match, or to a sentence like this."""
        while self.won is None:
            heard = await self.ear.next()
            if re.search(until, heard.text):
                return
            # What interrupts answers a key, and was heard then.
            if not heard.now:
                await self.hear(heard.text)

    @abstractmethod
    async def hear(self, text: str) -> None:
        """Notes what a sentence tells, and answers what it asks."""


def told(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    """What a sentence says, where it must say this."""
    found = pattern.search(text)
    assert found, f"no {pattern.pattern!r} in {text!r}"
    return found
