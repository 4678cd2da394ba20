"""Sets Python's clock while a game is played: a game that reads it then plays differently at another time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

FIRST_S: Final = 1_000_000_000
LATER_S: Final = 1_700_000_001


@contextmanager
def clock_at(seconds: int) -> Iterator[None]:
    """The answer to anyone who asks for the time of day."""
    with patch.multiple(time, time=lambda: seconds, time_ns=lambda: seconds * 10**9):
        yield
