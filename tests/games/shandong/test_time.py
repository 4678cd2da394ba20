"""Deadlines, late ticks, auto, and DEADLINE_PASSED (shandong.md 9, 15.2)."""

import msgspec
import pytest

from games.api import HOST, AllReady, BotSeat, SeatAway, SeatBack, SeatKicked, SeatLeft, SeatTaken
from games.shandong import GAME
from tests.games.shandong.shandong_scene import AT_ONCE, Scene, deal, dealt, ids, playing

FOUR = ("hA c9", "hK c10", "h6 c6'", "h7 cJ")
HANDS = deal("bj h9 h9'", "sj sj' c9 c9'", "bj'")


def test_the_deadlines_of_a_late_tick_count_from_their_own_times():
    scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'").tick(85_000)
    # countering 10,001; sticking 20,001; bottom 80,001; then the burier's turn
    assert (scene.phase, scene.deadline) == ("playing", 110_001)


def test_one_late_tick_equals_many_small_ones():
    decks = [HANDS, deal("bj h9 h9'", "sj sj' c9 c9'"), deal("d9")]
    for end in (9_999, 10_000, 13_000, 45_000, 90_000):
        late, early = dealt(*decks), dealt(*decks)
        late.do(1, 0, "declare", cards="bj h9 h9'")
        early.do(1, 0, "declare", cards="bj h9 h9'")
        for at in range(500, end, 500):
            early.tick(at)
        assert late.tick(end).state == early.tick(end).state


def test_a_whole_round_goes_by_in_one_late_tick_as_in_many():
    late, early = playing(*FOUR, deals=[HANDS] * 3), playing(*FOUR, deals=[HANDS] * 3)
    for at in range(1_000, 500_000, 1_000):
        early.tick(at)
    assert late.tick(500_000).state == early.tick(500_000).state
    assert late.state.number > 1


class TestAutomaticPlays:
    def test_the_leader_leads_the_lowest_plain_card_points_last(self):
        scene = playing("hK h9 c5 s4 d10", "hA h4 h6 h7 h8", "c9 cJ cQ cA c9'", "d4 d6 d7 d8 d9").tick(30_000)
        assert scene.view(None)["trick"]["plays"] == [{"seat": 0, "cards": ids("h9")}]

    def test_without_plain_cards_the_leader_leads_the_lowest_trump_by_the_same_key(self):
        scene = playing("sK s9 h5 s10", "hA h4 h6 h7", "c9 cJ cQ cA", "d4 d6 d7 d8").tick(30_000)
        assert scene.view(None)["trick"]["plays"] == [{"seat": 0, "cards": ids("s9")}]

    def test_equal_cards_go_by_their_ids(self):
        scene = playing("h9 c9 d9", "hA h4 h6", "cJ cQ cA", "d4 d6 d7").tick(30_000)
        assert scene.view(None)["trick"]["plays"] == [{"seat": 0, "cards": ids("c9")}]

    def test_a_follower_plays_what_the_rules_construct(self):
        scene = playing("hA c9", "hK h4", "h6 c6'", "h7 cJ").do(1, 0, "play", cards="hA").tick(30_001)
        assert scene.view(None)["trick"]["plays"][1]["cards"] == ids("h4")


class TestTwoTimeOuts:
    def test_put_a_seat_on_auto(self):
        scene = playing(*FOUR).tick(30_000)
        assert scene.auto == [False] * 4
        for at, seat, card in [(30_001, 1, "c10"), (30_002, 2, "c6'"), (30_003, 3, "cJ"), (30_004, 3, "h7")]:
            assert scene.do(at, seat, "play", cards=card).code is None
        assert scene.tick(60_004).auto == [True, False, False, False]

    def test_an_accepted_action_between_them_restarts_the_count(self):
        scene = playing(*FOUR).tick(30_000).do(30_001, 0, "set_auto", enabled=False)
        for at, seat, card in [(30_001, 1, "c10"), (30_002, 2, "c6'"), (30_003, 3, "cJ"), (30_004, 3, "h7")]:
            scene.do(at, seat, "play", cards=card)
        assert scene.tick(60_004).auto == [False] * 4

    def test_a_refused_action_between_them_does_not(self):
        scene = playing(*FOUR).tick(30_000).do(30_001, 0, "play", cards="hA")
        assert scene.code == "DEADLINE_PASSED"
        for at, seat, card in [(30_001, 1, "c10"), (30_002, 2, "c6'"), (30_003, 3, "cJ"), (30_004, 3, "h7")]:
            scene.do(at, seat, "play", cards=card)
        assert scene.tick(60_004).auto == [True, False, False, False]

    def test_bottom_and_the_first_lead_are_two(self):
        rules = {**AT_ONCE, "sticking": False}
        scene = dealt(HANDS, rules=rules).do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1, 2, 3)
        assert scene.tick(60_002).auto == [False] * 4
        assert scene.tick(90_002).auto == [False, False, True, False]

    def test_windows_and_ready_do_not_count(self):
        scene = dealt(HANDS, HANDS).tick(10_000).tick(23_000).tick(36_000)
        assert scene.auto == [False] * 4
        assert scene.state.timeouts == [0] * 4

    def test_a_missed_choice_of_a_throw_counts(self):
        scene = playing("hQ h4 h4' dA", "hK c9 c10 cJ", "h6 h6' d4 d6", "c9' c10' cQ cQ'")
        scene.do(5, 0, "play", cards="hQ h4 h4'").tick(10_005)
        assert scene.state.timeouts == [0, 1, 0, 0]
        assert scene.tick(40_005).auto == [False, True, False, False]


class TestAuto:
    def test_it_acts_at_once_when_it_is_awaited(self):
        scene = playing(*FOUR).do(5, 1, "set_auto", enabled=True)
        scene.do(6, 0, "play", cards="hA")
        assert (scene.round.turn, scene.counts, scene.deadline) == (2, [1, 1, 2, 2], 30_006)

    def test_set_on_ones_turn_it_takes_effect_at_once(self):
        scene = playing(*FOUR).do(5, 0, "set_auto", enabled=True)
        assert (scene.round.turn, scene.counts, scene.deadline) == (1, [1, 2, 2, 2], 30_005)
        assert scene.auto == [True, False, False, False]

    def test_it_passes_when_a_window_opens(self):
        scene = dealt(HANDS).do(1, 1, "set_auto", enabled=True)
        assert scene.round.passed == [1]
        scene.do(2, 0, "declare", cards="bj h9 h9'")
        assert (scene.phase, scene.round.passed) == ("countering", [1])
        assert scene.do(3, 1, "pass").code == "ALREADY_PASSED"

    def test_set_in_a_window_it_may_close_it(self):
        scene = dealt(HANDS, HANDS).passes(5, 0, 1, 2).do(6, 3, "set_auto", enabled=True)
        assert (scene.phase, scene.state.number) == ("dealing", 2)

    def test_it_is_ready_at_once(self):
        scene = playing("hA", "hK", "h8", "h7", turn=0, deals=[HANDS])
        for seat in range(3):
            scene.do(1, seat, "set_auto", enabled=True)
        scene.do(2, 3, "play", cards="h7")
        assert (scene.phase, scene.state.ready) == ("round_end", [True, True, True, False])
        assert scene.do(3, 3, "ready").phase == "declaring"

    def test_any_accepted_action_takes_the_seat_back(self):
        scene = dealt(HANDS).do(1, 1, "set_auto", enabled=True)
        scene = Scene(scene.state, scene.decks).do(2, 0, "declare", cards="bj h9 h9'")
        assert scene.do(3, 1, "counter", cards="sj sj' c9 c9'").code == "ALREADY_PASSED"
        assert scene.auto[1], "a refused action does not"
        assert scene.do(4, 1, "set_auto", enabled=False).auto == [False] * 4

    def test_a_declaration_while_cards_are_dealt_takes_the_seat_back(self):
        scene = dealt(HANDS, rules={"dealIntervalMs": 10}).do(1, 0, "set_auto", enabled=True)
        assert scene.auto[0]
        assert not scene.do(900, 0, "declare", cards="bj h9 h9'").auto[0]

    @pytest.mark.parametrize("payload", [{}, {"enabled": 1}, {"enabled": "true"}, {"enabled": None}])
    def test_it_is_switched_by_a_boolean(self, payload):
        scene = dealt(HANDS).do(1, 0, "set_auto", payload)
        assert (scene.code, scene.params) == ("BAD_PAYLOAD", {"field": "enabled"})

    def test_it_may_be_switched_in_every_phase(self):
        assert dealt(HANDS, rules={"dealIntervalMs": 10}).do(1, 0, "set_auto", enabled=True).code is None
        ended = playing("hA", "hK", "h8", "h7", levels=("A", "A"))
        for seat, card in enumerate(("hA", "hK", "h8", "h7")):
            ended.do(1, seat, "play", cards=card)
        assert ended.phase == "match_end"
        assert ended.do(2, 0, "set_auto", enabled=True).auto[0]

    def test_the_burier_on_auto_buries_and_leads(self):
        scene = dealt(HANDS).do(1, 2, "set_auto", enabled=True).do(2, 0, "declare", cards="bj h9 h9'")
        scene.passes(3, 1, 3).passes(4, 1, 3)
        assert (scene.phase, scene.round.turn, scene.counts) == ("playing", 3, [26, 26, 25, 26])

    def test_four_seats_on_auto_without_pauses_do_not_go_on_forever(self):
        rules = {**AT_ONCE, "redealPauseMs": 0}
        scene = dealt(HANDS, rules=rules)
        for seat in range(4):
            scene.do(1, seat, "set_auto", enabled=True)
        assert scene.state.number > 10
        assert GAME.wake(scene.state).at <= 1


class TestDeadlinePassed:
    def test_it_replaces_any_refusal_of_what_came_too_late(self):
        scene = playing(*FOUR).do(30_000, 0, "play", cards="hA")
        assert scene.code == "DEADLINE_PASSED"
        assert scene.do(30_001, 0, "play", {"cards": "?"}).code == "DEADLINE_PASSED"

    def test_only_for_the_seat_that_was_waited_for(self):
        assert playing(*FOUR).do(30_000, 2, "play", cards="h6").code == "NOT_YOUR_TURN"

    def test_only_for_actions_of_that_phase(self):
        scene = playing(*FOUR).tick(30_000)
        assert scene.do(30_001, 0, "bury", cards="hA").code == "WRONG_PHASE"
        assert scene.do(30_001, 0, "nonsense").code == "BAD_PAYLOAD"

    def test_not_for_somebody_without_a_seat(self):
        assert playing(*FOUR).do(30_000, None, "play", cards="hA").code == "NOT_SEATED"

    def test_until_the_next_accepted_action_of_any_seat(self):
        scene = playing(*FOUR).tick(30_000).do(30_001, 1, "play", cards="c10")
        assert scene.do(30_002, 0, "play", cards="hA").code == "NOT_YOUR_TURN"

    def test_until_the_seat_is_awaited_again_in_that_phase(self):
        scene = playing(*FOUR).tick(30_000).tick(60_000).tick(90_000).tick(120_000)
        assert scene.round.turn == 3
        assert scene.do(120_001, 0, "play", cards="hA").code == "DEADLINE_PASSED"
        assert scene.do(120_001, 3, "play", cards="c9").code == "CARD_NOT_IN_HAND", "awaited again"

    def test_a_pass_too_late_for_countering_is_a_pass_in_sticking(self):
        scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'")
        assert scene.do(10_001, 1, "pass").code is None
        assert (scene.phase, scene.round.passed) == ("sticking", [1])

    def test_a_declaration_too_late_finds_the_deadline_passed_in_the_new_deal(self):
        scene = dealt(HANDS, HANDS, rules={"dealIntervalMs": 100}).do(20_400, 0, "declare", cards="bj h9 h9'")
        assert (scene.phase, scene.code) == ("dealing", "DEADLINE_PASSED")
        scene.tick(23_400 + 10_400)
        assert scene.phase == "declaring"
        assert scene.do(34_000, 0, "declare", cards="bj h9").code == "DECLARE_NEEDS_THREE", "awaited again"

    def test_who_passed_was_not_waited_for(self):
        scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1)
        assert scene.do(10_001, 1, "counter", cards="sj sj' c9 c9'").code == "WRONG_PHASE"
        assert scene.do(10_001, 2, "counter", cards="").code == "DEADLINE_PASSED"

    def test_only_the_claimant_was_awaited(self):
        scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'").passes(2, 1, 2, 3).do(3, 1, "stick_claim")
        assert scene.do(20_003, 1, "stick", {}).code == "DEADLINE_PASSED"
        assert scene.phase == "bottom"
        assert scene.do(20_003, 3, "stick_claim").code == "WRONG_PHASE"

    def test_a_late_bury_a_late_choice_and_a_late_ready(self):
        scene = dealt(HANDS).do(1, 0, "declare", cards="bj h9 h9'").tick(20_001)
        assert scene.do(80_001, 2, "bury", cards="").code == "DEADLINE_PASSED"
        scene = playing("hQ h4 h4' dA", "hK c9 c10 cJ", "h6 h6' d4 d6", "c9' c10' cQ cQ'")
        assert (
            scene.do(5, 0, "play", cards="hQ h4 h4'").do(10_005, 1, "choose_throw", index=0).code == "DEADLINE_PASSED"
        )
        scene = playing("hA", "hK", "h8", "h7", deals=[HANDS])
        for seat, card in enumerate(("hA", "hK", "h8", "h7")):
            scene.do(1, seat, "play", cards=card)
        assert scene.do(30_001, 0, "ready").code == "DEADLINE_PASSED"

    def test_a_refusal_that_comes_with_passed_time_keeps_the_passed_time(self):
        scene = playing(*FOUR).do(30_000, 0, "play", cards="hA")
        assert (scene.round.turn, scene.deadline) == (1, 60_000)
        assert [type(told.public).__name__ for told in scene.told] == ["TimedOut", "Played"]


class TestOrderOfChecks:
    def test_without_a_seat_nothing_else_is_looked_at(self):
        assert dealt(HANDS).do(1, None, "nonsense").code == "NOT_SEATED"

    def test_an_unknown_action_is_a_bad_payload(self):
        scene = dealt(HANDS).do(1, 0, "nonsense")
        assert (scene.code, scene.params) == ("BAD_PAYLOAD", {"field": "action"})

    def test_the_phase_comes_before_the_right_to_act(self):
        assert dealt(HANDS).do(1, 0, "bury", cards="").code == "WRONG_PHASE"

    def test_the_right_to_act_comes_before_the_cards(self):
        assert playing(*FOUR).do(1, 1, "play", {}).code == "NOT_YOUR_TURN"

    @pytest.mark.parametrize(
        ("action", "phases"),
        [
            ("declare", {"dealing", "declaring"}),
            ("counter", {"dealing", "countering"}),
            ("pass", {"declaring", "countering", "sticking"}),
            ("stick", {"sticking"}),
            ("stick_claim", {"sticking"}),
            ("bury", {"bottom"}),
            ("play", {"playing"}),
            ("choose_throw", {"throw_choice"}),
            ("ready", {"waiting", "round_end", "match_end"}),
            ("unready", {"waiting", "match_end"}),
        ],
    )
    def test_an_action_belongs_to_its_phases(self, action, phases):
        from games.shandong.actions import KINDS
        from games.shandong.rules.phases.perform import RULES

        assert {phase.label for phase in RULES[KINDS[action]].phases} == phases


class TestWhoSits:
    def test_a_seat_that_was_left_is_the_rooms_to_play(self):
        scene = playing(*FOUR).apply(5, HOST, SeatLeft(1))
        assert GAME.autopilot(scene.state) == [1]
        scene.do(6, 0, "play", cards="hA")
        assert scene.round.turn == 1, "the room's bot has its time"
        before = msgspec.msgpack.encode(scene.state)
        scene.apply(7, BotSeat(1), GAME.random_action(scene.state, 1, _chance()))
        assert (scene.code, GAME.autopilot(scene.state)) == (None, [1])
        assert msgspec.msgpack.encode(scene.state) != before
        assert scene.auto == [False, True, False, False]

    def test_time_still_runs_for_it(self):
        scene = playing(*FOUR).apply(5, HOST, SeatKicked(0)).tick(30_000)
        assert scene.round.turn == 1

    def test_somebody_else_takes_it(self):
        scene = playing(*FOUR).apply(5, HOST, SeatLeft(1)).apply(6, HOST, SeatTaken(1, "bot"))
        assert (GAME.autopilot(scene.state), scene.view(None)["bots"]) == ([], [False, True, False, False])

    def test_a_player_who_is_away_is_played_for_at_once_until_they_are_back(self):
        scene = playing(*FOUR).apply(5, HOST, SeatAway(1)).do(6, 0, "play", cards="hA")
        assert (scene.round.turn, scene.auto) == (2, [False, True, False, False])
        assert scene.apply(7, HOST, SeatBack(1)).auto == [False] * 4

    def test_a_slow_bot_is_not_put_on_auto(self):
        scene = playing(*FOUR).apply(1, HOST, SeatTaken(0, "bot")).tick(239_999)
        assert scene.state.timeouts == [2, 2, 1, 2]
        assert scene.auto == [False, True, False, True]

    def test_who_left_is_not_away_or_back(self):
        scene = playing(*FOUR).apply(5, HOST, SeatLeft(1)).apply(6, HOST, SeatAway(1)).apply(7, HOST, SeatBack(1))
        assert GAME.autopilot(scene.state) == [1]

    def test_when_everybody_is_ready_the_next_round_begins(self):
        scene = playing("hA", "hK", "h8", "h7", deals=[HANDS])
        assert scene.apply(1, HOST, AllReady()).phase == "playing"
        for seat, card in enumerate(("hA", "hK", "h8", "h7")):
            scene.do(1, seat, "play", cards=card)
        assert scene.apply(2, HOST, AllReady()).phase == "declaring"


def _chance():
    from games.chance import Chance

    return Chance(b"stand-in")
