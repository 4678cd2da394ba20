"""Trumps, the order of cards, neighbours and types: every example of shandong.md 3 to 6."""

import pytest

from games.shandong.options import parse_rules
from games.shandong.rules.cards import CARD_OF, CARDS, EFFECTIVE_SUITS, RANK_INDEX, RANKS, SUIT_INDEX, ids_of, points_of
from games.shandong.rules.hand_order import sort_hand
from games.shandong.rules.trumps import effective_suit, get_card_value, get_sequential_value, is_card_trump, trumps_for
from games.shandong.rules.types import identify_card_type

SIGNS = {"♥": "hearts", "♠": "spades", "♣": "clubs", "♦": "diamonds", "b": "big", "s": "small"}


def cards(text):
    """`♥9 ♥9 b`: the named cards, second copies from deck 1."""
    found = []
    for word in text.split():
        face = f"{SIGNS[word[0]]}_{word[1:]}" if word[1:] else f"joker_{SIGNS[word]}"
        found.append(CARD_OF[f"{face}_{int(CARD_OF[face + '_0'] in found)}"])
    return found


def table(level, trump, **rules):
    return trumps_for(RANK_INDEX[level], SUIT_INDEX[SIGNS[trump]] if trump else None, parse_rules(rules))


def kind(text, trumps):
    return identify_card_type(cards(text), trumps)


def adjacent(text, trumps):
    return kind(text, trumps).type == "consecutive_pairs"


def test_the_deck_has_108_cards_and_200_points():
    assert len(set(CARD_OF)) == CARDS == 108
    assert points_of(range(CARDS)) == 200


def test_a_three_of_hearts_is_a_trump_and_no_heart():
    three, king = cards("♥3 ♥K")
    trumps = table("10", "♠")
    assert is_card_trump(three, trumps)
    assert EFFECTIVE_SUITS[effective_suit(three, trumps)] == "trump"
    assert not is_card_trump(king, trumps)
    assert EFFECTIVE_SUITS[effective_suit(king, trumps)] == "hearts"


def test_a_rank_that_is_not_permanent_stays_plain():
    trumps = table("10", "♠", permanentTrumps=["2", "5"])
    assert not is_card_trump(cards("♥3")[0], trumps)
    assert get_card_value(cards("♠3")[0], trumps) == 903


def test_trumps_rise_from_the_low_cards_of_the_suit_to_the_big_joker():
    rising = "♠4 ♠6 ♠7 ♠8 ♠9 ♠J ♠Q ♠K ♠A ♥2 ♠2 ♥3 ♠3 ♥5 ♠5 ♥10 ♠10 s b"
    trumps = table("10", "♠")
    values = [get_card_value(c, trumps) for c in cards(rising)]
    assert values == sorted(set(values))
    assert values[9:] == [990, 991, 992, 993, 994, 995, 996, 997, 998, 999]


def test_plain_cards_rise_from_four_to_ace():
    trumps = table("10", "♠")
    assert [get_card_value(c, trumps) for c in cards("♥4 ♥6 ♥7 ♥8 ♥9 ♥J ♥Q ♥K ♥A")] == [4, 6, 7, 8, 9, 11, 12, 13, 14]


@pytest.mark.parametrize("rank", ["10", "2", "3", "5"])
def test_off_suit_level_and_permanent_cards_are_equal(rank):
    trumps = table("10", "♠")
    assert len({get_card_value(c, trumps) for c in cards(f"♥{rank} ♣{rank} ♦{rank}")}) == 1


def test_without_a_trump_suit_all_level_cards_are_equal():
    trumps = table("10", None)
    for rank, value in (("10", 996), ("5", 994), ("3", 992), ("2", 990)):
        assert {get_card_value(c, trumps) for c in cards(f"♥{rank} ♠{rank} ♣{rank} ♦{rank}")} == {value}
    assert not is_card_trump(cards("♠A")[0], trumps)


def test_a_level_of_five_takes_the_fives_out_of_the_permanent_trumps():
    trumps = table("5", "♠")
    assert [get_card_value(c, trumps) for c in cards("♥5 ♠5 ♥3")] == [996, 997, 992]
    assert trumps.eligible == (RANK_INDEX["5"], RANK_INDEX["3"], RANK_INDEX["2"])


def test_a_hand_shows_trumps_first_and_then_the_suits_from_the_trump_suit_on():
    hand = cards("♥A ♠4 ♦K ♣9 ♥2 ♦2 b ♣J ♥A ♠10")
    assert ids_of(sort_hand(hand, table("10", "♣"))) == [
        *("joker_big_0", "spades_10_0", "hearts_2_0", "diamonds_2_0", "clubs_J_0", "clubs_9_0"),
        *("diamonds_K_0", "hearts_A_0", "hearts_A_1", "spades_4_0"),
    ]
    assert [RANKS[c // 2 % 13] for c in sort_hand(hand, table("10", None))][4:] == ["A", "A", "4", "J", "9", "K"]


@pytest.mark.parametrize(
    "text", ["♥9 ♥9 ♥J ♥J", "♥4 ♥4 ♥6 ♥6", "♠4 ♠4 ♠6 ♠6", "♦10 ♦10 ♠10 ♠10", "♠10 ♠10 s s", "s s b b"]
)
def test_neighbours_at_level_ten(text):
    assert adjacent(text, table("10", "♠"))


@pytest.mark.parametrize(
    "text",
    [
        *("♠A ♠A ♦10 ♦10", "♥2 ♥2 ♥3 ♥3", "♠5 ♠5 ♠3 ♠3", "♠5 ♠5 ♠10 ♠10", "♦10 ♦10 ♣10 ♣10"),
        *("♦10 ♦10 s s", "♥A ♥A ♥4 ♥4"),
    ],
)
def test_no_neighbours_at_level_ten(text):
    assert kind(text, table("10", "♠")).type == "mixed"


def test_without_a_trump_suit_any_level_pair_touches_the_small_jokers():
    for suit in "♥♠♣♦":
        assert adjacent(f"{suit}10 {suit}10 s s", table("10", None))
    assert not adjacent("♥10 ♥10 ♠10 ♠10", table("10", None))


def test_level_pairs_can_be_kept_out_of_tractors():
    trumps = table("10", "♠", levelJokerTractors=False)
    assert not adjacent("♦10 ♦10 ♠10 ♠10", trumps)
    assert not adjacent("♠10 ♠10 s s", trumps)
    assert adjacent("s s b b", trumps)


def test_natural_adjacency_skips_nothing():
    trumps = table("10", "♠", tractorAdjacency="natural")
    assert not adjacent("♥9 ♥9 ♥J ♥J", trumps)
    assert not adjacent("♥4 ♥4 ♥6 ♥6", trumps)
    assert adjacent("♥6 ♥6 ♥7 ♥7", trumps)


@pytest.mark.parametrize(("level", "top"), [("10", "A"), ("A", "K")])
def test_without_permanent_trumps_the_top_of_the_trump_suit_touches_an_off_suit_level_pair(level, top):
    trumps = table(level, "♠", permanentTrumps=[])
    assert adjacent(f"♠{top} ♠{top} ♦{level} ♦{level} ♠{level} ♠{level} s s b b", trumps)
    assert not adjacent(f"♠{top} ♠{top} ♠{level} ♠{level}", trumps)
    assert get_sequential_value(cards(f"♠{top}")[0], trumps) == 997


def test_a_permanent_trump_touches_nothing():
    assert get_sequential_value(cards("♠2")[0], table("10", "♠")) is None


@pytest.mark.parametrize(
    ("level", "lowest", "highest"),
    [
        *(("2", "6", "A"), ("3", "6", "A"), ("4", "6", "A"), ("5", "6", "A"), ("6", "7", "A"), ("7", "8", "A")),
        *(("8", "9", "A"), ("9", "10", "A"), ("10", None, None), ("J", "6", "10"), ("Q", "6", "J"), ("K", "6", "Q")),
        ("A", "6", "K"),
    ],
)
def test_a_rain_is_within_the_interval_of_its_level(level, lowest, highest):
    runs = table(level, "♠").rain_runs
    assert [(RANKS[run[0]], RANKS[run[-1]]) for run in runs] == ([(lowest, highest)] if lowest else [])


@pytest.mark.parametrize(
    ("level", "text", "type_", "details"),
    [
        ("2", "♥2 ♠2 ♣2 ♦2", "flash", {}),
        ("7", "♥7 ♣7 ♣7 ♠7 ♦7 ♦7", "thunder", {}),
        ("2", "♣6 ♣7 ♣8 ♣9 ♣9 ♣10 ♣J ♣J ♣Q", "straight", {"length": 7, "pairs": 2}),
        ("2", "♥6 ♥6 ♥7 ♥7 ♥8 ♥8 ♥9 ♥9 ♥10 ♥10", "consecutive_pairs", {"pair_count": 5}),
        ("2", "♥6 ♥6 ♥7 ♥7 ♥8 ♥8 ♥9 ♥9 ♥10", "straight", {"length": 5, "pairs": 4}),
        ("2", "♥4 ♥6 ♥7 ♥8 ♥9", "mixed", {}),
        ("2", "♥A ♠A", "invalid", {"code": "MIXED_TRUMP_AND_PLAIN"}),
        ("10", "♥6 ♥7 ♥8 ♥9 ♥10", "invalid", {"code": "MIXED_TRUMP_AND_PLAIN"}),
        ("10", "♥A ♣A", "invalid", {"code": "MIXED_SUITS"}),
        ("10", "", "invalid", {"code": "EMPTY_PLAY"}),
        ("10", "♥2 ♣2", "mixed", {}),
        ("10", "b s", "mixed", {}),
        ("10", "♥A", "single", {"message": "单张", "pair_count": None}),
        ("10", "♥K ♥K", "pair", {"message": "对子", "pair_count": 1}),
        ("10", "b b", "pair", {"message": "对子", "pair_count": 1}),
        ("10", "♥9 ♥9 ♥J ♥J", "consecutive_pairs", {"message": "连对", "pair_count": 2}),
        ("10", "♥9 ♥9 ♥J", "mixed", {"message": "甩牌", "pair_count": None}),
        ("10", "♥A ♣A", "invalid", {"message": "MIXED_SUITS", "name": "无效牌型"}),
    ],
)
def test_a_type_is_what_the_page_says(level, text, type_, details):
    found = kind(text, table(level, "♠"))
    assert found.type == type_
    assert {name: getattr(found, name) for name in details} == details


def test_four_aces_of_four_suits_are_no_flash():
    assert kind("♥A ♠A ♣A ♦A", table("10", "♠")).type == "invalid"


def test_the_level_pair_stands_apart_in_its_own_suit():
    found = kind("♥9 ♥9 ♥10 ♥10 ♥J ♥J", table("10", "♥"))
    assert [(u.type, ids_of(u.cards)[0]) for u in found.units] == [
        ("consecutive_pairs", "hearts_9_0"),
        ("pair", "hearts_10_0"),
    ]


def test_four_jokers_are_a_tractor_or_by_option_a_flash():
    assert kind("s s b b", table("10", "♠")).type == "consecutive_pairs"
    assert kind("s s b b", table("10", "♠", fourJokersFlash=True)).type == "flash"


def test_trumps_of_several_suits_may_be_kept_from_being_thrown_together():
    strict = {"allowMixedTrumpInMixed": False}
    assert kind("♥2 ♣2", table("10", "♠", **strict)).code == "MIXED_TRUMP_SUITS"
    assert kind("♠A b", table("10", "♠", **strict)).type == "mixed"
    assert kind("♥2 b", table("10", "♠", **strict)).code == "MIXED_TRUMP_SUITS"
    assert kind("♥2 b", table("10", None, **strict)).code == "MIXED_TRUMP_SUITS"
    assert kind("s b", table("10", None, **strict)).type == "mixed"
    assert kind("♥2 ♠2 ♣2 ♦2", table("10", "♠", **strict)).type == "flash"


def test_units_come_in_canonical_order():
    found = kind("♥A ♥2 ♠2 ♣2 ♦2 ♠10 ♠10 ♦10 ♦10 ♣10 ♣10 b ♣3 ♦3 ♠6", table("10", "♠", permanentTrumps=["2", "3", "5"]))
    assert found.code == "MIXED_TRUMP_AND_PLAIN"
    found = kind("♥2 ♠2 ♣2 ♦2 ♠10 ♠10 ♦10 ♦10 ♣10 ♣10 b ♣3 ♦3 ♠6", table("10", "♠"))
    assert [(u.type, ids_of(u.cards)[0]) for u in found.units] == [
        ("flash", "hearts_2_0"),
        ("consecutive_pairs", "spades_10_0"),  # with clubs, the first off-suit pair in suit order
        ("pair", "diamonds_10_0"),
        ("single", "joker_big_0"),
        ("single", "clubs_3_0"),
        ("single", "diamonds_3_0"),
        ("single", "spades_6_0"),
    ]
