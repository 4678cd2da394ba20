"""`paiju dev [GAME]`: a table for the author of a game; saved files take effect at once, with the same hands."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

import msgspec

from server.base import logs
from server.base.settings import settings
from server.doors.face import Doors
from server.processes import workers
from server.workshop.workbench import open_workbench

from .choice import game_named
from .serve import CANNOT, serving

LOOPBACK: Final = "127.0.0.1"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="only this one of the installed games")
    parser.add_argument("--port", type=int, help="port to listen on, on this machine alone")
    parser.add_argument("--data", help="data folder of the embedded store (default: `dev` in the usual one)")


async def _opened(doors: Doors) -> None:
    await open_workbench(doors)
    print(f"  The workshop: http://localhost:{doors.settings.port}/dev\n", flush=True)


def run(chosen: Namespace) -> int:
    usual = settings()
    wanted = msgspec.structs.replace(
        usual,
        host=LOOPBACK,
        port=usual.port if chosen.port is None else chosen.port,
        data=chosen.data or str(usual.folder / "dev"),
        store="",
        workers=1,
        admin="",
        games=(game_named(chosen.game).id,) if chosen.game else usual.games,
    )
    sys.dont_write_bytecode = True  # Python does not notice that a file was saved twice in one second
    logs.set_up(wanted.log.upper())
    try:
        return workers.run(lambda: serving(wanted, relaxed=True, quiet=False, more=[_opened]))
    except CANNOT as error:
        print(error, file=sys.stderr)
        return 1
