"""Finds exceptions of a game's code in the log, for the author's pages, with file and line."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from games.api import AnyGame

from .played import why

LOG: Final = "paiju.rooms"
BUDGET: Final = "exceeded its budget"
"""In the log without an exception."""


class Mistakes(logging.Handler):
    """Listens to the rooms' log, and reports each mistake once until `known` is cleared."""

    def __init__(self, games: Mapping[str, AnyGame], tell: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._games = games
        self._tell = tell
        self.known: list[str] = []

    def listen(self) -> None:
        logging.getLogger(LOG).addHandler(self)

    def rest(self) -> None:
        logging.getLogger(LOG).removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        named = record.args if isinstance(record.args, tuple) else ()
        game = next((self._games[one] for one in named if isinstance(one, str) and one in self._games), None)
        error = record.exc_info[1] if record.exc_info else None
        if game is None or not (record.exc_info or BUDGET in record.msg):
            return
        sentence = f"{game.id} {why(game, error)}" if isinstance(error, Exception) else record.getMessage()
        if sentence not in self.known:
            self.known.append(sentence)
            self._tell(sentence)
