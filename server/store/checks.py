"""Does the server keep what it has accepted? Asked at the start; each finding is one clear sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from .address import Address
from .engine import NEEDED, ask_once, parse_info
from .types import Unavailable

WANTED: Final = {
    "appendonly": ("yes", "Accepted moves are lost when the store stops: set `appendonly yes`."),
    "appendfsync": ("always", "Accepted moves of the last second are lost on power failure: set `appendfsync always`."),
    "maxmemory-policy": ("noeviction", "A full store throws rooms away: set `maxmemory-policy noeviction`."),
}


@dataclass(frozen=True, slots=True)
class Findings:
    """Refusals keep the server from starting; warnings are shown."""

    engine: str
    refusals: tuple[str, ...]
    warnings: tuple[str, ...]


def _setting(answer: Any) -> str | None:
    if isinstance(answer, Exception) or len(answer) < 2:
        return None
    return str(answer[1], "utf-8")


async def check(address: Address, *, relaxed: bool = False) -> Findings:
    """Look at version and durability. `relaxed` turns refusals about durability into an announcement."""
    commands = [("INFO",), *(("CONFIG", "GET", name) for name in WANTED)]
    info, *answers = await ask_once(address, *commands)
    if isinstance(info, Exception):
        raise Unavailable(f"The store at {address} does not say what it is: {info}")
    engine = parse_info(str(info, "utf-8", "replace"))
    refusals: list[str] = []
    warnings: list[str] = []
    if engine.version < NEEDED:
        refusals.append(f"The store is {engine}: Redis or Valkey 6.2 or newer is needed.")
    weak: list[str] = []
    for (name, (wanted, sentence)), answer in zip(WANTED.items(), answers, strict=True):
        found = _setting(answer)
        if found is None and name == "appendonly" and "aof_enabled" in engine.info:
            found = "yes" if engine.info["aof_enabled"] == "1" else "no"
        if found is None:
            warnings.append(f"The store does not let us see `{name}`: make sure that it is `{wanted}`.")
        elif found != wanted:
            weak.append(sentence)
    if weak and relaxed:
        warnings.append("Relaxed: the last second or more of play can be lost. " + " ".join(weak))
    else:
        refusals += weak
    if engine.info.get("role") == "slave":
        refusals.append("The store is a read-only replica: give the address of the primary.")
    return Findings(str(engine), tuple(refusals), tuple(warnings))
