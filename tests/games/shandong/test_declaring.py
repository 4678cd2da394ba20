"""Declaring and countering (shandong.md 10.2, 10.3, 10.7)."""

import pytest

from tests.games.shandong.shandong_scene import AT_ONCE, deal, dealt, ids

HANDS = deal("bj h9 h9' c7 c8", "sj sj' c9 c9' d4 d6", "bj' s9 s9'", "d9 d9'")
NO_STICK = {**AT_ONCE, "sticking": False}


def declared(at=100, rules=AT_ONCE, **more):
    return dealt(HANDS, rules=rules, **more).do(at, 0, "declare", cards="bj h9 h9'")


@pytest.mark.parametrize(
    ("seat", "cards", "code"),
    [
        (0, "bj h9", "DECLARE_NEEDS_THREE"),
        (0, "bj h9 h9' c7", "DECLARE_NEEDS_THREE"),
        (0, "h9 h9' c7", "DECLARE_NEEDS_ONE_JOKER"),
        (1, "sj sj' c9", "DECLARE_NEEDS_ONE_JOKER"),
        (0, "bj h9 c7", "DECLARE_NEEDS_PAIR"),
        (0, "bj s9 s9'", "CARD_NOT_IN_HAND"),
        (0, "bj h9 h9", "DUPLICATE_CARD"),
    ],
)
def test_an_invalid_declaration_is_refused_with_its_code(seat, cards, code):
    scene = dealt(HANDS).do(5, seat, "declare", cards=cards)
    assert (scene.code, scene.phase, scene.round.declarer) == (code, "declaring", None)


@pytest.mark.parametrize("payload", [{}, {"cards": "bj"}, {"cards": [1, 2, 3]}, {"cards": None}, {"cards": {}}, [], 7])
def test_cards_that_are_no_list_of_ids_are_a_bad_payload(payload):
    scene = dealt(HANDS).do(5, 0, "declare", payload if payload else {})
    assert (scene.code, scene.params) == ("BAD_PAYLOAD", {"field": "cards"})


def test_an_unknown_card_is_named_before_one_named_twice_and_one_not_held():
    scene = dealt(HANDS)
    scene.do(5, 0, "declare", {"cards": [*ids("s9 h9 h9"), "stars_9_0"]})
    assert (scene.code, scene.params) == ("UNKNOWN_CARD", {"card": "stars_9_0"})
    scene.do(5, 0, "declare", {"cards": ids("s9 h9 h9")})
    assert scene.code == "DUPLICATE_CARD"


def test_a_declaration_opens_the_countering_window_from_now():
    scene = declared(4_000)
    assert (scene.phase, scene.deadline) == ("countering", 14_000)
    assert (scene.round.declarer, scene.round.trump_holder, scene.round.trump_suit) == (0, 0, 0)


def test_a_second_declaration_while_cards_are_dealt_finds_it_taken():
    scene = dealt(HANDS, rules={"dealIntervalMs": 100}).do(9_000, 0, "declare", cards="bj h9 h9'")
    assert scene.do(9_000, 2, "declare", cards="").code == "ALREADY_DECLARED", "before the cards are looked at"
    assert scene.do(9_000, 0, "declare", cards="bj h9 h9'").code == "ALREADY_DECLARED"


def test_after_the_window_a_declaration_is_out_of_phase():
    assert declared().do(200, 2, "declare", cards="bj' s9 s9'").code == "WRONG_PHASE"


def test_the_joker_colour_counts_only_where_the_table_says_so():
    strict = {**AT_ONCE, "declareJokerColor": True}
    hands = deal("bj sj h9 h9' s9 s9'")
    assert dealt(hands, rules=strict).do(1, 0, "declare", cards="sj h9 h9'").code == "DECLARE_JOKER_COLOR"
    assert dealt(hands, rules=strict).do(1, 0, "declare", cards="bj s9 s9'").code == "DECLARE_JOKER_COLOR"
    assert dealt(hands, rules=strict).do(1, 0, "declare", cards="bj h9 h9'").code is None
    assert dealt(hands, rules=strict).do(1, 0, "declare", cards="sj s9 s9'").code is None
    assert dealt(hands).do(1, 0, "declare", cards="bj s9 s9'").code is None


def test_three_jokers_declare_no_trump_where_the_table_allows_it():
    hands = deal("bj sj sj'")
    assert dealt(hands).do(1, 0, "declare", cards="bj sj sj'").code == "DECLARE_NEEDS_ONE_JOKER"
    scene = dealt(hands, rules={**AT_ONCE, "allowNoTrump": True, "declareJokerColor": True})
    assert scene.do(1, 0, "declare", cards="sj bj sj'").code is None
    assert (scene.round.trump_holder, scene.round.trump_suit) == (0, None)
    shown = scene.view(1)["shown"][0]
    assert (shown["jokers"], shown["faceDown"], shown["cards"]) == (["big"], 2, None)


def test_three_jokers_and_a_card_are_no_counter_even_with_no_trump():
    rules = {**AT_ONCE, "allowNoTrump": True}
    scene = dealt(deal("sj h9 h9'", "bj bj' sj' c9 c9'"), rules=rules).do(1, 0, "declare", cards="sj h9 h9'")
    assert scene.do(2, 1, "counter", cards="bj bj' sj' c9").code == "COUNTER_NEEDS_JOKER_PAIR"
    assert scene.do(2, 1, "counter", cards="bj bj' c9 c9'").code is None


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("sj sj' c9", "COUNTER_NEEDS_FOUR"),
        ("sj c9 c9' d4", "COUNTER_NEEDS_JOKER_PAIR"),
        ("c9 c9' d4 d6", "COUNTER_NEEDS_JOKER_PAIR"),
        ("sj sj' d4 d6", "COUNTER_NEEDS_PAIR"),
        ("bj sj c9 c9'", "CARD_NOT_IN_HAND"),
    ],
)
def test_an_invalid_counter_is_refused_with_its_code(cards, code):
    scene = declared().do(200, 1, "counter", cards=cards)
    assert (scene.code, scene.round.trump_holder) == (code, 0)


def test_two_unequal_jokers_are_no_joker_pair():
    scene = dealt(deal("bj h9 h9'", "sj bj' c9 c9'")).do(1, 0, "declare", cards="bj h9 h9'")
    assert scene.do(2, 1, "counter", cards="sj bj' c9 c9'").code == "COUNTER_NEEDS_JOKER_PAIR"


def test_a_counter_takes_the_trump_but_not_the_declaration():
    scene = declared().do(200, 1, "counter", cards="sj sj' c9 c9'")
    assert (scene.round.declarer, scene.round.trump_holder, scene.round.trump_suit) == (0, 1, 2)
    assert (scene.phase, scene.deadline) == ("sticking", 10_200)


def test_the_declarer_cannot_counter_their_own_cards_even_after_a_counter():
    assert declared().do(200, 0, "counter", cards="").code == "CANNOT_COUNTER_OWN"
    scene = dealt(HANDS, rules={"dealIntervalMs": 100}).do(9_000, 0, "declare", cards="bj h9 h9'")
    scene.do(9_001, 1, "counter", cards="sj sj' c9 c9'")
    assert scene.do(9_002, 0, "counter", cards="").code == "CANNOT_COUNTER_OWN"
    assert scene.do(9_002, 1, "counter", cards="").code == "ALREADY_COUNTERED"
    assert scene.do(9_002, 3, "counter", cards="").code == "ALREADY_COUNTERED"


def test_who_has_passed_may_not_counter_in_this_window():
    scene = declared().passes(150, 1)
    assert scene.do(200, 1, "counter", cards="sj sj' c9 c9'").code == "ALREADY_PASSED"
    assert scene.do(200, 1, "pass").code == "ALREADY_PASSED"


def test_the_declarer_has_nothing_to_pass_in_countering():
    assert declared().do(150, 0, "pass").code == "NOT_ENTITLED"


def test_countering_ends_when_all_but_the_declarer_have_passed():
    scene = declared().passes(200, 1, 3)
    assert scene.phase == "countering"
    scene.passes(250, 2)
    assert (scene.phase, scene.deadline) == ("sticking", 10_250)


def test_a_pass_binds_for_one_window_only():
    scene = declared().passes(200, 1, 2, 3)
    assert scene.phase == "sticking"
    assert scene.do(300, 1, "pass").code is None


RECOUNTER = {**AT_ONCE, "recounter": True}
# The declarer shows one big joker but holds both; the counterer holds both small ones.
BIG_AND_SMALL = deal("bj bj' h9 h9' s9 s9'", "sj sj' c9 c9'", "d9 d9'")


class TestRecounter:
    def countered(self):
        scene = dealt(BIG_AND_SMALL, rules=RECOUNTER).do(100, 0, "declare", cards="bj h9 h9'")
        return scene.do(200, 1, "counter", cards="sj sj' c9 c9'")

    def test_the_window_stays_open_until_its_deadline(self):
        scene = self.countered()
        assert (scene.phase, scene.deadline) == ("countering", 10_100)
        scene.tick(10_100)
        assert (scene.phase, scene.deadline) == ("sticking", 20_100)

    def test_it_closes_when_all_but_the_trump_holder_have_passed(self):
        scene = self.countered().passes(300, 2, 3)
        assert scene.phase == "countering"
        assert scene.do(300, 1, "pass").code == "NOT_ENTITLED"
        assert scene.passes(301, 0).phase == "sticking"

    def test_two_big_jokers_go_over_two_small_ones(self):
        scene = self.countered()
        assert scene.do(300, 0, "counter", cards="bj bj' s9 s9'").code is None
        assert (scene.round.trump_holder, scene.round.trump_suit, scene.phase) == (0, 1, "countering")
        assert scene.do(301, 1, "counter", cards="").code == "ALREADY_COUNTERED"
        assert scene.do(301, 0, "counter", cards="").code == "CANNOT_COUNTER_OWN"

    def test_the_trump_holder_cannot_counter_their_own_cards(self):
        assert self.countered().do(300, 1, "counter", cards="").code == "CANNOT_COUNTER_OWN"

    def test_two_small_jokers_are_not_higher_than_two_big_ones_which_is_said_last(self):
        hands = deal("sj sj' h9 h9' s9 s9' c7", "bj bj' c9 c9'")
        scene = dealt(hands, rules=RECOUNTER).do(100, 0, "declare", cards="sj h9 h9'")
        scene.do(200, 1, "counter", cards="bj bj' c9 c9'")
        assert scene.do(300, 0, "counter", cards="sj sj' s9 c7").code == "COUNTER_NEEDS_PAIR"
        assert scene.do(300, 0, "counter", cards="sj sj' s9 s9'").code == "COUNTER_NOT_HIGHER"
        assert scene.round.trump_holder == 1

    def test_passes_from_before_the_counter_still_bind(self):
        scene = dealt(BIG_AND_SMALL, rules=RECOUNTER).do(100, 0, "declare", cards="bj h9 h9'").passes(150, 2, 3)
        scene.do(200, 1, "counter", cards="sj sj' c9 c9'")
        assert scene.do(210, 2, "counter", cards="").code == "ALREADY_PASSED"
        assert scene.passes(220, 0).phase == "sticking"

    def test_a_deal_with_a_counter_still_gets_its_countering_window(self):
        rules = {"dealIntervalMs": 100, "recounter": True}
        scene = dealt(BIG_AND_SMALL, rules=rules).do(9_000, 0, "declare", cards="bj h9 h9'")
        scene.do(9_001, 1, "counter", cards="sj sj' c9 c9'").tick(10_400)
        assert (scene.phase, scene.deadline) == ("countering", 20_400)
        assert scene.do(10_500, 0, "counter", cards="bj bj' s9 s9'").code is None


class TestNobodyDeclares:
    def test_in_the_first_round_there_is_a_new_deal_after_the_pause(self):
        scene = dealt(HANDS, deal("h4")).passes(50, 0, 1, 2, 3)
        assert (scene.phase, scene.deadline, scene.state.dealer, scene.counts) == ("dealing", None, None, [0] * 4)
        assert scene.tick(3_049).phase == "dealing"
        assert scene.tick(3_050).phase == "declaring"
        assert scene.deadline == 13_050

    def test_without_a_pause_the_new_deal_is_there_at_once(self):
        scene = dealt(HANDS, HANDS, rules={**AT_ONCE, "redealPauseMs": 0}).passes(50, 0, 1, 2, 3)
        assert (scene.phase, scene.deadline) == ("declaring", 10_050)

    def test_later_the_defenders_climb_three_and_deal(self):
        scene = dealt(HANDS, HANDS, dealer=2, levels=("4", "7")).tick(10_000)
        assert (scene.state.dealer, scene.levels, scene.state.level) == (3, ["4", "10"], 8)

    def test_they_climb_as_defenders_and_stop_at_must_play_levels(self):
        rules = {**AT_ONCE, "mustPlay": ["9"]}
        assert dealt(HANDS, HANDS, dealer=0, levels=("4", "7"), rules=rules).tick(10_000).levels == ["4", "9"]
        assert dealt(HANDS, HANDS, dealer=0, levels=("4", "9"), rules=rules).tick(10_000).levels == ["4", "9"]
        assert dealt(HANDS, HANDS, dealer=0, levels=("4", "A")).tick(10_000).levels == ["4", "A"]

    def test_a_late_tick_deals_and_opens_at_the_right_times(self):
        scene = dealt(HANDS, HANDS, dealer=0, levels=("4", "7")).tick(13_500)
        assert (scene.phase, scene.deadline) == ("declaring", 23_000)

    def test_take_keeps_the_hands_for_the_new_dealer_side(self):
        rules = {**AT_ONCE, "noDeclare": "take"}
        scene = dealt(HANDS, dealer=1, levels=("4", "7"), rules=rules).passes(10_000 - 1, 0, 1, 2, 3)
        assert (scene.phase, scene.deadline, scene.state.dealer) == ("declaring", 19_999, 2)
        assert (scene.levels, scene.state.level, scene.counts) == (["4", "7"], 2, [26] * 4)
        assert scene.do(10_001, 1, "declare", cards="sj c9 c9'").code == "NOT_ENTITLED"
        assert scene.do(10_001, 3, "pass").code == "NOT_ENTITLED"
        assert scene.do(10_001, 0, "declare", cards="bj h9 h9'").code is None
        assert scene.do(10_002, 1, "counter", cards="sj sj' c9 c9'").code is None

    def test_take_without_a_declaration_deals_again_and_changes_nothing_else(self):
        rules = {**AT_ONCE, "noDeclare": "take"}
        scene = dealt(HANDS, HANDS, dealer=1, levels=("4", "7"), rules=rules).tick(20_000)
        assert (scene.phase, scene.state.dealer, scene.levels, scene.counts) == ("dealing", 2, ["4", "7"], [0] * 4)
        scene.tick(23_000)
        assert scene.phase == "declaring"
        assert scene.do(23_001, 3, "pass").code is None, "in the new deal everybody may declare again"

    def test_take_in_the_first_round_is_a_new_deal(self):
        scene = dealt(HANDS, HANDS, rules={**AT_ONCE, "noDeclare": "take"}).tick(10_000)
        assert (scene.phase, scene.state.dealer) == ("dealing", None)

    def test_both_who_may_declare_in_the_second_window_close_it_by_passing(self):
        rules = {**AT_ONCE, "noDeclare": "take"}
        scene = dealt(HANDS, HANDS, dealer=0, levels=("4", "7"), rules=rules).passes(5, 0, 1, 2, 3)
        assert scene.deadline == 10_005
        assert scene.passes(6, 1, 3).phase == "dealing"


@pytest.mark.parametrize(
    ("dealer", "seat", "cards", "burier", "deals"),
    [
        (None, 0, "bj h9 h9'", 2, 0),
        (None, 1, "sj c9 c9'", 3, 1),
        (0, 0, "bj h9 h9'", 2, 0),
        (2, 0, "bj h9 h9'", 2, 2),
        (0, 1, "sj c9 c9'", 2, 0),
        (2, 1, "sj c9 c9'", 2, 2),
        (1, 2, "bj' s9 s9'", 3, 1),
    ],
)
def test_the_burier_is_always_on_the_dealer_side(dealer, seat, cards, burier, deals):
    scene = dealt(HANDS, dealer=dealer, rules=NO_STICK).do(1, seat, "declare", cards=cards)
    scene.tick(10_001)
    assert (scene.phase, scene.round.burier, scene.state.dealer) == ("bottom", burier, deals)
    assert scene.counts[burier] == 30
