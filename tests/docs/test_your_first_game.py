"""The game of `docs/your-first-game.md` keeps its promises as it stands there, is small, and is typed."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from games.kit import suite
from tests.architecture.tree import ROOT
from tests.support.tidy import assert_typed_and_tidy

PAGE = (ROOT / "docs" / "your-first-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
RULES = "high_card/__init__.py"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    here = tmp_path_factory.mktemp("author")
    for name, text in FILES.items():
        file = here / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return here


@pytest.fixture(scope="module")
def game(written):
    sys.path.insert(0, str(written))
    try:
        yield importlib.import_module("high_card").GAME
    finally:
        sys.path.remove(str(written))
        del sys.modules["high_card"]


@pytest.mark.parametrize("check", suite.CHECKS)
def test_its_game_keeps_its_promise(game, check):
    suite.check(game, check)


def test_its_rules_are_a_page_of_code():
    assert len([line for line in FILES[RULES].splitlines() if line.strip()]) <= 45


def test_its_code_is_typed_and_tidy(written: Path):
    assert_typed_and_tidy(written, "high_card")


def test_the_page_names_everything_that_the_surface_takes_and_gives():
    from games import simple
    from games.simple.making import NAMES

    told = set(re.findall(r"\b\w+\b", PAGE))
    public = {name for name in vars(simple) if name[0].isupper()}
    assert (NAMES | public) - told == set()
