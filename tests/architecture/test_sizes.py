"""Every file is small enough to be read in one go, every line narrow enough for two windows side by side."""

from pathlib import Path

from tests.architecture.tree import ROOT, files

SOURCES = (".py", ".js", ".mjs", ".css")
MOST_LINES = 400
MOST_COLUMNS = 120


def test_no_source_file_is_longer_than_four_hundred_lines():
    long = {str(path): count for path in files(*SOURCES) if (count := len(_lines(path))) > MOST_LINES}
    assert long == {}


def test_no_line_is_wider_than_a_hundred_and_twenty_columns():
    # The formatters leave what they cannot break: comments, template literals, regular expressions.
    wide = [
        f"{path}:{number}"
        for path in files(*SOURCES, ".ts")
        for number, line in enumerate(_lines(path), 1)
        if len(line) > MOST_COLUMNS
    ]
    assert wide == []


def _lines(path: Path) -> list[str]:
    return (ROOT / path).read_text(encoding="utf-8").splitlines()
