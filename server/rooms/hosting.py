"""What the host may do: change rules, seats and access, and remove people."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.api import Json, SeatKicked, SeatTaken

from . import admission, bots, lessons, match, members, player_commands
from .decision import Decision, Who
from .document import PLAYING, Cold, Hot, LastAnswer, SeatDoc
from .game_options import allowed_players, resolved_options
from .passwords import stored
from .refusals import need
from .room import Room
from .room_view import BotSat, HostChanged, Kicked, Left, OptionsChanged

MOST_BANNED: Final = 100


def create(d: Decision, who: Who, message: player_commands.Create, code: str) -> Json:
    """Fill the empty room: the creator sits in seat 0 as host, with bots and a first match if requested."""
    if message.lesson:
        return lessons.teach(d, who, message.name, code)
    game = d.game
    preset = message.preset or next(iter(game.presets))
    overrides: dict[str, Any] = dict(message.options or {})
    players = allowed_players(game, resolved_options(game, preset, overrides, None))
    owner = SeatDoc(player=who.player, name=message.name)
    seats = [owner] + [SeatDoc() for _ in range(players[-1] - 1)]
    cold = Cold(
        code=code, game=game.id, version=game.version, preset=preset, options=overrides, host=who.player,
        seats=tuple(seats), private=message.private, spectators=message.spectators == "on", chat=message.chat,
        password=stored(message.password, d.password), watch_password=stored(message.watch_password, d.watch_password),
        base=d.platform, created=d.platform, practice=message.practice or "",
        records=message.records,
    )  # fmt: skip
    hot = Hot(priv=(0,) * len(seats), acts=(LastAnswer(),) * len(seats))
    d.room = Room(d.room.id, game, cold, hot)
    level = message.level or (game.bot_levels[0] if game.bot_levels else "")
    need(not message.bots or level in game.bot_levels, "bot.unknown_level", level=level)
    need(message.bots < len(seats), "room.full")
    for seat in range(1, message.bots + 1):
        _seat_bot(d, seat, level)
    if message.start:
        match.begin(d)
    return {"code": code}


def options(d: Decision, who: Who, message: player_commands.ChangeOptions) -> Json:
    """Set the rules for the next match, and adapt the number of seats."""
    d.room.need_host(who.player)
    need(d.room.cold.phase != PLAYING, "match.running")
    cold = d.room.cold
    preset = message.preset or cold.preset
    overrides = dict(message.options) if message.options is not None else dict(cold.options)
    players = allowed_players(d.game, resolved_options(d.game, preset, overrides, None))
    taken = [s for s in cold.seats if s.taken]
    need(len(taken) <= players[-1], "players.too_many", most=players[-1])
    seats = list(cold.seats)
    while len(seats) > players[-1]:
        seats.remove(next(s for s in reversed(seats) if not s.taken))
    seats += [SeatDoc()] * (players[-1] - len(seats))
    d.room = d.room.with_cold(preset=preset, options=overrides, seats=tuple(seats))
    fit_hot(d)
    d.tell(OptionsChanged())
    return {}


def fit_hot(d: Decision) -> None:
    """Match the counters to the number of seats; existing ones continue."""
    hot, n = d.room.hot, len(d.room.cold.seats)
    if len(hot.acts) < n:
        more = n - len(hot.acts)
        d.room = d.room.with_hot(acts=hot.acts + (LastAnswer(),) * more, priv=hot.priv + (0,) * more)


def settings(d: Decision, who: Who, message: player_commands.ChangeSettings) -> Json:
    d.room.need_host(who.player)
    changes: dict[str, Any] = {}
    for name in ("private", "locked", "chat", "records"):
        if (value := getattr(message, name)) is not msgspec.UNSET:
            changes[name] = value
    if message.spectators is not msgspec.UNSET:
        changes["spectators"] = message.spectators == "on"
    if message.password is not msgspec.UNSET:
        changes["password"] = stored(message.password, d.password)
        d.room = d.room.with_every_watcher(may_sit=False)
    if message.watch_password is not msgspec.UNSET:
        changes["watch_password"] = stored(message.watch_password, d.watch_password)
    watched = d.room.cold.spectators
    d.room = d.room.with_cold(**changes)
    if watched and not d.room.cold.spectators:
        _show_watchers_out(d, "room.no_spectators")
    elif message.watch_password:
        _show_watchers_out(d, "room.password")  # people who have the new one can come in again
    return {}


def _show_watchers_out(d: Decision, code: str) -> None:
    """Remove all watchers except the host, who needs no password."""
    out = [w for w in d.room.cold.watchers if w.player != d.room.cold.host]
    d.room = d.room.without_watchers(*[w.player for w in out])
    for watcher in out:
        d.gone.append((watcher.player, code))
        d.tell(Left(watcher.name, None))


def swap(d: Decision, who: Who, message: player_commands.Swap) -> Json:
    admission.admitted(d.room, who.player, admission.SWAP)
    a, b = d.room.seat_doc(message.a), d.room.seat_doc(message.b)
    d.room = d.room.with_seat_doc(message.a, b).with_seat_doc(message.b, a)
    return {}


def kick(d: Decision, who: Who, message: player_commands.Kick) -> Json:
    d.room.need_host(who.player)
    if message.seat is not None:
        doc = d.room.seat_doc(message.seat)
        need(doc.taken, "seat.empty")
        need(doc.player != who.player, "kick.yourself")
        if doc.player:
            match.host_step(d, SeatKicked(message.seat), required=True)
        else:
            need(d.room.cold.phase != PLAYING, "match.running")
        members.put_out(d, message.seat)
        player, name = doc.player, doc.name
    else:
        numbered = (w for w in d.room.cold.watchers if w.number == message.watcher)
        watcher = need(next(numbered, None), "watcher.unknown")
        need(watcher.player != who.player, "kick.yourself")
        d.room = d.room.without_watchers(watcher.player)
        player, name = watcher.player, watcher.name
    if player:
        d.gone.append((player, "room.kicked"))
        d.room = d.room.with_cold(known=admission.forgotten(d.room.cold, player))
        if message.ban:
            d.room = d.room.with_cold(banned=(*d.room.cold.banned, player)[-MOST_BANNED:])
    d.tell(Kicked(name))
    return {}


def transfer(d: Decision, who: Who, message: player_commands.Transfer) -> Json:
    d.room.need_host(who.player)
    heir = d.room.seat_doc(message.seat)
    need(bool(heir.player), "seat.no_person")
    d.room = d.room.with_cold(host=heir.player)
    d.tell(HostChanged(heir.name))
    return {}


def bot(d: Decision, who: Who, message: player_commands.Bot) -> Json:
    """Seat a bot, change its level, remove it, or let it take over for a person who is away."""
    d.room.need_host(who.player)
    doc = d.room.seat_doc(message.seat)
    playing = d.room.cold.phase == PLAYING
    if message.level is None:
        need(bool(doc.bot), "seat.no_bot")
        need(not playing, "match.running")
        members.put_out(d, message.seat)
        return {}
    need(message.level in d.game.bot_levels, "bot.unknown_level", level=message.level)
    if doc.player:
        need(doc.away, "seat.taken")
        match.host_step(d, SeatTaken(message.seat, "bot"), required=True)
        if playing:
            members.has_left(d, message.seat)
        members.rise(d, doc, connected=False, lost_at=d.platform)
    else:
        need(not playing or bool(doc.bot), "match.running")
    _seat_bot(d, message.seat, message.level)
    match.refresh_plans(d)
    return {}


def _seat_bot(d: Decision, seat: int, level: str) -> None:
    others = [s.name for i, s in enumerate(d.room.cold.seats) if i != seat]
    d.room = d.room.with_seat_doc(seat, bots.new_seat(level, others))
    d.tell(BotSat(seat, level))
