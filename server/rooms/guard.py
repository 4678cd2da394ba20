"""Game modules are trusted, but they may be wrong: a budget of time, and a refusal in place of a crash."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from games.api import Refused

log = logging.getLogger("paiju.rooms")
BUDGET_S: Final = 2.0


class TooLong(Exception):
    """The game's code ran past its budget."""


def _alarm(_: int, __: FrameType | None) -> None:
    raise TooLong


def arm() -> bool:
    """Install the alarm; only the main thread of a process can."""
    if threading.current_thread() is not threading.main_thread():
        return False
    signal.signal(signal.SIGALRM, _alarm)
    return True


@contextmanager
def guarded(game_id: str, armed: bool) -> Iterator[None]:
    """Run a game's code. What it raises besides Refused becomes `game.failed`; an endless loop is ended."""
    if armed:
        signal.setitimer(signal.ITIMER_REAL, BUDGET_S)
    try:
        yield
    except Refused:
        raise
    except TooLong:
        log.error("game %s ran past its budget of %s s", game_id, BUDGET_S)
        raise Refused("game.failed") from None
    except Exception:
        log.exception("game %s failed", game_id)
        raise Refused("game.failed") from None
    finally:
        if armed:
            signal.setitimer(signal.ITIMER_REAL, 0)
