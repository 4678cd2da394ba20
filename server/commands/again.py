"""`paiju again FILE`: repeats a step in which a game failed, with the current rules."""

from __future__ import annotations

import sys
import traceback
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from games.api import Refused
from server.rooms.document import decode_cold, decode_hot
from server.rooms.game_failures import Failure
from server.rooms.replay import once_more
from server.rooms.room import Room

from .choice import game_named


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="which the server's log names")


def run(chosen: Namespace) -> int:
    try:
        moment = msgspec.msgpack.decode(chosen.file.read_bytes(), type=Failure)
        cold = decode_cold(moment.cold)
        room = Room(moment.room, game_named(cold.game), cold, decode_hot(moment.hot))
    except (OSError, msgspec.DecodeError) as problem:
        print(f"cannot read {chosen.file}: {problem}", file=sys.stderr)
        return 2
    print(f"{room.game.id}, room {room.id}, step {room.hot.step}: ", end="", flush=True)
    try:
        fate = "accepted now" if once_more(room, moment.data) else "nothing to do now"
    except Refused as refused:
        fate = f"refused now, with {refused.code}"
    except Exception:
        print("fails", flush=True)
        traceback.print_exc()
        return 1
    print(fate)
    return 0
