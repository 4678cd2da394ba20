"""What must be followed, and how a refusal is told: every example of shandong.md 7."""

import pytest

from games.api import Refused
from games.shandong.audit.legal_follows import count_follows, legal_follows
from games.shandong.rules.cards import ids_of, named_cards, remove_cards
from games.shandong.rules.construct import construct_follow
from games.shandong.rules.follow import check_mandatory_follow, duty
from games.shandong.rules.placing import Shape
from games.shandong.rules.types import identify_card_type
from games.shandong.rules.validators import register_validator, validate, validate_mixed, validate_single
from tests.games.shandong.test_cards_ranking import cards, table


class Follow:
    """A lead and a hand at a level; texts as `♥A ♥A`."""

    def __init__(self, level, trump, lead, hand, **rules):
        self.trumps = table(level, trump, **rules)
        self.lead = identify_card_type(cards(lead), self.trumps)
        self.hand = cards(hand)

    def code(self, play):
        return self.verdict(play).code

    def verdict(self, play):
        return check_mandatory_follow(self.lead, self.hand, cards(play), self.trumps)

    def legal(self):
        return {frozenset(play) for play in legal_follows(self.lead, self.hand, self.trumps)}

    def built(self):
        return set(construct_follow(self.lead, self.hand, self.trumps))


def only(*plays):
    return {frozenset(cards(play)) for play in plays}


def test_a_shorter_run_and_a_pair_follow_three_pairs():
    run = Follow("2", "♥", "♠A ♠A ♠K ♠K ♠Q ♠Q", "♠J ♠J ♠8 ♠8 ♠7 ♠7 ♠6")
    assert run.legal() == only("♠J ♠J ♠8 ♠8 ♠7 ♠7")
    verdict = run.verdict("♠J ♠J ♠8 ♠8 ♠7 ♠6")
    assert (verdict.code, verdict.params) == ("MUST_FOLLOW_PAIRS", {"count": 3})
    owed = duty(run.lead, run.hand, run.trumps)
    assert owed.shapes == (Shape(2, 2), Shape(3, 1))
    assert set(owed.forced) == run.built()


def test_the_longest_run_must_be_included():
    run = Follow("2", "♥", "♠A ♠A ♠K ♠K ♠Q ♠Q", "♠J ♠J ♠10 ♠10 ♠7 ♠7 ♠4 ♠4")
    verdict = run.verdict("♠J ♠J ♠7 ♠7 ♠4 ♠4")
    assert (verdict.code, verdict.params) == ("MUST_INCLUDE_CONSECUTIVE_PAIRS", {"count": 2})
    assert verdict.expected == tuple(ids_of(cards("♠4 ♠4 ♠10 ♠10 ♠J ♠J")))


def test_a_full_tractor_must_be_followed_by_a_full_tractor():
    run = Follow("2", "♥", "♠K ♠K ♠Q ♠Q", "♠9 ♠9 ♠8 ♠8 ♠6 ♠6 ♠4")
    verdict = run.verdict("♠9 ♠9 ♠6 ♠6")
    assert (verdict.code, verdict.params) == ("MUST_FOLLOW_CONSECUTIVE_PAIRS", {"count": 2})
    assert run.code("♠9 ♠9 ♠6 ♠4") == "MUST_FOLLOW_CONSECUTIVE_PAIRS"


def test_without_a_pair_the_two_highest_follow():
    assert Follow("10", "♠", "♥A ♥A", "♥K ♥7 ♥6").legal() == only("♥K ♥7")
    assert Follow("10", "♠", "♠4 ♠4", "♥2 ♣2 ♦3 ♠A").legal() == only("♦3 ♥2", "♦3 ♣2")


def test_loose_cards_that_fill_up_a_tractor_are_the_highest():
    assert Follow("2", "♠", "♥K ♥K ♥Q ♥Q", "♥J ♥J ♥9 ♥8 ♥7").legal() == only("♥J ♥J ♥9 ♥8")
    assert Follow("2", "♠", "♥K ♥K ♥Q ♥Q", "♥A ♥J ♥9 ♥8 ♥7").legal() == only("♥A ♥J ♥9 ♥8")


def test_a_fifth_three_may_be_exchanged_within_its_suit():
    flash = Follow("10", "♠", "♥2 ♠2 ♣2 ♦2", "♥3 ♠3 ♣3 ♦3 ♦3 b")
    assert len(flash.legal()) == 2 == count_follows(flash.lead, flash.hand, flash.trumps)
    assert flash.code("♥3 ♠3 ♦3 b") == "MUST_FOLLOW_FLASH"
    assert flash.built() == set(cards("♥3 ♠3 ♣3 ♦3"))


def test_a_flash_does_not_follow_a_thunder():
    thunder = Follow("10", "♠", "♥2 ♠2 ♣2 ♦2 ♦2", "♥3 ♠3 ♣3 ♦3 b ♠4 s")
    assert thunder.legal() == only("b s ♠3 ♥3 ♣3", "b s ♠3 ♥3 ♦3", "b s ♠3 ♣3 ♦3")
    assert thunder.built() == set(cards("b s ♠3 ♣3 ♦3"))  # ids compare as texts


def test_a_rain_that_cannot_be_matched_takes_the_highest_and_breaks_pairs():
    assert Follow("2", "♠", "♥6 ♥7 ♥8 ♥9 ♥10", "♥J ♥J ♥Q ♥K ♥A ♥4 ♥4").legal() == only("♥A ♥K ♥Q ♥J ♥J")


def test_a_rain_must_be_matched_exactly():
    rain = Follow("2", "♠", "♥6 ♥7 ♥8 ♥9 ♥10", "♥8 ♥J ♥Q ♥K ♥A ♥4 ♥10")
    assert rain.legal() == only("♥10 ♥J ♥Q ♥K ♥A")
    verdict = rain.verdict("♥8 ♥J ♥Q ♥K ♥A")
    assert (verdict.code, verdict.params) == ("MUST_FOLLOW_RAIN", {"count": 5})


def test_a_throw_takes_its_pair_and_leaves_the_rest_free():
    throw = Follow("2", "♠", "♥A ♥A ♥K", "♥Q ♥Q ♥J ♥10 ♥4")
    assert throw.legal() == only("♥Q ♥Q ♥J", "♥Q ♥Q ♥10", "♥Q ♥Q ♥4")
    verdict = throw.verdict("♥Q ♥J ♥4")
    assert (verdict.code, verdict.params) == ("MUST_MATCH_THROW", {"units": [{"type": "pair", "count": 2}]})


def test_more_pairs_than_asked_may_follow_a_throw():
    throw = Follow("2", "♠", "♥A ♥A ♥K ♥Q", "♥J ♥J ♥10 ♥10 ♥4")
    assert throw.code("♥J ♥J ♥10 ♥10") is None


def test_too_few_cards_of_the_suit_must_all_be_played():
    few = Follow("2", "♠", "♥6 ♥7 ♥8", "♥A ♥K ♣4 ♣6")
    verdict = few.verdict("♥A ♣4 ♣6")
    assert verdict.code == "MUST_PLAY_ALL_OF_SUIT"
    assert verdict.params == {"suit": "hearts", "cards": ids_of(cards("♥K ♥A"))}
    assert few.legal() == only("♥A ♥K ♣4", "♥A ♥K ♣6")


def test_checks_come_in_order():
    follow = Follow("2", "♠", "♥A ♥A", "♥K ♥Q ♥7 ♣4")
    assert check_mandatory_follow(follow.lead, follow.hand, [], follow.trumps).code == "EMPTY_PLAY"
    assert follow.verdict("♥K").params == {"count": 2}
    assert follow.code("♣4") == "WRONG_CARD_COUNT"
    assert (follow.verdict("♥K ♣4").code, follow.verdict("♥K ♣4").params) == ("MUST_FOLLOW_SUIT", {"suit": "hearts"})
    verdict = follow.verdict("♥K ♥7")
    assert (verdict.code, verdict.params) == (
        "MUST_PLAY_HIGHEST",
        {"count": 2, "cards": ["hearts_K_0", "hearts_Q_0"]},
    )
    assert verdict.message == "MUST_PLAY_HIGHEST"
    legal = follow.verdict("♥K ♥Q")
    assert (legal.valid, legal.message, legal.code) == (True, "成功", None)
    assert set(verdict.expected) == {"hearts_K_0", "hearts_Q_0"}
    assert follow.code("♥K ♣9") == "CARD_NOT_IN_HAND"
    king = cards("♥K")
    assert check_mandatory_follow(follow.lead, follow.hand, king * 2, follow.trumps).code == "DUPLICATE_CARD"


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ("hearts_A_0", "BAD_PAYLOAD"),
        (None, "BAD_PAYLOAD"),
        ([1, "hearts_Z_0"], "BAD_PAYLOAD"),
        (["hearts_A_0", "hearts_A_0", "hearts_Z_0"], "UNKNOWN_CARD"),
        (["clubs_4_0", "hearts_A_0", "hearts_A_0"], "DUPLICATE_CARD"),
        (["hearts_A_0", "clubs_4_0"], "CARD_NOT_IN_HAND"),
    ],
)
def test_cards_are_read_by_id(payload, code):
    with pytest.raises(Refused) as refusal:
        named_cards(payload, cards("♥A ♥K"))
    assert refusal.value.code == code


def test_loose_following_keeps_the_suit_and_drops_the_shape():
    loose = Follow("2", "♠", "♥A ♥A", "♥K ♥K ♥7 ♣4", strictFollowRules=False)
    assert loose.code("♥K ♥7") is None
    assert loose.code("♥K ♣4") == "MUST_FOLLOW_SUIT"


def test_pairs_may_be_asked_of_those_who_cannot_match_a_rain():
    rain = Follow("2", "♠", "♥6 ♥7 ♥8 ♥9 ♥10", "♥A ♥A ♥Q ♥Q ♥4 ♥4 ♥9 ♥8", specialFollow="pairs")
    assert rain.legal() == only("♥A ♥A ♥Q ♥Q ♥9", "♥A ♥A ♥4 ♥4 ♥9", "♥Q ♥Q ♥4 ♥4 ♥9")
    assert rain.code("♥A ♥A ♥Q ♥4 ♥9") == "MUST_FOLLOW_PAIRS"
    assert rain.built() == set(cards("♥Q ♥Q ♥4 ♥4 ♥9"))
    few = Follow("2", "♠", "♥6 ♥7 ♥8 ♥9 ♥10", "♥A ♥A ♥Q ♥4 ♥9 ♥8", specialFollow="pairs")
    assert few.legal() == only("♥A ♥A ♥Q ♥9 ♥8")
    paired = Follow("2", "♠", "♥6 ♥7 ♥8 ♥9 ♥10", "♥A ♥A ♥Q ♥Q ♥4 ♥4", specialFollow="pairs")
    assert paired.built() == set(cards("♥Q ♥Q ♥4 ♥4 ♥A"))
    assert len(paired.legal()) == 6


def test_the_cheapest_discard_is_plain_without_points_and_low():
    void = Follow("2", "♠", "♥A ♥A", "♠4 ♣10 ♣J ♦6 ♦9 b")
    assert void.built() == set(cards("♦6 ♦9"))
    assert set(construct_follow(void.lead, cards("♠4 ♣10 ♣K b"), void.trumps)) == set(cards("♣10 ♣K"))


def test_suggestions_are_legal_and_show_the_choice():
    pair = Follow("2", "♠", "♥A ♥A", "♥K ♥K ♥10 ♥10 ♥7 ♥7")
    owed = duty(pair.lead, pair.hand, pair.trumps)
    assert [set(play) for play in owed.suggestions] == [set(cards(t)) for t in ("♥7 ♥7", "♥K ♥K", "♥10 ♥10")]
    assert owed.forced == ()
    assert owed.count == 2
    assert len(owed.pool) == 6


def test_checkers_are_kept_by_type():
    follow = Follow("2", "♠", "♥A ♥A ♥K", "♥Q ♥Q ♥J ♥4")
    assert validate("of another page", follow.lead, 0, 0, follow.trumps).code == "BAD_PAYLOAD"
    register_validator("mixed", validate_single)
    try:
        assert follow.code("♥Q ♥J ♥4") is None
    finally:
        register_validator("mixed", validate_mixed)
    assert follow.code("♥Q ♥J ♥4") == "MUST_MATCH_THROW"


def test_cards_leave_the_hand_by_name():
    assert remove_cards(cards("♥A ♥A ♥K"), cards("♥A")) == cards("♥A ♥A ♥K")[1:]
