"""The published scenarios, one per rule, and our own: the sentences of uno.md one by one, and mixed runs."""

import json
from pathlib import Path

import pytest

from games.uno import GAME


def scenarios(file):
    return json.loads((Path(__file__).parent / file).read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("vector", scenarios("vectors.json"), ids=lambda v: v["name"])
def test_the_published_scenario_comes_out_as_told(vector):
    assert GAME.run_vector(vector) == []


@pytest.mark.parametrize("vector", scenarios("own_vectors.json"), ids=lambda v: v["name"])
def test_our_own_scenario_comes_out_as_told(vector):
    assert GAME.run_vector(vector) == []
