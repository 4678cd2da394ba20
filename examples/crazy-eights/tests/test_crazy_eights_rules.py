"""The rules of Crazy Eights, one sentence each."""

import pytest
from crazy_eights import GAME
from crazy_eights.audit import all_cards
from crazy_eights.cards import NAMES, NUMBERS, SUITS, points
from crazy_eights.rules import Draw, Options, Pass, Play, State, apply, setup

from games.api import HOST, Refused, SeatAway, SeatBack, WakeUp
from games.chance import Chance

CHANCE = Chance(b"tests")


def cards(names):
    return [NUMBERS[name] for name in names.split()]


def playing(*hands, top="5H", stock="2C 3C 4C", suit=None, limit_ms=0):
    named = SUITS.index(suit) if suit else cards(top)[-1] // 13
    return State([cards(h) for h in hands], cards(stock), cards(top), named, 0, 7, False, 0, [], limit_ms, 900)


def refused(state, seat, action):
    with pytest.raises(Refused) as found:
        apply(state, seat, action, CHANCE, 0)
    return found.value.code


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 5), (6, 5)])
def test_two_players_get_seven_cards_and_more_get_five(seats, size):
    state = setup(Options(), ["human"] * seats, Chance(b"deal"), 0).state
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert sorted(all_cards(state)) == list(range(52))


def test_the_first_card_is_never_an_eight():
    tops = {setup(Options(), ["human"] * 4, Chance(b"deal", n), 0).state.pile[0] for n in range(300)}
    assert not tops & set(cards("8S 8H 8C 8D"))


@pytest.mark.parametrize("name", ["KH", "5S"])
def test_a_card_follows_the_suit_or_the_rank(name):
    state = apply(playing(f"{name} 2S", "3S"), 0, Play(name), CHANCE, 0).state
    assert NAMES[state.pile[-1]] == name
    assert state.turn == 1


def test_an_eight_goes_on_anything_and_names_the_suit():
    state = apply(playing("8C 2S", "3S KD"), 0, Play("8C", "diamonds"), CHANCE, 0).state
    assert refused(state, 1, Play("3S")) == "card.no_match"
    assert apply(state, 1, Play("KD"), CHANCE, 0).state.turn == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Play("KS"), "card.no_match"),
        (Play("KC"), "card.not_held"),
        (Play("joker"), "card.not_held"),
        (Play("8S"), "suit.needed"),
        (Play("KH", "spades"), "suit.not_now"),
        (Pass(), "pass.draw_first"),
    ],
)
def test_a_mistake_is_told_by_its_code(action, code):
    assert refused(playing("KS KH 8S", "3S"), 0, action) == code


def test_one_card_is_drawn_and_then_played_or_kept():
    state = apply(playing("KS 2S", "3S"), 0, Draw(), CHANCE, 0).state
    assert state.turn == 0
    assert refused(state, 0, Draw()) == "draw.not_now"
    assert apply(state, 0, Pass(), CHANCE, 0).state.turn == 1


def test_only_the_player_is_told_which_card_was_drawn():
    step = apply(playing("KS 2S", "3S"), 0, Draw(), CHANCE, 0)
    assert step.events[0].public.card is None
    assert NAMES[step.events[0].secret[0].card] == "4C"


def test_the_pile_becomes_the_stock_when_it_is_empty():
    state = playing("KS 2S", "3S", stock="", top="2H 9H 5H")
    step = apply(state, 0, Draw(), CHANCE, 0)
    assert [told.public.kind for told in step.events] == ["recycled", "drew"]
    assert len(step.state.stock) == 1
    assert NAMES[step.state.pile[0]] == "5H"


def test_who_is_out_of_cards_wins_and_the_others_count_what_they_hold():
    state = apply(playing("KH", "8S 2S QD", "AC"), 0, Play("KH"), CHANCE, 0).state
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.ranking, outcome.scores) == ([0], [0, 2, 1], [0, 62, 1])
    assert refused(state, 1, Pass()) == "game.over"


def test_the_game_is_blocked_when_all_pass_with_nothing_to_draw():
    state = playing("KS", "QS 2S", stock="")
    state = apply(state, 0, Pass(), CHANCE, 0).state
    state = apply(state, 1, Pass(), CHANCE, 0).state
    outcome = GAME.outcome(state)
    assert (outcome.winners, outcome.reason) == ([0], "blocked")


def test_who_is_too_slow_draws_and_passes():
    state = playing("KS", "QS", limit_ms=30_000)
    step = apply(state, HOST, GAME.wake(state).action, CHANCE, 900)
    assert [told.public.kind for told in step.events] == ["drew", "passed"]
    assert (step.state.turn, GAME.wake(step.state).at) == (1, 30_900)


def test_a_late_wake_up_does_not_hit_the_next_player():
    state = apply(playing("KH KS", "QS", limit_ms=30_000), 0, Play("KH"), CHANCE, 800).state
    assert apply(state, HOST, WakeUp("turn", 7), CHANCE, 900).state.turn == 1


def test_a_bot_plays_for_who_is_away_until_he_is_back():
    state = apply(playing("KS", "QS"), HOST, SeatAway(0), CHANCE, 0).state
    assert GAME.autopilot(state) == [0]
    assert GAME.autopilot(apply(state, HOST, SeatBack(0), CHANCE, 0).state) == []


def test_points_are_fifty_for_an_eight_ten_for_a_court_card_one_for_an_ace():
    assert [points(cards(hand)) for hand in ("8S", "KS", "JH", "10D", "AS", "2S 3S")] == [50, 10, 10, 10, 1, 5]


def test_the_bot_keeps_its_eights_and_names_the_suit_it_holds_most():
    def choice(*hands):
        state = playing(*hands)
        return GAME.bot(GAME.table(state), GAME.own(state, 0), 0, [], b"", CHANCE, "simple").action

    assert choice("8S 2H KH", "3S") == Play("KH")
    assert choice("8S 2C 3C 4S", "3S") == Play("8S", "clubs")
    assert choice("2C 3C", "3S") == Draw()
