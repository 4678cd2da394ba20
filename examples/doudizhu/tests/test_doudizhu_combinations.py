"""Which cards go together, and what beats what."""

import pytest
from doudizhu.combinations import KINDS, ORDER, Combination, beats, proposals, readings

from games.cards import DECK, JOKERS
from games.chance import Chance


def cards(ranks):
    """`33 3 4` as cards, each rank in as many suits as it stands there; `s` and `b` are the jokers."""
    found = []
    for rank in ranks.replace(" ", "").replace("T", "0"):
        name = {"0": "10", "s": "SJ", "b": "BJ"}.get(rank, rank)
        found.append(name if name in JOKERS else name + "SHCD"[sum(card[:-1] == name for card in found)])
    return found


def kinds(ranks):
    return [one.kind for one in readings(cards(ranks))]


@pytest.mark.parametrize(
    ("ranks", "kind", "highest"),
    [
        ("3", "single", "3"), ("b", "single", "BJ"), ("22", "pair", "2"), ("777", "triple", "7"),
        ("7773", "triple_single", "7"), ("777b", "triple_single", "7"), ("77733", "triple_pair", "7"),
        ("34567", "straight", "7"), ("3456789TJQKA", "straight", "A"), ("334455", "pairs", "5"),
        ("333444", "plane", "4"), ("33344456", "plane_singles", "4"), ("33344455", "plane_singles", "4"),
        ("3334445566", "plane_pairs", "4"), ("444555666 789", "plane_singles", "6"),
        ("KKK AAA 2 s", "plane_singles", "A"), ("333345", "four_singles", "3"), ("333344", "four_singles", "3"),
        ("33334455", "four_pairs", "3"), ("3333", "bomb", "3"),
    ],
)  # fmt: skip
def test_a_combination_is_read(ranks, kind, highest):
    assert readings(cards(ranks)) == [Combination(kind, ORDER.index(highest), len(cards(ranks)))]


def test_the_rocket_is_both_jokers():
    assert kinds("sb") == ["rocket"]


@pytest.mark.parametrize(
    "ranks",
    [
        "34", "345", "3456", "JQKA2", "QQKKAA22", "3344", "334466", "KKKAAA222", "AAA222", "77734", "777sb", "333sb",
        "333344445", "33344434", "33334444", "333444sb", "3333sb", "3334445555", "2s", "33445", "345678T", "333444567",
    ],
)  # fmt: skip
def test_anything_else_is_none(ranks):
    assert kinds(ranks) == []


def test_some_cards_may_be_read_in_two_ways():
    assert kinds("333444555666") == ["plane", "plane_singles", "plane_singles"]
    assert [one.rank for one in readings(cards("333444555666"))[1:]] == [ORDER.index("6"), ORDER.index("5")]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("4", "3"), ("2", "A"), ("s", "2"), ("b", "s"), ("44", "33"), ("45678", "34567"), ("4443", "333A"),
        ("444555 78", "333444 AK"), ("3333", "A"), ("3333", "AAAKKK"), ("4444", "3333"), ("sb", "2222"), ("sb", "3"),
        ("3333", "444455"),
    ],
)  # fmt: skip
def test_the_higher_of_a_kind_beats_and_bombs_beat_other_kinds(higher, lower):
    one, other = readings(cards(higher))[0], readings(cards(lower))[0]
    assert beats(one, other)
    assert not beats(other, one)


@pytest.mark.parametrize(("one", "other"), [("44", "3"), ("456789", "34567"), ("444", "3334"), ("44445 6", "333")])
def test_another_kind_or_number_beats_nothing(one, other):
    assert not beats(readings(cards(one))[0], readings(cards(other))[0])


def test_proposals_are_combinations_and_beat_what_they_are_to_beat():
    chance = Chance(b"proposals")
    for _ in range(60):
        deck = [*DECK, *JOKERS]
        chance.shuffle(deck)
        hand, others = deck[:20], deck[20:37]
        for lead in [None, *(readings(one)[0] for one in proposals(others, None))]:
            for proposed in proposals(hand, lead):
                assert set(proposed) <= set(hand)
                assert any(lead is None or beats(one, lead) for one in readings(proposed)), (lead, proposed)


@pytest.mark.parametrize("kind", sorted({*KINDS.values(), "rocket"}))
def test_each_kind_is_proposed_to_those_who_hold_it(kind):
    hand = cards("3333 444 555 66 77 8 9 T s b 22")
    assert kind in {readings(one)[0].kind for one in proposals(hand, None)}


def test_what_beats_is_found_where_it_is():
    hand = cards("4445 77 9 3333")
    found = [sorted(one) for one in proposals(hand, readings(cards("333A"))[0])]
    assert sorted(cards("4445")) in found
    assert sorted(cards("3333")) in found
