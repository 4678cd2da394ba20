"""Decisions are judged by what their seat knew: blunders are found, good plays are not blamed, and nothing leaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import crazy_eights
import pytest

from games import comparing, reviewing, searching_bot
from games.api import HOST, AnyGame, BotSeat, Case, Judgement, Plan
from games.catalog import installed
from games.chance import Chance
from games.kit.promise import options_of, pack, seats_of, unpack
from games.reviewing import best_level, dealer_of, reviewer_of
from games.searching_bot import with_searching_bot
from games.shandong.actions import Cards, Play
from games.uno.actions import CardPayload, ChooseColor, ColorPayload, DrawCard, PlayCard
from games.uno.cards import CARD_ID
from tests.games import tricks_for_points as toy
from tests.games.shandong.shandong_scene import ids, playing
from tests.games.uno.test_bots import position

pytestmark = pytest.mark.compiled

GAMES: dict[str, AnyGame] = {**installed(), "crazy-eights": crazy_eights.GAME}
NAMES = ["crazy-eights", "shandong", "uno"]
TWINS = 12
"""Decisions of each game that are judged in two worlds."""


def judgement(game: AnyGame, state: Any, seat: int, action: Any, memory: bytes = b"") -> Judgement | None:
    review, dealer = reviewer_of(game), dealer_of(game)
    assert review is not None
    table, own = game.table(state), game.own(state, seat)
    deal = dealer(table, own, seat, pack(state)) if dealer else (lambda _: None)
    return review(Case(game, table, own, BotSeat(seat), memory, deal, 0, action), Chance(b"review"))


def found(game: AnyGame, state: Any, seat: int, action: Any) -> Judgement:
    one = judgement(game, state, seat, action)
    assert one is not None
    return one


class TestUno:
    GAME = GAMES["uno"]

    def play(self, state: Any, card: int, color: str | None = None) -> PlayCard:
        return PlayCard(CardPayload(card_id=CARD_ID[card], chosen_color=color))

    def test_who_keeps_the_winning_card_has_blundered(self):
        state = position(["red-5-10", "blue-1-26 blue-2-28 green-3-55"])
        one = found(self.GAME, state, 0, DrawCard())
        assert one.best.payload.card_id == "red-5-10"
        assert one.clear
        assert one.gain > 3 * one.error
        assert one.why == "keptTheWinningCard"

    def test_what_the_bot_would_have_done_is_not_blamed(self):
        state = position(["red-5-10", "blue-1-26 blue-2-28 green-3-55"])
        assert found(self.GAME, state, 0, self.play(state, state.hands[0][0])) == Judgement()

    def test_a_forced_move_is_not_judged(self):
        state = position(["blue-5-34", "blue-1-26 blue-2-28 green-3-55"])
        assert judgement(self.GAME, state, 0, DrawCard()) is None

    def test_who_is_not_on_turn_decides_nothing(self):
        state = position(["red-5-10 red-6-12", "blue-1-26 blue-2-28"])
        assert judgement(self.GAME, state, 1, DrawCard()) is None

    def test_many_call_by_the_button_beside_the_card(self):
        state = position(["red-5-10 green-5-59", "blue-1-26 blue-2-28 green-3-55"])
        assert found(self.GAME, state, 0, self.play(state, state.hands[0][0])) == Judgement()

    def test_a_colour_is_compared_with_a_colour(self):
        one = judgement(self.GAME, position(["red-5-10", "blue-1-26"]), 0, ChooseColor(ColorPayload(color="red")))
        assert one is None or one.best is None or not isinstance(one.best, ChooseColor)


class TestShandong:
    GAME = GAMES["shandong"]

    def after(self, *hands: str, plays: tuple[str, ...]) -> Any:
        scene = playing(*hands, points=60)
        for seat, cards in enumerate(plays):
            scene.do(seat + 1, seat, "play", cards=cards)
            assert scene.code is None
        return scene.state

    def test_points_for_the_enemy_are_a_blunder(self):
        hands = "hA hA' d9 d10", "h4 h4' d6 d7", "h6 h6' d6' d7'", "hK hK' h7 h7'"
        state = self.after(*hands, plays=("hA hA'", "h4 h4'", "h6 h6'"))
        one = found(self.GAME, state, 3, Play(Cards(ids("hK hK'"))))
        assert one.best == Play(Cards(ids("h7 h7'")))
        assert one.clear
        assert one.why == "pointsThrownToTheEnemy"

    def test_the_same_card_of_the_other_deck_is_as_good(self):
        state = self.after("hA d9 d10", "h4 d6 d7", "h6 d6' d7'", "h7 h7' hK", plays=("hA", "h4", "h6"))
        for card in ("h7", "h7'"):
            one = found(self.GAME, state, 3, Play(Cards(ids(card))))
            assert not one.clear

    def test_the_last_card_is_no_decision(self):
        state = self.after("hA", "h4", "h6", "hK", plays=("hA", "h4", "h6"))
        assert judgement(self.GAME, state, 3, Play(Cards(ids("hK")))) is None


class TestAnyGameThatGuesses:
    GAME = with_searching_bot(toy.GAME)

    def test_who_gives_a_sure_trick_away_has_blundered(self):
        state = toy.dealt([20, 2], [5, 21, 29], trick=[19, toy.NOBODY], gone=[19])
        one = found(self.GAME, state, 1, toy.Play(5))
        assert one.best == toy.Play(21)
        assert one.clear

    def test_an_only_card_is_no_decision(self):
        state = toy.dealt([20], [5], trick=[19, toy.NOBODY], gone=[19])
        assert judgement(self.GAME, state, 1, toy.Play(5)) is None

    def test_a_game_that_can_only_deal_again_is_judged_by_its_bot(self):
        def redeal(state: toy.State, seat: int | None, chance: Chance) -> toy.State:
            assert seat is not None
            return toy.guess(toy.table(state), toy.own(state, seat), seat, chance)

        def lowest(table: Any, own: toy.Own, *_: Any) -> Any:
            return Plan(toy.Play(min(own.hand)) if own.mine else None)

        game = replace(toy.GAME, guess=None, redeal=redeal, bot=lowest, bot_levels=["lowest"])
        state = toy.dealt([2], [5, 21], trick=[19, toy.NOBODY], gone=[19])
        one = found(game, state, 1, toy.Play(21))  # the last trick counts more
        assert one.best == toy.Play(5)
        assert one.clear
        assert reviewer_of(replace(game, hides_more=True)) is None
        assert reviewer_of(replace(game, redeal=None)) is None


def test_chance_alone_is_called_nothing(monkeypatch: pytest.MonkeyPatch):
    """Of many comparisons of equals, few are said to be clear."""
    state = toy.dealt([20, 2], [5, 21])
    table, own = toy.table(state), toy.own(state, 0)
    case = Case(toy.GAME, table, own, 0, b"", lambda _: None, 0, toy.Play(2))
    chance = Chance(b"coins")
    clear = sum(
        comparing.judged(case, toy.Play(20), lambda: float(chance.between(-1, 1)), 0.03).clear for _ in range(200)
    )
    assert clear <= 200 * 0.05


def decisions(game: AnyGame) -> Iterator[tuple[Any, int, Any, bytes]]:
    """State, seat, action and what the bot in that seat remembers, in a match of chance."""
    preset, whim = next(iter(game.presets)), Chance(b"reviewed")
    seats = seats_of(game, preset)[-1] if game.id != "uno" else 3
    step = game.setup(options_of(game, preset, seats), ["bot"] * seats, Chance(b"deal"), 0)
    state, memories, now = step.state, [b""] * seats, 0
    for number in range(1, 400):
        for seat in range(seats):
            heard = [e for t in step.events if (e := t.secret.get(seat, t.public)) is not None]
            view = (game.table(state), game.own(state, seat), BotSeat(seat), heard, memories[seat])
            memories[seat] = game.bot(*view, Chance(b"m"), best_level(game)).memory
        if game.outcome(state) is not None:
            return
        stored, acting = pack(state), sorted(game.to_act(state))
        action = game.random_action(state, acting[0], whim) if acting and game.random_action else None
        if action is None:
            wake = game.wake(state)
            assert wake is not None
            now = max(now, wake.at)
            step = game.apply(state, HOST, wake.action, Chance(b"x", number), now)
        else:
            yield unpack(game, stored), acting[0], action, memories[acting[0]]
            step = game.apply(state, BotSeat(acting[0]), action, Chance(b"x", number), now)
        state = step.state


@pytest.mark.parametrize("name", NAMES)
def test_with_the_hidden_cards_dealt_again_it_says_the_same(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(comparing, "MOST", 32)
    monkeypatch.setattr(reviewing, "JUDGING", 1_500)
    monkeypatch.setattr(searching_bot, "JUDGING", 1_500)
    monkeypatch.setattr(searching_bot, "REVIEWING", 500)
    monkeypatch.setattr(searching_bot, "MOST_S", 60.0)
    monkeypatch.setattr("games.shandong.bots.reviewing.EFFORT", 20_000)
    game, whim = with_searching_bot(GAMES[name]), Chance(b"twins")
    assert game.redeal is not None
    compared = differing = 0
    for state, seat, action, memory in decisions(game):
        twin = game.redeal(unpack(game, pack(state)), seat, whim)
        if (game.table(twin), game.own(twin, seat)) != (game.table(state), game.own(state, seat)):
            continue
        one = judgement(game, state, seat, action, memory)
        if one is None:
            continue
        compared += one.best is not None
        differing += pack(twin) != pack(state)
        assert judgement(game, twin, seat, action, memory) == one
        if compared == TWINS:
            break
    assert compared >= TWINS // 2
    assert differing >= TWINS // 2
