"""A program: a guard to which the alarm of a budget that is over comes all the time. Prints what has become of it."""

from __future__ import annotations

import logging
import signal
import time

from games.api import Refused
from server.rooms.guard import guard

ROUNDS = 100_000
EVERY_S = 0.00005


def main() -> None:
    logging.disable()
    guard.watch()
    refused = 0
    signal.setitimer(signal.ITIMER_REAL, EVERY_S, EVERY_S)
    for _ in range(ROUNDS):
        try:
            with guard.of("uno"):
                guard._busy_since = 1.0  # long ago
                time.monotonic()  # Python looks for alarms after each call
        except Refused:
            refused += 1
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(refused > 0, guard._nested, guard._busy_since)


if __name__ == "__main__":
    main()
