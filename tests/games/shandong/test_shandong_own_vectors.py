"""Scenarios written from the rules page by a second reader, sentence by sentence."""

import copy
import json
from pathlib import Path

import pytest

from games.shandong.vectors import run_vector

VECTORS = {v["id"]: v for v in json.loads(Path(__file__).with_name("own_vectors.json").read_text("utf-8"))["vectors"]}


@pytest.mark.parametrize("name", VECTORS)
def test_a_scenario_of_the_second_reader_goes_as_it_says(name):
    assert run_vector(VECTORS[name]) == []


def test_a_scenario_without_a_kind_has_failed():
    assert run_vector({"id": "nameless"}) == ["no such kind of vector: None"]
    assert run_vector({"kind": ["phases"]}) == ["no such kind of vector: ['phases']"]


def test_a_look_after_a_step_that_never_comes_is_a_difference():
    vector = copy.deepcopy(VECTORS["own-throw-auto"])
    vector["views"] = [{"after": 9, "viewer": 0, "has": ["hearts_Q_0"]}]
    assert run_vector(vector) == ["there is no step 9 to look at a view after"]


def test_a_setup_of_play_may_leave_out_what_was_buried():
    vector = copy.deepcopy(VECTORS["own-throw-auto"])
    del vector["setup"]["buried"]
    assert run_vector(vector) == []
