"""What counts as a blunder, and what only looks like one."""

from games.shandong import GAME
from games.shandong.actions import Cards, Pass, Play
from tests.games.shandong.shandong_scene import ids, playing

BARE_JOKER = "bareJokerLedEarly"
POINTS_GIVEN = "pointsThrownToTheEnemy"
TRUMP_WASTED = "trumpWasted"
PAIR_BROKEN = "pairBrokenForNothing"
LAST_TRICK = "lastTrickGivenAway"
LONG = "s4 s6 s7 s8 s9 s10 sJ sQ sK c4 c6 c7"


def found(scene, seat, cards):
    """The blunders that this play is."""
    return [name for name, made in judged(scene, seat, Play(Cards(ids(cards)))).items() if made]


def judged(scene, seat, action):
    """True: made; false: let pass; None: no occasion."""
    table, own = GAME.table(scene.state), GAME.own(scene.state, seat)
    return {name: blunder(table, own, seat, action) for name, blunder in GAME.blunders.items()}


def occasions(scene, seat, cards):
    return {name for name, made in judged(scene, seat, Play(Cards(ids(cards)))).items() if made is not None}


def after(*hands, plays, **more):
    scene = playing(*hands, **more)
    for seat, cards in enumerate(plays):
        scene.do(seat + 1, seat, "play", cards=cards)
        assert scene.code is None
    return scene


def test_a_bare_joker_is_led_with_half_the_hand_to_play():
    scene = playing(f"bj {LONG}", "h4 c10", "h6 c8", "h7 c9")
    assert found(scene, 0, "bj") == [BARE_JOKER]
    assert found(scene, 0, "s4") == []


def test_late_a_joker_may_be_led():
    assert found(playing("bj c4 c6", "h4 c10 d4", "h6 c8 d6", "h7 c9 d7"), 0, "bj") == []


class TestPoints:
    def test_they_are_thrown_to_an_enemy_who_has_won(self):
        scene = after("hA c9", "h4 c10", "h6 c6'", "hK h7", plays=("hA", "h4", "h6"))
        assert found(scene, 3, "hK") == [POINTS_GIVEN]
        assert found(scene, 3, "h7") == []

    def test_they_are_given_to_a_partner(self):
        scene = after("h4 c9", "hA c10", "h6 c6'", "hK h7", plays=("h4", "hA", "h6"))
        assert found(scene, 3, "hK") == []

    def test_who_has_nothing_else_throws_nothing_away(self):
        scene = after("hA c9", "h4 c10", "h6 c6'", "hK h10", plays=("hA", "h4", "h6"))
        assert found(scene, 3, "hK") == []

    def test_while_the_partner_may_still_win_it_is_a_risk_and_no_blunder(self):
        scene = after("hA c9", "hK h4", "h6 c6'", "h7 c8", plays=("hA",))
        assert found(scene, 1, "hK") == []


class TestTrumps:
    def test_one_that_does_not_win_is_wasted(self):
        scene = after("h9 c9", "s9 c10", "s4 c6'", "h7 c8", plays=("h9", "s9"))
        assert found(scene, 2, "s4") == [TRUMP_WASTED]
        assert found(scene, 2, "c6'") == []

    def test_one_on_the_partners_trick_is_wasted_where_nobody_follows(self):
        scene = after("h9 c9", "hA c10", "h4 c6'", "s4 c8", plays=("h9", "hA", "h4"))
        assert found(scene, 3, "s4") == [TRUMP_WASTED]

    def test_one_that_wins_from_the_enemy_is_not(self):
        scene = after("hA c9", "h4 c10", "h6 c6'", "s4 c8", plays=("hA", "h4", "h6"))
        assert found(scene, 3, "s4") == []


class TestPairs:
    def test_one_is_broken_though_a_lower_loose_card_was_there(self):
        scene = after("hA c9 c10", "h4 h9 h9'", "h6 c6' d4", "hK h7 d6", plays=("hA",))
        assert found(scene, 1, "h9") == [PAIR_BROKEN]
        assert found(scene, 1, "h4") == []

    def test_half_of_one_is_led(self):
        scene = playing("h4 h9 h9'", "h6 c10 c4'", "h7 c8' d4", "h8 c9 d6")
        assert found(scene, 0, "h9") == [PAIR_BROKEN]
        assert found(scene, 0, "h9 h9'") == []


def test_the_last_trick_is_given_away_by_playing_the_sure_card_first():
    scene = playing("bj c4'", "h6 c10", "h7 c8'", "h8 c9")
    assert found(scene, 0, "bj") == [LAST_TRICK]
    assert found(scene, 0, "c4'") == []


def test_a_sure_card_of_a_plain_suit_may_go_first_as_the_last_trick_may_be_of_another():
    scene = playing("hA c4'", "d6 c10", "d7 c8'", "d8 c9")
    assert found(scene, 0, "hA") == []
    assert LAST_TRICK not in occasions(scene, 0, "hA")


def test_with_two_sure_cards_neither_gives_anything_away():
    scene = playing("bj hA", "d6 c10", "d7 c8'", "d8 c9")
    assert LAST_TRICK not in occasions(scene, 0, "bj")


def test_only_plays_are_judged():
    scene = playing("bj c4'", "h6 c10", "h7 c8'", "h8 c9")
    assert set(judged(scene, 0, Pass()).values()) == {None}


class TestOccasions:
    """Rates are of those plays alone that could have been a blunder."""

    def test_without_a_joker_none_can_be_led(self):
        assert BARE_JOKER in occasions(playing(f"bj {LONG}", "h4 c10", "h6 c8", "h7 c9"), 0, "s4")
        assert BARE_JOKER not in occasions(playing(f"sA {LONG}", "h4 c10", "h6 c8", "h7 c9"), 0, "s4")

    def test_points_can_be_thrown_by_who_has_a_choice(self):
        hands = ("hA c9", "h4 c10", "h6 c6'")
        assert POINTS_GIVEN in occasions(after(*hands, "hK h7", plays=("hA", "h4", "h6")), 3, "h7")
        assert POINTS_GIVEN not in occasions(after(*hands, "hK d4", plays=("hA", "h4", "h6")), 3, "hK")

    def test_a_trump_can_be_wasted_where_suit_need_not_be_followed(self):
        hands = ("hA c9", "h4 c10", "h6 c6'")
        assert TRUMP_WASTED in occasions(after(*hands, "s4 c8", plays=("hA", "h4", "h6")), 3, "c8")
        assert TRUMP_WASTED not in occasions(after(*hands, "h7 s4", plays=("hA", "h4", "h6")), 3, "h7")

    def test_a_pair_can_be_broken_where_a_lower_card_is_loose(self):
        assert PAIR_BROKEN in occasions(playing("h4 h9 h9'", "h6 c10 c4'", "h7 c8' d4", "h8 c9 d6"), 0, "h4")
        assert PAIR_BROKEN not in occasions(playing("hJ h9 h9'", "h6 c10 c4'", "h7 c8' d4", "h8 c9 d6"), 0, "hJ")

    def test_the_last_trick_can_be_given_away_with_one_sure_card_of_two(self):
        assert LAST_TRICK in occasions(playing("bj c4'", "h6 c10", "h7 c8'", "h8 c9"), 0, "c4'")
        assert LAST_TRICK not in occasions(playing("bj c4' h4", "h6 c10 d4", "h7 c8' d6", "h8 c9 d7"), 0, "c4'")
