"""The types by which the client's code is checked are those of what the server sends."""

from pathlib import Path

from tests.architecture.tree import ROOT
from tools.view_types import view_types


def test_the_types_of_views_are_those_of_the_schemas():
    stale = [str(path.relative_to(ROOT)) for path, text in view_types().items() if _there(path) != text]
    assert stale == [], "make view-types writes them anew"


def test_the_room_and_every_game_with_code_of_its_own_in_the_client_have_types():
    tables = [path.with_name("views.d.ts") for path in ROOT.glob("games/*/client/view.js")]
    assert tables
    assert {ROOT / "static/js/room_view.d.ts", *tables} == set(view_types())


def _there(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
