"""`paiju bot`: a bot that joins a room from outside, as anybody's program can."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from server.client.outside_bot import play_at
from server.client.room_client import Closed, RefusedByServer
from server.offered_games import offered


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--server", required=True, metavar="URL")
    parser.add_argument("--room", required=True, metavar="CODE")
    parser.add_argument("--strategy", default="heuristic", help="a bot level of the game: heuristic, baseline, ...")
    parser.add_argument("--name", default="", help="the bot's name at the table")
    parser.add_argument("--password", help="the room's password, if it has one")
    parser.add_argument("--fast", action="store_true", help="play without a person's thinking time")
    parser.add_argument("--matches", type=int, default=1, help="how many matches to play; 0: until the connection ends")


def run(chosen: Namespace) -> int:
    name = chosen.name or f"Bot {chosen.strategy}"
    try:
        played = asyncio.run(
            play_at(
                chosen.server,
                chosen.room,
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
    except Closed as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{played} played")
    return 0
