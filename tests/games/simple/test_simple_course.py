"""The course of a match on the small surface: whose move it is, refusals, time, people who come and go, rounds."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from games.api import HOST, AllReady, BotSeat, Refused, SeatAway, SeatBack, SeatKicked, SeatLeft, SeatTaken, WakeUp
from games.chance import Chance
from games.kit import suite
from games.kit.search import Search
from games.simple import Kept, game_of
from games.views import named_event
from tests.games.simple import little_game
from tests.games.simple.little_game import GAME, Discard, Lay, State, game
from tests.games.simple.test_simple_views import TABLES, dealt

CHANCE = Chance(b"course")


def refused(match: Kept[State], seat: int, move: Any, one: Any = GAME) -> str:
    with pytest.raises(Refused) as found:
        one.apply(match, seat, move, CHANCE, 0)
    return found.value.code


def laid(match: Kept[State], now: int = 0) -> Kept[State]:
    """Everybody lays their first card."""
    for seat in GAME.to_act(match):
        match = GAME.apply(match, seat, Lay(match.state.hands[seat][0]), CHANCE, now).state
    return match


def finished() -> Kept[State]:
    match = laid(dealt())
    return laid(GAME.apply(match, HOST, AllReady(), CHANCE, 0).state)


WORDS = ("has_its_words", "says_it_in_both_languages")


@pytest.mark.parametrize("check", [name for name in suite.CHECKS if name not in WORDS])  # it brings no texts
def test_the_little_game_keeps_its_promise(check: str):
    if check not in ("fills_its_texts", "words_what_it_refuses"):  # it has no texts
        suite.check(GAME, check)


def test_a_move_that_is_neither_listed_nor_a_pick_is_refused():
    one = game(moves=lambda s, seat: [Lay(s.hands[seat][0])], judge=None)
    match = dealt(one=one)
    held = match.state.hands[0]
    assert refused(match, 0, Lay(held[1]), one) == "move.not_now"
    assert refused(match, 0, Lay(match.state.hands[1][0]), one) == "card.not_held"


def test_cards_are_picked_from_the_hand_once_each():
    match = dealt()
    card, other = match.state.hands[0][0], match.state.hands[1][0]
    assert refused(match, 0, Discard([card, other])) == "card.not_held"
    assert refused(match, 0, Discard([card, card])) == "card.not_held"
    assert refused(match, 0, Discard(["joker", card])) == "card.not_held"


def test_neither_a_card_that_is_none_nor_what_only_the_room_says_comes_to_the_judge():
    one = game(judge=lambda s, seat, move: little_game.DECK.index(move.card) and None)
    assert refused(dealt(one=one), 0, Lay("joker"), one) == "card.not_held"
    assert refused(dealt(one=one), 0, SeatAway(1), one) == "action.unknown"


def test_a_pick_is_what_the_judge_says_it_is():
    match = dealt()
    step = GAME.apply(match, 0, Discard(match.state.hands[0][1:]), CHANCE, 0)
    assert step.about == {"type": "two"}
    assert refused(step.state, 0, Discard(step.state.state.hands[0][:2])) == "discard.once"


def test_without_a_judge_a_pick_is_one_of_the_moves_in_any_order():
    one = game(judge=None)
    hand = dealt(one=one).state.hands[0]
    one.apply(dealt(one=one), 0, Discard([hand[1], hand[0]]), CHANCE, 0)
    assert refused(dealt(one=one), 0, Discard(hand[1:]), one) == "move.not_now"
    assert list(one.unlisted) == []
    assert list(GAME.unlisted) == ["discard"]


def test_who_is_not_waited_for_is_refused_and_so_is_everybody_when_it_is_over():
    match = dealt()
    match = GAME.apply(match, 0, Lay(match.state.hands[0][0]), CHANCE, 0).state
    assert refused(match, 0, Lay(match.state.hands[0][0])) == "turn.not_yours"
    assert refused(finished(), 0, Lay("2S")) == "game.over"


def test_only_those_are_touched_who_see_something_new():
    match = dealt()
    assert list(GAME.apply(match, HOST, AllReady(), CHANCE, 0).touched) == [0, 1, 2], "all were waited for"
    step = GAME.apply(match, 0, Lay(match.state.hands[0][0]), CHANCE, 0)
    assert list(GAME.apply(step.state, 1, Lay(step.state.state.hands[1][0]), CHANCE, 0).touched) == [1, 2]


def test_between_rounds_all_are_waited_for_or_the_pause_is():
    match = laid(dealt(), now=100)
    assert (GAME.to_act(match), GAME.outcome(match)) == ([], None)
    wake = GAME.wake(match)
    assert (wake.at, wake.action.what) == (20_100, "round")
    for action in (AllReady(), wake.action):
        following = GAME.apply(laid(dealt()), HOST, action, CHANCE, 500).state
        assert GAME.to_act(following) == [0, 1, 2]
    assert GAME.apply(laid(dealt()), HOST, WakeUp("round", 1), CHANCE, 500).state == laid(dealt()), "a late one"


def test_the_slow_lose_their_turn_to_chance_or_the_bot():
    match = dealt(turn_seconds=5)
    assert (GAME.wake(match).at, GAME.table(match).deadline) == (5_000, 5_000)
    step = GAME.apply(match, HOST, GAME.wake(match).action, CHANCE, 5_000)
    assert sum(told.public.kind in ("lay", "discard") for told in step.events) == 3
    assert GAME.wake(dealt()) is None


def test_what_the_slow_do_is_up_to_the_author():
    one = game(timeout=lambda s, seat, ctx: [Lay(min(s.hands[seat]))])
    match = dealt(one=one, turn_seconds=5)
    lowest = [min(hand) for hand in match.state.hands]
    step = one.apply(match, HOST, one.wake(match).action, CHANCE, 5_000)
    assert sorted(step.state.state.gone) == sorted(lowest)


@pytest.mark.parametrize(("out", "back"), [(SeatAway, SeatBack), (SeatLeft, lambda s: SeatTaken(s, "human")),
                                           (SeatKicked, lambda s: SeatTaken(s, "bot"))])  # fmt: skip
def test_those_who_are_away_are_played_for_until_they_are_back(out: Any, back: Any):
    match = GAME.apply(dealt(), HOST, out(1), CHANCE, 0).state
    assert GAME.autopilot(match) == [1]
    match = GAME.apply(match, BotSeat(1), Lay(match.state.hands[1][0]), CHANCE, 0).state
    assert GAME.autopilot(GAME.apply(match, HOST, back(1), CHANCE, 0).state) == []
    assert GAME.autopilot(GAME.apply(finished(), HOST, out(1), CHANCE, 0).state) == []


def test_the_bot_is_shown_what_its_seat_sees():
    asked: list[tuple[State, int]] = []

    def bot(s: State, seat: int, ctx: Any) -> Any:
        asked.append((s, seat))
        return Lay(s.hands[seat][0])

    one = game(bot=bot)
    match = dealt(one=one)
    one.bot(one.table(match), one.own(match, 1), BotSeat(1), [], b"", CHANCE, "plain")
    ((state, seat),) = asked
    assert (type(seat), sorted(state.hands[1])) == (int, sorted(match.state.hands[1]))
    assert state.hands[0] != match.state.hands[0]
    match.state.down[1] = match.state.hands[1].pop()
    assert one.bot(one.table(match), one.own(match, 1), BotSeat(1), [], b"", CHANCE, "plain").action is None


def test_teams_win_together():
    outcome = GAME.outcome(finished())
    assert sum(outcome.scores) in (2, 4), "two seats of one team, one of the other"
    assert outcome.winners in ([0, 2], [1], [0, 1, 2])
    with pytest.raises(TypeError, match="needs the function `team`"):
        game(team=None).outcome(finished())


@pytest.mark.parametrize("fault", ["lost", "twice"])
def test_a_deal_has_every_card_of_the_deck_once(fault: str):
    def deal(options: Any, players: int, deck: list[str], ctx: Any) -> State:
        s = little_game.deal(options, players, deck, ctx)
        s.rest = s.rest[1:] if fault == "lost" else [*s.rest, "2S"]
        return s

    with pytest.raises(ValueError, match=r"deal left out \['..'\]" if fault == "lost" else r"has \['2S'\] too often"):
        dealt(one=game(deal=deal))


def test_a_module_is_a_game():
    one = game_of(sys.modules[little_game.__name__], "module", seats=range(2, 4), deck=little_game.DECK,
                  events=[little_game.Drew], reveals=[little_game.Turned])  # fmt: skip
    assert (one.id, one.seats) == ("module", range(2, 4))
    assert dealt(one=one) == dealt()


def test_what_was_told_is_not_changed_by_what_happens_after():
    def play(s: State, seat: int, move: Any, ctx: Any) -> None:
        cards = [*s.hands[seat]]
        s.hands[seat] = []
        ctx.tell(little_game.Turned(cards))
        s.gone += cards
        cards.clear()
        move.cards.clear()

    one = game(play=play, moves=lambda s, seat: [Discard(s.hands[seat][:2])], judge=None, describe=None)
    match = dealt(one=one)
    hand = list(match.state.hands[0])
    discard, turned = (told.public for told in one.apply(match, 0, Discard(hand[:2]), CHANCE, 0).events)
    assert named_event(discard, TABLES)["cards"] == hand[:2]
    assert named_event(turned, TABLES)["cards"] == hand


@pytest.mark.parametrize("wrong", [None, "0", [None]])
def test_a_turn_that_is_no_seat_is_named_with_what_to_answer(wrong):
    search = Search(game(turn=lambda s: wrong))
    search.again(0, None)
    said = next(iter(search.findings.values())).text
    assert f"`turn` answered {wrong!r}; answer a seat, several in a list, or -1 for nobody" in said


def test_a_result_that_is_no_points_is_named_with_what_to_answer():
    search = Search(game(result=lambda s: [3, 4]))
    search.again(0, None)
    said = next(iter(search.findings.values())).text
    assert "`result` answered [3, 4]; answer Points(scores) or Teams(scores), or None to go on" in said
