"""Checks at startup that the store keeps every accepted move; each finding is one clear sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .address import Address
from .admin import NEEDED, kind_of, settings_of

WANTED: Final = {
    "appendonly": ("yes", "Accepted moves are lost when the store stops: set `appendonly yes`."),
    "appendfsync": ("always", "Accepted moves of the last second are lost on power failure: set `appendfsync always`."),
    "maxmemory-policy": ("noeviction", "A full store throws rooms away: set `maxmemory-policy noeviction`."),
}


@dataclass(frozen=True, slots=True)
class Findings:
    """Refusals keep the server from starting; warnings are shown."""

    kind: str
    refusals: tuple[str, ...]
    warnings: tuple[str, ...]


async def check(address: Address, *, relaxed: bool = False) -> Findings:
    """Check version and durability. `relaxed` turns refusals about durability into warnings."""
    kind = await kind_of(address)
    settings = await settings_of(address, list(WANTED))
    if "appendonly" not in settings and kind.keeps_log is not None:
        settings["appendonly"] = "yes" if kind.keeps_log else "no"
    refusals: list[str] = []
    warnings: list[str] = []
    weak: list[str] = []
    if kind.version < NEEDED:
        refusals.append(f"The store is {kind}: Redis or Valkey 6.2 or newer is needed.")
    for name, (wanted, sentence) in WANTED.items():
        if name not in settings:
            warnings.append(f"The store does not let us see `{name}`: make sure that it is `{wanted}`.")
        elif settings[name] != wanted:
            weak.append(sentence)
    if weak and relaxed:
        warnings.append("Relaxed: the last second or more of play can be lost. " + " ".join(weak))
    else:
        refusals += weak
    if kind.replica:
        refusals.append("The store is a read-only replica: give the address of the primary.")
    return Findings(str(kind), tuple(refusals), tuple(warnings))
