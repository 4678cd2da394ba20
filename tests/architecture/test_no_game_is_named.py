"""The platform knows games by what they declare, never by their names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
import pytest

from games.catalog import installed
from tests.architecture.tree import ROOT

ORDINARY: Final[Mapping[str, str]] = {"deals": "a connection takes part in fair deals"}
"""Words that mean something else in the platform, and what; five of them at most."""
UNO_S_OWN: Final = ("server/uno/",)
"""Doors of one game, plugged in as a stranger's would be."""

IDS: Final = frozenset(installed())
OPTIONS: Final = frozenset(
    field.encode_name for game in installed().values() for field in msgspec.structs.fields(game.Options)
)
NAMES: Final = (IDS | OPTIONS) - frozenset(ORDINARY)


def named_in_python(source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield node.lineno, str(node.value)


def named_in_javascript(source: str) -> Iterator[tuple[int, str]]:
    """As a string, or as a property of what a game tells."""
    words = "|".join(sorted(NAMES))
    for number, line in enumerate(source.splitlines(), 1):
        found = [match[2] for match in re.finditer(rf"([\"'`])({words})\1", line)]
        yield from ((number, name) for name in found)
        yield from ((number, match[1]) for match in re.finditer(rf"\.({words})\b(?!\()", line))


def sources(folder: str, ending: str) -> list[str]:
    paths = (str(path.relative_to(ROOT)) for path in sorted((ROOT / folder).rglob(f"*{ending}")))
    return [path for path in paths if not path.startswith(UNO_S_OWN)]


def test_the_words_that_are_excused_are_few_and_needed():
    assert len(ORDINARY) <= 5
    assert set(ORDINARY) <= IDS | OPTIONS


@pytest.mark.parametrize("path", sources("server", ".py"))
def test_the_server_names_no_game_and_no_option(path: str):
    assert list(named_in_python((ROOT / path).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", sources("static/js", ".js"))
def test_the_client_names_no_game_and_no_option(path: str):
    assert list(named_in_javascript((ROOT / path).read_text(encoding="utf-8"))) == []


def test_what_names_one_is_found():
    assert list(named_in_python('FIRST = "uno"')) == [(1, "uno")]
    assert list(named_in_javascript('teams=${room.game === "shandong"}')) == [(1, "shandong")]
    assert list(named_in_javascript("most = preset.maxPlayers ?? 4")) == [(1, "maxPlayers")]
