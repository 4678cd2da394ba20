"""Players' actions (shandong.md 10). On the wire: `{"action": "play", "payload": {"cards": ["hearts_A_0"]}}`.

Decoding accepts any value in a payload: the phase and the seat are judged first (10), so `BAD_PAYLOAD` must come later.
"""

# ruff: noqa: N815 - field names are those of the rules page

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

Unjudged = Any
"""An unchecked value. `named_cards` and the handlers judge it later."""


class Nothing(msgspec.Struct, frozen=True):
    """The payload of an action that needs none."""


class Cards(msgspec.Struct, frozen=True):
    cards: Unjudged = None


class StickCards(msgspec.Struct, frozen=True):
    """The cards shown, and those given back for the declarer's three."""

    cards: Unjudged = None
    giveBack: Unjudged = None


class Index(msgspec.Struct, frozen=True):
    index: Unjudged = None


class Enabled(msgspec.Struct, frozen=True):
    enabled: Unjudged = None


class Declare(msgspec.Struct, frozen=True, tag_field="action", tag="declare"):
    payload: Cards = Cards()


class Counter(msgspec.Struct, frozen=True, tag_field="action", tag="counter"):
    payload: Cards = Cards()


class Pass(msgspec.Struct, frozen=True, tag_field="action", tag="pass"):
    payload: Nothing = Nothing()


class Stick(msgspec.Struct, frozen=True, tag_field="action", tag="stick"):
    payload: StickCards = StickCards()


class StickClaim(msgspec.Struct, frozen=True, tag_field="action", tag="stick_claim"):
    payload: Nothing = Nothing()


class Bury(msgspec.Struct, frozen=True, tag_field="action", tag="bury"):
    payload: Cards = Cards()


class Play(msgspec.Struct, frozen=True, tag_field="action", tag="play"):
    payload: Cards = Cards()


class ChooseThrow(msgspec.Struct, frozen=True, tag_field="action", tag="choose_throw"):
    payload: Index = Index()


class Ready(msgspec.Struct, frozen=True, tag_field="action", tag="ready"):
    payload: Nothing = Nothing()


class Unready(msgspec.Struct, frozen=True, tag_field="action", tag="unready"):
    payload: Nothing = Nothing()


class SetAuto(msgspec.Struct, frozen=True, tag_field="action", tag="set_auto"):
    payload: Enabled = Enabled()


Action = Declare | Counter | Pass | Stick | StickClaim | Bury | Play | ChooseThrow | Ready | Unready | SetAuto

KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in get_args(Action)}
"""Every action by its name."""
