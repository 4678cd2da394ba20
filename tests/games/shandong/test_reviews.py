"""Every kind of decision in a round is judged: a clear mistake is found, with what was better, and good play is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from games.api import Judgement
from games.catalog import installed
from games.chance import Chance
from games.kit.promise import pack, unpack
from games.shandong.actions import (
    Action,
    Bury,
    Cards,
    ChooseThrow,
    Counter,
    Declare,
    Index,
    Pass,
    Play,
    Stick,
    StickCards,
    StickClaim,
)
from games.shandong.bots.bid_trial import offer_of
from games.shandong.rules.cards import SUIT_INDEX, ids_of
from tests.games.shandong.shandong_scene import AT_ONCE, Scene, deal, dealt, ids, playing
from tests.games.test_reviewing import judgement

pytestmark = pytest.mark.compiled

GAME = installed(only=["shandong"])["shandong"]
SPADES: Final = "sA sA' sK sK' sQ sQ' sJ sJ' s10 s9 s9' s8 s7 s6"
LOW: Final = "h4 h4' h6 h6' c4 c4' c6 c6' d4 d6"
TWINS: Final = 3
"""Worlds in which a decision is judged again."""


def said(scene: Scene, seat: int, action: Action) -> Judgement | None:
    return judgement(GAME, scene.state, seat, action)


def better(scene: Scene, seat: int, action: Action) -> Any:
    """What was clearly better than this mistake."""
    one = said(scene, seat, action)
    assert one is not None
    assert one.clear
    assert one.gain > 2 * one.error
    return one.best


def is_fine(scene: Scene, seat: int, action: Action) -> bool:
    one = said(scene, seat, action)
    return one is not None and not one.clear


def declared(cards: str) -> Declare:
    return Declare(Cards(ids(cards)))


def buried(cards: str) -> Bury:
    return Bury(Cards(ids(cards)))


def played(cards: str) -> Play:
    return Play(Cards(ids(cards)))


def stuck(back: str) -> Stick:
    return Stick(StickCards(ids("sj h7 h7' h8 h8'"), ids(back)))


def nobody_has_declared() -> Scene:
    """Seat 0 deals and could."""
    return dealt(deal(f"sj bj {SPADES} {LOW}"), dealer=0)


def half_dealt() -> Scene:
    """Seat 0 has a pair of hearts and many spades."""
    scene = dealt(deal(f"sj h4 h4' {SPADES} c4 c4' c6 c6' d4 d6"), rules={}, dealer=1)
    scene.tick(15 * 4 * 200)
    assert scene.phase == "dealing"
    return scene


def an_opponent_declared() -> Scene:
    return dealt(deal(f"bj bj' {SPADES} {LOW}", "sj h7 h7'"), dealer=1).do(1, 1, "declare", cards="sj h7 h7'")


def may_be_stuck() -> Scene:
    hand = "sj bj bj' h7 h7' h8 h8' hA hA' hK hK' sA sA' cA cA' cK c2 c3 c5 d4 d6 d7"
    scene = dealt(deal(hand, "sj' c9 c9'"), dealer=0).do(1, 1, "declare", cards="sj' c9 c9'")
    return scene.passes(2, 0, 2, 3)


def dark() -> Scene:
    """Seat 0 buries, and does not know what its partner declared."""
    wishes = ["hA hK hK' h10 h10' sA sA' sK c4 c6 c7 c8 d4 d6 d7 d9", "", "bj s7 s7'"]
    scene = dealt(deal(*wishes), dealer=2, rules={**AT_ONCE, "sticking": False})
    scene.do(1, 2, "declare", cards="bj s7 s7'").passes(2, 0, 1, 3)
    assert scene.round.burier == 0
    assert not GAME.own(scene.state, 0).knowsTrump
    return scene


def leading(*hands: str) -> Scene:
    return playing(*hands, dealer=1, holder=1, burier=3, points=60)


def low_card_to_throw() -> Scene:
    return leading("hA hA' h4 sA", "hK hK' h10 s7", "h10' h9 h9' s8", "h8 h8' h7 s9")


def fallen_throw() -> Scene:
    """Seat 1 chooses between ♥Q, which it can beat, and ♥44, which it cannot."""
    hands = "hQ h4 h4' d10 d10'", "hA h7 h8 d7 d8", "hK h6 h6' d9 d6", "h9 h9' h10 dJ d6'"
    scene = playing(*hands, dealer=0, holder=0, burier=2, points=60).do(1, 0, "play", cards="hQ h4 h4'")
    assert scene.phase == "throw_choice"
    return scene


class TestDeclaring:
    def test_the_dealers_lose_the_deal_by_passing(self):
        best = better(nobody_has_declared(), 0, Pass())
        assert isinstance(best, Declare)
        assert offer_of(best).suit == SUIT_INDEX["spades"]

    def test_a_short_suit_is_declared_with_a_long_one_in_hand(self):
        best = better(nobody_has_declared(), 0, declared("sj h4 h4'"))
        assert offer_of(best).suit == SUIT_INDEX["spades"]

    def test_while_cards_are_dealt_as_well(self):
        best = better(half_dealt(), 0, declared("sj h4 h4'"))
        assert isinstance(best, Pass) or offer_of(best).suit == SUIT_INDEX["spades"]
        assert is_fine(half_dealt(), 0, declared("sj sA sA'"))

    def test_another_pair_or_joker_for_the_same_suit_is_as_good(self):
        assert said(nobody_has_declared(), 0, declared("bj sA sA'")) == Judgement()

    def test_who_cannot_declare_decides_nothing(self):
        scene = dealt(deal("sj bj sj' bj'"), dealer=0)
        assert said(scene, 1, Pass()) is None


class TestCountering:
    def test_a_strong_hand_leaves_the_choice_to_the_opponents(self):
        best = better(an_opponent_declared(), 0, Pass())
        assert isinstance(best, Counter)
        assert said(an_opponent_declared(), 0, best) == Judgement()

    def test_a_short_suit_is_countered_with(self):
        best = better(an_opponent_declared(), 0, Counter(Cards(ids("bj bj' c4 c4'"))))
        assert offer_of(best).suit != SUIT_INDEX["clubs"]


class TestSticking:
    def test_aces_and_a_joker_are_given_back(self):
        best = better(may_be_stuck(), 0, stuck("bj hA cA"))
        assert isinstance(best, Stick)
        assert said(may_be_stuck(), 0, best) == Judgement()

    def test_the_declarers_joker_and_trumps_are_left_to_them(self):
        assert isinstance(better(may_be_stuck(), 0, Pass()), Stick)

    def test_a_claim_decides_nothing(self):
        assert said(may_be_stuck(), 0, StickClaim()) is None


class TestBuryingInTheDark:
    def test_points_are_buried(self):
        best = better(dark(), 0, buried("hK hK' h10 h10'"))
        assert isinstance(best, Bury)
        assert not set(best.payload.cards) & set(ids("hK hK' h10 h10'"))
        assert is_fine(dark(), 0, best)


class TestThrowing:
    def test_a_throw_that_falls_gives_the_trick_away(self):
        assert better(low_card_to_throw(), 0, played("hA hA' h4")) == played("hA hA'")

    def test_a_throw_that_must_stand_is_fine(self):
        hands = "hA hA' hK hK' sA", "hQ hQ' h10 h7 s7", "h10' h9 h9' h6 s8", "h8 h8' h7' h6' s9"
        assert is_fine(leading(*hands), 0, played("hA hA' hK hK'"))

    def test_the_piece_that_can_be_beaten_is_chosen(self):
        pieces = [ids_of(unit.cards) for unit in GAME.table(fallen_throw().state).throws[-1].candidates]
        queen = pieces.index(ids("hQ"))
        assert better(fallen_throw(), 1, ChooseThrow(Index(1 - queen))) == ChooseThrow(Index(queen))
        assert said(fallen_throw(), 1, ChooseThrow(Index(queen))) == Judgement()


DECISIONS: Mapping[str, tuple[Callable[[], Scene], int, Action]] = {
    "passing instead of declaring": (nobody_has_declared, 0, Pass()),
    "declaring": (nobody_has_declared, 0, declared("sj h4 h4'")),
    "declaring while cards are dealt": (half_dealt, 0, declared("sj h4 h4'")),
    "passing instead of countering": (an_opponent_declared, 0, Pass()),
    "countering": (an_opponent_declared, 0, Counter(Cards(ids("bj bj' c4 c4'")))),
    "passing instead of sticking": (may_be_stuck, 0, Pass()),
    "sticking": (may_be_stuck, 0, stuck("bj hA cA")),
    "burying in the dark": (dark, 0, buried("hK hK' h10 h10'")),
    "throwing": (low_card_to_throw, 0, played("hA hA' h4")),
    "choosing from a throw": (fallen_throw, 1, ChooseThrow(Index(0))),
}


@pytest.mark.parametrize("name", DECISIONS)
def test_with_the_hidden_cards_dealt_again_it_says_the_same(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.shandong.bots.reviewing.DEALS", 32)
    monkeypatch.setattr("games.shandong.bots.reviewing.EFFORT", 40_000)
    make, seat, action = DECISIONS[name]
    state, whim = make().state, Chance(b"twins")
    one = judgement(GAME, state, seat, action)
    assert one is not None
    assert one.best is not None
    assert GAME.redeal is not None
    for _ in range(TWINS):
        twin = GAME.redeal(unpack(GAME, pack(state)), seat, whim)
        assert pack(twin) != pack(state)
        assert (GAME.table(twin), GAME.own(twin, seat)) == (GAME.table(state), GAME.own(state, seat))
        assert judgement(GAME, twin, seat, action) == one
