"""Run the scenario vectors about cards (shandong.md 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.api import Refused
from games.shandong.options import parse_rules
from games.shandong.rules.bottom_score import bottom_score
from games.shandong.rules.cards import (
    CARD_OF,
    EFFECTIVE_SUITS,
    RANK_INDEX,
    RANKS,
    SUIT_INDEX,
    ids_of,
    named_cards,
    points_of,
)
from games.shandong.rules.follow import check_mandatory_follow
from games.shandong.rules.levels import round_result
from games.shandong.rules.throws import check_throw
from games.shandong.rules.tricks import trick_winner
from games.shandong.rules.trumps import Trumps, trumps_for
from games.shandong.rules.types import CardType, identify_card_type
from games.shandong.rules.units import Unit

from .legal_follows import count_follows, legal_follows

Json = Any
Vector = Mapping[str, Json]


def run_card_vector(vector: Vector) -> list[str]:
    """The differences from the vector's expectation; empty if it passed."""
    found = CARD_KINDS[vector["kind"]](vector)
    expected = vector.get("expect") or {}
    return [
        f"{name}: expected {expected[name]!r}, found {found.get(name)!r}"
        for name in expected
        if _comparable(name, found.get(name)) != _comparable(name, expected[name])
    ]


def _comparable(name: str, value: Json) -> Json:
    """Lists that represent sets (16), in a fixed order."""
    if name in ("candidates", "plays") and value is not None:
        items = [{**v, "cards": sorted(v["cards"])} if isinstance(v, dict) else sorted(v) for v in value]
        return sorted(items, key=repr)
    if name == "forced" and value is not None:
        return sorted(value)
    if name == "units" and value is not None:
        return [{**u, "cards": sorted(u["cards"])} for u in value]
    return value


def _trumps(vector: Vector) -> Trumps:
    suit = vector.get("trump")
    return trumps_for(
        RANK_INDEX[vector["level"]], None if suit is None else SUIT_INDEX[suit], parse_rules(vector.get("rules") or {})
    )


def _cards(ids: Iterable[str]) -> list[int]:
    return [CARD_OF[text] for text in ids]


def _told(unit: Unit) -> dict[str, Json]:
    return {"type": unit.type, "cards": ids_of(unit.cards)}


def _identify(vector: Vector) -> dict[str, Json]:
    found = identify_card_type(_cards(vector["cards"]), _trumps(vector))
    told: dict[str, Json] = {
        "type": found.type,
        "suit": None if found.suit is None else EFFECTIVE_SUITS[found.suit],
        "pairCount": found.pair_count,
        "length": found.length,
        "pairs": found.pairs,
        "code": found.code,
    }
    if found.type == "mixed":
        told["units"] = [_told(u) for u in found.units]
    return told


def _legal_follow(vector: Vector) -> dict[str, Json]:
    trumps = _trumps(vector)
    lead = identify_card_type(_cards(vector["lead"]), trumps)
    hand = _cards(vector["hand"])
    if "play" not in vector:
        told: dict[str, Json] = {"count": count_follows(lead, hand, trumps)}
        if "plays" in (vector.get("expect") or {}):
            told["plays"] = [ids_of(play) for play in legal_follows(lead, hand, trumps)]
        return told
    try:
        play = named_cards(vector["play"], hand)
    except Refused as refusal:
        return {"legal": False, "code": refusal.code}
    verdict = check_mandatory_follow(lead, hand, play, trumps)
    return {"legal": verdict.valid, "code": verdict.code}


def _compare(vector: Vector) -> dict[str, Json]:
    trumps = _trumps(vector)
    plays = [_cards(ids) for ids in vector["plays"]]
    winner = trick_winner(identify_card_type(plays[0], trumps), plays, trumps)
    return {"winner": winner, "points": sum(points_of(play) for play in plays)}


def _throw(vector: Vector) -> dict[str, Json]:
    trumps = _trumps(vector)
    hands = {int(seat): _cards(ids) for seat, ids in vector["hands"].items()}
    check = check_throw(identify_card_type(_cards(vector["lead"]), trumps), vector["seat"], hands, trumps)
    if check.ok:
        return {"ok": True}
    return {
        "ok": False,
        "candidates": [_told(u) for u in check.candidates],
        "forced": None if check.forced is None else ids_of(check.forced),
        "chooser": check.chooser,
    }


def _bottom_score(vector: Vector) -> dict[str, Json]:
    trumps = _trumps(vector)
    lead: CardType = identify_card_type(_cards(vector["lastLead"]), trumps)
    won = _cards(vector.get("winningPlay", vector["lastLead"]))
    score = bottom_score(_cards(vector["bottom"]), lead, won, vector["lastWinner"] == "defenders", trumps)
    return {"bottomPoints": score.points, "multiplier": score.multiplier, "defenderDelta": score.defender_delta}


def _level_advance(vector: Vector) -> dict[str, Json]:
    rules = parse_rules(vector.get("rules") or {})
    levels = [RANK_INDEX[text] for text in vector["teamLevels"]]
    outcome = round_result(levels, vector["dealer"], vector["defenderPoints"], rules)
    return {
        "result": outcome.result,
        "steps": outcome.steps,
        "teamLevels": [RANKS[level] for level in outcome.team_levels],
        "nextDealer": outcome.next_dealer,
        "matchWinner": outcome.match_winner,
    }


CARD_KINDS: Final[Mapping[str, Callable[[Vector], dict[str, Json]]]] = {
    "identify": _identify,
    "legal-follow": _legal_follow,
    "compare": _compare,
    "throw": _throw,
    "bottom-score": _bottom_score,
    "level-advance": _level_advance,
}
"""The kinds of vectors that this module runs."""
