"""Tricks and failed throws in the phase machine (shandong.md 8, 10.6)."""

import pytest

from tests.games.shandong.shandong_scene import AT_ONCE, ids, playing

FAILING = ("hQ h4 h4' dA", "hK c9 c10 cJ", "h6 h6' d4 d6", "c9' c10' cQ cQ'")


def test_only_the_seat_whose_turn_it_is_plays():
    scene = playing("hA c9", "hK c10", "h6 c6'", "h7 cJ").do(1, 2, "play", cards="h6")
    assert (scene.code, scene.params) == ("NOT_YOUR_TURN", {"seat": 0})


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({}, "BAD_PAYLOAD"),
        ({"cards": ids("hK")}, "CARD_NOT_IN_HAND"),
        ({"cards": []}, "EMPTY_PLAY"),
        ({"cards": ids("hA c9")}, "MIXED_SUITS"),
        ({"cards": ids("hA s9")}, "MIXED_TRUMP_AND_PLAIN"),
    ],
)
def test_an_invalid_lead_is_refused_with_its_code(payload, code):
    assert playing("hA c9 s9", "hK c10 c9'", "h6 c6' c10'", "h7 cJ cQ").do(1, 0, "play", payload).code == code


def test_an_illegal_follow_is_answered_with_a_legal_one_only_to_the_sender():
    scene = playing("hA c9", "hK c10", "h6 c6'", "h7 cJ").do(1, 0, "play", cards="hA").do(2, 1, "play", cards="c10")
    assert (scene.code, scene.params) == ("MUST_FOLLOW_SUIT", {"suit": "hearts", "expected": ids("hK")})


def test_the_winner_leads_the_next_trick_and_the_defenders_points_are_kept():
    scene = playing("hA c9", "h4 c10", "hK c6'", "h10 cJ", burier=2)
    for at, seat, card in [(1, 0, "hA"), (2, 1, "h4"), (3, 2, "hK"), (4, 3, "h10")]:
        scene.do(at, seat, "play", cards=card)
    assert (scene.round.last.winner, scene.round.last.points, scene.round.points) == (0, 20, 0)
    assert (scene.round.turn, scene.deadline, scene.counts) == (0, 30_004, [1] * 4)
    for at, seat, card in [(5, 0, "c9"), (6, 1, "c10"), (7, 2, "c6'")]:
        scene.do(at, seat, "play", cards=card)
    assert scene.view(None)["trick"]["winning"] == 1
    assert scene.view(None)["lastTrick"]["winner"] == 0


def test_only_the_follower_sees_their_duty():
    scene = playing("hA hA' c9", "hK h6 c10", "h6' c6' h8", "h7 cJ cQ").do(1, 0, "play", cards="hA hA'")
    duty = scene.view(1)["duty"]
    assert (duty["count"], duty["suit"], sorted(duty["forced"])) == (2, "hearts", sorted(ids("hK h6")))
    assert duty["suggestions"] == [ids("h6 hK")]
    assert scene.view(2)["duty"] is None


class TestFailedThrow:
    def thrown(self, **more):
        return playing(*FAILING, **more).do(5, 0, "play", cards="hQ h4 h4'")

    def test_when_several_shapes_fall_the_next_seat_chooses(self):
        scene = self.thrown()
        assert (scene.phase, scene.round.turn, scene.deadline) == ("throw_choice", 1, 10_005)
        throw = scene.view(None)["throws"][0]
        assert [unit["type"] for unit in throw["candidates"]] == ["pair", "single"]
        assert throw["chooser"] == 1

    def test_until_then_the_cards_stay_in_the_hand_but_all_have_seen_them(self):
        scene = self.thrown()
        assert scene.counts == [4] * 4
        assert all(scene.sees(seat, "hQ h4 h4'") for seat in (0, 1, 2, 3, None))

    @pytest.mark.parametrize(("seat", "index", "code"), [(0, 0, "NOT_THE_CHOOSER"), (2, "x", "NOT_THE_CHOOSER")])
    def test_nobody_else_chooses(self, seat, index, code):
        scene = self.thrown().do(6, seat, "choose_throw", {"index": index})
        assert (scene.code, scene.params) == (code, {"seat": 1})

    @pytest.mark.parametrize("index", ["0", None, 0.0, True, [0]])
    def test_the_choice_is_an_integer(self, index):
        scene = self.thrown().do(6, 1, "choose_throw", {"index": index})
        assert (scene.code, scene.params) == ("BAD_PAYLOAD", {"field": "index"})

    @pytest.mark.parametrize("index", [-1, 2, 10**9])
    def test_the_choice_is_one_of_the_candidates(self, index):
        assert self.thrown().do(6, 1, "choose_throw", index=index).code == "THROW_CHOICE_INVALID"

    def test_the_chosen_unit_is_led_and_the_chooser_follows(self):
        scene = self.thrown().do(7, 1, "choose_throw", index=1)
        assert (scene.phase, scene.round.turn, scene.deadline) == ("playing", 1, 30_007)
        assert scene.hand(0) == set(ids("h4 h4' dA"))
        assert scene.view(2)["trick"]["type"] == "single"
        assert scene.do(8, 1, "play", cards="c9").code == "MUST_FOLLOW_SUIT"

    def test_when_time_is_up_the_default_is_led(self):
        scene = self.thrown().tick(10_005)
        assert (scene.phase, scene.deadline, scene.counts) == ("playing", 40_005, [2, 4, 4, 4])
        assert scene.view(None)["throws"][0]["chosen"] == 0

    def test_the_order_decides_where_nobody_is_to_choose(self):
        scene = self.thrown(rules={**AT_ONCE, "throwChooser": "auto"})
        assert (scene.phase, scene.round.turn, scene.counts) == ("playing", 1, [2, 4, 4, 4])
        failed = scene.told[0].public
        assert (failed.chooser, len(failed.forced)) == (None, 2)

    def test_one_falling_shape_is_forced_at_once(self):
        scene = playing("hK hQ hJ", "hA c9 c10", "h6 c6' c7'", "h7 cJ cQ").do(5, 0, "play", cards="hK hQ hJ")
        assert (scene.phase, scene.counts, scene.round.turn) == ("playing", [2, 3, 3, 3], 1)
        assert scene.view(1)["trick"]["plays"] == [{"seat": 0, "cards": ids("hJ")}]
        assert scene.sees(3, "hK hQ hJ"), "all attempted cards are public"

    @pytest.mark.parametrize(("dealer", "points"), [(0, 10), (1, -10)])
    def test_a_penalty_goes_to_the_other_side_at_once(self, dealer, points):
        scene = self.thrown(dealer=dealer, rules={**AT_ONCE, "throwPenalty": 10})
        assert (scene.phase, scene.round.points) == ("throw_choice", points)

    def test_a_standing_throw_is_led_whole(self):
        scene = playing("hA hA' hK", "hK' c9 c10", "h6 c6' c7'", "h7 cJ cQ").do(5, 0, "play", cards="hA hA' hK")
        assert scene.counts == [0, 3, 3, 3]
        assert scene.view(1)["trick"]["type"] == "mixed"

    def test_playing_is_out_of_phase_while_the_choice_is_open(self):
        assert self.thrown().do(6, 1, "play", cards="hK").code == "WRONG_PHASE"


def test_a_trump_pair_needs_a_big_joker_where_the_table_says_so():
    rules = {**AT_ONCE, "trumpPairNeedsBigJoker": True}
    hands = ("s4 s4' bj", "h6 h7 h8", "h6' h7' h8'", "d4 d6 d7")
    full = "bj'"
    scene = playing(*hands, rules=rules, buried=f"c4 c6 c7 {full}")
    assert scene.do(1, 0, "play", cards="s4 s4'").code == "BIG_JOKER_FIRST"
    for at, seat, card in [(2, 0, "bj"), (3, 1, "h6"), (4, 2, "h6'"), (5, 3, "d4")]:
        assert scene.do(at, seat, "play", cards=card).code is None
    assert scene.do(6, 0, "play", cards="s4 s4'").code is None


def test_a_big_joker_in_an_earlier_part_of_the_round_counts():
    rules = {**AT_ONCE, "trumpPairNeedsBigJoker": True}
    hands = ("s4 s4' bj", "h6 h7 h8", "h6' h7' h8'", "d4 d6 d7")
    assert playing(*hands, rules=rules).do(1, 0, "play", cards="s4 s4'").code is None


@pytest.mark.parametrize("payload", [{"cards": 3}, {"cards": [None]}, {}, {"card": "hearts_A_0"}])
def test_what_a_payload_holds_is_judged_after_the_phase_and_the_right_to_act(payload):
    hands = ("hA c9", "hK c10", "h6 c6'", "h7 cJ")
    assert playing(*hands).do(1, 0, "declare", payload).code == "WRONG_PHASE"
    assert playing(*hands, rules={**AT_ONCE, "sticking": False}).do(1, 0, "stick", payload).code == "STICK_DISABLED"
    assert playing(*hands).do(1, 1, "play", payload).code == "NOT_YOUR_TURN"
    assert playing(*hands).do(30_001, 0, "play", payload).code == "DEADLINE_PASSED"
    scene = playing(*hands).do(1, 0, "play", payload)
    assert (scene.code, scene.params) == ("BAD_PAYLOAD", {"field": "cards"})
