"""The bot of Dou Dizhu knows what it is doing."""

import pytest
from doudizhu import GAME
from doudizhu.rules import Bid, Options, Pass, Play

from games.chance import Chance


def dealt(number=0):
    return GAME.setup(Options(deals=1), ["human"] * 3, Chance(b"bot", number), 0).state


def choice(match, seat):
    return GAME.bot(GAME.table(match), GAME.own(match, seat), seat, [], b"", Chance(b"bot"), "plain").action


def playing(hand, last, by, kind, others=("3S 4S 5S 6S 7S", "3H 4H 5H 6H 7H")):
    """Seat 0 is a farmer and to play; seat 1 is the landlord."""
    match = dealt()
    s = match.state
    s.hand, s.face_down = [hand.split(), *(other.split() for other in others)], []
    s.landlord, s.turn, s.bid, s.bids = 1, 0, 1, [0, 1, 0]
    s.last, s.last_by, s.kind = last.split(), by, kind
    s.beaten = [card for card in GAME.names["cards"] if not any(card in held for held in [*s.hand, s.last])]
    return match


def test_it_wins_against_chance():
    won = 0
    for number in range(20):
        match, whim = dealt(number), Chance(b"whim", number)
        while GAME.outcome(match) is None:
            (seat,) = GAME.to_act(match)
            action = choice(match, 0) if seat == 0 else GAME.random_action(match, seat, whim)
            match = GAME.apply(match, seat, action, whim, 0).state
        won += 0 in GAME.outcome(match).winners
    assert won >= 15


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("BJ SJ 2S 2H 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 3H", Bid(3)),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS 3H 4H 6H 8H 10H JH", Pass()),
    ],
)
def test_it_bids_by_its_high_cards(hand, action):
    match = dealt()
    match.state.turn = 0
    rest = [card for card in GAME.names["cards"] if card not in hand.split()]
    match.state.hand, match.state.face_down = [hand.split(), rest[:17], rest[17:34]], rest[34:]
    assert choice(match, 0) == action


def test_it_beats_the_landlord_with_as_little_as_it_can():
    match = playing("8S 10S KS 2S 2H", "9S", 1, "single", ("3S 4S 5S 6S 7S 3C 4C", "3H 4H 5H 6H 7H"))
    assert choice(match, 0) == Play(["10S"])


def test_it_spares_its_partner():
    assert choice(playing("AS KS KH 2S 2H", "QS", 2, "single"), 0) == Pass()


def test_it_keeps_its_bombs_until_the_landlord_is_nearly_out():
    far = playing("8S 8H 8C 8D 3C", "AS", 1, "single")
    near = playing("8S 8H 8C 8D 3C", "AS", 1, "single", ("3S 4S", "3H 4H 5H 6H 7H"))
    assert choice(far, 0) == Pass()
    assert sorted(choice(near, 0).cards) == ["8C", "8D", "8H", "8S"]


def test_it_goes_out_when_it_can():
    assert choice(playing("8S 8H 8C 8D", "AS", 2, "single"), 0) == Play(["8S", "8H", "8C", "8D"])
