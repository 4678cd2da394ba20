"""Which line of an author's package an exception comes from."""

from __future__ import annotations

import sysconfig
from importlib.util import find_spec
from pathlib import Path
from traceback import StackSummary, walk_tb
from types import FrameType, TracebackType
from typing import Final

from ..api import AnyGame
from ..texts import package_of

_PLATFORM: Final = Path(__file__).parents[1]
_PYTHON: Final = Path(sysconfig.get_path("stdlib"))
_OURS: Final = ("kit", "simple")
"""Folders of the platform whose code calls a game's functions."""


def place(game: AnyGame, trace: TracebackType | None) -> str:
    """`rules.py, line 12, in _play`: the last line reached in the game's own package; empty if it reached none."""
    found = _own(game, [*walk_tb(trace)])
    if not found:
        return ""
    frame, line = found[-1]
    return f"{_short(game, frame.f_code.co_filename)}, line {line}, in {frame.f_code.co_name}"


def stack(game: AnyGame, trace: TracebackType | None) -> str:
    """The lines of the game's own package that led to it, as Python shows them."""
    return "".join(StackSummary.extract(iter(_own(game, [*walk_tb(trace)]))).format())


def folder_of(game: AnyGame) -> Path | None:
    """The folder of its package; None if there is no package."""
    try:
        spec = find_spec(package_of(game))
    except (ImportError, ValueError, AttributeError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _own(game: AnyGame, frames: list[tuple[FrameType, int]]) -> list[tuple[FrameType, int]]:
    """The frames in the game's package; if there are none (a game made in a test), those that are not ours."""
    folder = folder_of(game)
    inside = [at for at in frames if folder is not None and _file(at).is_relative_to(folder)]
    return inside or [at for at in frames if not _is_ours(_file(at))]


def _file(at: tuple[FrameType, int]) -> Path:
    return Path(at[0].f_code.co_filename)


def _is_ours(file: Path) -> bool:
    if file.is_relative_to(_PLATFORM):
        inside = file.relative_to(_PLATFORM).parts
        return len(inside) == 1 or inside[0] in _OURS
    return (file.is_relative_to(_PYTHON) and "site-packages" not in file.parts) or file.name.startswith("<")


def _short(game: AnyGame, name: str) -> str:
    folder = folder_of(game)
    file = Path(name)
    return str(file.relative_to(folder.parent)) if folder is not None and file.is_relative_to(folder) else name
