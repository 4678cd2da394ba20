"""A refused card says what would fit, or which condition it fails (uno.md 8.1, 11)."""

import pytest

from games.api import Refused
from games.chance import Chance
from games.uno import GAME
from games.uno.actions import CardPayload, PlayCard
from games.uno.audit.vector_setup import in_play


def why_not(card, *, top, color, hand="", preset="standard", **options):
    state = in_play({
        "preset": preset,
        "options": options,
        "players": ["A", "B"],
        "setup": {
            "hands": {"A": [card, *hand.split()], "B": ["blue-1-26", "blue-2-28"]},
            "discard": [top],
            "color": color,
        },
    })  # fmt: skip
    with pytest.raises(Refused) as refused:
        GAME.apply(state, 0, PlayCard(CardPayload(card_id=card, chosen_color="red")), Chance(b"why"), 1000)
    assert refused.value.code == "INVALID_CARD"
    return refused.value.params


@pytest.mark.parametrize(
    ("top", "color", "fits"),
    [
        ("red-9-17", "red", ["red", "9", "wild"]),
        ("blue-4-32", "blue", ["blue", "4", "wild"]),
        ("yellow-skip-94", "yellow", ["yellow", "skip", "wild"]),
        ("wild-100", "red", ["red", "wild"]),
    ],
)
def test_it_says_what_fits_the_colour_and_the_face_on_top(top, color, fits):
    assert why_not("green-3-55", top=top, color=color, hand="green-5-59") == {"fits": fits}


def test_it_says_that_the_last_card_must_be_a_number():
    assert why_not("red-skip-19", top="red-9-17", color="red", lastCardNumberOnly=True) == {"field": "last"}


def test_it_says_that_a_wild_draw_four_must_wait():
    strict = {"wd4Legality": "strict"}
    told = why_not("wild-draw-four-104", top="red-9-17", color="red", hand="red-5-9", **strict)
    assert told == {"field": "wild_draw_four"}
