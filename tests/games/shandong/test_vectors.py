"""The published scenarios of the phase machine, and what the runner says when one fails."""

import copy
import json
from pathlib import Path

import pytest

from games.shandong.audit.vectors import run_vector

VECTORS = {v["id"]: v for v in json.loads(Path(__file__).with_name("vectors.json").read_text())["vectors"]}
PHASES = [name for name, vector in VECTORS.items() if vector["kind"] == "phases"]


@pytest.mark.parametrize("name", PHASES)
def test_a_published_scenario_goes_as_it_says(name):
    assert run_vector(VECTORS[name]) == []


def test_the_runner_names_what_differs():
    vector = copy.deepcopy(VECTORS["ex-phases-042"])
    vector["steps"][4]["expect"]["deadline"] = 1
    vector["views"][0]["hasNot"] = ["joker_big_0"]
    assert run_vector(vector) == [
        "view after 2 of 0: view holds joker_big_0",
        "step 4: deadline: expected 1, found 30800",
    ]


def test_a_strange_kind_of_vector_is_said_to_be_one():
    assert run_vector({"kind": "chess"}) == ["no such kind of vector: chess"]
