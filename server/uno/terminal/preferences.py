"""The person's settings, kept in their configuration folder."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from .style import Language


class Preferences(msgspec.Struct):
    """The choices made in the menu."""

    color: bool = True
    language: Language = "zh"
    preset: str = "luogu"


def place() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(base).expanduser() / "paiju" / "uno.json"


def load() -> Preferences:
    """The saved preferences, or defaults if there are none that can be read. The default language follows the
    environment.
    """
    try:
        return msgspec.json.decode(place().read_bytes(), type=Preferences)
    except (OSError, msgspec.DecodeError):
        language = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
        return Preferences(language="en" if language.lower().startswith("en") else "zh")


def keep(preferences: Preferences) -> None:
    """Save the preferences. If the folder is not writable, they last until exit."""
    path = place()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(preferences))
    except OSError:
        return
