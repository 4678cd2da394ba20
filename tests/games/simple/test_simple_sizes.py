"""The small surface keeps whole games small: lines of Python, without blank ones."""

from __future__ import annotations

import pytest

from tests.architecture.tree import ROOT


@pytest.mark.parametrize(("example", "most"), [("crazy-eights", 120), ("doudizhu", 400)])
def test_an_example_stays_small(example: str, most: int):
    sources = (ROOT / "examples" / example / example.replace("-", "_")).rglob("*.py")
    lines = [line for source in sources for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert 0 < len(lines) <= most
