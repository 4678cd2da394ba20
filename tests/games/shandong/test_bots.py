"""What the bots do (shandong.md 15.3), each seen from its own half of the view."""

import pytest

from games.api import BotSeat
from games.chance import Chance
from games.shandong import GAME
from games.shandong.actions import Cards, ChooseThrow, Counter, Declare, Index, Pass, Play, Ready, Stick
from games.shandong.bots.deal import Deal, put
from games.shandong.bots.memory import Memory
from games.shandong.bots.position import position_of
from games.shandong.bots.sampling import Guesses
from games.shandong.rules.cards import CARD_OF, bits_of, cards_in
from games.shandong.state import team
from tests.games.shandong.shandong_scene import AT_ONCE, deal, dealt, ids, playing

NO_STICK = {**AT_ONCE, "sticking": False}


def plan(scene, seat, level="baseline", memory=b""):
    state = scene.state
    return GAME.bot(GAME.table(state), GAME.own(state, seat), BotSeat(seat), [], memory, Chance(b"bot"), level)


def played(scene, seat):
    action = plan(scene, seat).action
    assert isinstance(action, Play)
    return sorted(action.payload.cards)


def lead_to(*hands, lead, turn=0, **more):
    scene = playing(*hands, turn=turn, **more)
    return scene.do(1, turn, "play", cards=lead)


class TestDeclare:
    STRONG = "bj h9 h9' h4 h6 h7 h8 h10 hJ hQ"

    def test_it_declares_its_longest_suit_when_it_holds_nine_trumps(self):
        action = plan(dealt(deal(self.STRONG + " s9 s9' c4 c6 c7 c8 c10 cJ cQ cK cA d4 d6 d7 d8 d10")), 0).action
        assert action == Declare(Cards(ids("bj h9 h9'")))

    def test_it_passes_with_a_short_suit(self):
        short = "bj c9 c9' h4 h6 h7 h8 h10 hJ hQ hK s4 s6 s7 s8 s10 sJ sQ sK d4 d6 d7 d8 d10 dJ dQ"
        assert plan(dealt(deal(short)), 0).action == Pass()

    def test_fewer_trumps_are_enough_while_cards_are_dealt(self):
        hand = "bj h9 h9' h4 h6 s4 s6 s7 s8 c4 c6 c7 c8"
        early = dealt(deal(hand), rules={"dealIntervalMs": 100}).tick(4_800)
        assert (early.counts[0], plan(early, 0).action) == (12, None)
        enough = dealt(deal(hand), rules={"dealIntervalMs": 100}).tick(5_200)
        assert plan(enough, 0).action == Declare(Cards(ids("bj h9 h9'")))

    def test_on_the_dealer_side_it_declares_with_anything_at_the_last_second(self):
        short = "bj c9 c9' h4 h6 h7 h8 h10 hJ hQ hK s4 s6 s7 s8 s10 sJ sQ sK d4 d6 d7 d8 d10 dJ dQ"
        found = plan(dealt(deal(short), dealer=2), 0)
        assert (type(found.action), found.think_ms) == (Declare, 9_000)
        assert plan(dealt(deal(short), dealer=1), 0).action == Pass()


class TestCounterAndStick:
    COUNTER = "sj sj' c9 c9' c4 c6 c7 c8 c10 cJ cQ cK cA c4' c6'"

    def test_it_counters_an_opponent_with_eleven_trumps(self):
        scene = dealt(deal("bj h9 h9'", self.COUNTER)).do(1, 0, "declare", cards="bj h9 h9'")
        assert isinstance(plan(scene, 1).action, Counter)

    def test_it_does_not_counter_its_partner(self):
        scene = dealt(deal("bj h9 h9'", "", self.COUNTER)).do(1, 0, "declare", cards="bj h9 h9'")
        assert plan(scene, 2).action == Pass()

    def test_it_sticks_to_an_opponent_and_gives_back_its_least(self):
        hands = deal("bj h8 h8'", "sj d9 d9' d10 d10' s2 s3 c4 c6 c10 cK")
        scene = dealt(hands).do(1, 0, "declare", cards="bj h8 h8'").passes(2, 1, 2, 3)
        action = plan(scene, 1).action
        assert isinstance(action, Stick)
        above_ace, *plain = action.payload.giveBack
        assert above_ace in ids("h3 s3 c3 d3"), "the lowest trump above the ace; 2 is the level"
        assert {card.split("_")[1] for card in plain} == {"4", "6"}, "the lowest plain cards without points"
        assert scene.apply(3, 1, action).code is None

    def test_it_does_not_stick_to_its_partner(self):
        hands = deal("bj h8 h8'", "", "sj d9 d9' d10 d10' s2 s3 c4 c6 c10 cK")
        scene = dealt(hands).do(1, 0, "declare", cards="bj h8 h8'").passes(2, 1, 2, 3)
        assert plan(scene, 2).action == Pass()


def test_it_buries_what_the_engine_would():
    scene = dealt(deal("bj h9 h9'"), rules=NO_STICK).do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1, 2, 3)
    assert plan(scene, 2).action.payload.cards == scene.view(2)["suggestedBury"]
    strong = plan(scene, 2, "strong")
    assert (strong.action, strong.ponder) == (None, True)
    buried = GAME.ponder(GAME.table(scene.state), GAME.own(scene.state, 2), BotSeat(2), b"", Chance(b"x"), "strong")
    assert scene.apply(3, 2, buried).code is None


class TestLead:
    def test_it_throws_what_is_certainly_the_highest(self):
        scene = playing("hA hA' hK c9", "h6 h7 c10 d4", "h6' c6' d6 d7", "h7' cJ d8 d9")
        assert played(scene, 0) == sorted(ids("hA hA' hK"))

    def test_it_leads_its_tractor(self):
        scene = playing("h8 h8' h9 h9' c4", "h6 h7 hA hK c10", "h6' c6' d6 d7 d4", "h7' cJ d8 d9 hA'", buried="c6 c7")
        assert played(scene, 0) == sorted(ids("h8 h8' h9 h9'"))

    def test_it_leads_a_sure_ace(self):
        scene = playing("hA c9 d4", "h6 h7 c10", "h6' c6' d6", "h7' cJ d8")
        assert "hearts_A_0" in played(scene, 0)

    def test_otherwise_it_leads_low_and_plain_and_without_points(self):
        scene = playing("h4 c9 dK s4", "hA s7 cA dA", "h6' c6' d6 sA", "h7' cJ dA' bj")
        assert played(scene, 0) == ids("h4")


class TestFollow:
    def test_it_gives_points_to_a_partner_who_is_sure_to_win(self):
        scene = lead_to("hA c9", "h4 c10", "hK h6", "h7 cJ", lead="hA").do(2, 1, "play", cards="h4")
        assert played(scene, 2) == ids("hK")

    def test_it_wins_with_the_cheapest_card_that_will_do(self):
        scene = lead_to("h9 c9 c4'", "hQ hA h4", "hK' h6 c7'", "h7 cJ c8'", lead="h9")
        assert played(scene, 1) == ids("hQ")

    def test_it_keeps_points_from_an_opponent_it_cannot_beat(self):
        scene = lead_to("hA c9 c4'", "hK h4 h10", "h8 h6 c7'", "h7 cJ c8'", lead="hA")
        assert played(scene, 1) == ids("h4")

    def test_it_ruffs_a_rich_trick_with_its_lowest_trump(self):
        scene = lead_to("hA c9 c4'", "s4 sA c6'", "hK hQ c7'", "h7 cJ c8'", lead="hA")
        assert played(scene, 1) == ids("s4")

    def test_it_does_not_ruff_a_low_single_for_nothing(self):
        scene = lead_to("h4 c9 c4'", "s4 sA c6'", "hK hQ c7'", "h7 cJ c8'", lead="h4")
        assert played(scene, 1) == ids("c6'")

    def test_it_never_ruffs_its_partners_certain_trick(self):
        scene = lead_to("hA c9", "h4 c10", "s4 c6'", "h7 cJ", lead="hA").do(2, 1, "play", cards="h4")
        assert played(scene, 2) == ids("c6'")

    def test_it_keeps_its_pairs_whole(self):
        scene = lead_to("hA c9 c4' c6", "h6 h6' h7 c10", "hK h9 c7' c6'", "hQ cJ c8' cQ", lead="hA", buried="d4")
        assert played(scene, 1) == ids("h7")


def test_it_chooses_the_unit_of_a_throw_that_its_hand_beats():
    hands = ("hQ h4 h4' dA", "hK c9 c10 cJ", "h6 h6' d4 d6", "c9' c10' cQ cQ'")
    scene = playing(*hands).do(5, 0, "play", cards="hQ h4 h4'")
    assert plan(scene, 1).action == ChooseThrow(Index(1))


def test_it_says_that_it_is_ready():
    scene = playing("hA", "hK", "h8", "h7")
    for seat, card in enumerate(("hA", "hK", "h8", "h7")):
        scene.do(1, seat, "play", cards=card)
    assert plan(scene, 3).action == Ready()
    assert plan(scene.do(2, 3, "ready"), 3).action is None


class TestMemory:
    def test_it_notes_who_is_out_of_a_suit(self):
        scene = lead_to("hA c9", "c10 cQ", "hK h6", "h7 cJ", lead="hA").do(2, 1, "play", cards="c10")
        remembered = plan(scene, 2).memory
        assert len(remembered) == 5
        memory = Memory.read(remembered, GAME.table(scene.state))
        assert memory.voids == [0, 0b00001, 0, 0]

    def test_it_forgets_with_the_round(self):
        scene = dealt(deal("bj"))
        assert Memory.read(bytes([7, 1, 2, 3, 4]), GAME.table(scene.state)).voids == [0] * 4


def test_what_was_stored_before_limits_were_is_still_read():
    table = GAME.table(lead_to("hA c9", "c10 cQ", "hK h6", "h7 cJ", lead="hA").state)
    memory = Memory.read(bytes([table.round % 256, 1, 2, 3, 4]), table)
    assert (memory.voids, set(memory.limits), memory.pointless) == ([1, 2, 3, 4], {255}, [0] * 4)


def test_the_former_easy_one_plays_what_the_table_suggests():
    scene = lead_to("hA c9 c4'", "hK h4 h10", "h8 h6 c7'", "h7 cJ c8'", lead="hA")
    suggested = scene.view(1)["duty"]["suggestions"][0]
    assert plan(scene, 1, "former-easy").action == Play(Cards(suggested))
    assert plan(playing("hA c9", "hK c10", "h6 c6'", "h7 cJ"), 0, "former-easy").action == Play(Cards(ids("c9")))


def test_the_former_normal_one_is_the_baseline_of_stored_rooms():
    scene = lead_to("hA c9 c4'", "hK h4 h10", "h8 h6 c7'", "h7 cJ c8'", lead="hA")
    assert plan(scene, 1, "former-normal") == plan(scene, 1, "baseline")


class TestStrong:
    def scene(self):
        scene = dealt(deal("bj h9 h9'"), rules=NO_STICK).do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1, 2, 3)
        return scene.do(3, 2, "bury", {"cards": scene.view(2)["suggestedBury"]})

    def test_it_asks_for_time_and_then_plays_something_legal(self):
        scene = self.scene()
        found = plan(scene, 2, "strong")
        assert (found.action, found.ponder) == (None, True)
        table, own = GAME.table(scene.state), GAME.own(scene.state, 2)
        actions = [GAME.ponder(table, own, BotSeat(2), found.memory, Chance(b"x"), "strong") for _ in range(2)]
        assert actions[0] == actions[1], "the same chance, the same play"
        assert scene.apply(4, 2, actions[0]).code is None

    def test_what_it_guesses_agrees_with_what_it_knows(self):
        scene = self.scene().do(4, 2, "play", {"cards": scene_card(self.scene())})
        table, own = GAME.table(scene.state), GAME.own(scene.state, 3)
        memory = Memory(table.round, [0b00010, 0, 0, 0])
        position = position_of(table, own, 3, memory)
        guesses = Guesses(table, own, position, Chance(b"guess"))
        for _ in range(20):
            deal_ = guesses.deal()
            assert [hand.bit_count() for hand in deal_.hands] == table.handCounts
            everything = [*deal_.hands, deal_.bottom, bits_of(table.played), *deal_.plays]
            assert sum(cards.bit_count() for cards in everything) == 108
            assert deal_.hands[3] == bits_of(own.hand)
            assert bits_of(CARD_OF[card] for card in ids("bj h9 h9'")) & ~deal_.hands[0] == 0, "these were shown"
            spades = [c for c in cards_in(deal_.hands[0]) if position.trumps.effective[c] == 1]
            assert spades == [], "seat 0 was out of spades"

    def test_with_one_card_left_there_is_nothing_to_ponder(self):
        scene = playing("hA", "hK", "h8", "h7")
        table, own = GAME.table(scene.state), GAME.own(scene.state, 0)
        assert GAME.ponder(table, own, BotSeat(0), b"", Chance(b"x"), "strong") == Play(Cards(ids("hA")))


def scene_card(scene):
    return scene.view(2)["suggestedLead"]


@pytest.mark.parametrize("level", GAME.bot_levels)
def test_a_bot_that_cannot_act_means_to_do_nothing(level):
    scene = playing("hA c9", "hK c10", "h6 c6'", "h7 cJ")
    assert plan(scene, 2, level).action is None


@pytest.mark.parametrize(
    ("hands", "rules"),
    [
        (("hA", "h10", "h5", "hK"), {}),  # the dealers take it
        (("h4", "h10", "h5", "hA"), {}),  # the defenders take it, and the bottom twice
        (("h4 h4'", "h10 h10'", "h5 c9", "s6 s6'"), {}),  # a pair is ruffed: the bottom counts four times
        (("hA", "h10", "h5", "hK"), {"dealerBottomPenalty": True}),
    ],
)
def test_a_trick_is_worth_the_same_in_a_bots_mind_and_at_the_table(hands, rules):
    scene = playing(*hands, buried="d5 d10 c4 c6", points=20, rules={**AT_ONCE, **rules})
    bits = [bits_of(CARD_OF[card] for card in ids(hand)) for hand in hands]
    deal_ = Deal(
        scene.state.trumps, list(bits), bits_of(scene.round.bottom), 0, [], 20, team(scene.state.dealer), [0] * 4
    )
    for seat, hand in enumerate(hands):
        put(deal_, bits[seat])
        assert scene.do(seat + 1, seat, "play", cards=hand).code is None
    assert deal_.points == scene.round.result.defender_points
    assert (deal_.plays, deal_.hands) == ([], [0] * 4)
