"""How people play Shandong Upgrade, knowing only what they are shown."""

from __future__ import annotations

import random
from typing import Any

from tests.support.belief import Belief
from tests.support.players import Player

Json = Any
SUITS = ("hearts", "spades", "clubs", "diamonds")


class Listener(Belief):
    """A belief that also keeps what was told: the public events of each frame."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: dict[int, list[Json]] = {}

    def public(self, pub: int, tag: int, events: list[Json], table: Json, room: Json) -> None:
        super().public(pub, tag, events, table, room)
        self.heard[pub] = [self.reader.event(event) for event in events]


def heard_by(player: Player) -> dict[int, list[Json]]:
    assert isinstance(player.belief, Listener)
    return player.belief.heard


def everything_heard(players: list[Player]) -> list[Json]:
    """All public events in their order; what two have heard is the same."""
    heard: dict[int, list[Json]] = {}
    for player in players:
        for pub, events in heard_by(player).items():
            assert heard.setdefault(pub, events) == events, f"{player.name} heard another frame {pub}"
    return [event for pub in sorted(heard) for event in heard[pub]]


def choose(player: Player) -> Json:
    """Something legal; None when there is nothing to do. Only the seats 0 and 2 play to win: a match ends sooner so."""
    own, table, seat = player.belief.named("own"), player.belief.named("table"), player.belief.seat
    if not own or not table or seat is None:
        return None
    if table["presence"][seat] == "auto":
        return _act("set_auto", enabled=False)
    return _in_window(own, table, seat, player.rng) or _in_play(own, table, seat, player.rng)


def _in_window(own: Json, table: Json, seat: int, rng: random.Random) -> Json:
    if own["declares"] and seat % 2 == 0:
        return _act("declare", cards=rng.choice(own["declares"]))
    if own["counters"] and seat % 2 == 0:
        return _act("counter", cards=rng.choice(own["counters"]))
    if own["sticks"]:
        return _act("stick", **rng.choice(own["sticks"]))
    return _act("pass") if own["mayPass"] else None


def _in_play(own: Json, table: Json, seat: int, rng: random.Random) -> Json:
    if own["suggestedBury"]:
        return _act("bury", cards=own["suggestedBury"])
    if table["phase"] == "round_end" and not table["ready"][seat]:
        return _act("ready")
    if table["currentTurn"] != seat:
        return None
    if table["phase"] == "throw_choice":
        return _act("choose_throw", index=rng.randrange(len(table["throws"][-1]["candidates"])))
    return _act("play", cards=_follow(own, table, seat) if own["duty"] else _lead(own, table, seat, rng))


def _follow(own: Json, table: Json, seat: int) -> list[str]:
    plays = own["duty"]["suggestions"]
    if table["trick"]["winning"] % 2 == 0:
        return plays[-1]  # the most points
    return plays[1] if seat % 2 == 0 and len(plays) > 1 else plays[0]


def _lead(own: Json, table: Json, seat: int, rng: random.Random) -> list[str]:
    throws = [cards for suit in SUITS if len(cards := _plain(own, table, suit)) > 1]
    if seat % 2:
        return own["suggestedLead"]
    return rng.choice(throws) if throws and rng.random() < 0.4 else own["hand"][:1]


def _plain(own: Json, table: Json, suit: str) -> list[str]:
    """The hand's cards of this suit, where it is not trump."""
    trumps = ("2", "3", "5", table["level"])
    held = [card for card in own["hand"] if card.startswith(suit) and card.split("_")[1] not in trumps]
    return [] if suit == table["trumpSuit"] else held


def _act(action: str, **payload: Json) -> Json:
    return {"action": action, "payload": payload}
