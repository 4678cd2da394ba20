"""The heuristic bot: it weighs every play (uno.md 20.2). It reads only the views and its memory of events."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from games.uno.actions import Action, ChallengeWd4, DrawCard, SkipTurn
from games.uno.cards import (
    ALL_CARDS,
    COLOR,
    COLORLESS,
    DRAW_TWO,
    FACE,
    FACE_WILD,
    POINTS,
    REVERSE,
    SKIP,
    TYPE,
    WILD,
    WILD_DRAW_FOUR,
    Card,
)
from games.uno.views.types import LegalAction, Own, Table
from games.uno.words import Did, Phase

from .baseline import baseline_key, plain, play, play_order, rotates
from .baseline import decide as decide_baseline
from .memory import Memory

STACK_ABOVE = 30
PER_COLOR = 25


def decide(table: Table, own: Own, seat: int, memory: Memory) -> Action | None:
    """The heuristic bot's action; None while it waits."""
    if table.phase >= Phase.roundEnd:
        return None
    weighing = Weighing(table, own, seat, memory)
    if table.currentPlayer != seat:
        return weighing.jump_in()
    if table.phase in (Phase.turnEnd, Phase.chooseColor):
        return decide_baseline(table, own, seat)
    best = weighing.best()
    if table.phase == Phase.pendingDraw:
        if best and best.score + 3 * table.drawPending > STACK_ABOVE:
            return weighing.action(best)
        may_challenge = any(a.action == Did.CHALLENGE_WD4 for a in own.legalActions)
        return plain(table, ChallengeWd4 if may_challenge and weighing.doubts() else DrawCard)
    otherwise = Did.SKIP_TURN if table.phase == Phase.drawn else Did.DRAW_CARD
    may_otherwise = any(a.action == otherwise for a in own.legalActions)
    if best and (best.score >= 0 or not may_otherwise):
        return weighing.action(best)
    return plain(table, SkipTurn if otherwise == Did.SKIP_TURN else DrawCard)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One way to play a card, and its score."""

    card: Card
    color: int
    target: int | None
    score: float


class Weighing:
    """A position as this seat sees it."""

    def __init__(self, table: Table, own: Own, seat: int, memory: Memory) -> None:
        self.table = table
        self.own = own
        self.seat = seat
        self.memory = memory
        order = play_order(table, seat)
        self.next, self.previous = order[0], order[-1]
        self.two = len(order) == 1
        self.counts = [p.cardCount for p in table.players]
        self.threat = any(self.counts[p] <= 2 for p in order)
        self.next_threat = self.counts[self.next] <= 2
        self.opponents = order

    def best(self) -> Weighed | None:
        """The play with the best score; ties are broken by the baseline's key."""
        weighed = [self._weigh(a) for a in self.own.legalActions if a.action == Did.PLAY_CARD]
        key = self._key
        return min(weighed, key=lambda w: (-w.score, key(w.card)), default=None)

    def action(self, weighed: Weighed) -> Action:
        """The play as an action, with the UNO call if it leaves one card."""
        left = len(self.own.hand) - 1
        if weighed.target is not None:
            left = self.counts[weighed.target]
        elif rotates(self.table, weighed.card) and left:
            left = self.counts[self.previous]
        return play(self.table, weighed.card, weighed.color, weighed.target, uno=left == 1)

    def jump_in(self) -> Action | None:
        """Jump in whenever legal, unless a 7 or 0 would give away a smaller hand."""
        for legal in self.own.legalActions:
            if legal.action == Did.PLAY_CARD:
                weighed = self._weigh(legal)
                left = len(self.own.hand) - 1
                gets = left
                if weighed.target is not None:
                    gets = self.counts[weighed.target]
                elif rotates(self.table, weighed.card) and left:
                    gets = self.counts[self.previous]
                if gets <= left:
                    return self.action(weighed)
        return None

    def doubts(self) -> bool:
        """Is a challenge of the wild draw four worth the risk?"""
        memory, pending = self.memory, self.table.pending
        if pending is None or pending.by is None or memory.before == COLORLESS:
            return False
        seen = self.own.hand + self.table.discardPile
        unseen = len(ALL_CARDS) - len(seen)
        of_color = PER_COLOR - sum(COLOR[c] == memory.before for c in seen)
        ways = comb(unseen, memory.left)
        holds = 1 - comb(unseen - of_color, memory.left) / ways if ways else 1.0
        guilty, innocent = memory.guilty[pending.by], memory.innocent[pending.by]
        chance = holds * min(1.0, (guilty + 1) / (guilty + innocent + 2) * 1.2)
        n = self.table.drawPending
        return chance * (n / 2 + 2) - (1 - chance) * (n + 4) > -(n + 2)

    def _key(self, card: Card) -> tuple[int, ...]:
        return baseline_key(self.table, self.own, self.seat, card)

    def _weigh(self, legal: LegalAction) -> Weighed:
        card = legal.cardId
        assert card is not None
        rest = [c for c in self.own.hand if c != card]
        color = COLOR[card] if COLOR[card] != COLORLESS else self._best_color(rest)
        target = min(legal.targets, key=self._swap_order, default=None)
        score = 30 + self._follow(card, color, rest) + POINTS[card] * (0.3 if self.threat else 0.1)
        if not rest:
            score += 1000
        score += self._attack(card) + self._hold(card, len(rest)) + self._color(color)
        if target is not None:
            score += 5 * (len(rest) - self.counts[target])
        elif rotates(self.table, card) and rest:
            score += 5 * (len(rest) - self.counts[self.previous])
        if legal.bluff:
            score -= 15 if self.next_threat else 40
            if self.memory.caught_by >> self.next & 1:
                score -= 1000
        return Weighed(card, color, target, score)

    def _swap_order(self, seat: int) -> tuple[int, int]:
        return self.counts[seat], self.opponents.index(seat)

    def _follow(self, card: Card, color: int, rest: list[Card]) -> int:
        fits = sum(FACE[c] >= FACE_WILD or COLOR[c] == color or FACE[c] == FACE[card] for c in rest)
        return min(20, 4 * fits)

    def _attack(self, card: Card) -> int:
        kind = TYPE[card]
        if kind == DRAW_TWO:
            return 32 if self.next_threat else 12
        if kind == WILD_DRAW_FOUR:
            return 40 if self.next_threat else 15
        if kind == SKIP or (kind == REVERSE and self.two):
            return 22 if self.next_threat else 8
        if kind == REVERSE and self.next_threat:
            previous, following = self.counts[self.previous], self.counts[self.next]
            return 10 if previous > following else -8 if previous < following else 0
        return 0

    def _hold(self, card: Card, left: int) -> int:
        if TYPE[card] not in (WILD, WILD_DRAW_FOUR):
            return 0
        if left <= 2 or self.threat:
            return -5
        return -25 if TYPE[card] == WILD else -30

    def _color(self, color: int) -> int:
        old = self.table.currentColor
        if old is None or color == old:
            return 0
        return 6 * self.memory.is_void(self.next, color) - 6 * self.memory.is_void(self.next, old)

    def _best_color(self, rest: list[Card]) -> int:
        def worth(color: int) -> tuple[float, int]:
            cards = [c for c in rest if COLOR[c] == color]
            points = sum(POINTS[c] for c in cards)
            return len(cards) + 0.02 * points + 2 * self.memory.is_void(self.next, color), -color

        return max(range(4), key=worth)
