"""UNO's own doors live in the server's package, but plug in like any third party's: by entry points, and by one facade
or as a client."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

GUESTS = ("server.uno.arena", "server.uno.terminal")
FACE = "server.doors.face"
CLIENT = "server.client"


def imported(path: Path) -> set[str]:
    """The modules of the server that a file names, lazily or for types alone too."""
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            found.add(".".join([*above, *([node.module] if node.module else [])]))
    return {name for name in found if name.split(".")[0] == "server"}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package.replace(".", "/")).rglob("*.py"))


@pytest.mark.parametrize("path", sources("server.uno.arena"), ids=lambda path: path.stem)
def test_the_arena_uses_the_face_and_nothing_else(path: Path):
    assert {name for name in imported(path) if not name.startswith("server.uno.arena")} <= {FACE}


@pytest.mark.parametrize("path", sources("server.uno.terminal"), ids=lambda path: path.stem)
def test_the_terminal_is_a_client_and_nothing_else(path: Path):
    others = {name for name in imported(path) if not name.startswith("server.uno.terminal")}
    assert [name for name in others if name.split(".")[:2] != CLIENT.split(".")] == []


@pytest.mark.parametrize("guest", GUESTS)
def test_nobody_imports_a_guest(guest: str):
    others = [path for path in sources("server") if not str(path).startswith(str(ROOT / guest.replace(".", "/")))]
    assert [path for path in others if any(name.startswith(guest) for name in imported(path))] == []
