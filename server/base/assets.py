"""Finds the client's files: beside the packages in a checkout, inside `server` in an installed wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

UNBUILT: Final = (
    "The page cannot be shown: its libraries are not built; run `make static/vendor/vendor.js` in the checkout."
)

_INSTALLED: Final = Path(__file__).resolve().parents[1] / "static"


def static_folder() -> Path:
    """The folder served at /static."""
    return _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parent.parent / "static"


def page_in(static: Path) -> Path:
    """The client's page: the bundled one in a release, the source in a checkout, even after `make wheel`."""
    bundled = static / "dist" / "index.html"
    return bundled if static == _INSTALLED and bundled.is_file() else static / "index.html"


def is_built(static: Path) -> bool:
    """Do the files exist that the page imports? A checkout that was only installed with pip lacks them."""
    return page_in(static).parent != static or (static / "vendor" / "vendor.js").is_file()


def early_in(static: Path) -> dict[str, list[str]]:
    """The files of a release that a record's page needs at once, by `record`, language, game, and `game/language`."""
    early = page_in(static).with_name("early.json")
    return msgspec.json.decode(early.read_bytes(), type=dict[str, list[str]]) if early.is_file() else {}


def stubs_in(static: Path) -> Path | None:
    """A release's stubs for modules that other packages import, because the page has those modules in its bundle."""
    stubs = page_in(static).parent / "stubs"
    return stubs if stubs.is_dir() else None
