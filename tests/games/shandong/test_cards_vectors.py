"""The published vectors about cards."""

import json
from pathlib import Path

import pytest

from games.shandong.audit.vectors_cards import CARD_KINDS, run_card_vector

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]
OF_CARDS = [v for v in VECTORS if v["kind"] in CARD_KINDS]


@pytest.mark.parametrize("vector", OF_CARDS, ids=[v["id"] for v in OF_CARDS])
def test_the_vector_holds(vector):
    assert run_card_vector(vector) == []


def test_every_kind_about_cards_is_published():
    assert {v["kind"] for v in OF_CARDS} == set(CARD_KINDS)


def test_a_wrong_expectation_is_named():
    vector = next(v for v in OF_CARDS if v["kind"] == "bottom-score")
    wrong = {**vector, "expect": {**vector["expect"], "multiplier": 99}}
    assert run_card_vector(wrong) == ["multiplier: expected 99, found 2"]
