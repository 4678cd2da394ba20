"""What a decision tells: a public part for everybody, and a private part for each seat concerned."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from games.api import Json, Seat, Told
from games.views import View
from server.store.entries import WATCHERS, Entry
from server.views.event_effects import with_effects
from server.views.patch import patch_between

from .decision import Decision
from .document import PLAYING, LastAnswer
from .game_codec import decode_state
from .room import Room
from .room_view import RoomView, room_view

_pack: Final = msgspec.msgpack.Encoder().encode
_HEADER: Final = 1  # bytes of the header of a short array


class Shown:
    """The views of one version of a room that everybody here has been shown: the base of the next difference."""

    __slots__ = ("owns", "room", "table", "watched")

    def __init__(self, room: RoomView, table: View | None, owns: dict[Seat, View], watched: View | None = None) -> None:
        self.room = room
        self.table = table
        self.owns = owns
        self.watched = watched
        """What spectators see instead of `table`, if the game distinguishes them."""


def seen(room: Room) -> Shown:
    """The views of a stored room."""
    if not room.hot.state:
        return Shown(room_view(room.cold), None, {})
    state = decode_state(room.game, room.hot.state)
    owns = {i: room.game.own(state, i) for i, s in enumerate(room.cold.seats) if s.player and _in_game(room, i)}
    return Shown(room_view(room.cold), room.game.table(state), owns, _watched(room, state))


def _watched(room: Room, state: Any) -> View | None:
    """What people without a seat see; computed only if there are any."""
    if room.game.watch is None or not room.cold.watchers:
        return None
    watched: View = room.game.watch(state)
    return watched


def _in_game(room: Room, seat: Seat) -> bool:
    return room.cold.phase == PLAYING or seat < len(room.hot.priv)


def written(before: Room, was: Shown, d: Decision, version: int, tag: int) -> tuple[Entry, Shown]:
    """This decision's entry, with its frames counted in `d.room`; and the views from now on."""
    room = d.room
    now_room = was.room if room.cold is before.cold else room_view(room.cold)
    room_patch = None if now_room is was.room else patch_between(was.room, now_room)
    table, owns = (d.table(), dict(was.owns)) if d.stepped else (was.table, was.owns)
    public_events = [t.public for t in d.told if t.public is not None]
    table_patch = None
    if d.stepped:
        table_patch = patch_between(was.table and with_effects(was.table, public_events), table)
    hot = room.hot
    public: bytes | None = None
    pub = hot.pub
    private: dict[int, bytes] = {}
    watched = _watched_after(was, d)
    watch_patch = None
    if watched is not None and d.stepped:
        had = was.watched or was.table  # as in `snapshot`
        watch_patch = patch_between(had and with_effects(had, public_events), watched)
    if public_events or table_patch is not None or room_patch is not None or watch_patch is not None:
        pub += 1
        public = _pack([pub, tag, public_events, table_patch, room_patch])[_HEADER:]
        if watch_patch != table_patch and watched is not None:
            private[WATCHERS] = _pack([pub, tag, public_events, watch_patch, room_patch])[_HEADER:]
    priv = list(hot.priv)
    if d.stepped:
        _private(d, owns, private, priv)
    if public is not None or private or d.act is not None:
        d.room = room.with_hot(pub=pub, priv=tuple(priv), acts=_acts(d, hot.acts))
    return Entry(version, tag, public, private, _people(before, d)), Shown(now_room, table, owns, watched)


def _watched_after(was: Shown, d: Decision) -> View | None:
    if d.room.game.watch is None or not d.room.hot.state:
        return None
    if d.stepped:
        return _watched(d.room, d.state)
    return was.watched or _watched(d.room, decode_state(d.game, d.room.hot.state))


def _acts(d: Decision, acts: tuple[LastAnswer, ...]) -> tuple[LastAnswer, ...]:
    """Each seat's last action, including the one just answered."""
    if d.act is None:
        return acts
    seat, act = d.act
    return (*acts[:seat], act, *acts[seat + 1 :])


def _private(d: Decision, owns: dict[Seat, View], private: dict[int, bytes], priv: list[int]) -> None:
    """Add a private part for each seat whose own view has changed, or that has its own version of an event."""
    touched, told = d.touched, d.told
    whispered = [t for t in told if t.secret]
    for seat in d.room.seated.players.values():
        patch = None
        if touched is None or seat in touched or seat not in owns:
            own = d.own(seat)
            patch = patch_between(owns.get(seat), own)
            owns[seat] = own
        events = secret_events(told, seat) if whispered else []
        if patch is not None or events:
            priv[seat] += 1
            private[seat] = _pack([priv[seat], events, patch])[_HEADER:]


def secret_events(told: list[Told], seat: Seat) -> list[Any]:
    """Flat `[place, instead, event, ...]`: the events that this seat is told differently."""
    events: list[Any] = []
    place = 0
    for t in told:
        if seat in t.secret:
            events += (place, int(t.public is not None), t.secret[seat])
        place += t.public is not None
    return events


def _people(before: Room, d: Decision) -> bytes | None:
    """Who holds which seat by which connection, if that has changed; and who must be shown out."""
    if d.room.cold is before.cold and not d.gone:
        return None
    was = [(s.player, s.gen) for s in before.cold.seats]
    now = [(s.player, s.gen) for s in d.room.cold.seats]
    watchers_changed = before.cold.watchers is not d.room.cold.watchers
    if was == now and not d.gone and not watchers_changed:
        return None
    watching = [(w.player, w.gen) for w in d.room.cold.watchers]
    moved = [player for player, _ in was] != [player for player, _ in now]
    return _pack({"seats": now, "watchers": watching, "gone": d.gone, "moved": moved})


def snapshot(room: Room, was: Shown, tag: int, player: str | None, time: int) -> dict[str, Json]:
    """Everything this player may see now (None: a stranger who watches); views are not encoded yet."""
    seat = room.seat_of(player) if player else None
    own = was.owns.get(seat) if seat is not None else None
    priv = room.hot.priv[seat] if seat is not None else 0
    return {
        "room": was.room,
        "table": was.table if seat is not None else was.watched or was.table,
        "own": own,
        "cursor": [room.hot.pub, priv, tag],
        "seat": seat,
        "act": room.hot.acts[seat].n if seat is not None else 0,
        "time": time,
    }


def own_of(room: Room, seat: Seat) -> View:
    """A seat's own view of the stored state: for a bot's seat, which gets no frames."""
    own: View = room.game.own(decode_state(room.game, room.hot.state), seat)
    return own
