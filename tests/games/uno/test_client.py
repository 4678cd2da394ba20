"""What the client must know of the rules."""

from __future__ import annotations

import re

import pytest

from games.chance import Chance
from games.uno import GAME
from games.uno.actions import CardPayload, ChallengeWd4, PlayCard
from games.uno.audit.vector_setup import in_play
from games.uno.cards import COLOR
from games.uno.views.build import table
from tests.architecture.tree import ROOT


def test_results_appear_above_a_hand_of_any_size():
    """Cards in the hand are stacked by their place in it: with ten of them, the last four covered the results."""
    style = (ROOT / "static" / "css" / "card_table.css").read_text(encoding="utf-8")
    (height,) = re.findall(r"\.card-table \.result,\n\.card-table \.revealed \{[^}]*z-index: (\d+);", style)
    assert int(height) > len(COLOR)


@pytest.mark.parametrize("chain", [[], ["wild-draw-four-105"]], ids=["alone", "stacked"])
def test_what_a_challenge_costs_who_is_wrong_is_told_before(chain):
    """The button says it; the rule is here alone (uno.md 11)."""
    state = in_play({
        "preset": "official-500",
        "options": {"stackDrawCards": bool(chain)},
        "players": ["A", "B", "C"],
        "setup": {
            "hands": {"A": ["wild-draw-four-104", "blue-3-30"], "B": [*chain, "blue-1-26"], "C": ["green-4-57"]},
            "discard": ["red-9-17"],
            "drawPile": [f"yellow-{n}-{74 + 2 * n}" for n in range(1, 10)] + ["green-1-51", "green-1-52", "green-2-53"],
        },
    })  # fmt: skip
    for card in ["wild-draw-four-104", *chain]:
        action = PlayCard(CardPayload(card_id=card, chosen_color="green"))
        GAME.apply(state, state.current, action, Chance(b"four"), 1000)
    told, victim = table(state).pending, state.current
    before = len(state.hands[victim])
    assert not GAME.apply(state, victim, ChallengeWd4(), Chance(b"four"), 2000).result["guilty"]
    assert len(state.hands[victim]) - before == told.costIfWrong == told.amount + 2


def test_where_nothing_can_be_challenged_it_costs_nothing():
    state = in_play({
        "options": {"stackDrawCards": True},
        "players": ["A", "B"],
        "setup": {"hands": {"A": ["red-draw_two-23", "blue-3-30"], "B": ["blue-1-26"]}, "discard": ["red-9-17"]},
    })  # fmt: skip
    GAME.apply(state, 0, PlayCard(CardPayload(card_id="red-draw_two-23")), Chance(b"two"), 1000)
    assert (table(state).pending.amount, table(state).pending.costIfWrong) == (2, 0)


@pytest.mark.parametrize("preset", GAME.presets)
def test_the_table_says_whether_a_missing_call_may_be_challenged(preset):
    """The others' chips have a button where it does."""
    options = GAME.resolve(preset, {}, 4)
    house = table(GAME.setup(options, ["human"] * 4, Chance(b"catches"), 0).state).house
    assert (house.catches, house.unoCards) == (options.uno_enforcement in ("catch", "windowAuto"), 2)
