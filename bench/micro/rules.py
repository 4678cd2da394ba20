"""Measures the rules alone, in random play of whole matches; prints one line per figure.

python bench/micro/rules.py [SECONDS]

UNO: moves per second, each of which lists the legal actions and applies one. Shandong Upgrade: judged follows per
second; half of them are by random players in whole rounds, the others are random cards of the same hands.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from games.api import HOST, AllReady, AnyGame, WakeUp
from games.catalog import installed
from games.chance import Chance
from games.shandong.rules.follow import check_mandatory_follow
from games.shandong.rules.phases.playing import lead_of
from games.shandong.rules.trumps import Trumps
from games.shandong.rules.types import CardType
from games.shandong.state import Phase
from games.uno.actions import Action, CardPayload, ChooseColor, ColorPayload, DrawCard, PlayCard, SkipTurn
from games.uno.cards import CARD_ID
from games.uno.options import unpack
from games.uno.rules.legal import legal_actions
from games.uno.state import ROUND_END
from games.uno.views.types import LegalAction
from games.uno.words import Did

Position = tuple[CardType, list[int], Sequence[int], Trumps]


def moves_of_uno(seconds: float) -> float:
    """Moves per second, in one process."""
    game = installed(only=["uno"])["uno"]
    options = game.resolve(
        "standard", {"turnSeconds": 0, "roundBreakSeconds": 0, "scoring": "winner", "targetScore": 10_000}, 4
    )
    rng, made, spent, match = random.Random(7), 0, 0.0, 0
    while spent < seconds:
        match += 1
        state = game.setup(options, ["human"] * 4, Chance(b"deals", match), 0).state
        began, steps = time.process_time(), 0
        while game.outcome(state) is None:
            steps += 1
            chance = Chance(b"steps", steps)
            if state.phase == ROUND_END:
                state = game.apply(state, HOST, AllReady(), chance, steps).state
            else:
                action = some_action(legal_actions(state, unpack(state.options), state.current), rng)
                state = game.apply(state, state.current, action, chance, steps).state
        spent += time.process_time() - began
        made += steps
    return made / spent


PLAY_CARD = Did.PLAY_CARD
PLAIN = [PlayCard(CardPayload(card_id=card)) for card in CARD_ID]
WILD = [PlayCard(CardPayload(card_id=card, chosen_color="red")) for card in CARD_ID]
OTHERS: dict[Did, Action] = {
    Did.DRAW_CARD: DrawCard(),
    Did.SKIP_TURN: SkipTurn(),
    Did.CHOOSE_COLOR: ChooseColor(ColorPayload(color="red")),
}


def some_action(legal: list[LegalAction], rng: random.Random) -> Action:
    """A random playable card, or else the first legal action."""
    cards = [action for action in legal if action.action is PLAY_CARD]
    if not cards:
        return OTHERS[legal[0].action]
    chosen = cards[int(rng.random() * len(cards))]
    assert chosen.cardId is not None
    return WILD[chosen.cardId] if chosen.needsColor else PLAIN[chosen.cardId]


def positions(game: AnyGame, rounds: int) -> list[Position]:
    """Every follow of some rounds: the lead, the hand, the play."""
    found: list[Position] = []
    chance, now = Chance(b"positions"), 0
    options = game.resolve("standard", {"dealIntervalMs": 0, "redealPauseMs": 0, "nextRoundMs": 0}, 4)
    state = game.setup(options, ["human"] * 4, Chance(b"rounds"), 0).state
    while state.number <= rounds and game.outcome(state) is None:
        for seat in list(game.to_act(state)) or [None]:
            action = game.random_action(state, seat, chance) if seat is not None else None
            if action is None:
                wake = game.wake(state)
                if wake is None or not isinstance(wake.action, WakeUp):
                    continue
                now = max(now, wake.at)
                state = game.apply(state, HOST, wake.action, chance, now).state
            else:
                lead = lead_of(state) if state.phase is Phase.playing else None
                hand, trumps = list(state.round.hands[seat]), state.trumps if lead else None
                state = game.apply(state, seat, action, chance, now).state
                if lead is not None and trumps is not None:
                    left = set(state.round.hands[seat])
                    found.append((lead, hand, [card for card in hand if card not in left], trumps))
            break
    return found


def follows_of_shandong(seconds: float) -> tuple[float, int, int]:
    """The number of follows judged per second, of distinct follows, and of legal ones among those."""
    made = positions(installed(only=["shandong"])["shandong"], 60)
    rng = random.Random(7)
    asked: list[Position] = [
        (lead, hand, play, trumps)
        for lead, hand, played, trumps in made
        for play in (played, rng.sample(hand, len(played)))
        if len(played) < len(hand)
    ]
    legal = sum(check_mandatory_follow(*one, explain=False).valid for one in asked)
    judged, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for lead, hand, play, trumps in asked:
            check_mandatory_follow(lead, hand, play, trumps, explain=False)
        judged += len(asked)
    return judged / (time.process_time() - began), len(asked), legal


def main(seconds: Any = 3) -> None:
    print(f"uno: {moves_of_uno(float(seconds)):,.0f} moves a second")
    speed, asked, legal = follows_of_shandong(float(seconds))
    print(f"shandong: {speed:,.0f} follows judged a second, {asked} different ones of which {legal} are legal")


if __name__ == "__main__":
    main(*sys.argv[1:])
