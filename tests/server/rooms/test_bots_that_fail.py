"""A bot that raises, thinks too long, answers what is illegal, or nothing: the room goes on, and the log has it."""

from __future__ import annotations

import logging
import re
import time
from dataclasses import replace
from typing import Any

import crazy_eights
import pytest
from crazy_eights.rules import Play

from games.api import Plan
from server.__main__ import main
from server.rooms import bot_faults, guard
from server.rooms.decide import SERVER
from server.rooms.document import OVER, PLAYING
from server.rooms.server_commands import Pondered
from tests.server.rooms.room_driver import Driver

GOOD = crazy_eights.GAME.bot
assert GOOD is not None


def raising(*_: Any) -> Plan[Any]:
    raise ZeroDivisionError("of the bot")


def silent(*_: Any) -> Plan[Any]:
    return Plan(None)


def illegal(*_: Any) -> Plan[Any]:
    return Plan(Play("no such card"), 100)


def nonsense(*_: Any) -> Any:
    return "what I would play is my own affair"


def no_action(*_: Any) -> Plan[Any]:
    return Plan(object())


def for_ever(table: Any, own: Any, seat: int, *rest: Any) -> Plan[Any]:
    assert GOOD is not None
    return replace(GOOD(table, own, seat, *rest), think_ms=10**15)


def forgetful(table: Any, own: Any, seat: int, *rest: Any) -> Plan[Any]:
    assert GOOD is not None
    memory: Any = "not bytes"
    return replace(GOOD(table, own, seat, *rest), memory=memory)


def with_bot(bot: Any, **changes: Any) -> Driver:
    return Driver(game=replace(crazy_eights.GAME, bot=bot, **changes), bots=3, start=True)


def play_on(d: Driver, moves: int = 5000) -> None:
    for _ in range(moves):
        if d.room.cold.phase != PLAYING:
            return
        player = d.room.cold.seats[d.turn].player
        if player:
            d.act(player, d.legal(d.turn))
        else:
            d.due()


@pytest.mark.parametrize("bot", [raising, silent, illegal, nonsense, no_action, for_ever, forgetful])
def test_the_match_goes_on_to_its_end(bot: Any) -> None:
    d = with_bot(bot)
    began = d.platform
    play_on(d)
    assert d.room.cold.phase == OVER
    assert d.platform - began < 3600_000


@pytest.mark.parametrize("bot", [raising, silent, illegal, nonsense])
def test_the_move_that_is_made_for_it_is_another_level_s_where_there_is_one(bot: Any) -> None:
    def by_level(*asked: Any) -> Plan[Any]:
        assert GOOD is not None
        return GOOD(*asked) if asked[-1] == "other" else bot(*asked)

    def nothing(*_: Any) -> None:
        raise AssertionError("there is another level")

    d = with_bot(by_level, bot_levels=["simple", "other"])
    d.room.game = replace(d.room.game, random_action=nothing)
    for _ in range(40):
        if d.room.cold.phase == PLAYING and not d.room.cold.seats[d.turn].player:
            d.due()


@pytest.mark.parametrize(("bot", "what"), [(raising, "raised"), (silent, "silent"), (illegal, "illegal")])
def test_it_is_logged_and_counted_with_room_and_step(bot: Any, what: str, caplog: pytest.LogCaptureFixture) -> None:
    before = bot_faults.counted["crazy-eights", what]
    with caplog.at_level(logging.ERROR, "paiju.rooms"):
        d = with_bot(bot)
        while d.room.cold.seats[d.turn].player:
            d.act("ann", d.legal(d.turn))
        d.due()
    assert bot_faults.counted["crazy-eights", what] > before
    said = caplog.records[-1].getMessage()
    assert re.search(rf"room {d.room.id} step \d+: the bot of seat \d \(crazy-eights, simple\)", said)
    assert "paiju think crazy-eights " in said


def test_the_command_in_the_log_replays_the_thought(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.ERROR, "paiju.rooms"):
        d = with_bot(illegal)
        while d.room.cold.seats[d.turn].player:
            d.act("ann", d.legal(d.turn))
        d.due()
    command = re.search(r"paiju (think \S+ \S+)", caplog.records[-1].getMessage())
    assert command is not None
    assert main(command[1].split()) == 0
    said = capsys.readouterr().out
    assert "level simple" in said
    assert "ms" in said


def test_a_thought_of_nonsense_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["think", "crazy-eights", "AAAA"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_level_that_thinks_past_the_budget_is_not_asked_again_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the worker's loop each time."""
    asked: list[int] = []

    def slow(*seen: Any) -> Plan[Any]:
        asked.append(1)
        raise guard.TooLong

    monkeypatch.setattr(bot_faults, "_resting", {})
    d = with_bot(slow)
    play_on(d, 30)
    assert len(asked) == 1
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + bot_faults.REST_S + 1)
    play_on(d, 3)
    assert len(asked) > 1


def test_a_thought_of_the_pool_that_failed_is_played_on() -> None:
    d = with_bot(lambda *_: Plan(None, 10, b"", ponder=True), ponder=lambda *_: None)
    while d.room.cold.seats[d.turn].player:
        d.act("ann", d.legal(d.turn))
    seat, step = d.turn, d.room.hot.step
    assert d.due() == {"ponder": seat}
    d.command(SERVER, Pondered(seat, step, None))
    assert d.room.hot.step == step + 1


def test_a_thought_of_the_pool_that_is_illegal_is_played_on() -> None:
    d = with_bot(lambda *_: Plan(None, 10, b"", ponder=True), ponder=lambda *_: None)
    while d.room.cold.seats[d.turn].player:
        d.act("ann", d.legal(d.turn))
    seat, step = d.turn, d.room.hot.step
    d.command(SERVER, Pondered(seat, step, {"type": "dance"}))
    assert d.room.hot.step == step + 1
