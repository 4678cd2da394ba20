"""A checkout that was installed with pip alone has no libraries for the page: `paiju serve` says what to run."""

from __future__ import annotations

import json
import shutil
import urllib.error
import urllib.request

import pytest

from tests.architecture.tree import ROOT
from tests.support.served import serve

SAID = "run `make static/vendor/vendor.js` in the checkout"


@pytest.fixture
def checkout(tmp_path):
    left_out = shutil.ignore_patterns("__pycache__", "vendor", "dist")
    for name in ("server", "games", "static"):
        shutil.copytree(ROOT / name, tmp_path / "checkout" / name, ignore=left_out)
    return tmp_path / "checkout"


def test_one_sentence_on_the_page_and_in_the_terminal_says_what_to_run(checkout, tmp_path):
    with serve(tmp_path, env={"PYTHONPATH": str(checkout)}) as served:
        for path in ("/", "/r/ABC234"):
            with pytest.raises(urllib.error.HTTPError) as answer:
                urllib.request.urlopen(served.url + path)
            assert answer.value.code == 503
            assert SAID in answer.value.read().decode()
        with urllib.request.urlopen(f"{served.url}/api/v1/games") as games:
            assert json.load(games)["games"], "programs need no page"
    told = [json.loads(line)["text"] for line in served.log.read_text(encoding="utf-8").splitlines()]
    assert [SAID in text for text in told].count(True) == 1, told
