"""Every file is small enough to read in one go."""

from tests.architecture.tree import ROOT, files

MOST_LINES = 400


def test_no_source_file_is_longer_than_four_hundred_lines():
    long = {str(path): lines for path in files(".py", ".js", ".mjs", ".css") if (lines := _lines(path)) > MOST_LINES}
    assert long == {}


def _lines(path):
    return (ROOT / path).read_text(encoding="utf-8").count("\n")
