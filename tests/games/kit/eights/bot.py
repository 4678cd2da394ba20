"""The level `simple`: get rid of expensive cards, keep the eights, name the suit held most often."""

from collections.abc import Sequence
from typing import Any

from games.api import Plan
from games.chance import Chance
from games.views import Event

from .cards import NAMES, SUITS, is_eight, points, suit_of
from .state import Draw, Pass, Play
from .views import Kind, Own, Table


def bot(
    table: Table, own: Own, seat: int, events: Sequence[Event], memory: bytes, chance: Chance, level: str
) -> Plan[Any]:
    return Plan(choose(own), think_ms=chance.between(600, 1400))


def choose(own: Own) -> Play | Draw | Pass | None:
    if not own.legal:
        return None
    cards = [move.card for move in own.legal if move.card is not None]
    if plain := [card for card in cards if not is_eight(card)]:
        return Play(NAMES[max(plain, key=lambda card: points([card]))])
    if cards:
        held = [suit_of(card) for card in own.hand if not is_eight(card)]
        return Play(NAMES[cards[0]], max(SUITS, key=lambda suit: held.count(SUITS.index(suit))))
    return Draw() if own.legal[-1].type == Kind.draw else Pass()
