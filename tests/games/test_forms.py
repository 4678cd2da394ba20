"""Options as a form shows them: every choice in the game author's order."""

from enum import Enum
from typing import Literal

import msgspec

from games.catalog import installed
from games.forms import option_schema

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def properties(options):
    schema = option_schema(options)
    return schema["$defs"][options.__name__]["properties"]


def test_ranks_are_listed_as_ranks():
    rules = properties(installed(only=["shandong"])["shandong"].Options)
    assert rules["mustPlay"]["items"]["enum"] == RANKS
    assert rules["startLevel"]["enum"] == rules["endLevel"]["enum"] == RANKS
    assert rules["permanentTrumps"]["items"]["enum"] == ["2", "3", "5"]


def test_choices_keep_the_order_in_which_they_were_declared():
    class Size(Enum):
        small = "small"
        big = "big"

    class Options(msgspec.Struct):
        size: Size = Size.small
        speed: Literal["slow", "fast"] = "slow"
        maybe: Literal["yes", "no"] | None = None
        colors: list[Literal["red", "blue"]] = []
        turns: Literal[3, 1] = 3
        count: int = 0

    assert option_schema(Options)["$defs"]["Size"]["enum"] == ["small", "big"]
    found = properties(Options)
    assert found["speed"]["enum"] == ["slow", "fast"]
    assert [one["enum"] for one in found["maybe"]["anyOf"] if "enum" in one] == [["yes", "no"]]
    assert found["colors"]["items"]["enum"] == ["red", "blue"]
    assert found["count"] == {"type": "integer", "default": 0}


def test_every_option_of_every_game_is_described_with_the_same_choices():
    for game in installed().values():
        plain = msgspec.json.schema(game.Options)
        whole = plain["$defs"][game.Options.__name__]
        assert [whole.pop(name, None) for name in ("title", "required", "additionalProperties")] == [
            game.Options.__name__, [], False,
        ]  # fmt: skip
        whole.pop("description", None)  # said to authors
        assert sorted(str(plain)) == sorted(str(option_schema(game.Options)))
