"""What the host may do: rules, seats, doors, and who stays."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.api import Json, SeatKicked, SeatTaken

from . import admission, bots, match, members, player_commands
from .decision import Decision, Who, need
from .document import LOBBY, PLAYING, Cold, Hot, LastAnswer, SeatDoc
from .game_options import allowed_players, resolved_options
from .passwords import stored
from .room import Room
from .room_view import BotSat, HostChanged, Kicked, Left, OptionsChanged

MOST_BANNED: Final = 100


def _host(d: Decision, who: Who) -> None:
    need(d.room.cold.host == who.player, "host.only")


def create(d: Decision, who: Who, message: player_commands.Create, code: str) -> Json:
    """Fill the empty room: the creator sits in seat 0 and is host; bots as asked; started if asked."""
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
    """New rules for the next match. The number of seats follows them."""
    _host(d, who)
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
    """As many counters as seats; those that exist go on."""
    hot, n = d.room.hot, len(d.room.cold.seats)
    if len(hot.acts) < n:
        more = n - len(hot.acts)
        d.room = d.room.with_hot(acts=hot.acts + (LastAnswer(),) * more, priv=hot.priv + (0,) * more)


def settings(d: Decision, who: Who, message: player_commands.ChangeSettings) -> Json:
    _host(d, who)
    changes: dict[str, Any] = {}
    for name in ("private", "locked", "chat"):
        if (value := getattr(message, name)) is not msgspec.UNSET:
            changes[name] = value
    if message.spectators is not msgspec.UNSET:
        changes["spectators"] = message.spectators == "on"
    if message.password is not msgspec.UNSET:
        changes["password"] = stored(message.password, d.password)
        changes["watchers"] = tuple(msgspec.structs.replace(w, may_sit=False) for w in d.room.cold.watchers)
    if message.watch_password is not msgspec.UNSET:
        changes["watch_password"] = stored(message.watch_password, d.watch_password)
    watched = d.room.cold.spectators
    d.room = d.room.with_cold(**changes)
    if watched and not d.room.cold.spectators:
        _show_watchers_out(d, "room.no_spectators")
    elif message.watch_password:
        _show_watchers_out(d, "room.password")  # whoever has the new one comes in again by it
    return {}


def _show_watchers_out(d: Decision, code: str) -> None:
    """All but the host, whom no door of this room keeps out."""
    watchers = d.room.cold.watchers
    d.room = d.room.with_cold(watchers=tuple(w for w in watchers if w.player == d.room.cold.host))
    for watcher in watchers:
        if watcher.player != d.room.cold.host:
            d.gone.append((watcher.player, code))
            d.tell(Left(watcher.name, None))


def swap(d: Decision, who: Who, message: player_commands.Swap) -> Json:
    admission.admitted(d.room, who.player, admission.SWAP)
    seats = list(d.room.cold.seats)
    need(message.a < len(seats) and message.b < len(seats), "seat.unknown")
    seats[message.a], seats[message.b] = seats[message.b], seats[message.a]
    acts, priv = list(d.room.hot.acts), list(d.room.hot.priv)
    d.room = d.room.with_cold(seats=tuple(seats)).with_hot(acts=tuple(acts), priv=tuple(priv))
    return {}


def kick(d: Decision, who: Who, message: player_commands.Kick) -> Json:
    _host(d, who)
    if message.seat is not None:
        need(message.seat < len(d.room.cold.seats), "seat.unknown")
        doc = d.room.cold.seats[message.seat]
        need(doc.taken, "seat.empty")
        need(doc.player != who.player, "kick.yourself")
        if doc.player:
            match.host_step(d, SeatKicked(message.seat), required=True)
        else:
            need(d.room.cold.phase != PLAYING, "match.running")
        members.put_out(d, message.seat)
        player, name = doc.player, doc.name
    else:
        watcher = next((w for w in d.room.cold.watchers if w.number == message.watcher), None)
        need(watcher, "watcher.unknown")
        assert watcher is not None
        need(watcher.player != who.player, "kick.yourself")
        d.room = d.room.with_cold(watchers=tuple(w for w in d.room.cold.watchers if w is not watcher))
        player, name = watcher.player, watcher.name
    if player:
        d.gone.append((player, "room.kicked"))
        d.room = d.room.with_cold(known=admission.forgotten(d.room.cold, player))
        if message.ban:
            d.room = d.room.with_cold(banned=(*d.room.cold.banned, player)[-MOST_BANNED:])
    d.tell(Kicked(name))
    return {}


def transfer(d: Decision, who: Who, message: player_commands.Transfer) -> Json:
    _host(d, who)
    need(message.seat < len(d.room.cold.seats), "seat.unknown")
    heir = d.room.cold.seats[message.seat]
    need(heir.player, "seat.no_person")
    d.room = d.room.with_cold(host=heir.player)
    d.tell(HostChanged(heir.name))
    return {}


def bot(d: Decision, who: Who, message: player_commands.Bot) -> Json:
    """Seat a bot, change its level, take it away, or let it go on for a person who is away."""
    _host(d, who)
    need(message.seat < len(d.room.cold.seats), "seat.unknown")
    doc = d.room.cold.seats[message.seat]
    playing = d.room.cold.phase == PLAYING
    if message.level is None:
        need(doc.bot, "seat.no_bot")
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
        need(not playing or doc.bot, "match.running")
    _seat_bot(d, message.seat, message.level)
    match.refresh_plans(d)
    return {}


def _seat_bot(d: Decision, seat: int, level: str) -> None:
    seats = list(d.room.cold.seats)
    seats[seat] = bots.new_seat(level, [s.name for i, s in enumerate(seats) if i != seat])
    d.room = d.room.with_cold(seats=tuple(seats))
    d.tell(BotSat(seat, level))


def in_lobby(d: Decision) -> bool:
    return d.room.cold.phase == LOBBY
