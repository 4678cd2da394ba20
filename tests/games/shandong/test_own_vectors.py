"""Scenarios written from the rules page by a second reader, sentence by sentence."""

import copy
import json
from pathlib import Path

import pytest

from games.shandong.audit.vectors import run_vector

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


class TestWhatForeignFilesMayLeaveOutOrSayOtherwise:
    """Files of others keep the schema of the rules page, but need not look like ours."""

    def changed(self, name, **setup):
        vector = copy.deepcopy(VECTORS[name])
        vector["setup"].update(setup)
        return vector

    def test_no_cards_may_be_said_as_an_empty_list_or_as_nothing(self):
        vector = self.changed("own-bury-late")
        for none in (None, []):
            for name in ("lead", "buried", "candidates"):
                vector["steps"][0]["expect"][name] = none
            assert run_vector(vector) == []

    def test_lists_that_stand_for_sets_may_come_in_any_order(self):
        vector = self.changed("own-throw-stands")
        step = next(step for step in vector["steps"] if step["expect"].get("lead"))
        step["expect"]["lead"].reverse()
        assert run_vector(vector) == []

    def test_the_burier_leads_where_a_setup_of_play_does_not_say_who(self):
        vector = self.changed("own-throw-auto", burier=VECTORS["own-throw-auto"]["setup"]["currentTurn"])
        del vector["setup"]["currentTurn"]
        assert run_vector(vector) == []

    def test_both_teams_are_at_the_first_level_where_no_levels_are_given(self):
        vector = self.changed("own-deal-arrival")
        assert vector["setup"].pop("teamLevels") == ["2", "2"]
        assert run_vector(vector) == []

    @pytest.mark.parametrize("action", [{}, {"action": None}, {"action": ["play"]}])
    def test_a_step_without_a_proper_action_is_refused_like_an_unknown_one(self, action):
        vector = self.changed("own-throw-auto")
        vector["steps"] = [{"at": 1, "seat": 0, **action, "expect": {"ok": False, "code": "BAD_PAYLOAD"}}]
        assert run_vector(vector) == []

    def test_a_spectator_may_be_nobody(self):
        vector = self.changed("own-throw-auto")
        card = vector["setup"]["hands"][0][-1]
        vector["steps"] = [{"at": 1, "tick": True}]
        vector["views"] = [{"after": 0, "viewer": None, "hasNot": [card]}]
        assert run_vector(vector) == []

    @pytest.mark.parametrize("name", ["own-throw-kqj", "own-bottom-pair", "own-compare-two-decks"])
    def test_a_scenario_that_expects_nothing_passes(self, name):
        assert run_vector({key: value for key, value in VECTORS[name].items() if key != "expect"}) == []
