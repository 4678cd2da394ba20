"""Sticking (shandong.md 10.3), and who knows what of it (10.4)."""

import pytest

from tests.games.shandong.shandong_scene import AT_ONCE, deal, dealt, ids

HANDS = deal(
    "bj h8 h8' c4",
    "sj d9 d9' d10 d10' s2 c3 c7 c8 c9",
    "s7",
    "sj' bj' c10 c10' cJ cJ' h3 h6 h7 s10",
)
SHOWN = "sj d9 d9' d10 d10'"
BACK = "s2 c7 c8"


def sticking(rules=AT_ONCE, **more):
    scene = dealt(HANDS, rules=rules, **more).do(1, 0, "declare", cards="bj h8 h8'").passes(2, 1, 2, 3)
    assert scene.phase == "sticking"
    return scene


def countered():
    hands = deal("bj h8 h8' c4", "bj' d9 d9' d10 d10' s2 c3 c7 c8 c9", "sj sj' s10 s10'")
    scene = dealt(hands).do(1, 0, "declare", cards="bj h8 h8'").do(2, 2, "counter", cards="sj sj' s10 s10'")
    assert scene.phase == "sticking"
    return scene


def test_three_cards_change_hands_each_way():
    scene = sticking().do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
    assert (scene.code, scene.phase) == (None, "bottom")
    assert scene.hand(1) >= set(ids("bj h8 h8' " + SHOWN))
    assert not scene.hand(1) & set(ids(BACK))
    assert scene.hand(0) >= set(ids(BACK))
    assert not scene.hand(0) & set(ids("bj h8 h8'"))
    assert scene.counts == [26, 26, 30, 26]
    assert (scene.round.trump_holder, scene.round.trump_suit) == (0, 0)


def test_after_a_counter_it_is_still_the_declarer_who_exchanges():
    scene = countered().do(3, 1, "stick", cards="bj' d9 d9' d10 d10'", giveBack=BACK)
    assert scene.code is None
    assert scene.hand(1) >= set(ids("bj h8 h8'"))
    assert scene.hand(0) >= set(ids(BACK))
    assert scene.round.trump_suit == 1


@pytest.mark.parametrize("seat", [0, 2])
def test_declarer_and_trump_holder_may_not_stick(seat):
    scene = countered()
    assert scene.do(3, seat, "stick", cards="", giveBack="").code == "STICK_NOT_ALLOWED"
    assert scene.do(3, seat, "stick_claim").code == "STICK_NOT_ALLOWED"
    assert scene.do(3, seat, "pass").code == "NOT_ENTITLED"


def test_both_others_passing_ends_the_window():
    scene = countered().passes(3, 1, 3)
    assert (scene.phase, scene.deadline) == ("bottom", 60_003)


@pytest.mark.parametrize(
    ("cards", "back", "code"),
    [
        ("sj d9 d9' d10", BACK, "STICK_NEEDS_FIVE"),
        ("sj d9 d9' d10 d10' c9", BACK, "STICK_NEEDS_FIVE"),
        ("c9 d9 d9' d10 d10'", BACK, "STICK_NEEDS_ONE_JOKER"),
        ("sj d9 d9' d10 c9", BACK, "STICK_NEEDS_CONSECUTIVE_PAIRS"),
        (SHOWN, "s2 c7", "STICK_RETURN_NEEDS_THREE"),
        (SHOWN, "c7 c8 c9", "STICK_RETURN_NEEDS_TRUMP"),
        (SHOWN, "s2 c3 c7", "STICK_RETURN_NEEDS_PLAIN"),
        (SHOWN, "s2 c7 d9", "DUPLICATE_CARD"),
        (SHOWN, "s2 c7 s7", "CARD_NOT_IN_HAND"),
        ("sj d9", "", "STICK_NEEDS_FIVE"),
    ],
)
def test_an_invalid_stick_is_refused_with_its_code(cards, back, code):
    scene = sticking().do(3, 1, "stick", cards=cards, giveBack=back)
    assert (scene.code, scene.phase) == (code, "sticking")


@pytest.mark.parametrize(("payload", "field"), [({"cards": []}, "giveBack"), ({"giveBack": []}, "cards")])
def test_both_lists_are_needed(payload, field):
    scene = sticking().do(3, 1, "stick", payload)
    assert (scene.code, scene.params) == ("BAD_PAYLOAD", {"field": field})


def test_two_jokers_are_not_one():
    scene = sticking().do(3, 3, "stick", cards="sj' bj' c10 c10' cJ", giveBack="h3 h6 h7")
    assert scene.code == "STICK_NEEDS_ONE_JOKER"


def test_adjacency_is_that_without_a_trump_suit():
    hands = deal("bj h8 h8'", "sj s3 s3' s4 s4' d9 d9' dJ dJ' h2 c7 c8", "s7")
    scene = dealt(hands, dealer=0, levels=("10", "2")).do(1, 0, "declare", cards="bj h8 h8'").passes(2, 1, 2, 3)
    refused = scene.do(3, 1, "stick", cards="sj s3 s3' s4 s4'", giveBack="h2 c7 c8")
    assert refused.code == "STICK_NEEDS_CONSECUTIVE_PAIRS"
    assert scene.do(3, 1, "stick", cards="sj d9 d9' dJ dJ'", giveBack="h2 c7 c8").code is None, "the level is skipped"


def test_a_plain_looking_card_of_the_dark_trump_suit_counts_as_plain():
    scene = sticking()
    assert scene.do(3, 3, "stick", cards="sj' c10 c10' cJ cJ'", giveBack="h3 h6 h7").code is None


def test_a_joker_is_a_trump_above_the_ace():
    scene = sticking().do(3, 3, "stick", cards="sj' c10 c10' cJ cJ'", giveBack="bj' h6 h7")
    assert scene.code is None


class TestClaim:
    def claimed(self):
        return sticking().do(5_000, 1, "stick_claim")

    def test_it_stops_the_clock(self):
        scene = self.claimed()
        assert (scene.code, scene.deadline, scene.round.claim) == (None, 25_000, 1)
        assert scene.view(3)["claim"] == 1

    def test_only_the_claimant_may_act(self):
        scene = self.claimed()
        for seat, action in [(2, "stick_claim"), (3, "pass"), (3, "stick"), (1, "stick_claim")]:
            assert scene.do(5_001, seat, action).code == "STICK_CLAIMED"
            assert scene.params == {"seat": 1}
        assert scene.do(5_001, 0, "stick_claim").code == "STICK_NOT_ALLOWED"

    def test_who_has_passed_hears_that_first(self):
        scene = sticking().passes(4_000, 3).do(5_000, 1, "stick_claim")
        assert scene.do(5_001, 3, "stick_claim").code == "ALREADY_PASSED"
        assert scene.do(5_001, 3, "pass").code == "ALREADY_PASSED"

    def test_the_claimant_sticks(self):
        scene = self.claimed().do(20_000, 1, "stick", cards=SHOWN, giveBack=BACK)
        assert (scene.code, scene.phase, scene.deadline, scene.round.claim) == (None, "bottom", 80_000, None)

    def test_his_pass_ends_the_phase_for_all(self):
        assert self.claimed().passes(6_000, 1).phase == "bottom"

    def test_when_it_lapses_the_phase_ends_for_all(self):
        scene = self.claimed().tick(24_999)
        assert scene.phase == "sticking"
        scene.tick(25_000)
        assert (scene.phase, scene.deadline) == ("bottom", 85_000)

    def test_without_a_limit_it_waits(self):
        scene = sticking({**AT_ONCE, "stickClaimMs": 0}).do(5_000, 1, "stick_claim")
        assert scene.deadline is None
        assert scene.tick(9_000_000).phase == "sticking"


class TestOff:
    def test_there_is_no_phase_for_it(self):
        scene = dealt(HANDS, rules={**AT_ONCE, "sticking": False}).do(1, 0, "declare", cards="bj h8 h8'")
        assert scene.passes(2, 1, 2, 3).phase == "bottom"

    @pytest.mark.parametrize("action", ["stick", "stick_claim"])
    def test_it_is_refused_as_disabled_in_every_phase(self, action):
        scene = dealt(HANDS, rules={**AT_ONCE, "sticking": False})
        assert scene.do(1, 1, action).code == "STICK_DISABLED"
        assert dealt(HANDS).do(1, 1, action).code == "WRONG_PHASE"


class TestSecrets:
    def test_the_sticker_learns_the_suit_unless_there_was_a_counter(self):
        scene = sticking().do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
        assert [scene.view(seat)["trumpSuit"] for seat in (0, 1, 2, 3, None)] == ["hearts", "hearts", None, None, None]
        scene = countered().do(3, 1, "stick", cards="bj' d9 d9' d10 d10'", giveBack=BACK)
        assert [scene.view(seat)["trumpSuit"] for seat in (0, 1, 2, 3, None)] == [None, None, "spades", None, None]

    def test_the_declared_pair_is_known_to_both_and_the_shown_pairs_to_the_sticker(self):
        scene = sticking().do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
        assert [scene.sees(seat, "h8 h8'") for seat in (0, 1, 2, 3, None)] == [True, True, False, False, False]
        pairs = "d9 d9' d10 d10'"
        assert [scene.sees(seat, pairs) for seat in (0, 1, 2, 3, None)] == [False, True, False, False, False]

    def test_the_cards_given_back_are_known_to_both(self):
        scene = sticking().do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
        assert [scene.sees(seat, BACK) for seat in (0, 1, 2, 3, None)] == [True, True, False, False, False]
        assert scene.view(2)["givenBack"] == 3

    def test_everybody_sees_a_joker_and_four_cards_face_down(self):
        scene = sticking().do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
        shown = scene.view(None)["shown"][1]
        assert shown == {"seat": 1, "bid": "stick", "jokers": ["small"], "faceDown": 4, "cards": None}

    def test_events_tell_each_seat_what_its_view_does(self):
        scene = sticking().do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
        showed, exchanged, *_ = scene.told
        assert (showed.public.cards, exchanged.public.taken, exchanged.public.given) == (None, None, None)
        assert set(showed.secret) == {1}
        assert set(exchanged.secret) == {0, 1}
        assert exchanged.secret[1].trumpSuit == 0
        assert exchanged.secret[0].trumpSuit is None

    def test_after_the_reveal_only_the_trump_cards_are_turned_up(self):
        scene = countered().do(3, 1, "stick", cards="bj' d9 d9' d10 d10'", giveBack=BACK)
        burier = scene.round.burier
        scene.do(4, burier, "bury", cards=sorted(scene.hand(burier))[:4])
        assert scene.phase == "playing"
        assert all(scene.sees(seat, "s10 s10'") for seat in (0, 1, 2, 3, None))
        assert [scene.sees(seat, "h8 h8'") for seat in (0, 1, 2, 3, None)] == [True, True, False, False, False]
        assert not scene.sees(None, "d9 d9' d10 d10' " + BACK)

    def test_open_declarations_show_everything_but_what_was_given_back(self):
        scene = sticking({**AT_ONCE, "openDeclare": True})
        assert scene.view(None)["trumpSuit"] == "hearts"
        assert scene.sees(3, "bj h8 h8'")
        scene.do(3, 1, "stick", cards=SHOWN, giveBack=BACK)
        assert scene.sees(2, SHOWN)
        assert not scene.sees(2, BACK)
