"""Every game that can guess what is hidden has bots, without a line of its author's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import searching_bot
from games.api import Plan
from games.chance import Chance
from games.kit.arena.series import arena
from games.kit.promise import Broken
from games.kit.suite import check
from games.searching_bot import EFFORT, MOST_CHOICES, Search, with_searching_bot
from tests.games import tricks_for_points as toy
from tests.games.tricks_for_points import Play, dealt

GAME = with_searching_bot(toy.GAME)
assert GAME.bot is not None
assert GAME.ponder is not None


def asked(state, seat, level="strong", game=GAME, seed=b"bot"):
    return game.bot(game.table(state), game.own(state, seat), seat, [], b"", Chance(seed), level)


def pondered(state, seat, level="strong", game=GAME, seed=b"bot"):
    return game.ponder(game.table(state), game.own(state, seat), seat, b"", Chance(seed), level)


def test_it_has_three_levels_and_its_author_wrote_none():
    assert (list(GAME.bot_levels), GAME.auto_level(None)) == (["easy", "normal", "strong"], "normal")


def test_a_game_with_a_bot_keeps_it_and_one_that_cannot_guess_gets_none():
    own = replace(toy.GAME, bot=lambda *_: Plan(None), bot_levels=["mine"])
    assert with_searching_bot(own) is own
    assert with_searching_bot(replace(toy.GAME, guess=None)).bot is None


def test_it_waits_while_it_is_not_its_turn():
    assert asked(dealt([1, 2], [3, 4]), 1) == Plan(None)


def test_an_only_card_needs_no_thought():
    plan = asked(dealt([1], [3]), 0)
    assert (plan.action, plan.ponder) == (Play(1), False)


def test_what_there_is_to_choose_from_says_how_long_it_thinks():
    few, many = (asked(dealt(range(count), range(10, 10 + count)), 0).think_ms for count in (2, 5))
    assert 0 < few < many


def test_the_last_player_of_a_trick_takes_it_as_cheaply_as_can_be():
    state = dealt([20, 2], [5, 21, 29], trick=[19, toy.NOBODY], gone=[19])
    assert pondered(state, 1) == Play(21)


def test_the_same_chance_gives_the_same_action():
    state = dealt([3, 9, 14, 20, 28], [1, 5, 7, 21, 29])
    assert len({repr(pondered(state, 0, "easy")) for _ in range(3)}) == 1


def test_nothing_hangs_on_cards_that_it_cannot_see():
    mine = [3, 9, 14, 20, 28]
    twins = [dealt(mine, hand) for hand in ([1, 5, 7, 21, 29], [0, 2, 4, 6, 8])]
    for level in GAME.bot_levels:
        assert asked(twins[0], 0, level) == asked(twins[1], 0, level)
        assert pondered(twins[0], 0, level) == pondered(twins[1], 0, level)


@pytest.mark.parametrize("level", EFFORT)
def test_a_decision_applies_no_more_actions_than_its_level_has_effort_for(level):
    state = dealt([3, 9, 14, 20, 28], [1, 5, 7, 21, 29])
    search = Search(GAME, GAME.table(state), GAME.own(state, 0), 0, Chance(b"effort"))
    search.best([Play(card) for card in state.hands[0]], EFFORT[level])
    most_of_one_guess = 5 * 2 * toy.EACH
    assert search.applied <= EFFORT[level] + most_of_one_guess


def test_where_a_single_try_of_all_is_too_much_already_it_leaves_it_at_that():
    state = dealt([3, 9, 14, 20, 28], [1, 5, 7, 21, 29])
    search = Search(GAME, GAME.table(state), GAME.own(state, 0), 0, Chance(b"effort"))
    search.best([Play(card) for card in state.hands[0]], 1)
    assert search.applied == 5 * 2 * toy.EACH


def test_slow_rules_cost_effort_and_no_more_time(monkeypatch):
    monkeypatch.setattr(searching_bot, "MOST_S", 0.0)
    state = dealt([3, 9, 14, 20, 28], [1, 5, 7, 21, 29])
    search = Search(GAME, GAME.table(state), GAME.own(state, 0), 0, Chance(b"slow"))
    assert search.best([Play(card) for card in state.hands[0]], EFFORT["strong"]) == Play(3)
    assert search.applied == 0


def test_of_far_too_many_actions_some_are_tried():
    crowded = with_searching_bot(replace(toy.GAME, listed=lambda own: [Play(own.hand[0])] * 5_000))
    state = dealt([3, 9], [1, 5])
    assert crowded.bot is not None
    assert asked(state, 0, game=crowded).think_ms == asked(state, 0, game=crowded).think_ms <= 2_000
    assert pondered(state, 0, "easy", game=crowded) == Play(3)
    assert MOST_CHOICES < 5_000


def test_without_a_list_it_draws_what_is_legal():
    unlisted = with_searching_bot(replace(toy.GAME, listed=None))
    state = dealt([20, 2], [5, 21, 29], trick=[19, toy.NOBODY], gone=[19])
    assert pondered(state, 1, game=unlisted) == Play(21)


def test_without_random_actions_it_plays_on_with_listed_ones():
    strict = with_searching_bot(replace(toy.GAME, random_action=None))
    state = dealt([20, 2], [5, 21, 29], trick=[19, toy.NOBODY], gone=[19])
    assert pondered(state, 1, game=strict) == Play(21)


def test_where_there_is_no_telling_it_leaves_the_move_to_the_room():
    lost = with_searching_bot(replace(toy.GAME, guess=lambda *_: None))
    state = dealt([20, 2], [5, 21, 29])
    assert asked(state, 0, game=lost) == Plan(None)
    assert pondered(state, 0, game=lost) is None


@pytest.mark.compiled
@pytest.mark.parametrize(("level", "games"), [("easy", 200), ("normal", 30)])
def test_it_beats_chance(level, games):
    assert arena(GAME, [level, "random"], games, "search")[0].interval[0] > 0.5


def test_what_is_guessed_must_be_what_is_seen():
    check(GAME, "guesses_what_fits")

    def peeks(table, own, seat, chance):
        return replace_hand(toy.guess(table, own, seat, chance), seat)

    with pytest.raises(Broken, match="own view"):
        check(replace(toy.GAME, guess=peeks), "guesses_what_fits")
    with pytest.raises(Broken, match="the table"):
        check(replace(toy.GAME, guess=lambda *_: dealt([1, 2], [3, 4])), "guesses_what_fits")


def replace_hand(state, seat):
    state.hands[seat] = list(range(len(state.hands[seat])))
    return state
