"""From the command line to a game (uno.md 22)."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from argparse import Namespace
from typing import Any

from games.api import AnyGame, Refused
from games.catalog import installed
from server.client.room_client import Closed, RefusedByServer, RoomClient

from . import preferences
from .local import LocalTable
from .menu import Menu
from .remote import RemoteSeat
from .screen import LeaveGame, Screen
from .style import Style
from .table_match import play
from .typed_lines import EndOfInput, Lines

Json = Any
QUICK = "official-500"


class Unusable(Exception):
    """An option of the command line that cannot be used; one sentence."""


def run(chosen: Namespace) -> int:
    """The exit code."""
    game = installed(only=["uno"])["uno"]
    try:
        overrides = dict(_override(text) for text in chosen.set)
        if chosen.preset is not None or overrides:
            _options(game, chosen.preset or QUICK, overrides, None)
        if bool(chosen.server) != bool(chosen.room):
            raise Unusable("--server and --room belong together")
        return asyncio.run(_run(game, chosen, overrides))
    except (Unusable, Closed) as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    except RefusedByServer as refused:
        sys.stderr.write(f"{_platform_word(refused.refused)}\n")
        return 1


async def _run(game: AnyGame, chosen: Namespace, overrides: dict[str, Json]) -> int:
    kept = preferences.load()
    if chosen.lang:
        kept.language = chosen.lang
    if chosen.preset:
        kept.preset = chosen.preset
    may_color = _may_color(chosen)
    style = Style(language=kept.language, color=may_color and kept.color, ascii=chosen.ascii, game=game)
    screen = Screen(style, Lines())

    async def local(preset: str) -> None:
        await _local(screen, game, chosen, preset, overrides)

    try:
        if chosen.server:
            await _remote(screen, chosen)
        elif chosen.quick:
            await local(chosen.preset or QUICK)
        else:
            await Menu(screen, game, kept, local, may_color=may_color).run()
    except EndOfInput:
        screen.show("")
    except LeaveGame:
        pass
    return 0


def _may_color(chosen: Namespace) -> bool:
    """NO_COLOR, a pipe and dumb terminals get plain text."""
    plain = chosen.no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and sys.stdout.isatty()


async def _local(screen: Screen, game: AnyGame, chosen: Namespace, preset: str, overrides: dict[str, Json]) -> None:
    options = _options(game, preset, overrides, None)
    allowed = game.seats_for(options) if game.seats_for is not None else game.seats
    seats = (chosen.bots if chosen.bots is not None else 3) + 1
    if seats not in allowed:
        raise Unusable(f"{preset} is played by {allowed[0]} to {allowed[-1]}, not by {seats}")
    secret = secrets.token_bytes(32) if chosen.seed is None else f"seed {chosen.seed}".encode()
    level = game.auto_level(options) if game.auto_level is not None else game.bot_levels[0]
    table = LocalTable(game, _options(game, preset, overrides, seats), seats, level, secret, fast=chosen.fast)
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
            screen.show(f"{chosen.room}: 等待房主开始 / waiting for the host to start")
        await seat.begun()
        screen.show(*seat.company(screen.style))
        await play(screen, seat)
    finally:
        await client.close()


def _override(text: str) -> tuple[str, Json]:
    """`option=value`: numbers and yes or no are read as such."""
    name, sign, value = text.partition("=")
    if not sign:
        raise Unusable(f"--set {text}: write option=value")
    if value.lower() in ("true", "false", "on", "off"):
        return name, value.lower() in ("true", "on")
    return name, int(value) if value.removeprefix("-").isdigit() else value


def _options(game: AnyGame, preset: str, overrides: dict[str, Json], players: int | None) -> Any:
    assert game.resolve is not None
    try:
        return game.resolve(preset, overrides, players)
    except Refused as refused:
        style = Style(language=preferences.load().language, game=game)
        raise Unusable(style.word(f"code.{refused.code}", **refused.params)) from None


def _platform_word(refused: Json) -> str:
    details = ", ".join(f"{key} {value}" for key, value in refused.items() if key != "code")
    return f"{refused['code']}{' (' + details + ')' if details else ''}"
