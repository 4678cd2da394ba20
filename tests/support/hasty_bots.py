"""The server of the tests, whose bots do not let anybody wait."""

from __future__ import annotations

import sys

from bench.servers.paiju import main
from server.rooms import bot_faults, lesson_moves

bot_faults.MOST_THINK_MS = 60  # type: ignore[misc]  # rooms that tests have left are played on, too
lesson_moves.PACE_MS = lesson_moves.READING_MS = 20

if __name__ == "__main__":
    sys.exit(main(["serve", "--quiet", *sys.argv[1:]]))
