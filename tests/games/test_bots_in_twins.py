"""What a bot means to do, and how long it pretends to think, hangs on nothing that its seat cannot see.

It is asked twice at each moment of a match: about the deal as it is, and about a twin, in which all that its seat
cannot know has been dealt anew.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.api import AnyGame, Plan
from games.catalog import installed
from games.chance import Chance
from games.kit.arena.match import play_match
from games.kit.arena.players import Seen
from games.kit.promise import options_of, pack, seats_of, unpack

pytestmark = pytest.mark.compiled

GAMES = installed()
LEVELS = [(name, level) for name, game in GAMES.items() for level in (*game.bot_levels, *game.measured_levels)]
ENOUGH = 1_000
"""Times that the bots of one preset are asked: well past the dealing."""


class Enough(Exception):
    """All that was to be asked has been."""


class Doubled:
    """Plays a level, and asks it once more about each position's twin. What it would ponder it plays at random."""

    def __init__(self, game: AnyGame, seat: int, level: str, asked: list[bool]) -> None:
        self.game, self.seat, self.level, self.asked = game, seat, level, asked
        self.memory = b""

    def plan(self, seen: Seen) -> Plan[Any]:
        game, number = self.game, len(self.asked)
        assert game.redeal is not None
        twin = game.redeal(unpack(game, pack(seen.state)), self.seat, Chance(b"twin", number))
        table, own = game.table(twin), game.own(twin, self.seat)
        assert (table, own) == (seen.table, seen.own), "this is no twin"
        plan = self.meant(seen.table, seen.own, seen, number)
        assert self.meant(table, own, seen, number) == plan
        self.asked.append(pack(twin) != pack(seen.state))
        if len(self.asked) == ENOUGH:
            raise Enough
        self.memory = plan.memory
        if not plan.ponder:
            return plan
        assert game.random_action is not None
        action = game.random_action(seen.state, self.seat, Chance(b"instead", number))
        return Plan(action, plan.think_ms, plan.memory)

    def meant(self, table: Any, own: Any, seen: Seen, number: int) -> Plan[Any]:
        assert self.game.bot is not None
        chance = Chance(b"bot", number)
        return self.game.bot(table, own, self.seat, seen.events, self.memory, chance, self.level)


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_bot_means_the_same_in_a_twin_and_thinks_as_long(name: str, level: str) -> None:
    game = GAMES[name]
    for preset in game.presets:
        seats, asked = seats_of(game, preset)[-1], list[bool]()

        def maker(game: AnyGame, seat: int, _: Chance, asked: list[bool] = asked) -> Doubled:
            return Doubled(game, seat, level, asked)

        for match in range(ENOUGH):
            try:
                play_match(game, options_of(game, preset, seats), [maker] * seats, b"twins %d" % match)
            except Enough:
                break
        assert asked.count(True) > ENOUGH / 2, "most twins differ from the deal"
