"""What somebody has chosen in the settings, kept in their configuration folder."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from .style import Language


class Preferences(msgspec.Struct):
    """What somebody has chosen in the menu."""

    color: bool = True
    language: Language = "zh"
    preset: str = "luogu"


def place() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "paiju" / "uno.json"


def load() -> Preferences:
    """What was kept; the defaults where nothing was, or nothing readable. The language follows the environment."""
    try:
        return msgspec.json.decode(place().read_bytes(), type=Preferences)
    except (OSError, msgspec.DecodeError):
        language = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        return Preferences(language="en" if language.lower().startswith("en") else "zh")


def keep(preferences: Preferences) -> None:
    """Where the folder cannot be written, the choice holds until the exit."""
    path = place()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(preferences))
    except OSError:
        return
