"""Talk at the table, and pauses by agreement."""

from __future__ import annotations

from typing import Final

from games.api import Json, Seat

from . import player_commands
from .decision import Decision, Who
from .document import PLAYING, ChatLine
from .game_options import resolved_options
from .refusals import need
from .room import Room
from .room_view import Paused, Resumed, Said

LINES_KEPT: Final = 30
PHRASE: Final = 0
EMOTE: Final = 1
TEXT: Final = 2


def say(d: Decision, who: Who, message: player_commands.Say) -> Json:
    seat = d.room.seat_of(who.player)
    name = d.room.need_watcher_of(who.player).name if seat is None else d.room.cold.seats[seat].name
    need(who.player not in d.room.cold.muted, "chat.muted")
    if message.text is not None:
        need(d.room.cold.chat, "chat.off")
        line = ChatLine(name, TEXT, message.text)
    elif message.phrase is not None:
        line = ChatLine(name, PHRASE, message.phrase)
    else:
        line = ChatLine(name, EMOTE, message.emote or "", _name_at(d.room, message.to))
    d.room = d.room.with_cold(lines=(*d.room.cold.lines, line)[-LINES_KEPT:])
    d.tell(Said(seat, name, line.kind, line.text, message.to))
    return {}


def _name_at(room: Room, seat: Seat | None) -> str:
    """The name of the person at whom an emote is thrown."""
    if seat is None:
        return ""
    doc = room.seat_doc(seat)
    need(doc.taken, "seat.empty")
    return doc.name


def mute(d: Decision, who: Who, message: player_commands.Mute) -> Json:
    """Mutes the player, not the seat: standing up and sitting down again changes nothing."""
    cold = d.room.cold
    d.room.need_host(who.player)
    player = d.room.seat_doc(message.seat).player
    need(bool(player), "seat.no_person")
    others = tuple(one for one in cold.muted if one != player)
    # Also set on the seat, where workers of the first release look.
    d.room = d.room.with_seat(message.seat, muted=message.on)
    d.room = d.room.with_cold(muted=(*others, player) if message.on else others)
    return {}


def pause(d: Decision, who: Who, message: player_commands.Pause) -> Json:
    """The clock stops when every person at the table has asked for it; anybody may end the pause."""
    seat = d.room.need_seat_of(who.player)
    need(d.room.cold.phase == PLAYING, "match.none")
    name = d.room.cold.seats[seat].name
    if not message.on:
        d.room = d.room.with_seat(seat, wants_pause=False)
        if d.room.cold.paused_at:
            _resume(d)
        return {}
    if d.game.pausable is not None:
        options = resolved_options(d.game, d.room.cold.preset, d.room.cold.options, None)
        need(bool(d.game.pausable(options)), "pause.not_here")
    d.room = d.room.with_seat(seat, wants_pause=True)
    if _agreed(d.room) and not d.room.cold.paused_at:
        d.room = d.room.with_cold(paused_at=d.platform)
        d.tell(Paused(name))
    return {"paused": bool(d.room.cold.paused_at)}


def listen(d: Decision, who: Who, message: player_commands.Listen) -> Json:
    """Bots wait for a screen reader's speech. Nobody is told whose screen reader it is."""
    d.room = d.room.with_seat(d.room.need_seat_of(who.player), listens=message.on)
    return {}


def _agreed(room: Room) -> bool:
    return all(s.wants_pause for s in room.cold.seats if s.player and s.connected)


def _resume(d: Decision) -> None:
    cold = d.room.cold
    stood = max(0, d.platform - cold.paused_at)
    d.room = d.room.with_every_seat(wants_pause=False).with_cold(base=cold.base + stood, paused_at=0)
    d.tell(Resumed())
