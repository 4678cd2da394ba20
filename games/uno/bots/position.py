"""A position as one seat sees it, and the features of each choice, which `weights.py` weighs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.uno.cards import (
    ALL_CARDS,
    AMOUNT,
    COLOR,
    COLORLESS,
    DRAW_TWO,
    FACE,
    FACE_WILD,
    NUMBER,
    REVERSE,
    SKIP,
    TYPE,
    WILD,
    Card,
)
from games.uno.views.types import LegalAction, Own, Table
from games.uno.words import Did

from .baseline import play_order, rotates
from .memory import Memory, color_number
from .outlook import Features, card_features, hand_features, others_features, unknown_features, without_features

NO_CARD: Final = -1
_DEPTH: Final = 6
"""How many plays in a row are examined if the same seat stays on turn."""


@dataclass(slots=True)
class Choice:
    """A possible action on turn. `card` NO_CARD: draw, or keep the drawn card."""

    card: Card
    color: int
    target: int | None
    bluff: bool
    features: Features
    goes_out: bool = False
    gained: int = 0
    """How many more cards the new hand has than the one given for it."""


class Position:
    """The part of a decision that is the same for all choices."""

    def __init__(self, table: Table, own: Own, seat: int, memory: Memory) -> None:
        self.table, self.own, self.seat, self.memory = table, own, seat, memory
        self.order = play_order(table, seat)
        self.counts = [table.players[p].cardCount for p in self.order]
        self.two = len(self.order) == 1
        self.color = color_number(table.currentColor)
        seen = own.hand + table.discardPile
        self.unseen = max(1, len(ALL_CARDS) - len(seen))
        self.of_color = [25, 25, 25, 25, 8]
        self.of_face = [4, *[8] * 9, *[8] * 3, 4, 4]
        for card in seen:
            self.of_color[COLOR[card]] -= 1
            self.of_face[FACE[card]] -= 1

    def choices(self) -> list[Choice]:
        """Every play with every colour and target; and playing nothing."""
        found = [choice for a in self.own.legalActions if a.action == Did.PLAY_CARD for choice in self._plays(a)]
        may = {a.action for a in self.own.legalActions}
        if Did.DRAW_CARD in may or Did.SKIP_TURN in may:
            found.append(self._without(found, drawn=Did.SKIP_TURN in may))
        return found

    def colors(self, hand: Sequence[Card]) -> list[int]:
        """Colours worth naming: those in the hand, or all if it has none."""
        return sorted({COLOR[c] for c in hand} - {COLORLESS}) or list(range(4))

    def left_after(self, choice: Choice) -> int:
        """The number of cards in the hand after a play."""
        if choice.target is not None:
            return self.table.players[choice.target].cardCount
        left = len(self.own.hand) - 1
        return self.counts[-1] if left and rotates(self.table, choice.card) else left

    def _plays(self, legal: LegalAction) -> list[Choice]:
        card = legal.cardId
        assert card is not None
        rest = [c for c in self.own.hand if c != card]
        colors = self.colors(rest) if COLOR[card] == COLORLESS else [COLOR[card]]
        targets: Sequence[int | None] = legal.targets or [None]
        return [self._played(legal, card, color, target, rest) for color in colors for target in targets]

    def _without(self, plays: Sequence[Choice], *, drawn: bool) -> Choice:
        hand = self.own.hand
        wild_only = all(COLOR[choice.card] == COLORLESS for choice in plays)
        face = FACE[self.table.topCard]
        features = hand_features(hand, self.color, face) + self._others(self.order, self.counts, self.color, face)
        return Choice(NO_CARD, self.color, None, False, features + without_features(len(hand), drawn, wild_only))

    def _played(self, legal: LegalAction, card: Card, color: int, target: int | None, rest: list[Card]) -> Choice:
        choice = Choice(card, color, target, bool(legal.bluff), [], not rest)
        if not rest:
            return choice
        order, counts = list(self.order), list(self.counts)
        left, known = len(rest), True
        if target is not None:
            place = order.index(target)
            left, counts[place], known = counts[place], left, False
        elif rotates(self.table, card):
            left, counts, known = counts[-1], [left, *counts[:-1]], False
        again = self._moves_on(card, order, counts) and known
        end, end_color, end_face = self._run(rest, color, FACE[card], _DEPTH) if again else (rest, color, FACE[card])
        choice.goes_out, choice.gained = not end, left - len(rest) if not known else 0
        if end:
            mine = hand_features(end, end_color, end_face)
            if not known:
                mine = unknown_features(left, self._fitting(color, FACE[card]))
            it = card_features(card, len(rest), self.counts[0], color != self.color, stay=again and end is rest)
            choice.features = mine + self._others(order, counts, end_color, end_face) + it
        return choice

    def _moves_on(self, card: Card, order: list[int], counts: list[int]) -> bool:
        """Apply the card's effect to the others. True: the same seat stays on turn."""
        kind = TYPE[card]
        if kind in (NUMBER, WILD):
            return False
        if kind == REVERSE and not self.two:
            order.reverse()
            counts.reverse()
            return False
        if AMOUNT[card]:
            counts[0] += AMOUNT[card] + self.table.drawPending
            if self.table.house.stackDrawCards:
                return False
        if self.two:
            return True
        order.append(order.pop(0))
        counts.append(counts.pop(0))
        return False

    def _run(self, hand: list[Card], color: int, face: int, depth: int) -> tuple[list[Card], int, int]:
        """With two players: the hand after the longest run of plays that the opponent cannot interrupt."""
        best, left = (hand, color, face), len(hand)
        for card in hand:
            if COLOR[card] != color and FACE[card] != face and FACE[card] < FACE_WILD:
                continue
            rest = [c for c in hand if c != card]
            if COLOR[card] == COLORLESS and rest:
                continue  # keep wilds, unless one ends the round
            end = (rest, COLOR[card] if COLOR[card] < COLORLESS else color, FACE[card])
            kinds = (SKIP, REVERSE) if self.table.house.stackDrawCards else (SKIP, REVERSE, DRAW_TWO)
            if TYPE[card] in kinds and rest and depth:
                end = self._run(*end, depth - 1)
            if len(end[0]) < left:
                best, left = end, len(end[0])
        return best

    def _fitting(self, color: int, face: int) -> float:
        """The share of unseen cards that would fit."""
        if color == COLORLESS:
            return 0.5
        by_face = self.of_face[face] * 0.75 if face < FACE_WILD else 0
        return min(1.0, (self.of_color[color] + self.of_color[COLORLESS] + by_face) / self.unseen)

    def _others(self, order: Sequence[int], counts: Sequence[int], color: int, face: int) -> Features:
        following, known = order[0], color < COLORLESS
        void = known and self.memory.is_void(following, color)
        liked = known and bool(self.memory.liked[following] >> color & 1)
        return others_features(counts, self._fitting(color, face), void, liked)
