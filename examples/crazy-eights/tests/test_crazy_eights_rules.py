"""The rules of Crazy Eights, one sentence each."""

import pytest
from crazy_eights import GAME
from crazy_eights.rules import Draw, Options, Pass, Play, State, points

from games.api import HOST, Refused, SeatAway, SeatBack, WakeUp
from games.cards import DECK
from games.chance import Chance
from games.simple import Kept

CHANCE = Chance(b"tests")


def playing(*hands, top="5H", stock="2C 3C 4C", suit="hearts", limit_ms=0):
    state = State([hand.split() for hand in hands], stock.split(), top.split(), suit, 0, False, 0, [])
    return Kept(state, len(hands), limit_ms, 7, 900 if limit_ms else 0)


def refused(match, seat, action):
    with pytest.raises(Refused) as found:
        GAME.apply(match, seat, action, CHANCE, 0)
    return found.value.code


def after(match, *actions):
    for action in actions:
        match = GAME.apply(match, match.state.turn, action, CHANCE, 0).state
    return match


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 5), (6, 5)])
def test_two_players_get_seven_cards_and_more_get_five(seats, size):
    match = GAME.setup(Options(), ["human"] * seats, Chance(b"deal"), 0).state
    assert [len(hand) for hand in match.state.hand] == [size] * seats
    assert sorted(GAME.all_cards(match)) == sorted(DECK)


def test_the_first_card_is_never_an_eight():
    tops = {GAME.setup(Options(), ["human"] * 4, Chance(b"deal", n), 0).state.state.pile[0] for n in range(300)}
    assert not tops & {"8S", "8H", "8C", "8D"}


@pytest.mark.parametrize("name", ["KH", "5S"])
def test_a_card_follows_the_suit_or_the_rank(name):
    state = after(playing(f"{name} 2S", "3S"), Play(name)).state
    assert (state.pile[-1], state.turn) == (name, 1)


def test_an_eight_goes_on_anything_and_names_the_suit():
    match = after(playing("8C 2S", "3S KD"), Play("8C", "diamonds"))
    assert refused(match, 1, Play("3S")) == "card.no_match"
    assert after(match, Play("KD")).state.turn == 0


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
    match = after(playing("KS 2S", "3S"), Draw())
    assert match.state.turn == 0
    assert refused(match, 0, Draw()) == "draw.not_now"
    assert after(match, Pass()).state.turn == 1


def test_only_the_player_is_told_which_card_was_drawn():
    step = GAME.apply(playing("KS 2S", "3S"), 0, Draw(), CHANCE, 0)
    assert step.events[0].public.card is None
    assert GAME.names["cards"][step.events[0].secret[0].card] == "4C"


def test_the_pile_becomes_the_stock_when_it_is_empty():
    step = GAME.apply(playing("KS 2S", "3S", stock="", top="2H 9H 5H"), 0, Draw(), CHANCE, 0)
    assert [told.public.kind for told in step.events] == ["recycled", "drew"]
    assert (len(step.state.state.stock), step.state.state.pile) == (1, ["5H"])


def test_who_is_out_of_cards_wins_and_the_others_count_what_they_hold():
    match = after(playing("KH", "8S 2S QD", "AC"), Play("KH"))
    outcome = GAME.outcome(match)
    assert (outcome.winners, outcome.ranking, outcome.scores) == ([0], [0, 2, 1], [0, 62, 1])
    assert refused(match, 1, Pass()) == "game.over"


def test_the_game_is_blocked_when_all_pass_with_nothing_to_draw():
    outcome = GAME.outcome(after(playing("KS", "QS 2S", stock=""), Pass(), Pass()))
    assert (outcome.winners, outcome.reason) == ([0], "blocked")


def test_who_is_too_slow_draws_and_passes():
    match = playing("KS", "QS", limit_ms=30_000)
    step = GAME.apply(match, HOST, GAME.wake(match).action, CHANCE, 900)
    assert [told.public.kind for told in step.events] == ["drew", "pass"]
    assert (step.state.state.turn, GAME.wake(step.state).at) == (1, 30_900)


def test_a_late_wake_up_does_not_hit_the_next_player():
    match = GAME.apply(playing("KH KS", "QS", limit_ms=30_000), 0, Play("KH"), CHANCE, 800).state
    assert GAME.apply(match, HOST, WakeUp("turn", 7), CHANCE, 900).state.state.turn == 1


def test_a_bot_plays_for_those_who_are_away_until_they_are_back():
    match = GAME.apply(playing("KS", "QS"), HOST, SeatAway(0), CHANCE, 0).state
    assert GAME.autopilot(match) == [0]
    assert GAME.autopilot(GAME.apply(match, HOST, SeatBack(0), CHANCE, 0).state) == []


def test_points_are_fifty_for_an_eight_ten_for_a_court_card_one_for_an_ace():
    assert [points(hand.split()) for hand in ("8S", "KS", "JH", "10D", "AS", "2S 3S")] == [50, 10, 10, 10, 1, 5]


def test_the_bot_keeps_its_eights_and_names_the_suit_it_holds_most():
    def choice(*hands):
        match = playing(*hands)
        return GAME.bot(GAME.table(match), GAME.own(match, 0), 0, [], b"", CHANCE, "simple").action

    assert choice("8S 2H KH", "3S") == Play("KH")
    assert choice("8S 2C 3C 4S", "3S") == Play("8S", "clubs")
    assert choice("2C 3C", "3S") == Draw()
