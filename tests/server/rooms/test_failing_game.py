"""Rules that raise at a table: everybody is told, the log says where, wakes grow rarer, the host can end the match."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import crazy_eights
import msgspec
import pytest
from crazy_eights.rules import Draw

from games.api import HOST, AnyGame, Refused, SeatAway, SeatLeft, WakeUp
from server.rooms import game_failures, wake_times
from server.rooms.decide import SERVER
from server.rooms.decision import Who
from server.rooms.document import OVER, PLAYING
from server.rooms.player_commands import End, Leave, Start
from server.rooms.registry import Rooms
from server.rooms.replay import Beginning, Ending, again, digest_of_end
from server.rooms.server_commands import Due, Failed
from server.store.store import Store
from tests.server.rooms.room_driver import Driver
from tests.server.rooms.test_many_workers import ANN, BEN, act, table, turn
from tests.support.served import PAIJU
from tests.support.stores import Server, until

EIGHTS = crazy_eights.GAME
TIMED = {"preset": "timed", "options": {"turnSeconds": 1}}


class Planted(Exception):
    """What an author has overlooked."""


def failing(*kinds: type) -> AnyGame:
    """Crazy Eights that raises where it is asked about these."""

    def apply(state: Any, actor: Any, action: Any, *more: Any) -> Any:
        if isinstance(action, kinds):
            raise Planted(f"{type(action).__name__} by {'the room' if actor == HOST else actor}")
        return EIGHTS.apply(state, actor, action, *more)

    return replace(EIGHTS, apply=apply)


@pytest.fixture
async def drawing_fails(
    valkey: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Rooms]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rooms = Rooms(await Store.open(valkey.address), {"crazy-eights": failing(Draw)})
    with caplog.at_level(logging.ERROR):
        yield rooms
    await rooms.close()
    await rooms.store.close()


class Hearing:
    """What everybody at the table is told."""

    def __init__(self) -> None:
        self.public: list[bytes] = []

    def entries(self, entries: Any) -> None:
        self.public += [entry.public for entry in entries if entry.public is not None]

    def reset(self) -> None: ...

    def failures(self) -> int:
        """How often they were told that the game has failed."""
        told = [msgspec.msgpack.decode(bytes([0x95]) + one)[2] for one in self.public]
        return sum(event[0] == 144 for events in told for event in events)


async def test_the_players_are_told_once_and_the_log_says_where_and_how_to_see_it_again(drawing_fails, caplog):
    rooms = drawing_fails
    room = await table(rooms, rooms)
    await rooms.ask(room, ANN, Start())
    heard = Hearing()
    watch = rooms.watch(room, heard)
    await watch.started()
    who = await turn(rooms, room)
    for _ in range(3):
        with pytest.raises(Refused) as refused:
            await rooms.ask(room, who, act(1, "draw"))
        assert refused.value.code == "game.failed"
    await until(lambda: heard.failures() > 0)
    await until(lambda: not rooms._tasks)
    assert heard.failures() == 1
    assert (await rooms.seen(room))[1].room.failed
    watch.close()

    line = next(one for one in caplog.records if getattr(one, "room", "") == room)
    assert (line.game, line.step, line.seat) == ("crazy-eights", 1, [ANN, BEN].index(who))
    assert line.command == {"kind": "act", "n": 1, "action": {"type": "draw"}}
    run = await asyncio.create_subprocess_exec(PAIJU, *line.again.split()[1:], stdout=PIPE, stderr=PIPE)
    assert await run.communicate() == (f"crazy-eights, room {room}, step 1: accepted now\n".encode(), b"")
    assert run.returncode == 0, "the installed Crazy Eights is sound"


def driver(game: AnyGame, **create: Any) -> Driver:
    one = Driver(game=game, bots=2, **create)
    one.ask("ann", "enter", room="CODE22")
    one.ask("ann", "start")
    return one


def fall(one: Driver, who: Who, command: Any, *, acted: bool = False) -> None:
    """It fails, and the room hears of that."""
    with pytest.raises(Planted):
        one.command(who, command)
    one.command(SERVER, Failed(one.room.hot.step, acted))


def test_wakes_that_fail_come_ever_more_rarely() -> None:
    one = driver(failing(WakeUp), **TIMED)
    one.room = one.room.with_hot(plans=())  # the bots are asleep
    waits = []
    for _ in range(12):
        at = wake_times.next_wake(one.room)
        assert at is not None
        one.platform = max(one.platform, at)
        fall(one, SERVER, Due())
        waits.append((wake_times.next_wake(one.room) or 0) - one.platform)
    assert waits[:3] == [game_failures.FIRST, 2 * game_failures.FIRST, 4 * game_failures.FIRST]
    assert waits[-1] == game_failures.LONGEST
    assert one.kinds.count("game_failed") == 1
    one.room = one.room.with_hot(step=one.room.hot.step + 1)
    assert (wake_times.next_wake(one.room) or 0) <= one.platform, "somebody has moved: there is nothing to wait for"


def test_what_a_player_can_make_fail_keeps_no_clock_waiting() -> None:
    one = driver(failing(Draw), **TIMED)
    before = wake_times.next_wake(one.room)
    fall(one, Who("ann"), act(1, "draw"), acted=True)
    assert wake_times.next_wake(one.room) == before


def test_the_host_ends_the_match_and_begins_another() -> None:
    one = driver(failing(WakeUp), **TIMED)
    with pytest.raises(Refused) as refused:
        one.ask("ann", "end")
    assert refused.value.code == "match.running", "while all is well"
    one.room = one.room.with_hot(plans=())
    at = wake_times.next_wake(one.room)
    assert at is not None
    one.platform = at
    fall(one, SERVER, Due())
    assert one.seen.room.failed
    with pytest.raises(Refused) as refused:
        one.ask("ben", "end")
    assert refused.value.code == "host.only"
    one.ask("ann", "end")
    assert (one.room.cold.phase, one.room.hot.wake) == (OVER, None)
    assert not one.seen.room.failed
    one.ask("ann", "start")
    assert (one.room.cold.phase, one.room.cold.matches, one.seen.room.failed) == (PLAYING, 2, False)


def test_people_can_leave_although_the_game_cannot_take_it() -> None:
    one = driver(failing(SeatLeft))
    leave = Leave()
    fall(one, Who("ann"), leave)
    one.command(Who("ann"), leave)
    assert one.room.seat_of("ann") is None


def test_a_match_that_has_failed_is_told_again_like_any_other() -> None:
    one = driver(failing(WakeUp), **TIMED)
    begun = Beginning(one.version, msgspec.msgpack.encode(one.room.cold), msgspec.msgpack.encode(one.room.hot))
    log = []
    for who, command in ((SERVER, Failed(1)), (Who("ann"), End())):
        one.command(who, command)
        log.append((one.version, msgspec.msgpack.encode([who.player, command, one.platform])))
    end = Ending(one.version, digest_of_end(one.room.hot.state, one.room.hot.step))
    told = list(again({"crazy-eights": one.room.game}, one.room.id, begun, end, log, "ann"))
    assert len(told) == 3


def test_somebody_who_is_away_keeps_no_room_without_a_host() -> None:
    one = driver(failing(SeatAway))
    one.ask("ben", "enter", room="CODE22", name="Ben")
    one.room = one.room.with_hot(plans=())
    one.lose("ann")
    at = wake_times.next_wake(one.room)
    assert at is not None
    one.platform = at
    fall(one, SERVER, Due())
    one.due()
    assert one.room.cold.seats[0].away
    assert one.room.cold.host == "ben"
