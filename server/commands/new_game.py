"""`paiju new-game NAME`: writes a small playable game as a starting point."""

from __future__ import annotations

import keyword
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

from games.catalog import CatalogError

STARTER: Final = files("server.commands") / "starter"
LAYERS: Final = {"minimal": ["minimal"], "tested": ["minimal", "tested"], "full": ["minimal", "tested", "full"]}
"""The layers of each kind of package; a later layer's file replaces an earlier one's."""
ELSEWHERE: Final = {"ci.yml": ".github/workflows/ci.yml"}
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST: Final = 32


def arguments(parser: ArgumentParser) -> None:
    parser.description = "Without --minimal and --full: rules and texts in one page, tests of every promise, and CI."
    parser.add_argument("name", help="the game's id: small letters, digits and hyphens")
    much = parser.add_mutually_exclusive_group()
    much.add_argument("--minimal", dest="kind", action="store_const", const="minimal", help="rules and texts alone")
    much.add_argument(
        "--full", dest="kind", action="store_const", const="full", help="with options, deals, refusals, a bot, tests"
    )
    parser.set_defaults(kind="tested")


def run(chosen: Namespace) -> int:
    name = chosen.name
    package = name.replace("-", "_")
    folder = Path(name)
    if problem := _problem(name, package, folder):
        raise CatalogError(problem)
    for path, text in contents(name, package, chosen.kind).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
        print(folder / path)
    print(f"Next: pip install -e {name} && paiju check-game {name} && paiju serve")
    return 0


def contents(name: str, package: str, kind: str) -> dict[str, str]:
    """The files of the package, by path."""
    title = name.replace("-", " ").title()
    found: dict[str, str] = {}
    for layer in LAYERS[kind]:
        for path, text in _walk(STARTER / layer, PurePosixPath()):
            place = str(path).removesuffix(".txt").replace("PACKAGE", package)
            for word, own in (("high-card", name), ("high_card", package), ("High Card", title), ("比大小", title)):
                text = text.replace(word, own)
            found[ELSEWHERE.get(place, place)] = text
    return found


def _problem(name: str, package: str, folder: Path) -> str:
    """A sentence that says why this package cannot be made; empty if it can."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        return f"{name} is no name for a game: up to {LONGEST} small letters, digits and single hyphens, a letter first"
    if folder.exists():
        return f"{folder} is there already: choose another name, or another folder to be in"
    if keyword.iskeyword(package) or find_spec(package) is not None:
        return f"Python has a module {package} already: choose another name"
    return ""


def _walk(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, str]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _walk(entry, path / entry.name)
        else:
            yield path / entry.name, entry.read_text(encoding="utf-8")
