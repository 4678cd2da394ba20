"""Players' actions (uno.md 5.2): `{"action": name, "payload": {...}}`, one type per name.

Required fields are typed. The rules judge optional fields, each at its place in the order of uno.md 5.3 (any `turn`
other than the current one is stale), so any value is accepted here.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, get_args

from msgspec import Meta, Struct

Turn = Annotated[Any, Meta(extra_json_schema={"type": "integer", "description": "the turn number that its sender saw"})]
ColorName = Annotated[Any, Meta(extra_json_schema={"type": "string"})]
Seat = Annotated[Any, Meta(extra_json_schema={"type": "integer"})]
Flag = Annotated[Any, Meta(extra_json_schema={"type": "boolean"})]


class Payload(Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """The fields that every payload may have."""

    turn: Turn = None


class CardPayload(Payload, frozen=True, kw_only=True):
    card_id: str
    uno: Flag = None
    chosen_color: ColorName = None
    swap_target_id: Seat = None


class CatchPayload(Payload, frozen=True, kw_only=True):
    target_player_id: int


class ColorPayload(Payload, frozen=True, kw_only=True):
    color: str


class PlayCard(Struct, frozen=True, tag_field="action", tag="PLAY_CARD"):
    payload: CardPayload


class DrawCard(Struct, frozen=True, omit_defaults=True, tag_field="action", tag="DRAW_CARD"):
    payload: Payload = Payload()


class SkipTurn(Struct, frozen=True, omit_defaults=True, tag_field="action", tag="SKIP_TURN"):
    payload: Payload = Payload()


class CallUno(Struct, frozen=True, omit_defaults=True, tag_field="action", tag="CALL_UNO"):
    payload: Payload = Payload()


class ChallengeUno(Struct, frozen=True, tag_field="action", tag="CHALLENGE_UNO"):
    payload: CatchPayload


class ChallengeWd4(Struct, frozen=True, omit_defaults=True, tag_field="action", tag="CHALLENGE_WD4"):
    payload: Payload = Payload()


class ChooseColor(Struct, frozen=True, tag_field="action", tag="CHOOSE_COLOR"):
    payload: ColorPayload


class ReadyNext(Struct, frozen=True, omit_defaults=True, tag_field="action", tag="READY_NEXT"):
    payload: Payload = Payload()


Action = PlayCard | DrawCard | SkipTurn | CallUno | ChallengeUno | ChallengeWd4 | ChooseColor | ReadyNext
ACTIONS: Final = frozenset(get_args(Action))


class Malformed(Struct, frozen=True):
    """Not one of these actions. The rules refuse it in their own order: it may be too late or early for any action."""

    field: str


def misread(field: str) -> Malformed:
    """`field`: the wrong field, as a path from the top (`payload.cardId`)."""
    return Malformed(field.removeprefix("payload."))
