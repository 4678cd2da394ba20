"""The measurements of `paiju arena` besides wins: the points of a round, and plain mistakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from games.chance import Chance
from games.uno.actions import DrawCard, PlayCard, SkipTurn
from games.uno.cards import CARD_BY_ID, COLOR, COLORLESS, NUMBER, TYPE, VALUE
from games.uno.events import RoundEnded
from games.uno.state import State
from games.uno.views.types import Enforcement, Own, Table
from games.uno.words import Did, Phase
from games.views import Event

_SAFE: Final = 4
"""With this many cards in every other hand, nobody is about to go out."""


def gains(told: Sequence[Event]) -> list[list[int]]:
    """The winner of a round gains the points of all other hands, and the others lose their own (uno.md 14.2)."""
    return [_gains(event) for event in told if isinstance(event, RoundEnded)]


def _gains(ended: RoundEnded) -> list[int]:
    lost = [points or 0 for points in ended.roundPoints]
    brought = [0 if ended.winnerId is None else -points for points in lost]
    if ended.winnerId is not None:
        brought[ended.winnerId] = sum(lost)
    return brought


def reshuffle(s: State, chance: Chance) -> State:
    """The draw pile in another order."""
    s = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    chance.shuffle(s.deck)
    return s


def _plays(own: Own) -> bool:
    return any(a.action == Did.PLAY_CARD and not a.bluff for a in own.legalActions)


def drew_what_it_could_play(table: Table, own: Own, seat: int, action: Any) -> bool | None:
    """Drawing with a card in hand that could honestly be played."""
    if table.phase != Phase.turn or table.currentPlayer != seat or not _plays(own):
        return None
    return isinstance(action, DrawCard)


def kept_the_winning_card(table: Table, own: Own, seat: int, action: Any) -> bool | None:
    """Not going out with the last card."""
    if len(own.hand) != 1 or table.currentPlayer != seat or not _plays(own):
        return None
    return isinstance(action, (DrawCard, SkipTurn))


def forgot_uno(table: Table, own: Own, seat: int, action: Any) -> bool | None:
    """Playing the last card but one without a call, if that can be punished."""
    if not isinstance(action, PlayCard) or len(own.hand) != 2 or action.payload.swap_target_id is not None:
        return None
    if table.house.unoEnforcement in (Enforcement.off, Enforcement.endTurn) or table.players[seat].unoCalled:
        return None
    zero = TYPE[CARD_BY_ID[action.payload.card_id]] == NUMBER and VALUE[CARD_BY_ID[action.payload.card_id]] == 0
    return None if table.house.zeroRotate and zero else not action.payload.uno


def wasted_a_wild(table: Table, own: Own, seat: int, action: Any) -> bool | None:
    """Playing a wild from a large hand while nobody is about to go out and a coloured card fits."""
    others = [p.cardCount for p in table.players if p.active and p.seat != seat]
    if not isinstance(action, PlayCard) or table.phase != Phase.turn or min([len(own.hand), *others]) < _SAFE:
        return None
    cards = [a.cardId for a in own.legalActions if a.action == Did.PLAY_CARD and a.cardId is not None]
    if len({COLOR[card] == COLORLESS for card in cards}) < 2:
        return None
    return COLOR[CARD_BY_ID[action.payload.card_id]] == COLORLESS


def took_a_larger_hand(table: Table, own: Own, seat: int, action: Any) -> bool | None:
    """Swapping for a larger hand although another card fits."""
    if not isinstance(action, PlayCard) or action.payload.swap_target_id is None:
        return None
    kept = sum(a.action == Did.PLAY_CARD and not a.targets for a in own.legalActions)
    return table.players[action.payload.swap_target_id].cardCount > len(own.hand) - 1 if kept else None


BLUNDERS: Final[Mapping[str, Callable[[Table, Own, int, Any], bool | None]]] = {
    "keptTheWinningCard": kept_the_winning_card,
    "drewWhatItCouldPlay": drew_what_it_could_play,
    "forgotUno": forgot_uno,
    "wastedAWild": wasted_a_wild,
    "tookALargerHand": took_a_larger_hand,
}
