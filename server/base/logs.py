"""Logs as one JSON object per line, without secrets and without floods."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any, Final

from aiohttp.http_exceptions import HttpProcessingError

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{36,}")
_CUT: Final = 2000
_PLAIN: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}

LIBRARIES: Final = ("aiohttp", "engineio", "socketio", "asyncio")


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object. Text that users typed can neither break a line nor colour a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": _hidden(record.getMessage()),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _PLAIN and key[0] != "_"}
        if record.exc_info:
            line["trace"] = _hidden(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


class Slowed(logging.Filter):
    """Lets `burst` lines at once and `rate` per second pass from one logger; a later line counts the dropped ones."""

    def __init__(self, rate: float = 1.0, burst: float = 20.0) -> None:
        super().__init__()
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, tuple[float, float]] = {}
        self._dropped: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        tokens, at = self._buckets.get(record.name, (self._burst, record.created))
        tokens = min(self._burst, tokens + (record.created - at) * self._rate)
        if tokens < 1:
            self._buckets[record.name] = (tokens, record.created)
            self._dropped[record.name] = self._dropped.get(record.name, 0) + 1
            return False
        self._buckets[record.name] = (tokens - 1, record.created)
        if dropped := self._dropped.pop(record.name, 0):
            record.left_out = dropped
        return True


def not_a_bad_request(record: logging.LogRecord) -> bool:
    """False for aiohttp's line about a request that is not HTTP: the content of such a request must not be logged."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def set_up(level: str = "INFO") -> None:
    """Send our log lines, and libraries' warnings and errors, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Slowed())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("aiohttp.access").setLevel(logging.CRITICAL)
    logging.getLogger("aiohttp.server").addFilter(not_a_bad_request)


def _hidden(text: str) -> str:
    """The text without anything that could be a token, truncated to a reasonable length."""
    return _TOKEN.sub("…", text)[:_CUT]
