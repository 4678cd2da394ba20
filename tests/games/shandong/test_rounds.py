"""The end of a round and of a match, and what comes next (shandong.md 10.8, 12, 13)."""

import pytest

from tests.games.shandong.shandong_scene import AT_ONCE, deal, playing

NEXT = deal("bj h9 h9'")


def last_trick(
    cards=("hA", "hK", "h8", "h7"), *, turn=2, at=1, buried="hK' c5 c7 c8", points=40, levels=("6", "9"), **more
):
    scene = playing(*cards, turn=turn, buried=buried, points=points, levels=levels, deals=[NEXT] * 3, **more)
    for place in range(4):
        seat = (turn + place) % 4
        scene.do(at + place, seat, "play", cards=cards[seat])
        assert scene.code is None
    return scene


def test_the_dealers_keep_the_bottom_with_the_last_trick():
    scene = last_trick()
    assert (scene.phase, scene.deadline, scene.round.turn) == ("round_end", 30_004, None)
    result = scene.view(None)["result"]
    assert result == {
        "result": "dealer",
        "steps": 1,
        "teamLevels": ["7", "9"],
        "nextDealer": 2,
        "matchWinner": None,
        "bottomPoints": 15,
        "multiplier": 2,
        "defenderDelta": 0,
        "defenderPoints": 40,
        "holders": 0,
        "bottomCaptured": False,
    }


def test_the_defenders_capture_the_bottom_with_the_last_trick():
    scene = last_trick(("hA", "hK", "h8", "sA"))
    assert (scene.round.points, scene.round.result.defender_delta, scene.round.result.next_dealer) == (80, 30, 1)


def test_the_buried_cards_are_open_to_all_at_the_end():
    scene = last_trick()
    assert all(scene.sees(seat, "hK' c5 c7 c8") for seat in (0, 1, 2, 3, None))


def test_four_who_are_ready_begin_the_next_round():
    scene = last_trick()
    for seat in (3, 1, 0):
        assert scene.do(10, seat, "ready").phase == "round_end"
    scene.do(11, 2, "ready")
    assert (scene.state.dealer, scene.state.level, scene.round.points, scene.round.declarer) == (2, 5, 0, None)
    assert (scene.phase, scene.deadline) == ("declaring", 10_011)
    assert (scene.view(None)["lastTrick"], scene.view(None)["result"]) == (None, None)


def test_the_deal_begins_at_the_moment_of_the_fourth_ready():
    scene = last_trick(rules={"dealIntervalMs": 100})
    for seat in range(4):
        scene.do(50, seat, "ready")
    assert (scene.phase, scene.deadline, scene.counts) == ("dealing", None, [0] * 4)
    assert scene.tick(150).counts == [0, 0, 1, 0]


def test_saying_ready_again_is_accepted_without_effect():
    scene = last_trick()
    for _ in range(4):
        assert scene.do(10, 0, "ready").code is None
    assert scene.phase == "round_end"
    assert scene.view(None)["ready"] == [True, False, False, False]


def test_ready_cannot_be_taken_back_between_rounds():
    assert last_trick().do(10, 0, "ready").do(11, 0, "unready").code == "WRONG_PHASE"


def test_when_time_is_up_the_next_round_begins_by_itself():
    scene = last_trick().do(10, 0, "ready").tick(40_000)
    assert (scene.phase, scene.deadline, scene.state.dealer) == ("declaring", 40_004, 2)


def test_without_a_limit_the_next_round_waits():
    scene = last_trick(rules={**AT_ONCE, "nextRoundMs": 0})
    assert scene.deadline is None
    assert scene.tick(10_000_000).phase == "round_end"


@pytest.mark.parametrize(
    ("points", "result", "steps", "levels"),
    [
        (-5, "dealer", 4, ["10", "9"]),
        (0, "dealer", 3, ["9", "9"]),
        (35, "dealer", 2, ["8", "9"]),
        (75, "dealer", 1, ["7", "9"]),
        (80, "defenders", 0, ["6", "9"]),
        (120, "defenders", 1, ["6", "10"]),
        (160, "defenders", 2, ["6", "J"]),
        (200, "defenders", 3, ["6", "Q"]),
    ],
)
def test_points_decide_who_climbs(points, result, steps, levels):
    scene = last_trick(points=points, buried="c4 c6 c7 c8")
    found = scene.view(None)["result"]
    assert (found["result"], found["steps"], scene.levels) == (result, steps, levels)


class TestMatchEnd:
    def ended(self):
        return last_trick(levels=("A", "K"))

    def test_holding_the_deal_at_the_last_level_wins(self):
        scene = self.ended()
        assert (scene.phase, scene.deadline, scene.levels) == ("match_end", None, ["A", "K"])
        assert (scene.round.result.match_winner, scene.round.result.next_dealer) == (0, None)

    def test_losing_the_deal_there_keeps_the_level(self):
        scene = last_trick(levels=("A", "K"), points=80)
        assert (scene.phase, scene.levels, scene.round.result.next_dealer) == ("round_end", ["A", "K"], 1)

    def test_four_who_are_ready_begin_a_new_match_from_the_start(self):
        scene = self.ended()
        for seat in range(3):
            scene.do(100, seat, "ready")
        assert scene.do(101, 0, "unready").code is None
        scene.do(102, 3, "ready")
        assert scene.phase == "match_end"
        scene.do(103, 0, "ready")
        assert (scene.phase, scene.deadline) == ("declaring", 10_103)
        assert (scene.levels, scene.state.dealer, scene.state.level, scene.state.number) == (["2", "2"], None, 0, 1)

    def test_a_new_match_begins_at_the_start_level_of_the_table(self):
        scene = last_trick(levels=("A", "K"), rules={**AT_ONCE, "startLevel": "10"})
        for seat in range(4):
            scene.do(100, seat, "ready")
        assert scene.levels == ["10", "10"]

    def test_nobody_is_waited_for_any_more(self):
        from games.shandong import GAME

        state = self.ended().state
        assert (list(GAME.to_act(state)), GAME.wake(state)) == ([], None)
        outcome = GAME.outcome(state)
        assert (list(outcome.winners), sorted(outcome.ranking)) == ([0, 2], [0, 1, 2, 3])

    def test_a_seat_on_auto_does_not_begin_a_new_match(self):
        scene = self.ended().do(100, 0, "set_auto", enabled=True)
        assert scene.view(None)["ready"] == [False] * 4


def test_at_level_j_a_last_trick_of_level_cards_sends_the_dealers_back():
    cards = ("hA", "sJ", "h8", "h7")
    rules = {**AT_ONCE, "jackDemote": True}
    assert last_trick(cards, levels=("J", "9"), rules=rules, points=0, buried="c4 c6 c7 c8").levels == ["2", "9"]
    assert last_trick(cards, levels=("J", "9"), points=0, buried="c4 c6 c7 c8").levels == ["A", "9"]
    other = ("hA", "s9", "h8", "h7")
    assert last_trick(other, levels=("J", "9"), rules=rules, points=0, buried="c4 c6 c7 c8").levels == ["A", "9"]


def test_penalties_may_leave_the_bottom_below_nothing():
    scene = last_trick(points=0, rules={**AT_ONCE, "dealerBottomPenalty": True})
    assert (scene.round.points, scene.round.result.steps) == (-30, 4)
