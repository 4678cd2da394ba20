"""What a release compiles can be compiled without losing anything."""

from __future__ import annotations

import ast

import pytest

from hatch_build import MESSAGE_PATH, hot_modules, is_pure
from tests.architecture.tree import ROOT


def classes(module: str) -> list[ast.ClassDef]:
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("module", hot_modules(ROOT))
def test_no_class_statement_says_more_than_the_compiler_hears(module: str):
    assert [node.name for node in classes(module) if node.keywords] == []


def test_the_rules_and_the_path_of_a_message_are_compiled():
    found = set(hot_modules(ROOT))
    wanted = {"games/uno/rules.py", "games/shandong/playing.py", "server/rooms/frames.py", "server/wire/patch.py"}
    assert wanted <= found
    assert set(MESSAGE_PATH) <= found
    assert [module for module in MESSAGE_PATH if is_pure(ast.parse((ROOT / module).read_text(encoding="utf-8")))] == [
        "games/told.py", "server/durations.py", "server/rooms/open_rooms.py", "server/store/alarms.py",
        "server/store/clock.py", "server/store/commits.py", "server/store/entries.py", "server/store/feed.py",
        "server/transport/requests.py", "server/transport/outbox.py", "server/transport/parcel.py",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        "class Hand(msgspec.Struct, array_like=True):\n    cards: list[int]",
        "class Color(IntEnum):\n    red = 0",
        "@dataclass\nclass Card:\n    number: int",
        "async def commit(): ...",
    ],
)
def test_kinds_of_data_and_what_waits_are_not_pure(source: str):
    assert not is_pure(ast.parse(source))


def test_functions_plain_classes_and_exceptions_are_pure():
    assert is_pure(ast.parse("class Slow(Exception): ...\nclass Hand:\n    def play(self): ...\ndef deal(): ..."))
