"""The command `paiju`: parse the command line, run one command, answer every expected problem with one sentence."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import games
import server

COMMANDS: Final = {
    "serve": "serve the table to browsers, bots and terminals",
    "games": "list the installed games",
    "vectors": "run a file of scenario vectors against a game's rules",
    "check-game": "play a game hundreds of times and check what hosts rely on",
    "new-game": "write a small game that plays at once, to be made into another",
    "dev": "serve a game to its author alone, and take every change over at once",
    "words": "list the texts that a game still needs, or lay them out in its files",
    "gallery": "find the states worth seeing: each phase, each action or event in it, each seat",
    "playthrough": "print a match of random players, or compare a saved one",
    "again": "repeat what a game failed at, from the file that the log names",
    "match": "show, verify or save the record of a match",
    "arena": "let bots play one another on mirrored deals, and measure them",
    "think": "ask a bot again what it was asked when it failed",
    "bot": "let a bot take a seat at a table, from outside",
    "config": "print every setting with its value and meaning",
}

MODULES = {"match": "match_file"}
"""Modules whose names differ from their commands'."""


def main(words: Sequence[str] | None = None) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    if problem := _strangers():
        print(problem, file=sys.stderr)
        return 2
    # Imported only now: if another distribution is in the way, these would fail with a traceback.
    from games.catalog import CatalogError
    from server.base.settings import SettingsError

    try:
        words = sys.argv[1:] if words is None else words
        chosen = _parser(words).parse_args(words)
        return int(chosen.run(chosen))
    except (CatalogError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone (`paiju games | head -1`): do not flush the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Loads only the module of the requested command: listing games needs no web server."""
    parser = argparse.ArgumentParser(prog="paiju", description="A card table for the browser.")
    parser.add_argument("--version", action="version", version=f"paiju {version('paiju')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=about)
        if name in words:
            _take(command, importlib.import_module(f".commands.{MODULES.get(name, name.replace('-', '_'))}", "server"))
    if not set(words) & COMMANDS.keys():
        for name, module in _of_packages().items():
            _take(commands.add_parser(name, help=module.ABOUT, description=module.ABOUT), module)
    return parser


def _take(command: argparse.ArgumentParser, module: Any) -> None:
    module.arguments(command)
    command.set_defaults(run=module.run)


def _of_packages() -> dict[str, Any]:
    """The commands that other packages provide; one that cannot be loaded is left out, with a sentence."""
    from .base import plugins

    found: dict[str, Any] = {}
    for name, entry in plugins.named(plugins.COMMANDS).items():
        if name in COMMANDS:
            continue
        try:
            found[name] = plugins.loaded(entry)
        except plugins.PluginError as error:
            print(error, file=sys.stderr)
    return found


def _strangers() -> str:
    """A sentence if `server` and `games` come from different installations: other projects use these names, too."""
    places = {name: Path(module.__path__[0]).resolve() for name, module in (("server", server), ("games", games))}
    if places["server"].parent == places["games"].parent and (places["games"] / "catalog.py").is_file():
        return ""
    return (
        f"the package games comes from {places['games'].parent}, but server from {places['server'].parent}: another "
        "distribution is in the way. Install paiju in its own environment (pipx install paiju)."
    )


if __name__ == "__main__":
    sys.exit(main())
