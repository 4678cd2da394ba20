"""Reads the seats of an arena room: their public ids, full names and wishes."""

from __future__ import annotations

from server.doors.face import LOBBY, Room

from .identity import Identities
from .payloads import ScoreLine


def line_of(room: Room, before: ScoreLine, identities: Identities) -> ScoreLine:
    """The room's score line. Players who leave during a match keep their public ids."""
    seats, notes = room.cold.seats, room.cold.notes
    match = 0 if room.cold.phase == LOBBY else room.cold.matches
    same = match == before.match > 0
    holders, ids, names, bots = [], [], [], []
    for i, doc in enumerate(seats):
        holder = doc.player or (before.holders[i] if same else "")
        holders.append(holder)
        bots.append(not holder and bool(doc.bot))
        ids.append(identities.public_id(room.id, holder or f"bot {doc.name}") if doc.taken or holder else "")
        known = notes.get(f"p:{holder}") if holder else None
        names.append(known["name"] if known else doc.name)
    return ScoreLine(tuple(holders), tuple(ids), tuple(names), tuple(bots), match)


def only_players(room: Room) -> bool:
    """Does anybody seated there want no system bots (arena.md 3)?"""
    notes = room.cold.notes
    return any(bool(notes.get(f"p:{seat.player}", {}).get("only")) for seat in room.cold.seats if seat.player)
