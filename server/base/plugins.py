"""What packages bring along besides games: doors and commands, found by their entry points and loaded when needed."""

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
    """What the installed packages bring, by name; nothing is loaded yet. The first of a name counts."""
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        found.setdefault(entry.name, entry)
    return found


def loaded(entry: EntryPoint) -> Any:
    """What the entry point names; raises PluginError, whatever a stranger's module raises while it is imported."""
    try:
        return entry.load()
    except Exception as error:
        source = entry.dist.name if entry.dist else "an unnamed package"
        problem = f"{type(error).__name__}: {error}"
        raise PluginError(f"{entry.name} ({entry.value} of {source}) cannot be loaded: {problem}") from error
