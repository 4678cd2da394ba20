"""Comments cite the rules and the arena's contract by chapter: each chapter is in the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

PAGES = {
    "arena.md": ROOT / "docs" / "arena.md",
    "uno.md": ROOT / "docs" / "rules" / "uno.md",
    "shandong.md": ROOT / "docs" / "rules" / "shandong.md",
}
NUMBER = r"\d+(?:\.\d+)?"
CITED = re.compile(rf"\b([a-z][a-z-]*\.md) ({NUMBER}(?:(?:, | and | to ){NUMBER})*)")
CHAPTER = re.compile(rf"(?m)^#+ ({NUMBER})\b|(?:^|[.;:)] )(\d+\.\d+) (?=\S)")
"""A heading, or a number that a sentence begins with."""


def chapters(page: Path) -> set[str]:
    return {a or b for a, b in CHAPTER.findall(page.read_text(encoding="utf-8"))}


def sources() -> list[Path]:
    folders = ("server", "games", "tests", "static/js", "examples", "tools", "bench")
    ends = {".py", ".js", ".lua", ".css"}
    return [path for name in folders for path in sorted((ROOT / name).rglob("*")) if path.suffix in ends]


def citations() -> dict[str, list[tuple[str, Path]]]:
    """Page -> the chapters of it that are cited, and where."""
    found: dict[str, list[tuple[str, Path]]] = {}
    for path in sources():
        for page, numbers in CITED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(page, []).extend((number, path) for number in re.findall(NUMBER, numbers))
    return found


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_chapter_that_is_cited_is_in_the_page(page: str):
    known, cited = chapters(PAGES[page]), citations()[page]
    assert len(cited) > 20
    assert {f"{path.relative_to(ROOT)}: {page} {number}" for number, path in cited if number not in known} == set()


def test_every_cited_page_is_in_the_repository():
    assert set(citations()) == set(PAGES)
