"""Plays at first sight, and rounds played out in the mind (no view, no phase machine: cards alone)."""

import pytest

from games.chance import Chance
from games.shandong.bots.deal import Deal, put
from games.shandong.bots.first_sight import first_play
from games.shandong.bots.order import order_of
from games.shandong.bots.position import Position
from games.shandong.bots.rollout import play_out
from games.shandong.options import parse_rules
from games.shandong.rules.cards import CARD_OF, bits_of, points_in
from games.shandong.rules.follow import judge_follow
from games.shandong.rules.trumps import trumps_for
from games.shandong.rules.types import type_of
from tests.games.shandong.shandong_scene import ids

RULES = parse_rules({})
HAND = 26
TRUMPS = [trumps_for(level, suit, RULES) for level, suit in ((0, 1), (3, 0), (8, 3), (12, 2), (5, None))]


def bits(names):
    return bits_of(CARD_OF[card] for card in ids(names))


def shuffled_hands(number, cards=HAND):
    deck = list(range(108))
    Chance(b"first sight", number).shuffle(deck)
    return [bits_of(deck[seat * HAND : seat * HAND + cards]) for seat in range(4)]


def position(hands, seat, trumps, leader, plays):
    others = 0
    for hand in hands:
        others |= hand
    return Position(seat, trumps, hands[seat], others & ~hands[seat], [0] * 4, leader, plays)


@pytest.mark.parametrize("trumps", TRUMPS)
def test_the_places_of_cards_are_the_cards_again(trumps):
    order = order_of(trumps)
    for hand in shuffled_hands(1):
        assert order.all_joined(order.split(hand)) == hand


@pytest.mark.parametrize("trumps", TRUMPS)
def test_whatever_is_led_and_given_at_first_sight_is_legal(trumps):
    for number in range(12):
        hands = shuffled_hands(number)
        deal = Deal(trumps, hands, 0, number % 4, [], 0, 0, [0] * 4)
        while any(deal.hands):
            seat = (deal.leader + len(deal.plays)) % 4
            chosen = first_play(position(deal.hands, seat, trumps, deal.leader, deal.plays))
            assert chosen & ~deal.hands[seat] == 0
            if deal.plays:
                assert judge_follow(type_of(deal.plays[0], trumps), deal.hands[seat], chosen, trumps) is None
            else:
                assert type_of(chosen, trumps).valid
            put(deal, chosen)


@pytest.mark.parametrize("trumps", TRUMPS)
def test_every_point_of_a_round_in_the_mind_goes_to_one_side(trumps):
    for number in range(8):
        hands = shuffled_hands(number)
        dealt = sum(points_in(hand) for hand in hands)
        taken = [play_out(Deal(trumps, list(hands), 0, number % 4, [], 0, side, [0] * 4)) for side in (0, 1)]
        assert sum(taken) == dealt, "nobody plays otherwise for being on the dealers' side"


@pytest.mark.parametrize(
    "rules", [{"allowMixedTrumpInMixed": False}, {"tractorAdjacency": "natural"}, {"ruffMatch": "exact"}]
)
def test_a_round_in_the_mind_ends_under_every_rule_also_where_the_bottom_has_points(rules):
    trumps = trumps_for(0, 1, parse_rules(rules))
    bottom = bits("hK hK' h10 h10'")
    for number in range(40):
        hands = [hand & ~bottom for hand in shuffled_hands(number)]
        fewest = min(hand.bit_count() for hand in hands)
        hands = [bits_of([card for card in range(108) if hand >> card & 1][-fewest:]) for hand in hands]
        points = play_out(Deal(trumps, hands, bottom, number % 4, [], 0, 0, [0] * 4))
        assert points % 5 == 0


@pytest.mark.parametrize("lead", ["h9", "h9 h9'", "h9 h9' hJ hJ'"])
def test_an_open_trick_is_played_on_in_the_mind_as_it_is_at_the_table(lead):
    hands = [bits("h9 h9' hJ hJ'"), bits("h4 h6 c4 c6"), bits("hQ hQ' hK c10"), bits("h7 h8 c7 c8")]
    trumps = trumps_for(0, 1, RULES)
    slowly, at_once = (Deal(trumps, list(hands), 0, 0, [], 0, 0, [0] * 4) for _ in range(2))
    put(slowly, bits(lead))
    put(at_once, bits(lead))
    while slowly.plays:
        seat = (slowly.leader + len(slowly.plays)) % 4
        put(slowly, first_play(position(slowly.hands, seat, trumps, slowly.leader, slowly.plays)))
    assert play_out(at_once) == play_out(slowly)


class TestWhatExperienceSays:
    def lead(self, *hands):
        return first_play(position([bits(hand) for hand in hands], 0, trumps_for(0, 1, RULES), 0, []))

    def follow(self, hand, *plays, unseen=""):
        o = Position(
            len(plays), trumps_for(0, 1, RULES), bits(hand), bits(unseen), [0] * 4, 0, [bits(p) for p in plays]
        )
        return first_play(o)

    def test_a_flash_is_led_at_once_because_it_strips_the_others_of_their_highest_trumps(self):
        assert self.lead("h2 s2 c2 d2 hA c4", "bj sj s9 h4 h6 h7", "", "") == bits("h2 s2 c2 d2")

    def test_no_bare_joker_is_led_early_though_it_is_sure(self):
        mine = "bj s4 s6 s7 s8 s10 sJ sQ sK s4' s9' c4 c7 d4"
        chosen = self.lead(mine, "s9 sA sA' s6' c8 c9", "d6 d7", "d8 d9")
        assert chosen != bits("bj")
        assert type_of(chosen, trumps_for(0, 1, RULES)).suit == 4, "trumps are drawn all the same"

    def test_points_go_to_a_partner_whom_nobody_can_beat(self):
        assert self.follow("hK h4 h10", "hA", "h6") in (bits("h10"), bits("hK"))

    def test_points_are_kept_from_opponents(self):
        assert self.follow("hK h4 h10", "h6", "hA") == bits("h4")

    def test_who_plays_last_ruffs_with_points(self):
        assert self.follow("s4 s10 c6", "hK", "h6", "hA") == bits("s10")

    def test_whoever_must_discard_empties_a_short_suit(self):
        assert self.follow("c6 d4 d6 d7 d8 d9", "h4", "h6", "h7") == bits("c6")
