"""How bots behave: nothing hangs on cards that they cannot see, and a pause tells how hard the choice is."""

import pytest

from games.api import BotSeat
from games.chance import Chance
from games.shandong import GAME
from games.shandong.actions import Cards, Declare, Pass, Play
from games.shandong.audit.redealing import redeal
from games.shandong.bots.memory import Memory
from games.shandong.bots.position import position_of
from games.shandong.bots.sampling import Guesses
from games.shandong.bots.thinking import GLANCE_MS, think_ms
from games.shandong.rules.cards import CARD_OF, bits_of
from tests.games.shandong.shandong_scene import AT_ONCE, deal, dealt, ids, playing

ENDING = ("hA h9 s4 cK", "hK h4 s9 c10", "h6 hQ dK d4", "h7 sA cJ d9")


def planned(scene, seat, level, state=None):
    state = scene.state if state is None else state
    table, own = GAME.table(state), GAME.own(state, seat)
    plan = GAME.bot(table, own, BotSeat(seat), [], b"", Chance(b"manners"), level)
    pondered = GAME.ponder(table, own, BotSeat(seat), plan.memory, Chance(b"pond"), level) if plan.ponder else None
    return plan, pondered


def position(scene, seat):
    table, own = GAME.table(scene.state), GAME.own(scene.state, seat)
    return position_of(table, own, seat, Memory(table.round))


def scenes():
    lead = playing(*ENDING)
    follow = playing(*ENDING).do(1, 0, "play", cards="hA")
    burying = dealt(deal("bj h9 h9'"), rules={**AT_ONCE, "sticking": False})
    burying.do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1, 2, 3)
    return [(lead, 0), (follow, 1), (dealt(deal("bj h9 h9'")), 0), (burying, 2)]


class TestTwins:
    """The same deal, except for what a seat cannot see."""

    @pytest.mark.parametrize("level", GAME.bot_levels)
    @pytest.mark.parametrize("place", range(3))
    def test_a_bot_does_and_thinks_the_same_whatever_the_others_hold(self, level, place):
        scene, seat = scenes()[place]
        expected = planned(scene, seat, level)
        for number in range(3):
            other, _ = scenes()[place]
            twin = redeal(other.state, seat, Chance(b"twin", number))
            assert twin.round.hands != scene.state.round.hands
            assert GAME.own(twin, seat) == GAME.own(scene.state, seat)
            assert planned(other, seat, level, twin) == expected

    def test_the_strong_bot_guesses_the_same_whatever_the_others_hold(self):
        found = []
        for number in (1, 2):
            scene, seat = scenes()[3]
            state = redeal(scene.state, seat, Chance(b"twin", number))
            table, own = GAME.table(state), GAME.own(state, seat)
            guesses = Guesses(table, own, position_of(table, own, seat, Memory(table.round)), Chance(b"guess"))
            found.append([guesses.deal().hands for _ in range(3)])
        assert found[0] == found[1]


class TestThinking:
    def test_a_glance_is_enough_where_there_is_nothing_to_choose(self):
        assert (
            think_ms(position(playing("h4 h6", "h9 c4", "h7 c8", "hA c9").do(1, 0, "play", cards="h4"), 1)) == GLANCE_MS
        )

    def test_more_cards_to_choose_from_take_longer(self):
        few, many = "h9 hJ c4 c6 c7", "h9 hJ h8 h7 hQ"
        times = []
        for hand in (few, many):
            scene = playing("h4 d4 d6 d7 d8", hand, "h6 s4 s6 s7 s8", "hA s9 sJ sQ sK")
            times.append(think_ms(position(scene.do(1, 0, "play", cards="h4"), 1)))
        assert GLANCE_MS < times[0] < times[1]

    def test_to_lead_takes_longer_than_to_follow(self):
        scene = playing(*ENDING)
        lead = think_ms(position(scene, 0))
        assert lead > think_ms(position(scene.do(1, 0, "play", cards="hA"), 1))

    def test_points_are_worth_a_second_look(self):
        times = []
        for led in ("h9", "h10"):
            scene = playing("h9 h10 c4", "h6 h7 c6", "hJ hQ c7", "hK hA c8").do(1, 0, "play", cards=led)
            times.append(think_ms(position(scene, 1)))
        assert times[0] < times[1]


class TestDeclaring:
    HAND = "bj h9 h9' h4 h6 h7 h8 c4 c6 c7 c8 c10 cJ s4 s6 s7 s8 s10 sJ d4 d6 d7 d8 d10 dJ dQ"

    def action(self, hand, dealer, **rules):
        return planned(dealt(deal(hand), dealer=dealer, rules={**AT_ONCE, **rules}), 0, "strong")[0].action

    def test_on_the_dealers_side_it_declares_at_once(self):
        assert isinstance(self.action(self.HAND, 2), Declare)

    def test_in_the_first_round_it_declares_to_become_dealer(self):
        assert isinstance(self.action(self.HAND, None), Declare)

    def test_a_defender_hopes_that_the_dealers_cannot_declare(self):
        assert self.action(self.HAND, 1) == Pass()

    def test_a_defender_does_declare_a_monster(self):
        monster = "bj h4 h4' h6 h6' h7 h7' h8 h8' h10 hJ hQ hK c4 c6 s4"
        assert isinstance(self.action(monster, 1), Declare)

    def test_where_hoping_gains_nothing_a_defender_declares(self):
        assert isinstance(self.action(self.HAND, 1, noDeclare="take"), Declare)


class TestWhatPlaysTell:
    def told(self, *hands, plays, viewer):
        scene = playing(*hands)
        for seat, cards in enumerate(plays):
            scene.do(seat + 1, seat, "play", cards=cards)
            assert scene.code is None
        table, own = GAME.table(scene.state), GAME.own(scene.state, viewer)
        memory = Memory(table.round)
        memory.watch(table, position(scene, viewer).trumps)
        return memory, table, own

    def test_no_pair_for_a_pair_means_no_higher_card(self):
        hands = ("h4 h4' c4 c4'", "hJ h9 h6 h8", "h7 h7' c6 c7", "hQ hQ' c8 c9")
        memory, table, own = self.told(*hands, plays=("h4 h4'", "hJ h9"), viewer=2)
        guesses = Guesses(table, own, position_of(table, own, 2, memory), Chance(b"told"))
        higher = bits_of(CARD_OF[card] for card in ids("h10 h10' hJ hJ' hQ hQ' hK hK' hA hA'"))
        assert all(not guesses.deal().hands[1] & higher for _ in range(20))

    def test_who_gave_the_partner_no_points_hardly_has_them(self):
        hands = ("h4 c4", "hA c9", "h6 c6", "h7 c8")
        memory, _, _ = self.told(*hands, plays=("h4", "hA", "h6", "h7"), viewer=2)
        assert memory.pointless == [0, 0, 0, 1]

    def test_what_was_noted_is_stored_and_read_again(self):
        hands = ("h4 h4' c4 c4'", "hJ h9 h6 h8", "h7 h7' c6 c7", "hQ hQ' c8 c9")
        memory, table, _ = self.told(*hands, plays=("h4 h4'", "hJ h9"), viewer=2)
        assert Memory.read(memory.store(), table) == memory


@pytest.mark.parametrize(
    ("first", "last", "given"), [("hA c6", "h8 c8", "h10"), ("hA bj", "s4 c8", "h4")], ids=["follows", "ruffs"]
)
def test_a_twin_that_sees_all_hands_feeds_its_partner_where_nobody_ruffs(first, last, given):
    scene = playing(first, "h7 c9", "h10 h4", last).do(1, 0, "play", cards="hA").do(2, 1, "play", cards="h7")
    seen = GAME.table(scene.state), GAME.own(scene.state, 2)
    action = GAME.ponder_knowing(scene.state, *seen, BotSeat(2), b"", Chance(b"know"), "strong")
    assert action == Play(Cards(ids(given)))


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_those_who_forget_still_play_by_the_rules(level):
    for number in range(20):
        scene = playing(*ENDING).do(1, 0, "play", cards="hA")
        table, own = GAME.table(scene.state), GAME.own(scene.state, 1)
        action = GAME.bot(table, own, BotSeat(1), [], b"", Chance(b"forget", number), level).action
        assert isinstance(action, Play)
        assert scene.apply(2, 1, action).code is None


def test_levels_of_stored_rooms_are_still_played_and_offered_no_more():
    assert set(GAME.former_levels) == {"former-normal", "former-easy", "former-strong", "baseline"}
    assert [level for level in GAME.bot_levels if level not in GAME.former_levels] == ["easy", "normal", "strong"]


def test_what_former_levels_mean_remember_and_how_long_they_wait_does_not_change():
    scene = playing(*ENDING).do(1, 0, "play", cards="hA")
    for level, wait in (("former-normal", 900), ("former-easy", 900), ("former-strong", 600), ("baseline", 900)):
        plan, _ = planned(scene, 1, level)
        assert (plan.think_ms, len(plan.memory)) == (wait, 5)
    burying, seat = scenes()[3]
    plan, _ = planned(burying, seat, "former-strong")
    assert (plan.ponder, plan.think_ms) == (False, 2_500)
