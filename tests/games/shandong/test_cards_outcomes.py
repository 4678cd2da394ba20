"""Throws, tricks, the bottom and levels: every example of shandong.md 8, 12 and 13."""

import pytest

from games.api import Refused
from games.shandong.options import parse_rules
from games.shandong.rules.bottom_score import bottom_score
from games.shandong.rules.cards import RANK_INDEX, RANKS, ids_of, points_of
from games.shandong.rules.levels import climb, round_result, steps_for
from games.shandong.rules.throws import check_lead, check_throw
from games.shandong.rules.tricks import trick_winner
from tests.games.shandong.test_cards_ranking import cards, kind, table


def thrown(lead, *hands, level="2", trump="♠", **rules):
    trumps = table(level, trump, **rules)
    held = {seat: cards(text) for seat, text in enumerate(hands, 1)}
    return check_throw(kind(lead, trumps), 0, held, trumps)


def test_a_lead_says_why_it_cannot_be():
    with pytest.raises(Refused, match="MIXED_SUITS"):
        check_lead(cards("♥A ♣A"), table("2", "♠"))


def test_a_trump_pair_may_have_to_wait_for_a_big_joker():
    waiting = table("2", "♠", trumpPairNeedsBigJoker=True)
    with pytest.raises(Refused, match="BIG_JOKER_FIRST"):
        check_lead(cards("♠A ♠A"), waiting, big_joker_played=False)
    assert check_lead(cards("♠A ♠A"), waiting).type == "pair"
    assert check_lead(cards("♥A ♥A"), waiting, big_joker_played=False).type == "pair"
    assert check_lead(cards("♠A ♠A ♠K ♠K"), waiting, big_joker_played=False).type == "consecutive_pairs"
    assert check_lead(cards("♠A ♠A"), table("2", "♠"), big_joker_played=False).type == "pair"


def test_one_falling_shape_is_forced():
    check = thrown("♥K ♥Q ♥J", "♥A")
    assert ids_of(check.forced) == ["hearts_J_0"]
    assert check.chooser is None
    assert ids_of(thrown("♥9 ♥9 ♥Q ♥Q", "♥J ♥J").forced) == ["hearts_9_0", "hearts_9_1"]


def test_of_several_falling_shapes_the_next_seat_chooses():
    check = thrown("♥Q ♥4 ♥4", "♥K", "♥6 ♥6")
    assert [u.type for u in check.candidates] == ["pair", "single"]
    assert (check.forced, check.chooser) == (None, 1)
    auto = thrown("♥Q ♥4 ♥4", "♥K", "♥6 ♥6", throwChooser="auto")
    assert (ids_of(auto.forced), auto.chooser) == (["hearts_4_0", "hearts_4_1"], None)


@pytest.mark.parametrize(
    ("lead", "hand"),
    [
        ("♥A ♥Q ♥Q", "♥K"),
        ("♥A ♥A ♥K", "♥K"),  # an equal card never challenges
        ("♥9 ♥9 ♥8 ♥8 ♥A", "♥Q ♥Q ♥10 ♥10"),  # a loose pair does not beat a tractor
        ("♥K ♥K ♥Q", "♠A ♠A ♥2"),  # trumps never beat a plain throw
    ],
)
def test_a_throw_stands(lead, hand):
    assert thrown(lead, hand).ok


def test_a_pair_inside_a_tractor_and_a_single_inside_a_pair_count():
    assert ids_of(thrown("♥9 ♥9 ♥A", "♥J ♥J ♥Q ♥Q").forced) == ["hearts_9_0", "hearts_9_1"]
    assert ids_of(thrown("♥Q ♥J", "♥K ♥K").forced) == ["hearts_J_0"]


def test_a_thunder_beats_a_smaller_flash_in_a_throw():
    check = thrown("♥2 ♠2 ♣2 ♦2 b", "♥3 ♥3 ♠3 ♣3 ♦3", level="10")
    assert [u.type for u in check.candidates] == ["flash"]


def winner(*plays, level="2", trump="♥", **rules):
    trumps = table(level, trump, **rules)
    return trick_winner(kind(plays[0], trumps), [cards(p) for p in plays], trumps)


def test_among_equal_plays_the_earlier_one_wins():
    assert winner("♠A", "♠A", "♠K", "♠4") == 0
    assert winner("♠A", "♦3", "♣3", "♠4") == 1


@pytest.mark.parametrize(
    ("lead", "play"),
    [
        ("♠4 ♠4", "♠A ♠K"),
        ("♠6 ♠6 ♠7 ♠7", "♠A ♠A ♠Q ♠Q"),
        ("♠6 ♠7 ♠8 ♠9 ♠9 ♠10", "♠9 ♠10 ♠J ♠Q ♠K ♠A"),
        ("♠6 ♠7", "♥A ♠A"),
        ("♠A ♠Q", "♠A ♠K"),
        ("♥A ♥Q", "b ♥2"),
    ],
)
def test_what_has_another_shape_wins_nothing(lead, play):
    assert winner(lead, play) == 0


def test_a_flash_does_not_beat_a_thunder():
    assert winner("♥3 ♠3 ♣3 ♦3", "♥5 ♠5 ♣5 ♦5 ♦5") == 0
    assert winner("♥3 ♠3 ♣3 ♦3", "♥5 ♠5 ♣5 ♦5", "♥2 ♠2 ♣2 ♦2") == 2


def test_four_jokers_still_ruff_a_tractor_where_they_are_a_flash():
    assert winner("♠6 ♠6 ♠7 ♠7", "s s b b", fourJokersFlash=True) == 1


def test_the_ruffs_of_the_page():
    lead = "♠A ♠Q ♠Q ♠J ♠J"
    small, eights = "s ♥6 ♥6 ♥7 ♥7", "♥4 ♥8 ♥8 ♥9 ♥9"
    assert winner(lead, small) == 1
    assert winner(lead, small, eights) == 2
    assert winner(lead, "♥4 ♥4 ♥6 ♥6 ♥7") == 1
    assert winner(lead, eights, "♥4 ♥4 ♥6 ♥6 ♥7") == 1
    assert winner(lead, "b ♥9 ♥9 ♥J ♥J") == 0


def test_a_ruff_splits_into_the_shapes_of_the_throw():
    assert winner("♠A ♠K ♠J", "♥7 ♥7 ♥8") == 1
    assert winner("♠A ♠A ♠J ♠J", "♥7 ♥7 ♥8 ♥8") == 1
    assert winner("♠A ♠A ♠J ♠J", "♥7 ♥7 ♥J ♥J") == 1
    assert winner("♠Q ♠Q ♠J ♠J ♠A", "♥7 ♥7 ♥8 ♥9 ♥10") == 0
    assert winner("♠A ♠K ♠J", "♥7 ♥7 ♥8", ruffMatch="exact") == 0
    assert winner("♠A ♠K ♠J", "♥6 ♥7 ♥8", ruffMatch="exact") == 1


def test_among_ruffs_of_singles_the_highest_trump_counts():
    assert winner("♠A ♠K", "♥K ♥4", "♥A ♥4", "♥Q ♥J") == 2


def score(lead, defenders=True, won=None, bottom="♥K ♦5 ♣7 ♣8", **rules):
    trumps = table("10", "♠", **rules)
    found = bottom_score(cards(bottom), kind(lead, trumps), cards(won or lead), defenders, trumps)
    return found.points, found.multiplier, found.defender_delta


@pytest.mark.parametrize(
    ("lead", "times"),
    [
        ("♥4", 2),
        ("♥4 ♥4", 4),
        ("♠4 ♠4 ♠6 ♠6", 6),
        ("♠4 ♠4 ♠6 ♠6 ♠7 ♠7", 8),
        ("♥2 ♠2 ♣2 ♦2", 4),
        ("♥2 ♠2 ♣2 ♦2 ♦2", 4),
        ("♥A ♥Q", 3),
        ("♥A ♥A ♥Q", 4),
        ("♠4 ♠4 ♠6 ♠6 ♥2 ♠2 ♣2 ♦2 ♥3", 6),
        ("♠4 ♠4 ♠6 ♠6 ♥2 ♠2 ♣2 ♦2 ♦2", 4),
    ],
)
def test_the_bottom_counts_by_the_last_lead(lead, times):
    assert score(lead) == (15, times, 15 * times)


def test_a_rain_takes_the_bottom_five_times():
    trumps = table("2", "♠")
    assert bottom_score(cards("♣K"), kind("♥6 ♥7 ♥8 ♥9 ♥10", trumps), [], True, trumps).defender_delta == 50


def test_the_bottom_has_variants():
    assert score("♥4 ♥4", defenders=False) == (15, 4, 0)
    assert score("♥4 ♥4", defenders=False, dealerBottomPenalty=True) == (15, 4, -60)
    assert score("♥A ♥Q ♥J", bottomMultiplier="cards") == (15, 3, 45)
    assert score("♥4", won="♥A", bottomTrumpOnly=True) == (15, 0, 0)
    assert score("♥4", won="♠4", bottomTrumpOnly=True) == (15, 2, 30)


def test_all_points_of_a_trick_count():
    assert points_of(cards("♥5 ♠5 ♣10 ♦K ♦Q")) == 30


@pytest.mark.parametrize(
    ("points", "result", "steps"),
    [
        *((-5, "dealer", 4), (0, "dealer", 3), (5, "dealer", 2), (35, "dealer", 2), (40, "dealer", 1)),
        *((75, "dealer", 1), (80, "defenders", 0), (115, "defenders", 0), (120, "defenders", 1)),
        *((155, "defenders", 1), (160, "defenders", 2), (195, "defenders", 2), (200, "defenders", 3)),
        (500, "defenders", 3),
    ],
)
def test_the_table_of_results(points, result, steps):
    assert steps_for(points) == (result, steps)


@pytest.mark.parametrize(
    ("level", "steps", "as_dealer", "must", "reached"),
    [
        ("9", 3, True, [], "Q"),
        ("9", 3, True, ["10"], "10"),
        ("10", 3, True, ["10"], "K"),
        ("10", 3, False, ["10"], "10"),
        ("10", 0, False, [], "10"),
        ("Q", 4, True, [], "A"),
        ("K", 3, False, [], "A"),
        ("A", 2, False, [], "A"),
    ],
)
def test_climbing_stops_at_levels_that_must_be_played(level, steps, as_dealer, must, reached):
    assert RANKS[climb(RANK_INDEX[level], steps, as_dealer, parse_rules({"mustPlay": must}))] == reached


def ended(levels, dealer, points, won_by_level_cards=False, **rules):
    found = round_result(
        [RANK_INDEX[x] for x in levels], dealer, points, parse_rules(rules), won_by_level_cards=won_by_level_cards
    )
    return [RANKS[x] for x in found.team_levels], found.next_dealer, found.match_winner


def test_a_deal_kept_goes_to_the_partner_and_a_deal_lost_to_the_next_seat():
    assert ended("24", 3, 40) == (["2", "5"], 1, None)
    assert ended("24", 3, 80) == (["2", "4"], 0, None)
    assert ended("24", 3, 120) == (["3", "4"], 0, None)


def test_holding_the_deal_at_the_end_level_wins_the_match():
    assert ended("QA", 1, 75) == (["Q", "A"], None, 1)
    assert ended("KA", 0, 0) == (["A", "A"], 2, None)
    assert ended("QA", 1, 200) == (["A", "A"], 2, None)
    assert ended("94", 0, 40, endLevel="9") == (["9", "4"], None, 0)


def test_a_jack_that_loses_the_last_trick_to_level_cards_falls():
    assert ended("J4", 0, 120, True, jackDemote=True) == (["2", "5"], 1, None)
    assert ended("J4", 0, 40, True, jackDemote=True) == (["2", "4"], 2, None)
    assert ended("J4", 0, 120, False, jackDemote=True) == (["J", "5"], 1, None)
    assert ended("J4", 0, 120, True) == (["J", "5"], 1, None)
    assert ended("Q4", 0, 80, True, jackDemote=True) == (["Q", "4"], 1, None)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({"house": 1}, "house"),
        ({"permanentTrumps": ["4"]}, "permanentTrumps"),
        ({"permanentTrumps": ["2", "2"]}, "permanentTrumps"),
        ({"declareMs": 0}, "declareMs"),
        ({"turnMs": -1}, "turnMs"),
        ({"turnMs": "30000"}, "turnMs"),
        ({"sticking": 1}, "sticking"),
        ({"startLevel": "A"}, "startLevel"),
        ({"endLevel": "2"}, "endLevel"),
        ({"mustPlay": ["1"]}, "mustPlay"),
        ({"throwPenalty": 3}, "throwPenalty"),
        ({"straightsMayIncludePermanents": True}, "straightsMayIncludePermanents"),
    ],
)
def test_rules_are_checked_by_name(rules, name):
    with pytest.raises(Refused) as refusal:
        parse_rules(rules)
    assert (refusal.value.code, refusal.value.params) == ("RULE_INVALID", {"name": name})


def test_rules_have_the_defaults_of_the_page():
    rules = parse_rules({"turnMs": 0, "mustPlay": ["K", "5"], "permanentTrumps": []})
    assert (rules.turn_ms, rules.deal_interval_ms, rules.declare_ms, rules.bury_ms) == (0, 200, 10_000, 60_000)
    assert rules.must_play == ("5", "K")
    assert rules.throw_chooser == "next"
