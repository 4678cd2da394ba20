"""`paiju uno`: UNO in this terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

ABOUT: Final = "play UNO in this terminal"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="one person and three bots, official-500, at once")
    parser.add_argument("--preset", help="the rules to play by")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="change one rule")
    parser.add_argument("--bots", type=int, help="how many bots (3)")
    parser.add_argument("--seed", type=int, help="seed for repeatable deals; not at a live table")
    parser.add_argument("--lang", choices=("zh", "en"))
    parser.add_argument("--no-color", action="store_true")
    parser.add_argument("--ascii", action="store_true", help="draw the table in plain characters")
    parser.add_argument("--fast", action="store_true", help="bots play without thinking time")
    parser.add_argument("--local", action="store_true", help="in this process, without any network (the default)")
    parser.add_argument("--server", metavar="HOST:PORT", help="sit at a live table of this server (host or URL)")
    parser.add_argument("--room", metavar="CODE", help="the code of the room there")
    parser.add_argument("--name", default="Terminal", help="your name there")
    parser.add_argument("--password", help="the room's password, if it has one")


def run(chosen: Namespace) -> int:
    from .run import run as play  # imported here, so that `paiju --help` can list this command without loading it

    return play(chosen)
