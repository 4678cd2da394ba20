"""The people in the room: entering, leaving, sitting down and standing up."""

from __future__ import annotations

from games.api import Json, Refused, SeatBack, SeatLeft, SeatTaken

from . import admission, match, player_commands, sealing, seat_tickets
from .decision import Decision, Who
from .document import PLAYING, SeatDoc
from .game_options import auto_level
from .match_end import end_match
from .names import told_apart
from .passwords import matches
from .refusals import need
from .room_view import CameBack, HostChanged, Joined, Left, Sat, Stood
from .server_commands import Lost


def enter(d: Decision, who: Who, message: player_commands.Enter) -> Json:
    """Enter, or come back. A newcomer who asks for a seat and may have one sits down; others watch."""
    if message.ticket is not None:
        seat_tickets.take(d, who.player, message.ticket)
    place = admission.admitted(d.room, who.player, admission.wish_of(message), d.password)
    d.room = d.room.with_cold(
        **admission.renewed(d.room.cold, d.password), known=admission.remembered(d.room.cold, who.player)
    )
    seat = d.room.seat_of(who.player)
    if seat is None and d.room.watcher_of(who.player) is None:
        _come_in(d, who, message)
    if place == admission.SEAT:
        seat = _sit_down(d, who.player, message.name, None)
    if seat is not None:
        _connect_seat(d, seat, message.deals)
        told: Json = {"seat": seat, "gen": d.room.cold.seats[seat].gen, "act": d.room.hot.acts[seat].n}
    else:
        gen = d.room.need_watcher_of(who.player).gen + 1
        d.room = d.room.with_watcher(who.player, gen=gen, connected=True, lost_at=0, deals=message.deals)
        told = {"seat": None, "gen": gen, "act": 0}
    # The host has left, and nobody could take over then. The arena's fictitious host was never in the room.
    if d.room.cold.host in d.room.cold.known and d.room.watcher_of(d.room.cold.host) is None:
        pass_host_on(d)
    return told


def _come_in(d: Decision, who: Who, message: player_commands.Enter) -> None:
    name = told_apart(need(message.name, "name.needed"), d.room.names_but())
    d.room = d.room.with_new_watcher(who.player, name, may_sit=matches(d.password, d.room.cold.password))
    d.tell(Joined(name, None))


def _connect_seat(d: Decision, seat: int, deals: bool) -> None:
    doc = d.room.cold.seats[seat]
    was_away = doc.away
    d.room = d.room.with_seat(seat, gen=doc.gen + 1, connected=True, away=False, lost_at=0, deals=deals)
    if was_away:
        d.tell(CameBack(seat))
        match.host_step(d, SeatBack(seat))


def sit(d: Decision, who: Who, message: player_commands.Sit) -> Json:
    admission.admitted(d.room, who.player, admission.SIT, d.password)
    d.room = d.room.with_cold(**admission.renewed(d.room.cold, d.password))
    if d.room.cold.phase == PLAYING:
        return {"seat": _step_in(d, who.player, message)}
    return {"seat": _sit_down(d, who.player, message.name, message.seat)}


def _sit_down(d: Decision, player: str, name: str | None, wanted: int | None) -> int:
    seat = need(d.room.free_seat() if wanted is None else wanted, "room.full")
    need(not d.room.seat_doc(seat).taken, "seat.taken")
    watcher = d.room.need_watcher_of(player)
    own_name = watcher.name if name is None else told_apart(name, d.room.names_but(watcher.name))
    muted = player in d.room.cold.muted
    doc = SeatDoc(
        player=player, name=own_name, gen=watcher.gen, connected=watcher.connected, muted=muted, deals=watcher.deals
    )
    d.room = d.room.without_watchers(player).with_seat_doc(seat, doc)
    d.tell(Sat(seat, own_name))
    return seat


def _step_in(d: Decision, player: str, message: player_commands.Sit) -> int:
    """During a match, a latecomer may take over from somebody who has left, or from a bot."""
    wanted = range(len(d.room.cold.seats)) if message.seat is None else (message.seat,)
    for seat in wanted:
        doc = d.room.seat_doc(seat)
        if doc.player or not doc.bot:
            continue
        watcher = d.room.need_watcher_of(player)
        try:
            match.host_step(d, SeatTaken(seat, "human"), required=True)
        except Refused:
            if message.seat is not None:
                raise
            continue
        d.room = d.room.without_watchers(player).with_cold(
            left=tuple(one for one in d.room.cold.left if one[0] != player)
        )
        d.room = d.room.with_seat(
            seat,
            player=player,
            name=watcher.name,
            bot="",
            gen=watcher.gen,
            connected=watcher.connected,
            away=False,
            deals=watcher.deals,
            muted=player in d.room.cold.muted,
        )
        d.room = d.room.with_hot(plans=tuple(p for p in d.room.hot.plans if p.seat != seat))
        d.tell(Sat(seat, watcher.name))
        return seat
    raise Refused("room.full")


def stand(d: Decision, who: Who, _: player_commands.Stand) -> Json:
    seat = d.room.need_seat_of(who.player)
    doc = d.room.cold.seats[seat]
    _give_up(d, seat)
    rise(d, doc, connected=doc.connected)
    d.tell(Stood(seat, doc.name))
    return {}


def rise(d: Decision, doc: SeatDoc, *, connected: bool, lost_at: int = 0) -> None:
    """The seat's owner watches from now on, and may sit down again."""
    d.room = d.room.with_new_watcher(
        doc.player, doc.name, gen=doc.gen, connected=connected, lost_at=lost_at, may_sit=True, deals=doc.deals
    )


def leave(d: Decision, who: Who, _: player_commands.Leave) -> Json:
    seat = d.room.seat_of(who.player)
    if seat is not None:
        name = d.room.cold.seats[seat].name
        _give_up(d, seat)
        d.tell(Left(name, seat))
    else:
        watcher = d.room.need_watcher_of(who.player)
        d.room = d.room.without_watchers(who.player)
        d.tell(Left(watcher.name, None))
    d.gone.append((who.player, "room.left"))
    pass_host_on(d)
    return {}


def _give_up(d: Decision, seat: int) -> None:
    """The owner gives up the seat; the rules of a running match may refuse that, or end the match."""
    if d.room.cold.phase == PLAYING and d.room.cold.lesson is not None:
        end_match(d, [], [])  # nobody else plays it
    if d.room.cold.phase == PLAYING:
        match.host_step(d, SeatLeft(seat), required=True)
        _hand_to_bot(d, seat)
    else:
        sealing.leave(d)
        _empty(d, seat)


def put_out(d: Decision, seat: int) -> None:
    """Take the seat from its owner: it becomes free or, during a match, a bot takes over."""
    if d.room.cold.phase == PLAYING:
        _hand_to_bot(d, seat)
    else:
        _empty(d, seat)


def _empty(d: Decision, seat: int) -> None:
    d.room = d.room.with_seat_doc(seat, SeatDoc())


def _hand_to_bot(d: Decision, seat: int) -> None:
    """A player left during a match: the rules may let a bot take over the seat (or have dropped the seat)."""
    level = auto_level(d.room)
    name = d.room.cold.seats[seat].name
    has_left(d, seat)
    d.room = d.room.with_seat_doc(seat, SeatDoc(name=name, bot=level or "none"))
    match.refresh_plans(d)


def has_left(d: Decision, seat: int) -> None:
    """The owner leaves before the end: they lose the match, even if somebody takes over (uno.md 16)."""
    doc = d.room.cold.seats[seat]
    d.room = d.room.with_cold(left=(*d.room.cold.left, (doc.player, doc.name)))


def lost(d: Decision, message: Lost) -> Json:
    """A connection is lost. The seat is kept, and its grace period begins; watchers get one too."""
    seat = d.room.seat_of(message.player)
    if seat is not None:
        doc = d.room.cold.seats[seat]
        if doc.gen == message.gen and doc.connected:
            d.room = d.room.with_seat(seat, connected=False, lost_at=d.platform, wants_pause=False)
        return {}
    watcher = d.room.watcher_of(message.player)
    if watcher is not None and watcher.gen == message.gen and watcher.connected:
        d.room = d.room.with_watcher(message.player, connected=False, lost_at=d.platform)
    return {}


def rename(d: Decision, who: Who, message: player_commands.Rename) -> Json:
    seat = d.room.seat_of(who.player)
    if seat is not None:
        name = told_apart(message.name, d.room.names_but(d.room.cold.seats[seat].name))
        d.room = d.room.with_seat(seat, name=name)
    else:
        watcher = d.room.need_watcher_of(who.player)
        name = told_apart(message.name, d.room.names_but(watcher.name))
        d.room = d.room.with_watcher(who.player, name=name)
    return {"name": name}


def pass_host_on(d: Decision) -> None:
    """If the host has left, the next person becomes host: seated people first, connected ones before others."""
    cold = d.room.cold
    here = [s for s in cold.seats if s.player and s.player == cold.host and not s.away]
    if here or any(w.player == cold.host and w.connected for w in cold.watchers):
        return
    seated = [(not s.connected, i, s.player, s.name) for i, s in enumerate(cold.seats) if s.player and not s.away]
    standing = [(True, 99, w.player, w.name) for w in cold.watchers if w.connected]
    heirs = sorted(seated) or standing
    if heirs and heirs[0][2] != cold.host:
        d.room = d.room.with_cold(host=heirs[0][2])
        d.tell(HostChanged(heirs[0][3]))
