"""The strong bot against the baseline: every deal is played twice, with the sides changed.

SHANDONG_STRENGTH_DEALS=260 plays 520 rounds (some twenty minutes on an idle core).
"""

import os
from math import sqrt

import pytest

from games.api import HOST, BotSeat
from games.chance import Chance
from games.shandong import GAME
from games.shandong.options import parse_rules
from games.shandong.rules.phases.course import Course
from games.shandong.rules.phases.dealing import new_deal
from games.shandong.rules.phases.match import empty_match, shuffled, step
from games.shandong.rules.phases.timing import advance
from games.shandong.state import Phase, team
from tests.games.shandong.shandong_scene import AT_ONCE

DEALS = int(os.environ.get("SHANDONG_STRENGTH_DEALS", "1"))
AIM = 0.65


class Shuffles:
    """The same decks again for the same deal."""

    def __init__(self, deal):
        self.deal, self.count = deal, 0

    def __call__(self, first):
        self.count += 1
        return shuffled(Chance(b"deck %d" % self.deal, self.count))


def play_round(deal, levels):
    """The side that has the deal after a round; `levels` are those of the bots of the two sides."""
    decks, chance = Shuffles(deal), Chance(b"bots %d" % deal)
    state = empty_match(parse_rules(AT_ONCE))
    state.level = deal % 13
    state.levels, state.dealer = [state.level] * 2, deal % 4
    course = Course(0, decks)
    new_deal(state, course, 0)
    advance(state, 0, course)
    memory, now = [b""] * 4, 0
    while state.phase not in (Phase.round_end, Phase.match_end):
        plans = []
        for seat in GAME.may_act(state):
            view = GAME.table(state), GAME.own(state, seat), BotSeat(seat)
            level = levels[team(seat)]
            plan = GAME.bot(*view, [], memory[seat], chance, level)
            memory[seat] = plan.memory
            action = GAME.ponder(*view, plan.memory, chance, level) if plan.ponder else plan.action
            if action is not None:
                plans.append((plan.think_ms, seat, action))
        wake = GAME.wake(state)
        think, seat, action = min(plans, default=(0, HOST, None), key=lambda plan: plan[:2])
        if action is None or now + think >= wake.at:
            now, seat, action = wake.at, HOST, wake.action
        else:
            now += think
        done = step(state, seat, action, Course(now, decks))
        assert done.refused is None
        state = done.state
    side = team(state.dealer)
    return side if state.round.result.dealer_keeps else 1 - side


@pytest.mark.compiled
def test_the_strong_bot_wins_at_least_two_rounds_of_three_or_nearly():
    levels = ("strong", "baseline")
    wins = sum(play_round(deal, levels) == 0 for deal in range(DEALS))
    wins += sum(play_round(deal, levels[::-1]) == 1 for deal in range(DEALS))
    rounds = 2 * DEALS
    assert wins >= AIM * rounds - 2 * sqrt(AIM * (1 - AIM) * rounds), f"{wins} of {rounds}"
