"""The numbers in the rules are those of the words that are shown."""

from __future__ import annotations

import re

import pytest

from games.uno import cards, state
from games.uno.words import CardType, Phase


@pytest.mark.parametrize("word", Phase)
def test_a_phase_has_the_number_of_its_word(word: Phase):
    assert getattr(state, re.sub(r"(?=[A-Z])", "_", word.name).upper()) == word


@pytest.mark.parametrize("word", CardType)
def test_a_card_type_has_the_number_of_its_word(word: CardType):
    assert getattr(cards, word.name.upper()) == word


def test_exactly_the_wild_cards_have_the_faces_of_wilds():
    wild = [card for card in cards.ALL_CARDS if cards.TYPE[card] in (cards.WILD, cards.WILD_DRAW_FOUR)]
    assert [card for card in cards.ALL_CARDS if cards.FACE[card] >= cards.FACE_WILD] == wild
