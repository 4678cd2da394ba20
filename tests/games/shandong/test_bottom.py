"""The bottom and the reveal (shandong.md 10.5), and what happens when time is up there (15.2)."""

import pytest

from games.shandong.actions import KINDS
from tests.games.shandong.shandong_scene import AT_ONCE, deal, dealt, ids

NO_STICK = {**AT_ONCE, "sticking": False}
HANDS = deal("bj h9 h9'", "c9 s9", "d4 d6 d7 h4", bottom="s7 d10 cK hA")


def at_bottom(rules=NO_STICK, hands=HANDS, **more):
    scene = dealt(hands, rules=rules, **more).do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1, 2, 3)
    assert (scene.phase, scene.round.burier) == ("bottom", 2)
    return scene


def test_the_burier_gets_thirty_cards_four_of_them_marked():
    scene = at_bottom()
    assert scene.counts == [26, 26, 30, 26]
    assert scene.deadline == 60_002
    assert sorted(scene.view(2)["taken"]) == sorted(ids("s7 d10 cK hA"))
    assert not scene.sees(0, "s7 d10 cK hA")


def test_others_do_not_bury():
    scene = at_bottom().do(3, 0, "bury", cards="h9 h9' bj")
    assert (scene.code, scene.params) == ("BURY_NOT_YOU", {"seat": 2})


@pytest.mark.parametrize("cards", ["", "d4", "d4 d6 d7", "d4 d6 d7 h4 s7"])
def test_exactly_four_are_buried(cards):
    scene = at_bottom().do(3, 2, "bury", cards=cards)
    assert (scene.code, scene.params) == ("BURY_NEEDS_FOUR", {"count": 4})


def test_any_four_of_the_thirty_may_be_buried():
    scene = at_bottom().do(3, 2, "bury", cards="d10 cK d4 hA")
    assert (scene.code, scene.phase, scene.round.turn, scene.deadline) == (None, "playing", 2, 30_003)
    assert scene.counts == [26] * 4


def test_only_the_burier_sees_the_buried_cards():
    scene = at_bottom().do(3, 2, "bury", cards="d4 d6 d7 h4")
    assert [scene.sees(seat, "d4 d6 d7 h4") for seat in (0, 1, 2, 3, None)] == [False, False, True, False, False]


def test_the_burier_does_not_know_the_trump_suit_before_burying():
    scene = at_bottom()
    assert [scene.view(seat)["trumpSuit"] for seat in (0, 1, 2, 3, None)] == ["hearts", None, None, None, None]
    scene.do(3, 2, "bury", cards="d4 d6 d7 h4")
    assert [scene.view(seat)["trumpSuit"] for seat in (0, 1, 2, 3, None)] == ["hearts"] * 5
    assert all(scene.sees(seat, "bj h9 h9'") for seat in (0, 1, 2, 3, None))


def test_a_hand_is_sorted_again_at_the_reveal():
    scene = dealt(deal("bj s9 s9'", "hA s4", "d4 d6 d7 h4"), rules=NO_STICK).do(1, 0, "declare", cards="bj s9 s9'")
    scene.passes(2, 1, 2, 3)
    before = scene.view(1)["hand"]
    scene.do(3, 2, "bury", cards="d4 d6 d7 h4")
    after = scene.view(1)["hand"]
    assert sorted(before) == sorted(after)
    assert before.index("hearts_A_0") < before.index("spades_4_0")
    assert after.index("hearts_A_0") > after.index("spades_4_0")


def test_the_dealer_leads_where_the_table_says_so():
    scene = at_bottom({**NO_STICK, "firstLead": "dealer"}).do(3, 2, "bury", cards="d4 d6 d7 h4")
    assert (scene.round.turn, scene.state.dealer) == (0, 0)


def test_when_time_is_up_the_four_of_the_least_worth_are_buried():
    scene = at_bottom()
    suggested = scene.view(2)["suggestedBury"]
    scene.tick(60_002)
    assert (scene.phase, scene.deadline) == ("playing", 90_002)
    assert scene.view(2)["buried"] == suggested


def test_what_is_kept_counts_trumps_pairs_runs_aces_points_and_short_suits():
    # Level 2, suit dark: trumps are 2, 3, 5 and jokers; eleven of them, so points are not kept back.
    trumps = "bj' sj h2 h3 h5 s2 s3 s5 c2 c3 c5"
    plain = "hA h4 s4 s6 s6' s7 s7' c9 c10 cJ cQ cK d4 d6 dK"
    scene = at_bottom(hands=deal("bj h9 h9'", "", f"{trumps} {plain}", bottom="d7 d8 d9 d10"))
    # ♥4 is worth 4 (an ace is with it), ♠4 and ♦4 too, ♦K 13; ♠6 and ♠7 are a run, ♣9 and ♦6 are in a rain.
    assert scene.view(2)["suggestedBury"] == ids("h4 s4 d4 dK")


def test_a_short_suit_without_an_ace_goes_first():
    trumps = "bj' sj h2 h3 h5 s2 s3 s5 c2 c3 c5"
    plain = "hA h4 h6 h7 h8 s8 s9 sJ c4 c6 c7 c8 d9 d4 d6"
    scene = at_bottom(hands=deal("bj h9 h9'", "", f"{trumps} {plain}", bottom="h10 hQ hK d7"))
    # Clubs and diamonds are four each and have no ace: 6 less for each card, so 4 and 6 go below hearts 4.
    assert scene.view(2)["suggestedBury"] == ids("c4 c6 d4 d6")


def test_points_are_kept_with_few_trumps():
    plain = "h4 h6 h7 h8 h10 hK s4 s6 s7 s8 s10 sK c4 c6 c7 c8 c10 cK d4 d6 d7 d8 d10 dK sQ cQ"
    scene = at_bottom(hands=deal("bj h9 h9'", "", plain, bottom="h10' s10' c10' d10'"))
    assert scene.view(2)["suggestedBury"] == ids("h4 s4 c4 d4")


def test_an_unlimited_bottom_waits():
    scene = at_bottom({**NO_STICK, "buryMs": 0})
    assert scene.deadline is None
    assert scene.tick(10_000_000).phase == "bottom"


@pytest.mark.parametrize("action", sorted(KINDS.keys() - {"bury", "set_auto", "stick", "stick_claim"}))
def test_nothing_else_is_possible_meanwhile(action):
    scene = at_bottom().do(3, 2, action)
    assert (scene.code, scene.params) == ("WRONG_PHASE", {"phase": "bottom"})
