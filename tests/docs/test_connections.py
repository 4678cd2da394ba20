"""docs/connections.md draws the states that the code has."""

from __future__ import annotations

import re

from server.doors.connection_state import ConnectionState
from tests.architecture.tree import ROOT

PAGE = (ROOT / "docs" / "connections.md").read_text(encoding="utf-8")


def test_the_page_explains_each_state_and_no_other():
    table = PAGE.partition("| state |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| (\w[\w ]*) \|", table, re.MULTILINE) == [state.value for state in ConnectionState]


def test_the_drawing_has_each_state():
    drawing = PAGE.partition("## Coming in")[0].partition("| state |")[0]
    drawn = [line for line in drawing.splitlines() if line.startswith("      ")]
    assert all(any(state.value in line for line in drawn) for state in ConnectionState)
