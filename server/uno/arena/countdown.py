"""Decides when a waiting room counts down and begins (arena.md 6.1). Times are platform ms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

SOCKET_WAIT: int = 10_000  # how long a sandbox waits for its first person's socket
LONE_WAIT: int = 30_000  # how long a single person waits for the countdown, if bots may fill the room

Do = Literal["begin", "count", "cancel", "wait"]


@dataclass(frozen=True, slots=True)
class Next:
    """The action that is due now, and the time to look again (None: when somebody comes or goes)."""

    do: Do
    look_at: int | None = None


def next_step(
    *, sandbox: bool, only_players: bool, joined: Sequence[int], heard: bool, countdown: int | None, now: int
) -> Next:
    """The next action. `joined`: the times at which seated people came; `heard`: is one of their sockets here?"""
    if sandbox and not only_players:
        if not joined:
            return Next("wait")
        due = min(joined) + SOCKET_WAIT
        return Next("begin") if heard or now >= due else Next("wait", due)
    lone_due = min(joined) + LONE_WAIT if joined and not only_players else None
    enough = len(joined) >= 2 or (lone_due is not None and now >= lone_due)
    if countdown is not None:
        if not enough:
            return Next("cancel")
        return Next("begin") if now >= countdown else Next("wait", countdown)
    return Next("count") if enough else Next("wait", lone_due)
