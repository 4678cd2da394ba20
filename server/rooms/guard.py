"""Game modules are trusted, but may have bugs: they get a time budget, and a crash becomes a refusal.

The hot path only notes when it entered a game's code and when it left. A thread checks that note now and then, and
raises an exception in the main thread if the game takes too long.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Final

from games.api import Refused

log = logging.getLogger("paiju.rooms")
BUDGET_S: Final = 2.0


class TooLong(Exception):
    """The game's code ran past its budget."""


class Guard:
    """`with guard.of(game_id):` around a game's code. Any exception besides Refused becomes `game.failed`."""

    __slots__ = ("_busy_since", "_main", "_nested", "game")

    def __init__(self) -> None:
        self.game = ""
        """Whose code runs."""
        self._busy_since = 0.0
        self._nested = 0
        self._main = threading.main_thread().ident

    def watch(self) -> None:
        """Start the watching thread; it can only interrupt games that run in the main thread."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, _alarm)
            threading.Thread(target=self._look, name="guard", daemon=True).start()

    def of(self, game_id: str) -> Guard:
        self.game = game_id
        return self

    def __enter__(self) -> None:
        self._nested += 1
        self._busy_since = time.monotonic()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._nested -= 1
        if not self._nested:
            self._busy_since = 0.0
        if error is None or isinstance(error, Refused) or not isinstance(error, Exception):
            return
        if isinstance(error, TooLong):
            log.error("game %s exceeded its budget of %s s", self.game, BUDGET_S)
        else:
            log.error("game %s failed", self.game, exc_info=error)
        raise Refused("game.failed") from None

    def begin_again(self) -> None:
        """Code that ran past its budget is abandoned; what replaces it gets its own budget."""
        if self._nested:
            self._busy_since = time.monotonic()

    def _look(self) -> None:
        while True:
            time.sleep(BUDGET_S / 4)
            since = self._busy_since
            if since and time.monotonic() - since > BUDGET_S and self._main is not None:
                signal.pthread_kill(self._main, signal.SIGALRM)


def _alarm(_: int, interrupted: FrameType | None) -> None:
    if not guard._busy_since:
        return  # it has just finished
    while interrupted is not None:
        if interrupted.f_code.co_filename == __file__:
            return  # it is just starting or finishing: interrupted here, the guard would lose count
        interrupted = interrupted.f_back
    raise TooLong


guard: Final = Guard()
