"""The course of Dou Dizhu, one sentence each."""

import pytest
from doudizhu import GAME
from doudizhu.rules import Bid, Options, Pass, Play

from games.api import HOST, AllReady, Refused
from games.chance import Chance


def dealt(options=Options(deals=1), seed=b"deal"):
    return GAME.setup(options, ["human"] * 3, Chance(seed), 0).state


def playing(*hands, beaten=(), bid=1):
    """Seat 0 is the landlord and leads."""
    match = dealt()
    s = match.state
    named = [hand.split() for hand in hands]
    s.landlord, s.turn, s.bid, s.bids = 0, 0, bid, [bid, 0, 0]
    s.hand, s.face_down = named, []
    s.beaten = [card for card in GAME.names["cards"] if not any(card in hand for hand in named)]
    return match


def act(match, *actions):
    """Everybody acts in turn; the steps."""
    steps = []
    for action in actions:
        steps.append(GAME.apply(match, match.state.turn, action, Chance(b"act", len(steps)), 0))
        match = steps[-1].state
    return steps


def refused(match, action):
    with pytest.raises(Refused) as found:
        GAME.apply(match, match.state.turn, action, Chance(b"act"), 0)
    return found.value.code


def lay(text):
    return Play(text.split())


def test_each_has_seventeen_cards_and_three_lie_face_down():
    match = dealt()
    assert [len(hand) for hand in match.state.hand] == [17] * 3
    assert len(match.state.face_down) == 3
    assert GAME.table(match).face_down == 3


def test_three_ends_the_bidding_and_the_landlord_takes_the_bottom_and_leads():
    match = dealt()
    first, bottom = match.state.turn, list(match.state.face_down)
    *_, last = act(match, Bid(1), Bid(3))
    s = last.state.state
    assert (s.landlord, s.turn, s.bottom) == ((first + 1) % 3, (first + 1) % 3, bottom)
    assert len(s.hand[s.landlord]) == 20
    assert [told.public.kind for told in last.events] == ["bid", "landlord"]
    assert GAME.table(last.state).teams == [int(seat != s.landlord) for seat in range(3)]


def test_the_highest_of_three_bids_is_the_landlord():
    match = dealt()
    first = match.state.turn
    assert act(match, Bid(1), Bid(2), Pass())[-1].state.state.landlord == (first + 1) % 3


def test_a_bid_is_higher_than_those_before():
    match = act(dealt(), Bid(2))[-1].state
    assert refused(match, Bid(2)) == "bid.too_low"
    assert refused(match, Play(match.state.hand[match.state.turn][:1])) == "bid.first"


def test_where_nobody_bids_the_cards_are_dealt_again():
    match = dealt()
    before = [list(hand) for hand in match.state.hand]
    last = act(match, Pass(), Pass(), Pass())[-1]
    assert last.state.state.hand != before
    assert last.events[-1].public.kind == "all_passed"
    assert sorted(GAME.all_cards(last.state)) == sorted(GAME.names["cards"])


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (lay("3S 4S"), "cards.no_combination"),
        (lay("KS"), "card.not_held"),
        (lay("3S 3S"), "card.not_held"),
        (Pass(), "pass.must_lead"),
        (Bid(3), "bid.over"),
    ],
)
def test_a_mistake_is_told_by_its_code(action, code):
    assert refused(playing("3S 4S 5S", "6S 7S", "8S 9S"), action) == code


def test_what_lies_there_is_beaten_or_left():
    match = act(playing("3S 9S", "4S 2S", "6S 7S"), lay("3S"), lay("2S"))[-1].state
    assert refused(match, lay("7S")) == "cards.too_low"
    assert act(match, Pass())[-1].state.state.turn == 0


def test_after_two_passes_the_last_to_play_leads_anything():
    match = act(playing("3S 9S", "4S 4H 4C", "6S 7S"), lay("3S"), lay("4S"), Pass(), Pass())[-1].state
    assert (match.state.turn, match.state.last) == (1, [])
    assert act(match, lay("4H 4C"))[-1].state.state.points == [-4, 2, 2]


def test_a_check_says_what_the_selection_is():
    assert act(playing("3S 4S 5S 6S 7S 9S", "8S", "10S"), lay("3S 4S 5S 6S 7S"))[-1].about == {"type": "straight"}


def test_cards_are_read_as_what_beats():
    plane = "4S 4H 4C 5S 5H 5C 6S 6H 6C 7S 7H 7C"
    match = playing("3S 3H 3C JS JH JC QS QH QC KS KH KC 2S", plane, "8S 9S")
    match = act(match, lay("JS JH JC QS QH QC KS KH KC 3S 3H 3C"))[-1].state
    assert match.state.kind == "plane_singles"
    assert refused(match, lay(plane)) == "cards.too_low"


def test_bombs_and_the_rocket_double():
    match = playing("3S 3H 3C 3D 9S", "SJ BJ 4S", "6S 7S", bid=2)
    steps = act(match, lay("3S 3H 3C 3D"), lay("SJ BJ"), Pass(), Pass(), lay("4S"))
    assert steps[-1].state.state.points == [-32, 16, 16], "two bombs, and the spring"


def test_the_landlord_wins_from_both_and_spring_doubles():
    last = act(playing("3S", "4S", "5S", bid=3), lay("3S"))[-1]
    assert last.state.state.points == [12, -6, -6]
    assert [told.public.kind for told in last.events] == ["play", "spring", "round_over"]
    outcome = GAME.outcome(last.state)
    assert (outcome.winners, outcome.scores) == ([0], [12, -6, -6])


def test_both_farmers_win_with_the_one_who_is_out():
    match = act(playing("3S 5S 9S", "4S 6S", "7S 8S"), lay("3S"), lay("4S"), Pass(), lay("5S"), lay("6S"))[-1].state
    assert GAME.outcome(match).winners == [1, 2]
    assert match.state.points == [-2, 1, 1]


def test_between_rounds_all_hands_are_open_and_the_next_is_dealt_when_all_are_ready():
    match = playing("3S", "4S", "5S")
    match.state.deals = 2
    match = act(match, lay("3S"))[-1].state
    assert (GAME.to_act(match), GAME.outcome(match), match.state.left) == ([], None, [[], ["4S"], ["5S"]])
    assert GAME.wake(match).at == 20_000
    match = GAME.apply(match, HOST, AllReady(), Chance(b"next"), 500).state
    assert [len(hand) for hand in match.state.hand] == [17] * 3
    assert sum(match.state.points) == 0
    assert match.state.points[0] == 4


def test_a_guess_gives_the_landlord_the_bottom_that_everybody_saw():
    match = act(dealt(), Bid(3))[-1].state
    landlord = match.state.landlord
    farmer = (landlord + 1) % 3
    for number in range(20):
        guess = GAME.guess(GAME.table(match), GAME.own(match, farmer), farmer, Chance(b"guess", number)).state
        assert set(match.state.bottom) <= set(guess.hand[landlord])
        assert sorted(guess.hand[farmer]) == sorted(match.state.hand[farmer])
        assert [len(hand) for hand in guess.hand] == [len(hand) for hand in match.state.hand]
