"""Where the client's files lie: in the wheel below this package, in a checkout beside it."""

from __future__ import annotations

from pathlib import Path


def static_folder() -> Path:
    """The folder that is served at /static."""
    here = Path(__file__).resolve().parent
    installed = here / "static"
    return installed if installed.is_dir() else here.parent / "static"
