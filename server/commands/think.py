"""`paiju think GAME THOUGHT`: asks a bot the question at which it failed. The log has the thought."""

from __future__ import annotations

import base64
import sys
import time
import zlib
from argparse import ArgumentParser, Namespace
from typing import Union

import msgspec

from games.api import AnyGame, BotSeat
from games.chance import Chance
from server.rooms.bot_faults import Thought

from .choice import game_named

_unpack = msgspec.msgpack.decode


class _Again(Chance):
    """The same stream of chance, as far as it was kept."""

    def __init__(self, kept: bytes) -> None:
        super().__init__(kept)
        self._kept = kept

    def _next_block(self) -> None:
        super()._next_block()
        if self._kept:
            self._block, self._kept = self._kept[:32], self._kept[32:]


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("thought", help="as it stands in the log")


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    try:
        asked = _unpack(zlib.decompress(base64.urlsafe_b64decode(chosen.thought)), type=Thought)
    except (ValueError, zlib.error, msgspec.DecodeError) as error:
        print(f"this is no thought: {error}", file=sys.stderr)
        return 2
    if game.bot is None:
        print(f"{game.id} has no bots", file=sys.stderr)
        return 2
    print(f"seat {asked.seat}, level {asked.level}")
    began = time.perf_counter()
    print(_asked_again(game, asked))
    print(f"in {(time.perf_counter() - began) * 1e3:.1f} ms")
    return 0


def _asked_again(game: AnyGame, asked: Thought) -> object:
    """The bot's answer. Its exceptions are not caught, so that they are shown."""
    table = _unpack(asked.table, type=game.Table)
    own = _unpack(asked.own, type=game.Own)
    events = _unpack(asked.events, type=list[Union[tuple(game.events)]])  # type: ignore[misc]  # noqa: UP007
    assert game.bot is not None
    seat, chance = BotSeat(asked.seat), _Again(asked.chance)
    plan = game.bot(table, own, seat, events, asked.memory, chance, asked.level)
    if plan.ponder and game.ponder is not None:
        return game.ponder(table, own, seat, plan.memory, chance, asked.level)
    return plan
