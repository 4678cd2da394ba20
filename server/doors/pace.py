"""The doors' timeouts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How often sockets are pinged, how long a pong may take, how long a stranger may stay one; seconds."""

    ping_interval: float = 20.0
    ping_timeout: float = 15.0
    patience: float = 10.0
