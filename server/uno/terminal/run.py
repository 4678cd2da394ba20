"""Runs a game from the command line (uno.md 22)."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from argparse import Namespace
from typing import Any, Final

from games.api import AnyGame
from games.catalog import installed
from server.client import sentences
from server.client.room_client import Closed, RefusedByServer, RoomClient, Unreachable

from . import preferences
from .local import LocalTable
from .menu import Menu
from .overrides import Unusable, overrides, resolved
from .remote import RemoteSeat
from .screen import LeaveGame, Screen
from .style import Style
from .table_match import play
from .typed_lines import EndOfInput, Lines

Json = Any
QUICK: Final = "official-500"


def run(chosen: Namespace) -> int:
    """Run the menu or one match; returns the exit code."""
    game = installed(only=["uno"])["uno"]
    style = Style(language=chosen.lang or preferences.load().language, game=game)
    try:
        changes = overrides(style, chosen.set)
        if chosen.preset is not None or changes:
            resolved(style, game, chosen.preset or QUICK, changes, None)
        if bool(chosen.server) != bool(chosen.room):
            raise Unusable(style.say("--server 和 --room 要一起用", "--server and --room belong together"))
        return asyncio.run(_run(game, chosen, changes))
    except (Unusable, Closed) as problem:
        sys.stderr.write(f"{_ending(style, chosen.server, problem)}\n")
        return 2
    except RefusedByServer as refused:
        sys.stderr.write(f"{style.refusal(refused.refused)}\n")
        return 1


def _ending(style: Style, server: str, problem: Exception) -> str:
    """The reason why the game ends, as a sentence."""
    if isinstance(problem, Unreachable):
        return style.say(
            f"连不上 {server}：请检查地址，以及服务器是否开着。",
            f"No server answers at {server}. Is the address right, and is it running?",
        )
    if not isinstance(problem, Closed):
        return str(problem)
    if problem.code is not None:
        return sentences.farewell(problem.code, style.locale)
    return style.say("与服务器的连接断了。", "The connection to the server is lost.")


async def _run(game: AnyGame, chosen: Namespace, changes: dict[str, Json]) -> int:
    kept = preferences.load()
    if chosen.lang:
        kept.language = chosen.lang
    if chosen.preset:
        kept.preset = chosen.preset
    may_color = _may_color(chosen)
    style = Style(language=kept.language, color=may_color and kept.color, ascii=chosen.ascii, game=game)
    screen = Screen(style, Lines())

    def resolve(preset: str) -> Any:
        return resolved(style, game, preset, changes, None)

    async def local(preset: str) -> None:
        await _local(screen, game, chosen, preset, changes)

    try:
        if chosen.server:
            await _remote(screen, chosen)
        elif chosen.quick:
            await local(chosen.preset or QUICK)
        else:
            await Menu(screen, game, kept, local, resolve, may_color=may_color).run()
    except EndOfInput:
        screen.show("")
    except LeaveGame:
        pass
    return 0


def _may_color(chosen: Namespace) -> bool:
    """May the output have colours? Not with NO_COLOR, in a pipe, or on a dumb terminal."""
    plain = chosen.no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and sys.stdout.isatty()


async def _local(screen: Screen, game: AnyGame, chosen: Namespace, preset: str, changes: dict[str, Json]) -> None:
    style = screen.style
    options = resolved(style, game, preset, changes, None)
    allowed = game.seats_for(options) if game.seats_for is not None else game.seats
    seats = (chosen.bots if chosen.bots is not None else 3) + 1
    if seats not in allowed:
        raise Unusable(
            style.say(
                f"{preset} 由 {allowed[0]} 到 {allowed[-1]} 人玩，不能是 {seats} 人",
                f"{preset} is played by {allowed[0]} to {allowed[-1]}, not by {seats}",
            )
        )
    secret = secrets.token_bytes(32) if chosen.seed is None else f"seed {chosen.seed}".encode()
    level = game.auto_level(options) if game.auto_level is not None else game.bot_levels[0]
    table = LocalTable(game, resolved(style, game, preset, changes, seats), seats, level, secret, fast=chosen.fast)
    try:
        await play(screen, table)
    finally:
        await table.close()


async def _remote(screen: Screen, chosen: Namespace) -> None:
    client = RoomClient(chosen.server)
    await client.connect()
    try:
        await client.enter(chosen.room, chosen.name, chosen.password)
        seat = RemoteSeat(client)
        if not seat.playing:
            screen.show(f"{chosen.room}: " + screen.style.say("等待房主开始", "waiting for the host to start"))
        await seat.begun()
        screen.show(*seat.company(screen.style))
        await play(screen, seat)
    finally:
        await client.close()
