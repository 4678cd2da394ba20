"""The functions that the kit needs: every card, a redeal of the hidden ones, and some legal action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final

import msgspec

from games.chance import Chance
from games.uno.actions import (
    Action,
    CallUno,
    CardPayload,
    CatchPayload,
    ChallengeUno,
    ChallengeWd4,
    ChooseColor,
    ColorPayload,
    DrawCard,
    PlayCard,
    ReadyNext,
    SkipTurn,
)
from games.uno.cards import CARD_ID, Card
from games.uno.options import Options, unpack
from games.uno.rules.calls import UNO_CARDS
from games.uno.rules.legal import legal_actions
from games.uno.rules.matching import holds_color
from games.uno.state import NO_CARD, ROUND_END, State
from games.uno.views.types import LegalAction, Own
from games.uno.words import Color, Did

_COLORS = [c.name for c in Color]
_PLAIN: Final[Mapping[Did, Action]] = {
    Did.DRAW_CARD: DrawCard(),
    Did.SKIP_TURN: SkipTurn(),
    Did.CALL_UNO: CallUno(),
    Did.CHALLENGE_WD4: ChallengeWd4(),
    Did.READY_NEXT: ReadyNext(),
}


def all_cards(s: State) -> Iterator[Card]:
    """Every card, wherever it is."""
    for hand in s.hands:
        yield from hand
    yield from s.deck
    yield from s.discard


def redeal(s: State, seat: int | None, chance: Chance) -> State:
    """The same state, with all cards redealt that this seat (None: a spectator) cannot know."""
    s = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    hidden = [] if s.phase >= ROUND_END else [p for p in range(len(s.hands)) if p != seat]
    pool = s.deck + [card for p in hidden for card in s.hands[p]]
    becomes = dict(zip(pool, _shuffled(pool, chance), strict=True))
    s.deck = [becomes[c] for c in s.deck]
    for p in hidden:
        s.hands[p] = [becomes[c] for c in s.hands[p]]
    if s.drawn != NO_CARD:
        s.drawn = becomes.get(s.drawn, s.drawn)
    if s.wd4 is not None:
        s.wd4.hand = [becomes.get(c, c) for c in s.wd4.hand]
        s.wd4.guilty = holds_color(s.wd4.hand, s.wd4.color)
    return s


def _shuffled(pool: Iterable[Card], chance: Chance) -> list[Card]:
    """Shuffles after sorting, so that the result does not depend on where the cards were."""
    cards = sorted(pool)
    chance.shuffle(cards)
    return cards


def listed(own: Own) -> Iterator[Action]:
    """`own.legalActions` as a player sends them, with every choice of colour and target (uno.md 17)."""
    for legal in own.legalActions:
        if legal.action == Did.PLAY_CARD:
            assert legal.cardId is not None
            colors = _COLORS if legal.needsColor else [None]
            targets = legal.targets if legal.needsTarget else [None, *legal.targets]
            calls = [None, True] if len(own.hand) == UNO_CARDS else [None]
            for color, target, uno in product(colors, targets, calls):
                card = CARD_ID[legal.cardId]
                yield PlayCard(CardPayload(card_id=card, chosen_color=color, swap_target_id=target, uno=uno))
        elif legal.action == Did.CHOOSE_COLOR:
            yield from (ChooseColor(ColorPayload(color=color)) for color in _COLORS)
        else:
            yield _plain(legal)


def random_action(s: State, seat: int, chance: Chance) -> Action | None:
    """Some legal action of this seat."""
    o = unpack(s.options)
    actions = [a for a in legal_actions(s, o, seat) if not _too_early(s, o, seat, a)]
    if not actions:
        return None
    plays = [a for a in actions if a.action == Did.PLAY_CARD]
    legal = chance.choice(plays if plays and chance.chance(7, 8) else actions)  # a player who only draws never finishes
    if legal.action == Did.PLAY_CARD:
        assert legal.cardId is not None
        return PlayCard(
            CardPayload(
                card_id=CARD_ID[legal.cardId],
                uno=chance.chance(1, 2),
                chosen_color=chance.choice(_COLORS) if legal.needsColor else None,
                swap_target_id=chance.choice(legal.targets) if legal.targets else None,
            )
        )
    if legal.action == Did.CHOOSE_COLOR:
        return ChooseColor(ColorPayload(color=chance.choice(_COLORS)))
    return _plain(legal)


def _plain(legal: LegalAction) -> Action:
    """The action for a legal one that needs no choice."""
    if legal.action == Did.CHALLENGE_UNO:
        assert legal.targetPlayerId is not None
        return ChallengeUno(CatchPayload(target_player_id=legal.targetPlayerId))
    return _PLAIN[legal.action]


def _too_early(s: State, o: Options, seat: int, action: LegalAction) -> bool:
    """The clock may still refuse it: a catch in the grace period, a jump-in just after the player's own timeout."""
    if action.action == Did.CHALLENGE_UNO:
        return o.uno_grace_ms > 0
    return action.action == Did.PLAY_CARD and seat != s.current and seat in s.timed_out
