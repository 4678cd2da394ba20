"""Playing on from any moment: the room stands where the match stood, and shows only what the asker may see."""

from __future__ import annotations

import dataclasses
import json
import os
import random
from typing import Any

import msgspec
import pytest

from games.api import Refused
from games.chance import Chance
from server.protocol.apply_patch import patched
from server.protocol.named_form import NamedReader
from server.records.course import Course
from server.records.forks import fork_point
from server.records.making import sitters_of
from server.records.match_record import MatchRecord, packed, unpacked
from server.records.showing import public_numbers, shown
from server.rooms import forking, frames
from server.rooms.decision import Decision, Who
from server.rooms.document import PLAYING, Cold, Hot
from server.rooms.game_options import resolved_options
from server.rooms.player_commands import Fork
from server.rooms.room import Room
from tests.server.records.played import GAMES, NAMES, record_of_game

Json = Any
FORKS = 1_000 if os.environ.get("NIGHTLY") else 90
NOBODY: frozenset[str] = frozenset()
plain = msgspec.to_builtins


def kept(game: str) -> MatchRecord:
    return unpacked(packed(record_of_game(game)))


def everybody(record: MatchRecord) -> frozenset[str]:
    return frozenset(record.people())


async def forked(
    record: MatchRecord, agreed: frozenset[str], step: int, seat: int, player: str = "eve", *, same: bool = True
) -> Room:
    message = Fork(record=record.id, step=step, seat=seat, name="Eve", same=same)
    point = await fork_point(record, agreed, GAMES, player, message)
    game = GAMES[record.game]
    d = Decision(Room("cd" * 16, game, Cold("", game.id, 1, "", {}, "", ()), Hot()), 5_000_000, Chance(b"fork"))
    assert forking.fork(d, Who(player), message, point, "CODE22") == {"code": "CODE22"}
    return d.room


def courses(record: MatchRecord) -> list[tuple[bytes, int]]:
    """State and time after each entry of the log."""
    game = GAMES[record.game]
    levels = [record.holders[first].level for first in record.seats]
    options = resolved_options(game, record.preset, record.options, len(levels))
    course = Course.dealt(game, options, sitters_of(levels), record.secret)
    found = [(course.stored, 0)]
    for entry in record.log:
        course.take(entry.actor, entry.action, entry.now)
        found.append((course.stored, entry.now))
    return found


def views_of(body: Json, step: int) -> tuple[Json, Json]:
    """The table and the own views that the record shows at that step."""
    table, owns = body["snapshot"]["table"], dict(body["snapshot"]["own"])
    for told in body["told"]:
        if told["step"] <= step:
            table = patched(table, told["table"])
            owns |= {seat: patched(owns.get(seat), own["own"]) for seat, own in told["own"].items()}
    return table, owns


def named(record: MatchRecord, part: str, view: Any) -> Json:
    return json.loads(json.dumps(NamedReader(record.schema).document(part, plain(view))))


@pytest.mark.parametrize("game", NAMES)
async def test_a_fork_stands_where_the_match_stood(game: str, rng: random.Random):
    record = kept(game)
    steps, numbers = courses(record), [0, *public_numbers(record)]
    body = json.loads(json.dumps(plain(shown(record, everybody(record), None))))
    for _ in range(FORKS // len(NAMES)):
        step, seat, same = rng.randrange(numbers[-1]), rng.randrange(len(record.seats)), rng.random() < 0.5
        at = max(n for n, number in enumerate(numbers) if number <= step)
        room = await forked(record, everybody(record), step, seat, same=same)
        state, now = steps[at]
        assert room.cold.phase == PLAYING
        if room.hot.step == at + 1:  # else the game was told at once that somebody is back in a bot's seat
            assert room.hot.state == state
        assert (room.hot.now, room.clock(5_000_000)) == (now, now)
        assert (room.hot.secret == record.secret) == same
        table, owns = views_of(body, step)
        seen = frames.seen(room)
        if room.hot.state == state:
            assert named(record, "table", seen.table) == table
            assert named(record, "own", seen.owns[seat]) == owns[str(seat)]
        assert [bool(doc.bot) for doc in room.cold.seats] == [n != seat for n in range(len(record.seats))]
        assert room.cold.practice
        assert room.cold.fork == f"{record.id}#{step}"


@pytest.mark.parametrize("game", NAMES)
async def test_from_a_closed_record_one_goes_on_with_what_one_knew(game: str, rng: random.Random):
    record, rules, differing = kept(game), GAMES[game], 0
    steps, numbers = courses(record), [0, *public_numbers(record)]
    for _ in range(FORKS // len(NAMES)):
        step = rng.randrange(numbers[-1])
        stored, now = steps[max(n for n, number in enumerate(numbers) if number <= step)]
        message = Fork(record=record.id, step=step, seat=0, name="Ann")
        point = await fork_point(record, NOBODY, GAMES, "ann", message)
        assert (point.secret, point.now, point.told) == (b"", now, f"{record.id}#{step} redealt")
        was, now_dealt = (msgspec.msgpack.decode(state, type=rules.State) for state in (stored, point.stored))
        assert plain(rules.table(now_dealt)) == plain(rules.table(was))
        assert plain(rules.own(now_dealt, 0)) == plain(rules.own(was, 0))
        differing += point.stored != stored
        room = await forked(record, NOBODY, step, 0, "ann")
        assert room.hot.secret != record.secret
        assert list(frames.seen(room).owns) == [0], "nobody else is shown anything"
    assert differing > FORKS // len(NAMES) // 2


@pytest.mark.parametrize(
    ("agreed", "fields", "code"),
    [
        (NOBODY, {"player": "eve"}, "fork.closed"),
        (NOBODY, {"player": "ann", "seat": 1}, "fork.closed"),
        (frozenset({"ann"}), {"step": 10**6}, "fork.step"),
        (frozenset({"ann"}), {"seat": 60}, "seat.unknown"),
    ],
)
async def test_who_may_not_play_on_is_told_why(agreed: frozenset[str], fields: dict[str, Any], code: str):
    record = kept("crazy-eights")
    with pytest.raises(Refused) as refused:
        await forked(record, agreed, **{"step": 1, "seat": 0, **fields})
    assert refused.value.code == code


async def test_a_closed_record_of_a_game_that_hides_more_than_cards_is_not_played_on():
    record = kept("crazy-eights")
    games = {"crazy-eights": dataclasses.replace(GAMES["crazy-eights"], hides_more=True)}
    message = Fork(record=record.id, step=1, seat=0, name="Ann")
    with pytest.raises(Refused, match=r"fork\.closed"):
        await fork_point(record, NOBODY, games, "ann", message)
    await fork_point(record, everybody(record), games, "ann", message)


async def test_a_match_that_is_over_and_other_rules_are_not_played_on():
    record = kept("crazy-eights")
    with pytest.raises(Refused, match=r"fork\.over"):
        await forked(record, everybody(record), public_numbers(record)[-1], 0)
    for changed, code in (({"version": 99}, r"fork\.version"), ({"game": "bridge"}, r"game\.unknown")):
        other = msgspec.structs.replace(record, **changed)
        message = Fork(record=record.id, step=1, seat=0, name="Eve")
        with pytest.raises(Refused, match=code):
            await fork_point(other, everybody(record), GAMES, "eve", message)
