"""`paiju bot`: a bot that joins a room from outside, as any program can."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from games.kit.arena.players import Fault
from server.client.outside_bot import play_at
from server.client.room_client import Closed, RefusedByServer
from server.offered_games import offered

from .bot_program import PlaysWrong, play_program


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--server", required=True, metavar="URL")
    parser.add_argument("--room", required=True, metavar="CODE")
    parser.add_argument("--strategy", default="heuristic", help="a bot level of the game: heuristic, baseline, ...")
    parser.add_argument("--exec", metavar="COMMAND", help="a program that plays in place of a bot level")
    parser.add_argument("--name", default="", help="the bot's name at the table")
    parser.add_argument("--password", help="the room's password, if it has one")
    parser.add_argument("--fast", action="store_true", help="play without a person's thinking time")
    parser.add_argument("--matches", type=int, default=1, help="how many matches to play; 0: until the connection ends")


def run(chosen: Namespace) -> int:
    name = chosen.name or (Path(chosen.exec.split()[0]).name if chosen.exec else f"Bot {chosen.strategy}")
    where = chosen.server, chosen.room
    try:
        played = asyncio.run(
            play_program(*where, chosen.exec, name, chosen.matches, chosen.password)
            if chosen.exec
            else play_at(
                *where,
                offered()[0],
                chosen.strategy,
                name,
                chosen.matches,
                chosen.password,
                fast=chosen.fast,
            )
        )
    except RefusedByServer as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    except (Closed, Fault, PlaysWrong) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{played} played")
    return 0
