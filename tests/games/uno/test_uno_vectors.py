"""The published scenarios, one per rule."""

import json
from pathlib import Path

import pytest

from games.uno import GAME

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_the_published_scenario_comes_out_as_told(vector):
    assert GAME.run_vector(vector) == []
