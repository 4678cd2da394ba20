"""Turns the events of a commit into the `action`s of arena.md 7. Ids are filled in per recipient."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from .moments import Moment
from .payloads import Payloads, card
from .penalties import OF_REASON, penalty

Json = Any

_DRAWN_FOR: Final = {
    "turn": "draw",
    "timeout": "timeout",
    "draw_two": "draw_two",
    "first_discard": "draw_two",
    "wild_draw_four": "wild_draw_four",
    "challenge_guilty": "challenge",
}


@dataclass(frozen=True, slots=True)
class Action:
    """An `action` that has seats in place of ids, before it is written for a recipient."""

    type: str
    seat: int
    result: dict[str, Json]
    card: Json = None
    seats: dict[str, int] = field(default_factory=dict)
    """The fields of `result` that name a player."""

    def shown(self, showing: Payloads, state: Json) -> dict[str, Json]:
        result = {"success": True, "penalty": False, **self.result}
        result |= {name: showing.id(seat) for name, seat in self.seats.items()}
        payload = {"type": self.type, "playerId": showing.id(self.seat), "result": result, "gameState": state}
        if self.card is not None:
            payload["card"] = self.card
        return payload


def actions(moment: Moment, is_bot: Callable[[int], bool], challenge_seconds: int) -> Iterator[Action]:
    """The actions of a commit, in order."""
    kinds = {event["type"] for event in moment.events}
    for event in moment.events:
        kind = event["type"]
        if kind == "card_played":
            yield _play(event, moment, is_bot, challenge_seconds)
        elif kind == "cards_drawn":
            yield from _drawn(event)
        elif kind == "turn_timeout" and event["phase"] == "drawn":
            yield Action("draw", event["playerId"], {"count": 0, "reason": "timeout"})
        elif kind == "turn_passed":
            if not kinds & {"cards_drawn", "turn_timeout"}:
                yield Action("pass", event["playerId"], {"turnEnded": True})
        elif kind == "uno_called":
            if "card_played" not in kinds:
                yield Action("uno", event["playerId"], {})
        elif kind == "uno_caught":
            yield Action("catchout", event["byId"], {"caught": True}, seats={"targetId": event["playerId"]})
        elif kind == "uno_catch_failed":
            yield Action("catchout", event["byId"], {"caught": False}, seats={"targetId": event["targetId"]})
        elif kind == "wd4_challenged":
            result = {"guilty": event["guilty"]}
            yield Action("challenge", event["challengerId"], result, seats={"targetId": event["playerId"]})


def _play(event: Json, moment: Moment, is_bot: Callable[[int], bool], challenge_seconds: int) -> Action:
    """The `action` of a play. A missing call does not show here: its `penalty` follows when the cards are drawn."""
    seat = event["playerId"]
    called = any(e["type"] == "uno_called" and e["playerId"] == seat for e in moment.events)
    result: dict[str, Json] = {"uno": called and event["cardCount"] == 1}
    seats = {}
    if event["card"]["color"] is None:
        result["chosenColor"] = (event["currentColor"] or "black").upper()
    victim = challengeable(moment, is_bot)
    if victim is not None:
        result |= {"challengeable": True, "challengeSeconds": challenge_seconds}
        seats["challengeBy"] = victim
    return Action("play", seat, result, card(event["card"]), seats)


def challengeable(moment: Moment, is_bot: Callable[[int], bool]) -> int | None:
    """The seat that may challenge the card just played, unless it is a system bot's (arena.md 4.6)."""
    for event in moment.events:
        if event["type"] == "draw_pending" and event["canChallenge"] and not is_bot(event["playerId"]):
            return int(event["playerId"])
    return None


def _drawn(event: Json) -> Iterator[Action]:
    seat, reason, count = event["playerId"], event["reason"], event["count"]
    if reason in OF_REASON:
        yield Action("penalty", seat, {**penalty(OF_REASON[reason], count), "count": count})
    elif reason == "turn" and count == 0:  # the piles are empty, so this is a pass
        yield Action("pass", seat, {"turnEnded": True})
    else:
        yield Action("draw", seat, {"count": count, "reason": _DRAWN_FOR.get(reason, reason)})
