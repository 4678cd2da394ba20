"""Starts Paiju without its limits, because a load generator makes many rooms and fast moves from one address."""

from __future__ import annotations

import sys

from server.__main__ import main as main  # with the limits off, for others too
from server.doors.gate import rate_limits

rate_limits.RATE = rate_limits.BURST = 1e9  # type: ignore[misc]
NO_LIMIT = rate_limits.Rate("bench", 1e6, 10**9)
rate_limits.ROOMS_PER_ADDRESS = rate_limits.ROOMS_PER_PLAYER = NO_LIMIT  # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main(["serve", "--quiet", *sys.argv[1:]]))
