"""What a decision tells: a public part for everybody, and a private part for each seat concerned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from games.api import Json, Seat, Told
from games.views import View
from server.store.entries import WATCHERS

from .decision import Decision
from .document import PLAYING
from .game_codec import decode_state
from .patch import Patch, patch_between, with_effects
from .room import Room
from .room_view import RoomView, room_view

_pack: Final = msgspec.msgpack.Encoder().encode
_HEADER: Final = 1  # bytes of the header of a short array

Parts = tuple[bytes | None, dict[int, bytes], bytes | None]
"""What a commit tells everybody, what it tells each seat alone, and what changed about the people (see `Entry`)."""


class Shown:
    """The views of a room at the version that everybody here has been shown: the base of the next difference."""

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
    owns = {seat: room.game.own(state, seat) for seat in _with_own(room)}
    return Shown(room_view(room.cold), room.game.table(state), owns, _watched(room, state))


def _watched(room: Room, state: Any) -> View | None:
    """What people without a seat see; computed only if there are any."""
    if room.game.watch is None or not room.cold.watchers:
        return None
    watched: View = room.game.watch(state)
    return watched


def _with_own(room: Room) -> Iterable[Seat]:
    """The seats whose holders are shown an own view. After a match, only those with the same holder as at its end:
    people change seats before the next one, and another person's cards are none of their business.
    """
    players, held = room.seated.players, room.cold.last_holders
    if not room.hot.state:
        return ()
    if room.cold.phase == PLAYING:
        return players.values()
    if held is None:  # ended under a release that did not keep them
        return [seat for seat in players.values() if seat < len(room.hot.priv)]
    return [seat for player, seat in players.items() if held[seat : seat + 1] == (player,)]


def written(before: Room, was: Shown, d: Decision, tag: int, *, anew: bool = False) -> tuple[Parts, Shown]:
    """What this decision tells, and what is seen from now on. Counts the frames in `d.room`.

    `anew`: the views before the decision are not those that earlier frames led to: the game has been updated.
    """
    now = _seen_after(before, was, d)
    # First all that is seen now, then all that differs.
    public_events = [t.public for t in d.told if t.public is not None]
    room_patch = None if now.room is was.room else patch_between(was.room, now.room)
    table_patch = watch_patch = None
    patches: dict[Seat, Patch | None] = {}
    if d.stepped:
        table_patch = patch_between(was.table and with_effects(was.table, public_events), now.table)
        for seat, own in now.owns.items():
            had_own = was.owns.get(seat)
            if own is not had_own:
                patches[seat] = patch_between(had_own, own)
        if now.watched is not None:
            had = was.watched or was.table  # as `snapshot` shows it
            watch_patch = patch_between(had and with_effects(had, public_events), now.watched)
    hot = d.room.hot
    pub, priv = hot.pub, hot.priv
    public: bytes | None = None
    private: dict[int, bytes] = {}
    if public_events or table_patch is not None or room_patch is not None or watch_patch is not None:
        pub += 1
        public = _pack([pub, tag, public_events, table_patch, room_patch])[_HEADER:]
        if watch_patch != table_patch and now.watched is not None:
            private[WATCHERS] = _pack([pub, tag, public_events, watch_patch, room_patch])[_HEADER:]
    if d.stepped:
        priv = _private(d, patches, private)
    if public is not None or private or d.acts is not None:
        d.room = d.room.with_hot(pub=pub, priv=priv, acts=d.acts or hot.acts)
    people = None if d.room.cold is before.cold and not d.gone and not anew else _people(before, d, anew=anew)
    return (public, private, people), now


def _seen_after(before: Room, was: Shown, d: Decision) -> Shown:
    room, owns = d.room, was.owns
    if d.stepped:
        kept = {} if d.touched is None else {seat: own for seat, own in owns.items() if seat not in d.touched}
        seats = room.seated.players.values() if room.cold.phase == PLAYING else _with_own(room)  # saves a call per move
        owns = {seat: kept.get(seat) or d.own(seat) for seat in seats}
    elif room.cold.seats is not before.cold.seats:
        owns = {seat: owns.get(seat) or own_of(room, seat) for seat in _with_own(room)}
    return Shown(
        was.room if room.cold is before.cold else room_view(room.cold),
        d.table() if d.stepped else was.table,
        owns,
        None if d.game.watch is None else _watched_after(was, d),
    )


def _watched_after(was: Shown, d: Decision) -> View | None:
    if not d.room.hot.state:
        return None
    if d.stepped:
        return _watched(d.room, d.state)
    return was.watched or _watched(d.room, decode_state(d.game, d.room.hot.state))


def _private(d: Decision, patches: dict[Seat, Patch | None], private: dict[int, bytes]) -> tuple[int, ...]:
    """Add a private part for each seat whose own view or version of an event differs. Returns how many each has got."""
    told, priv = d.told, list(d.room.hot.priv)
    whispered: set[Seat] = set()
    for t in told:
        if t.secret:
            whispered.update(t.secret)
    for seat in d.room.seated.players.values():
        patch = patches.get(seat)
        events = secret_events(told, seat) if seat in whispered else []
        if patch is not None or events:
            priv[seat] += 1
            private[seat] = _pack([priv[seat], events, patch])[_HEADER:]
    return tuple(priv)


def secret_events(told: list[Told], seat: Seat) -> list[Any]:
    """Flat `[place, instead, event, ...]`: the events that this seat is told differently."""
    events: list[Any] = []
    place = 0
    for t in told:
        if seat in t.secret:
            events += (place, int(t.public is not None), t.secret[seat])
        place += t.public is not None
    return events


def _people(before: Room, d: Decision, *, anew: bool) -> bytes | None:
    """Who holds which seat, and by which connection, if that has changed; and who must leave."""
    was = [(s.player, s.gen) for s in before.cold.seats]
    now = [(s.player, s.gen) for s in d.room.cold.seats]
    watchers_changed = before.cold.watchers is not d.room.cold.watchers
    if was == now and not d.gone and not watchers_changed and not anew:
        return None
    watching = [(w.player, w.gen) for w in d.room.cold.watchers]
    moved = [player for player, _ in was] != [player for player, _ in now]
    return _pack({"seats": now, "watchers": watching, "gone": d.gone, "moved": moved, "anew": anew})


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
    """A seat's own view of the stored state: for seats not among those shown, such as a bot's."""
    own: View = room.game.own(decode_state(room.game, room.hot.state), seat)
    return own
