"""Stores with one guard removed. A fault test that still passes without its guard proves nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from server.store.scripts import Script, Scripts
from server.store.store import Tuning

GUARDS = {
    "cas": ("commit", "if version ~= ARGV[7] then", "if false then"),
    "drift": ("commit", "> tonumber(ARGV[3])", "> 1e15"),
    "lease": ("claim", "redis.call('ZADD', tm, now + ARGV[1], room)", "redis.call('ZREM', tm, room)"),
    "tag": ("commit", "if room[3] == ARGV[9] and", "if false and"),
}


def tuned(without: Sequence[str] = (), skew: int = 0, **settings) -> Tuning:
    """A worker's tuning without some guards, its own clock off by `skew` ms."""
    scripts = Scripts()
    for guard in without:
        name, text, instead = GUARDS[guard]
        script: Script = getattr(scripts, name)
        assert text in script.text, f"the guard {guard} is not where it was"
        scripts = replace(scripts, **{name: Script(script.text.replace(text, instead))})
    return Tuning(scripts=scripts, ticks=lambda: time.monotonic() + skew / 1000, **settings)
