"""Checks the deal of a match: the seed was bound before anybody gave a nonce, and the cards came from both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.api import Json
from games.chance import Chance
from server.rooms.fair_deal import commitment_of, pledge_of, secret_of


class ShownDeal(msgspec.Struct):
    """The exchange as a record shows it (docs/fair-deals.md)."""

    match: str
    commitment: str
    start: str
    hashes: list[str]
    nonces: list[str]
    broken: int
    seed: str = ""


def start_differs(deal: ShownDeal, levels: Sequence[str], about: dict[str, Json]) -> str:
    """The first difference between the match and its start document; empty: none."""
    try:
        start: dict[str, Any] = msgspec.json.decode(deal.start)
        bots = [seat["bot"] for seat in start["seats"]]
    except (msgspec.DecodeError, KeyError, TypeError):
        return "the start document cannot be read"
    for name, value in {**about, "broken": deal.broken}.items():
        if start.get(name) != value:
            return f"the start document has another {name}: {start.get(name)!r}, not {value!r}"
    return "" if bots == list(levels) else f"the start document has other bots: {bots}"


def answers_differ(deal: ShownDeal) -> str:
    """The first nonce that does not match its published hash; empty: all match."""
    try:
        match = bytes.fromhex(deal.match)
        for seat, (hashed, nonce) in enumerate(zip(deal.hashes, deal.nonces, strict=True)):
            if nonce and pledge_of(match, seat, bytes.fromhex(nonce)).hex() != hashed:
                return f"the nonce of seat {seat} does not fit its hash"
    except ValueError as error:
        return f"the exchange cannot be read ({error})"
    return ""


def secret_differs(deal: ShownDeal, secret: str) -> str:
    """The fault in the commitment or the secret of an open record; empty: none."""
    try:
        seed, match = bytes.fromhex(deal.seed), bytes.fromhex(deal.match)
        nonces = [bytes.fromhex(nonce) for nonce in deal.nonces]
    except ValueError as error:
        return f"the exchange cannot be read ({error})"
    commitment = commitment_of(seed, match, deal.start)
    if commitment.hex() != deal.commitment:
        return "the commitment was to something else"
    return "" if secret_of(seed, commitment, nonces).hex() == secret else "the secret was not made of seed and nonces"


def draws_differ(secret: bytes, draws: Sequence[tuple[int, int]]) -> str:
    """The first draw of the deal that differs from the stream."""
    chance = Chance(secret, 0)
    for number, (n, drawn) in enumerate(draws):
        if not 0 < n <= 1 << 32 or chance.below(n) != drawn:
            return f"draw {number} is not the stream's"
    return ""
