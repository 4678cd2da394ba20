"""Dealing, card by card (shandong.md 10.2)."""

import pytest

from games.chance import Chance
from games.shandong import GAME
from games.shandong.events import Dealt
from games.shandong.rules.cards import ids_of
from games.shandong.rules.phases.timing import wake
from tests.games.shandong.shandong_scene import deal, dealt, ids

SLOW = {"dealIntervalMs": 200}


def test_card_k_arrives_at_k_intervals_after_the_start():
    scene = dealt(deal("h9"), rules=SLOW)
    assert scene.tick(199).counts == [0, 0, 0, 0]
    assert scene.tick(200).counts == [1, 0, 0, 0]
    assert scene.hand(0) == set(ids("h9"))
    assert scene.tick(1000).counts == [2, 1, 1, 1]
    assert scene.tick(20_799).counts == [26, 26, 26, 25]
    assert scene.phase == "dealing"
    assert scene.deadline is None
    scene.tick(20_800)
    assert (scene.phase, scene.deadline) == ("declaring", 30_800)


def test_the_dealer_gets_the_first_card_and_seat_0_while_there_is_none():
    assert dealt(deal(), rules=SLOW, dealer=3).tick(400).counts == [1, 0, 0, 1]
    assert dealt(deal(), rules=SLOW).tick(400).counts == [1, 1, 0, 0]


def test_the_last_four_of_the_deck_are_the_bottom():
    deck = deal()["hands"]
    order = [deck[place % 4][place // 4] for place in range(104)] + deal()["bottom"]
    scene = dealt({"deck": order})
    assert [scene.hand(seat) for seat in range(4)] == [set(hand) for hand in deck]
    assert ids_of(scene.round.bottom) == deal()["bottom"]


def test_without_an_interval_all_cards_come_at_once():
    scene = dealt(deal())
    assert scene.counts == [26, 26, 26, 26]
    assert (scene.phase, scene.deadline) == ("declaring", 10_000)


def test_a_card_that_arrives_now_can_be_declared_with():
    scene = dealt(deal("bj h9 h9'"), rules=SLOW)
    assert scene.do(1_799, 0, "declare", cards="bj h9 h9'").code == "CARD_NOT_IN_HAND"
    assert scene.do(1_800, 0, "declare", cards="bj h9 h9'").code is None
    assert scene.phase == "dealing"


def test_a_counter_is_allowed_while_cards_are_dealt_but_only_against_a_declaration():
    scene = dealt(deal("bj h9 h9'", "sj sj' c9 c9'"), rules=SLOW)
    assert scene.do(5_000, 1, "counter", cards="sj sj' c9 c9'").code == "NOTHING_TO_COUNTER"
    scene.do(5_000, 0, "declare", cards="bj h9 h9'")
    assert scene.do(5_001, 1, "counter", cards="sj sj' c9 c9'").code is None
    assert (scene.round.declarer, scene.round.trump_holder) == (0, 1)
    scene.tick(20_800)
    assert (scene.phase, scene.deadline) == ("sticking", 30_800)


def test_a_countered_deal_without_sticking_goes_to_the_bottom():
    scene = dealt(deal("bj h9 h9'", "sj sj' c9 c9'"), rules={**SLOW, "sticking": False})
    scene.do(5_000, 0, "declare", cards="bj h9 h9'").do(5_000, 1, "counter", cards="sj sj' c9 c9'")
    scene.tick(20_800)
    assert (scene.phase, scene.deadline, scene.round.burier) == ("bottom", 80_800, 3)


def test_a_declared_deal_goes_to_countering_at_the_last_card():
    scene = dealt(deal("bj h9 h9'"), rules=SLOW).do(5_000, 0, "declare", cards="bj h9 h9'")
    scene.tick(25_000)
    assert (scene.phase, scene.deadline) == ("countering", 30_800), "counted from the last card, not from the late tick"


def test_nobody_may_pass_while_cards_are_dealt():
    assert dealt(deal(), rules=SLOW).do(300, 0, "pass").code == "WRONG_PHASE"


def test_a_seat_sees_its_own_cards_as_they_come_and_of_others_the_counts():
    scene = dealt(deal("h9 s9", "c9", "d9", "d8"), rules=SLOW).tick(1_000)
    assert scene.view(0)["hand"] == ids("h9 s9")
    assert scene.view(0)["handCounts"] == [2, 1, 1, 1]
    assert not scene.sees(0, "c9 d9 d8")
    assert not scene.sees(None, "h9 s9 c9 d9 d8")


def test_every_seat_is_told_the_cards_that_came_to_it_and_nobody_elses():
    scene = dealt(deal("h9", "c9"), rules=SLOW).tick(800)
    (told,) = scene.told
    assert isinstance(told.public, Dealt)
    assert told.public.cards is None
    assert told.public.counts == [1, 1, 1, 1]
    came = [one.cards for seat in (0, 1) if isinstance(one := told.secret[seat], Dealt)]
    assert came == [scene.round.hands[0], scene.round.hands[1]]


def test_there_is_one_wake_up_for_every_four_cards():
    scene = dealt(deal(), rules=SLOW)
    times = []
    while scene.phase == "dealing":
        times.append(wake(scene.state).at)
        scene.tick(times[-1])
    assert times == [800 * n for n in range(1, 27)]


def test_a_match_is_dealt_as_soon_as_it_is_set_up():
    step = GAME.setup(GAME.resolve("standard", {}, 4), ["human"] * 4, Chance(b"x"), 5_000)
    assert step.state.phase.label == "dealing"
    assert wake(step.state).at == 5_800
    assert step.state.levels == [0, 0]


@pytest.mark.parametrize("seed", [b"a", b"b"])
def test_the_same_chance_gives_the_same_deal(seed):
    options = GAME.resolve("standard", {"dealIntervalMs": 0}, 4)
    one, other = (GAME.setup(options, ["human"] * 4, Chance(seed), 0).state for _ in range(2))
    assert one == other
