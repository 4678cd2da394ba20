"""Checks of a game's declarations, before it is played: do they agree with one another?"""

from __future__ import annotations

from typing import Any, get_args, get_origin

import msgspec

from ..api import AnyGame, Refused
from ..views import View
from .promise import Broken, options_of, seats_of


def declares_what_fits_together(game: AnyGame) -> None:
    """Presets have options, options have names, levels have a bot, and so on."""
    for wrong in (
        _types(game), _seats(game), _options(game), _presets(game), _levels(game), _lists(game), _versions(game)
    ):  # fmt: skip
        if wrong:
            raise Broken(wrong)


def _types(game: AnyGame) -> str:
    for name in ("Options", "State"):
        kind: Any = getattr(game, name)
        plain = get_origin(kind) or kind  # a state may be a struct of structs, like Kept[State]
        if not (isinstance(plain, type) and issubclass(plain, msgspec.Struct)):
            return f"Game.{name} is {kind!r}; make it a msgspec.Struct"
    for name in ("Table", "Own"):
        kind = getattr(game, name)
        if not (isinstance(kind, type) and issubclass(kind, View)):
            return f"Game.{name} is {kind!r}; make it a games.views.View"
    kinds: Any = get_args(game.Action) if get_origin(game.Action) is not None else (game.Action,)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            return f"Game.Action has {kind!r}; make it of msgspec.Structs, each with a tag"
        if kind.__struct_config__.array_like:
            return f"the action {kind.__name__} is array_like: players send maps, so leave that out"
    try:
        msgspec.json.Decoder(game.Action)
    except TypeError as error:
        return f"Game.Action cannot be read from the wire: {error}"
    return ""


def _seats(game: AnyGame) -> str:
    if not isinstance(game.seats, range) or not game.seats or game.seats[0] < 1:
        return f"Game.seats is {game.seats!r}; make it a range of numbers of players, like range(2, 5) for 2 to 4"
    strange = {seat for team in game.teams for seat in team} - set(range(game.seats[-1]))
    if strange:
        return f"Game.teams names the seats {sorted(strange)}, which are not there"
    members = sorted(seat for team in game.teams for seat in team)
    return f"Game.teams has a seat in two teams: {members}" if len(set(members)) < len(members) else ""


def _options(game: AnyGame) -> str:
    names = [field.encode_name for field in msgspec.structs.fields(game.Options)]
    if game.seats_option and game.seats_option not in names:
        return f"Game.seats_option is {game.seats_option}, but the options are called {', '.join(names)}"
    for group, members in game.option_groups.items():
        if strange := [name for name in members if name not in names]:
            return f"the option group {group} has {', '.join(strange)}, but the options are called {', '.join(names)}"
    return ""


def _presets(game: AnyGame) -> str:
    if not game.presets:
        return 'Game.presets is empty; give at least one: {"standard": {}}'
    for preset, values in game.presets.items():
        try:
            options = options_of(game, preset)
            seats = seats_of(game, preset)
            for players in (seats[0], seats[-1]):
                options_of(game, preset, players)
        except (msgspec.ValidationError, Refused, IndexError) as error:
            return f"the preset {preset} ({dict(values)}) is not one of the options: {error!r}"
        try:
            msgspec.convert(msgspec.to_builtins(options), game.Options)
        except msgspec.ValidationError as error:
            return f"the options of the preset {preset} are not what Options allows: {error}; look at the defaults"
        if game.auto_level is not None and (level := game.auto_level(options)) not in game.bot_levels:
            return f"auto_level gives {level} for the preset {preset}, but the levels are {list(game.bot_levels)}"
        if game.fill_to is not None and game.fill_to(options) not in seats:
            return f"fill_to gives {game.fill_to(options)} for the preset {preset}, but {seats} can play"
    return ""


def _levels(game: AnyGame) -> str:
    if isinstance(game.bot_levels, str):
        return f"Game.bot_levels is {game.bot_levels!r}; make it a list: [{game.bot_levels!r}]"
    if game.bot is None and game.bot_levels:
        return f"Game.bot_levels is {list(game.bot_levels)}, but there is no Game.bot"
    return ""


def _lists(game: AnyGame) -> str:
    if strange := [event.__name__ for event in game.reveals if event not in game.events]:
        return f"Game.reveals has {', '.join(strange)}, which Game.events does not list"
    return ""


def _versions(game: AnyGame) -> str:
    steps = len(game.migrate)
    if not steps or steps == game.version - 1:
        return ""
    return (
        f"Game.migrate has {steps} functions at version {game.version}; give one for each earlier version, or none "
        "(one that changes nothing: `lambda state: state`)"
    )
