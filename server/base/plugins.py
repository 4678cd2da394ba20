"""Doors and commands of other packages, found by entry point and loaded when needed."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

DOORS: Final = "paiju.doors"
"""`async def open_doors(doors: Doors)` of `server.doors.face`."""
COMMANDS: Final = "paiju.commands"
"""A module with `ABOUT`, `arguments(parser)` and `run(arguments) -> exit code`."""


class PluginError(Exception):
    """A package's door or command cannot be used; the message is one sentence that names it."""


def named(group: str) -> dict[str, EntryPoint]:
    """The entry points of the installed packages, by name; nothing is loaded yet. The first one of a name wins."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        found.setdefault(entry.name, entry)
    return found


def loaded(entry: EntryPoint) -> Any:
    """The object that the entry point names. If the import fails in any way, raises PluginError."""
    try:
        return entry.load()
    except Exception as error:
        source = entry.dist.name if entry.dist else "an unnamed package"
        problem = f"{type(error).__name__}: {error}"
        raise PluginError(f"{entry.name} ({entry.value} of {source}) cannot be loaded: {problem}") from error
