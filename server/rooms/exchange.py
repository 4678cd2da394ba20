"""The exchange before a deal: hashes of nonces, then the nonces, then the cards (docs/fair-deals.md)."""

from __future__ import annotations

from msgspec.structs import replace

from games.api import Json, Refused, Seat

from . import match, player_commands
from .decision import Decision, Who
from .document import DEALT, HASHES, NONCES, Seal
from .fair_deal import pledge_of, secret_of
from .ranks import seat_when_closed
from .sealing import PATIENCE, is_sealing


def pledge(d: Decision, who: Who, message: player_commands.Pledge) -> Json:
    """The hash of a seat's nonce. The first one counts."""
    sealed, seat = _asked(d, who, message.match)
    known = sealed.hashes[seat]
    if known:
        return _once(known == message.hash)
    if sealed.stage != HASHES:
        raise Refused("seal.late")
    hashes = _with(sealed.hashes, seat, message.hash)
    d.room = d.room.with_cold(seal=replace(sealed, hashes=hashes))
    if all(hashes[n] for n in sealed.asked):
        _go_on(d)
    return {}


def nonce(d: Decision, who: Who, message: player_commands.Nonce) -> Json:
    """A seat's nonce, after everybody has been told all hashes."""
    sealed, seat = _asked(d, who, message.match)
    known = sealed.nonces[seat]
    if known:
        return _once(known == message.nonce)
    if sealed.stage == HASHES:
        raise Refused("seal.early")
    if pledge_of(bytes.fromhex(sealed.match), seat, bytes.fromhex(message.nonce)).hex() != sealed.hashes[seat]:
        raise Refused("seal.wrong")
    nonces = _with(sealed.nonces, seat, message.nonce)
    d.room = d.room.with_cold(seal=replace(sealed, nonces=nonces))
    if all(bool(nonces[n]) == bool(sealed.hashes[n]) for n in sealed.asked):
        _go_on(d)
    return {}


def due(d: Decision) -> bool:
    """The time for answers is up: the exchange continues without those who gave none."""
    sealed = d.room.cold.seal
    if sealed is None or not is_sealing(d.room.cold) or sealed.until > d.platform:
        return False
    _go_on(d)
    return True


def _asked(d: Decision, who: Who, of: str) -> tuple[Seal, Seat]:
    seat, sealed = seat_when_closed(d.room, d.room.need_seat_of(who.player)), d.room.cold.seal
    if sealed is None or sealed.match != of or not is_sealing(d.room.cold) or seat not in sealed.asked:
        raise Refused("seal.none")
    return sealed, seat


def _once(same: bool) -> Json:
    if not same:
        raise Refused("seal.twice")
    return {}


def _with(texts: tuple[str, ...], seat: Seat, text: str) -> tuple[str, ...]:
    return (*texts[:seat], text, *texts[seat + 1 :])


def _go_on(d: Decision) -> None:
    sealed = d.room.cold.seal
    assert sealed is not None
    if sealed.stage == HASHES and any(sealed.hashes):
        d.room = d.room.with_cold(seal=replace(sealed, stage=NONCES, until=d.platform + PATIENCE))
        return
    d.room = d.room.with_cold(seal=replace(sealed, stage=DEALT))
    nonces = [bytes.fromhex(text) for text in sealed.nonces]
    match.deal(d, secret_of(sealed.seed, bytes.fromhex(sealed.commitment), nonces))
