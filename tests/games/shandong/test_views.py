"""Who sees what (shandong.md 10.4, 11), and the options of a room (14)."""

import json

import msgspec
import pytest

from games.api import Refused
from games.shandong import GAME
from games.shandong.actions import Cards, Play
from games.shandong.options import PRESETS, house_of, resolve, rules_of
from games.shandong.rules.cards import KIND_IDS
from games.shandong.rules.levels import next_threshold
from games.shandong.rules.phases.course import Course
from games.shandong.rules.phases.match import step
from games.shandong.state import Presence
from games.shandong.views.own import own
from games.shandong.views.table import table
from games.views import named_event
from tests.games.shandong.shandong_scene import AT_ONCE, LETTERS, deal, dealt, ids, playing

HANDS = deal("bj h9 h9' h8 h8'", "sj sj' c9 c9'", "bj'", "")


def test_a_dark_declaration_shows_its_joker_and_two_backs():
    scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'")
    for seat in (1, 2, 3, None):
        view = scene.view(seat)
        assert view["shown"] == [{"seat": 0, "bid": "declare", "jokers": ["big"], "faceDown": 2, "cards": None}]
        assert view["trumpSuit"] is None
        assert not scene.sees(seat, "h9 h9'")
    assert scene.view(0)["trumpSuit"] == "hearts"
    assert scene.view(0)["ownShown"][0]["cards"] == ids("bj h9 h9'")


def test_the_event_of_a_dark_declaration_tells_no_more():
    scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'")
    showed = scene.told[0]
    public = named_event(showed.public, dict(GAME.names))
    assert public == {"type": "showed", "seat": 0, "bid": "declare", "jokers": ["big"], "faceDown": 2}
    assert set(showed.secret) == {0}


def test_a_counter_hides_its_suit_from_the_declarer_and_theirs_from_the_counterer():
    scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'").do(2, 1, "counter", cards="sj sj' c9 c9'")
    assert [scene.view(seat)["trumpSuit"] for seat in (0, 1, 2, 3, None)] == [None, "clubs", None, None, None]
    assert not scene.sees(0, "c9 c9'")
    assert not scene.sees(1, "h9 h9'")


def test_an_open_declaration_is_seen_by_all():
    scene = dealt(HANDS, rules={**AT_ONCE, "openDeclare": True}).do(1, 0, "declare", cards="bj h9 h9'")
    assert all(scene.view(seat)["trumpSuit"] == "hearts" for seat in (0, 1, 2, 3, None))
    assert all(scene.sees(seat, "bj h9 h9'") for seat in (0, 1, 2, 3, None))
    assert scene.told[0].secret == {}


def test_partners_see_nothing_of_each_other():
    scene = playing("hA c9", "hK c10", "h6 c6'", "h7 cJ")
    assert scene.sees(2, "h6 c6'")
    assert not scene.sees(2, "hA c9")
    assert not scene.sees(None, "hA c9 hK c10 h6 c6' h7 cJ")


def test_a_hand_is_told_with_what_it_could_declare_and_counter_with():
    scene = dealt(HANDS)
    assert ids("bj h8 h8'") in scene.view(0)["declares"]
    assert ids("bj h9 h9'") in scene.view(0)["declares"]
    assert scene.view(0)["counters"] == []
    assert scene.view(3)["declares"] == []
    scene.do(1, 0, "declare", cards="bj h9 h9'")
    assert ids("sj sj' c9 c9'") in scene.view(1)["counters"]
    assert scene.view(2)["counters"] == []
    assert scene.view(0)["declares"] == []


@pytest.mark.parametrize("cards", range(4))
def test_everything_that_is_offered_is_legal(cards):
    hands = deal("bj h9 h9' s9 s9' d7 d7'", "sj sj' c9 c9' c8 c8' c4 h4 h6", "bj'", "")
    scene = dealt(hands, dealer=cards % 2, levels=("4", "7"))
    for offer in scene.view(0)["declares"]:
        assert dealt(hands).do(1, 0, "declare", {"cards": offer}).code is None
    scene.do(1, 0, "declare", cards="bj h9 h9'")
    offers = scene.view(1)["counters"]
    assert offers
    scene.passes(2, 1, 2, 3)
    sticks = scene.view(1)["sticks"]
    assert sticks
    packed = msgspec.msgpack.encode(scene.state)
    for stick in sticks:
        scene.state = msgspec.msgpack.decode(packed, type=GAME.State)
        assert scene.do(3, 1, "stick", {"cards": stick["cards"], "giveBack": stick["giveBack"]}).code is None


def test_watchers_see_hands_only_where_the_table_says_so():
    closed = playing("hA", "hK", "h6", "h7")
    assert not closed.sees(None, "hA hK h6 h7")
    opened = playing("hA", "hK", "h6", "h7", rules={**AT_ONCE, "spectatorsSeeAll": True})
    assert opened.sees(None, "hA hK h6 h7")
    assert not opened.sees(1, "hA h6 h7")


def test_views_are_built_only_from_typed_fields():
    scene = dealt(HANDS)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(table(scene.state)), type=GAME.Table) == table(scene.state)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(own(scene.state, 1)), type=GAME.Own) == own(scene.state, 1)


class TestOptions:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_preset_is_allowed(self, preset):
        rules = resolve(preset, {}, 4)
        assert rules_of(house_of(rules)) == rules

    def test_the_standard_is_the_rules_page(self):
        assert house_of(resolve("standard", {}, None)) == ""

    def test_a_deviation_is_written_down(self):
        assert json.loads(house_of(resolve("standard", {"throwPenalty": 10}, 4))) == {"throwPenalty": 10}

    @pytest.mark.parametrize(
        ("overrides", "name"),
        [
            ({"throwPenalty": "ten"}, "throwPenalty"),
            ({"chess": True}, "chess"),
            ({"declareMs": 0}, "declareMs"),
            ({"turnMs": -1}, "turnMs"),
            ({"permanentTrumps": ["4"]}, "permanentTrumps"),
            ({"startLevel": "A"}, "startLevel"),
            ({"straightsMayIncludePermanents": True}, "straightsMayIncludePermanents"),
            ({"sticking": 1}, "sticking"),
        ],
    )
    def test_what_is_not_allowed_is_named(self, overrides, name):
        with pytest.raises(Refused) as caught:
            resolve("standard", overrides, 4)
        assert (caught.value.code, caught.value.params) == ("RULE_INVALID", {"name": name})

    @pytest.mark.parametrize(("preset", "players"), [("chess", 4), ("standard", 3)])
    def test_so_are_strange_presets_and_numbers_of_players(self, preset, players):
        with pytest.raises(Refused, match="RULE_INVALID"):
            resolve(preset, {}, players)


class TestWhatAClientNeedNotKnow:
    """It knows no rule: what it shows is told."""

    def test_which_cards_are_trump_as_far_as_one_may_know(self):
        scene = dealt(HANDS, rules={**AT_ONCE, "sticking": False}, levels=("10", "10"), dealer=0)
        scene.do(1, 0, "declare", cards="bj h9 h9'")
        views = {seat: scene.view(seat) for seat in (0, 1, None)}
        always = {"joker_big", "joker_small", *(f"{s}_{r}" for s in LETTERS.values() for r in ("10", "5", "3", "2"))}
        assert all(set(view["constantTrumps"]) == always for view in views.values())
        hearts = {f"hearts_{rank}" for rank in ("4", "6", "7", "8", "9", "J", "Q", "K", "A")}
        assert (set(own(scene.state, 0).suitTrumps), own(scene.state, 1).suitTrumps) == (
            {KIND_IDS.index(kind) for kind in hearts},
            [],
        )
        assert views[None]["suitTrumps"] == []
        scene.passes(2, 1, 2, 3)
        scene.do(3, 2, "bury", {"cards": scene.view(2)["suggestedBury"]})
        assert set(scene.view(None)["suitTrumps"]) == hearts

    def test_permanent_trumps_are_those_of_the_table(self):
        scene = dealt(HANDS, rules={**AT_ONCE, "permanentTrumps": ["2"]}, levels=("10", "10"), dealer=0)
        ranks = {kind.split("_")[1] for kind in scene.view(None)["constantTrumps"]}
        assert ranks == {"big", "small", "10", "2"}

    @pytest.mark.parametrize(("points", "mark"), [(-10, 40), (0, 40), (39, 40), (40, 80), (80, 120), (200, 200)])
    def test_the_points_that_the_defenders_are_after(self, points, mark):
        assert next_threshold(points) == mark

    def test_how_many_cards_are_to_be_named(self):
        scene = dealt(HANDS, rules={**AT_ONCE, "sticking": False}).do(1, 0, "declare", cards="bj h9 h9'")
        assert scene.view(2)["wanted"] is None
        scene.passes(2, 1, 2, 3)
        assert [scene.view(seat)["wanted"] for seat in range(4)] == [None, None, 4, None]
        led = playing("hA hA'", "hK c10", "h6 c6'", "h7 cJ").do(1, 0, "play", cards="hA hA'")
        assert [led.view(1)["wanted"], led.view(1)["duty"]["others"]] == [2, 1]

    def test_what_a_suit_lacks_to_be_shown(self):
        coloured = {**AT_ONCE, "declareJokerColor": True}
        hands = deal("sj h9 h9' s9 s9'", "bj bj'", "", "")
        lacks = dict(zip(LETTERS.values(), dealt(hands, rules=coloured).view(0)["missing"], strict=True))
        assert (lacks["spades"], lacks["hearts"]) == ("nothing", "joker")
        scene = dealt(hands).do(1, 0, "declare", cards="sj h9 h9'")
        assert set(scene.view(1)["missing"]) <= {"nothing", "pair"}
        assert set(scene.view(2)["missing"]) == {"joker_pair"}
        assert scene.view(0)["missing"] == []

    @pytest.mark.parametrize(
        ("rules", "cards", "about"),
        [
            ({}, "c9 c9' cJ cJ'", {"type": "consecutive_pairs", "size": 2}),
            ({"tractorAdjacency": "natural"}, "c9 c9' cJ cJ'", {"type": "mixed", "size": 4}),
            ({"tractorAdjacency": "natural"}, "c9 c9'", {"type": "pair", "size": 1}),
            ({}, "cJ", {"type": "single", "size": 1}),
        ],
    )
    def test_what_cards_are_that_are_to_be_led(self, rules, cards, about):
        others = ("h8 h7 h6 h4", "d4 d6 d7 d8", "s4 s6 s7 s8")
        scene = playing("c9 c9' cJ cJ'", *others, rules={**AT_ONCE, **rules}, levels=("10", "10"))
        assert step(scene.state, 0, Play(Cards(ids(cards))), Course(1, scene.decks)).about == about

    def test_what_cards_are_says_nothing_of_those_that_the_next_seat_plays_by_itself(self):
        others = ("h8 h7 h6 h4", "d4 d6 d7 d8", "s4 s6 s7 s8")
        scene = playing("c9 c9' cJ cJ'", *others, levels=("10", "10"))
        scene.state.presence[1] = Presence.auto
        taken = step(scene.state, 0, Play(Cards(ids("c9 c9'"))), Course(1, scene.decks))
        assert [getattr(told.public, "seat", None) for told in taken.events][:2] == [0, 1], (
            "the next seat has played, too"
        )
        assert taken.about == {"type": "pair", "size": 1}
