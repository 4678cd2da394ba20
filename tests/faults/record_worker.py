"""`paiju serve` that dies by kill -9 at the station of a record's way, or a review's, that DIES_AT names."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2]))  # last: what is served may be a release

from server.__main__ import main
from server.records.course import Course
from server.records.judging import judge
from server.rooms.bot_pool import BotPool
from server.rooms.registry import Rooms
from server.store.record_shelf import RecordShelf
from server.store.review_shelf import ReviewShelf


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dies_before(owner: Any, name: str) -> None:
    setattr(owner, name, lambda *_: die())


def dies_after(owner: Any, name: str) -> None:
    done = getattr(owner, name)

    async def last(*given: Any) -> Any:
        if await done(*given):
            die()

    setattr(owner, name, last)


def dies_in_the_middle() -> None:
    """While it makes the record: some steps are made, and its lease holds."""
    take = Course.take

    def last(course: Course, *given: Any) -> Any:
        if course.number == 2:
            die()
        return take(course, *given)

    setattr(Course, "take", last)  # noqa: B010 - a method of the product, replaced


def dies_with_the_match() -> None:
    """The commit is kept, and nobody here has heard of it."""
    phase_changed = Rooms.phase_changed

    def last(rooms: Rooms, room: Any) -> None:
        if room.cold.record:
            die()
        phase_changed(rooms, room)

    setattr(Rooms, "phase_changed", last)  # noqa: B010 - a method of the product, replaced


def dies_thinking() -> None:
    """One decision has been judged, and others have not."""
    run = BotPool.run

    async def last(pool: BotPool, work: Any, *given: Any) -> Any:
        done = await run(pool, work, *given)
        if work is judge:
            die()
        return done

    setattr(BotPool, "run", last)  # noqa: B010 - a method of the product, replaced


STATIONS = {
    "ended": dies_with_the_match,
    "claimed": lambda: dies_after(RecordShelf, "claim"),
    "being made": dies_in_the_middle,
    "made": lambda: dies_before(RecordShelf, "weigh"),
    "weighed": lambda: dies_before(RecordShelf, "keep"),
    "kept": lambda: dies_after(RecordShelf, "keep"),
    "review asked for": lambda: dies_before(ReviewShelf, "beat"),
    "decision judged": dies_thinking,
    "review made": lambda: dies_before(ReviewShelf, "keep"),
    "review kept": lambda: dies_after(ReviewShelf, "keep"),
}

if __name__ == "__main__":
    STATIONS[os.environ["DIES_AT"]]()
    sys.exit(main(["serve", *sys.argv[1:]]))
