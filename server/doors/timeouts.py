"""The doors' timeouts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds between pings, seconds for a pong, and seconds for a new socket to say `hello`."""

    ping_interval: float = 20.0
    ping_timeout: float = 15.0
    patience: float = 10.0
