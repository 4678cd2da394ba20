"""The data folder: private, writable, and with a path short enough for a socket."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

LONGEST: Final = 90
"""The longest path of the folder: a socket's path may have about a hundred bytes, including `db.sock`."""


class NoStore(Exception):
    """No store is available; says why in one sentence for the operator."""


def prepare(data: Path) -> None:
    """Make the folder, or refuse."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if data.stat().st_uid == os.getuid():
            data.chmod(0o700)
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as error:
        raise NoStore(f"The data folder {data} cannot be used: {error.strerror}.") from error


def short_path(data: Path) -> Path:
    """The folder itself, or a link to it that is short enough for a socket's path."""
    if len(os.fsencode(data)) < LONGEST:
        return data
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    for home in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir(), "/tmp"):  # noqa: S108 - checked below
        link = Path(home) / f"paiju-{os.getuid()}-{name}"
        if not home or len(os.fsencode(link)) >= LONGEST:
            continue
        try:
            link.symlink_to(data)
        except FileExistsError:
            # In a world-writable folder, somebody else may have created it first.
            if not link.is_symlink() or link.readlink() != data or link.lstat().st_uid != os.getuid():
                continue
        except OSError:
            continue
        return link
    raise NoStore(f"The path of the data folder {data} is too long for a socket: choose a shorter one.")
