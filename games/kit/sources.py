"""A check of a game's source for faults that play may not show: its own randomness or clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from ..api import AnyGame
from .blame import folder_of
from .promise import Doubt

NOT_FOR_RULES: Final[Mapping[str, str]] = {
    "random": "chance comes only from the `chance` it is given",
    "secrets": "chance comes only from the `chance` it is given",
    "uuid": "chance comes only from the `chance` it is given",
    "time": "time comes only from the `now` it is given",
    "datetime": "time comes only from the `now` it is given",
}
OTHERS: Final = ("tests", "node_modules", "client")


def asks_nobody_but_the_host(game: AnyGame) -> None:
    """No module of the game imports a source of chance or a clock."""
    folder = folder_of(game)
    found = [] if folder is None else [at for file in _files(folder) for at in _imports(file, folder)]
    if found:
        raise Doubt("; ".join(found))


def _files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*.py")):
        if not set(file.relative_to(folder).parts) & set(OTHERS):
            yield file


def _imports(file: Path, folder: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]:
            if name in NOT_FOR_RULES:
                yield f"{file.relative_to(folder.parent)}, line {node.lineno} imports {name}: {NOT_FOR_RULES[name]}"
