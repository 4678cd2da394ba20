"""The baseline bot: exact and deterministic (uno.md 20.1). It reads only the views."""

from __future__ import annotations

from typing import Final

from games.uno.actions import (
    Action,
    CallUno,
    CardPayload,
    ChallengeWd4,
    ChooseColor,
    ColorPayload,
    DrawCard,
    Payload,
    PlayCard,
    SkipTurn,
)
from games.uno.cards import (
    CARD_ID,
    COLOR,
    COLORLESS,
    DRAW_TWO,
    NUMBER,
    REVERSE,
    SKIP,
    TYPE,
    VALUE,
    WILD,
    WILD_DRAW_FOUR,
    Card,
    commonest_color,
)
from games.uno.views.types import LegalAction, Own, Table
from games.uno.words import Color, Did, Phase

_DECISIVE: Final = {WILD_DRAW_FOUR: 0, DRAW_TWO: 1, SKIP: 2, REVERSE: 3}
_SYMBOLS: Final = {DRAW_TWO: 0, SKIP: 1, REVERSE: 2}


def decide(table: Table, own: Own, seat: int) -> Action | None:
    """The baseline bot's action; None if it is not its turn."""
    if table.currentPlayer != seat or table.phase >= Phase.roundEnd:
        return None
    plays = [a for a in own.legalActions if a.action == Did.PLAY_CARD]
    may = {a.action for a in own.legalActions}
    match table.phase:
        case Phase.chooseColor:
            named = Color(commonest_color(own.hand)).name
            return ChooseColor(ColorPayload(color=named, turn=table.turnNumber))
        case Phase.pendingDraw:
            best = min(plays, key=lambda a: TYPE[_card(a)] != DRAW_TWO, default=None)
        case Phase.turnEnd:
            call = len(own.hand) == 1 and Did.CALL_UNO in may
            return plain(table, CallUno if call else SkipTurn)
        case _:
            candidates = [a for a in plays if not a.bluff]
            best = min(candidates, key=lambda a: baseline_key(table, own, seat, _card(a)), default=None)
    if best is None:
        return plain(table, SkipTurn if table.phase == Phase.drawn else DrawCard)
    card = _card(best)
    color = commonest_color([c for c in own.hand if c != card])
    target = fewest_cards(table, seat) if best.targets else None
    return play(table, card, color, target, uno=len(own.hand) == 2)


def plain(table: Table, kind: type[DrawCard | SkipTurn | CallUno | ChallengeWd4]) -> Action:
    """An action with no field but its turn."""
    return kind(Payload(turn=table.turnNumber))


def play(table: Table, card: Card, color: int, target: int | None, uno: bool) -> PlayCard:
    """`PLAY_CARD` with the fields that this card needs."""
    return PlayCard(
        CardPayload(
            card_id=CARD_ID[card],
            chosen_color=Color(color).name if COLOR[card] == COLORLESS else None,
            swap_target_id=target,
            uno=True if uno else None,
            turn=table.turnNumber,
        )
    )


def baseline_key(table: Table, own: Own, seat: int, card: Card) -> tuple[int, ...]:
    """Smaller is better (uno.md 20.1, k0 to k5)."""
    kind = TYPE[card]
    decisive = table.players[next_player(table, seat)].cardCount == 1
    return (
        _DECISIVE.get(kind, 4) if decisive else 0,
        {WILD: 1, WILD_DRAW_FOUR: 2}.get(kind, 0),
        COLOR[card] != table.currentColor,
        kind == NUMBER,
        -VALUE[card] if kind == NUMBER else _SYMBOLS.get(kind, 0),
        own.hand.index(card),
    )


def play_order(table: Table, seat: int) -> list[int]:
    """The opponents still in the match, the next one first."""
    n = len(table.players)
    order = [(seat + k * table.direction) % n for k in range(1, n)]
    return [p for p in order if table.players[p].active]


def next_player(table: Table, seat: int) -> int:
    """The player after this seat in the direction of play."""
    return play_order(table, seat)[0]


def rotates(table: Table, card: Card) -> bool:
    """Do all hands move on when this card is played?"""
    return table.house.zeroRotate and TYPE[card] == NUMBER and VALUE[card] == 0


def fewest_cards(table: Table, seat: int) -> int:
    """The opponent with the fewest cards; on a tie, the first in play order."""
    return min(play_order(table, seat), key=lambda p: table.players[p].cardCount)


def _card(action: LegalAction) -> Card:
    assert action.cardId is not None
    return action.cardId
