"""Marks prove nothing about themselves: what a wrong mark shows is found all the same."""

from __future__ import annotations

from typing import Any

import pytest

from games.chance import Chance
from games.kit import suite
from games.kit.promise import Broken
from games.kit.search import Search
from games.simple import Card, Event, PerSeat, Pile, Public
from tests.games.simple import little_game
from tests.games.simple.little_game import Lay, State, game


def found(one: Any, check: str = "stands_its_own_audit") -> str:
    with pytest.raises(Broken) as broken:
        suite.check(one, check)
    return str(broken.value)


def test_a_hand_that_is_marked_public_is_found():
    class Open(State, array_like=True):
        hands: Public[PerSeat[list[Card]]]

    assert "after the deal everybody sees" in found(game(State=Open, moves=lambda s, seat: map(Lay, s.hands[seat])))


def test_a_stock_that_is_marked_public_is_found():
    class Open(State, array_like=True):
        rest: Public[Pile]

    assert "is a hand marked Public?" in found(game(State=Open))


def test_a_mention_of_hidden_cards_is_found():
    def play(s: State, seat: int, move: Any, ctx: Any) -> None:
        little_game.play(s, seat, move, ctx)
        s.best = s.hands[0][:1]

    assert "which it does not name" in found(game(play=play))


def test_cards_that_are_turned_over_unsaid_are_found():
    assert "Lay(" in found(game(events=[little_game.Drew, little_game.Turned], reveals=[]))


def test_cards_that_are_turned_over_unsaid_are_one_fault_whatever_the_cards():
    search = Search(game(events=[little_game.Drew, little_game.Turned], reveals=[]))
    for _ in search.run(0):
        pass
    audit = [one for one in search.findings.values() if one.check == "stands_its_own_audit"]
    assert len(audit) == 1
    assert audit[0].times > 1
    assert "tell an event that names it, and list that in `reveals`" in audit[0].text


def test_an_event_that_tells_everybody_a_drawn_card_is_found():
    class Leaky(Event):
        card: Card

    def play(s: State, seat: int, move: Any, ctx: Any) -> None:
        little_game.play(s, seat, move, ctx)
        if s.hands[seat]:
            ctx.tell(Leaky(s.hands[seat][-1]))

    assert "by the events of" in found(game(play=play, events=[little_game.Drew, Leaky]), "keeps_secrets")


def test_an_invariant_that_breaks_is_told():
    assert found(game(invariant=lambda s: "one round too few" if s.rounds < 2 else None)) == "one round too few"


def test_what_everybody_knows_stays_where_it_is():
    one = game(known=lambda s: [(1, card) for card in s.hands[1] if card])
    match = one.setup(little_game.Options(), ["human"] * 3, Chance(b"known"), 0).state
    for number in range(10):
        twin = one.redeal(match, 0, Chance(b"known", number))
        assert sorted(twin.state.hands[1]) == sorted(match.state.hands[1])
        assert sorted(one.all_cards(twin)) == sorted(little_game.DECK)
