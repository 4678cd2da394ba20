"""What a release compiles loses nothing by it, and crashes no worker."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hatch_build import compiled_modules, is_pure
from tests.architecture.tree import ROOT

MODULES = compiled_modules(ROOT)


def nodes(module: str) -> Iterator[ast.AST]:
    return ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8")))


def stopped(node: ast.AST) -> bool:
    """Can it be suspended in the middle, and resumed by other code?"""
    return isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await))


@pytest.mark.parametrize("module", MODULES)
def test_nothing_compiled_waits(module: str):
    """decisions/0014: compiled coroutines have killed workers."""
    assert [n.name for n in nodes(module) if isinstance(n, ast.AsyncFunctionDef)] == []


@pytest.mark.parametrize("module", MODULES)
def test_nothing_compiled_is_left_in_the_middle_of_a_try_or_with(module: str):
    guarded = [n for n in nodes(module) if isinstance(n, (ast.Try, ast.TryStar, ast.With, ast.AsyncWith))]
    assert [n.lineno for n in guarded if any(stopped(inner) for inner in ast.walk(n))] == []


@pytest.mark.parametrize("module", MODULES)
def test_no_class_statement_says_more_than_the_compiler_hears(module: str):
    assert [n.name for n in nodes(module) if isinstance(n, ast.ClassDef) and (n.keywords or n.decorator_list)] == []


def test_the_rules_and_what_every_message_is_made_of_are_compiled():
    assert {
        "games/told.py", "games/uno/rules/validation.py", "games/shandong/rules/phases/playing.py",
        "server/base/durations.py",
        "server/rooms/decide.py", "server/rooms/frames.py", "server/rooms/pipeline.py", "server/store/link/link.py",
        "server/store/commits.py", "server/store/entries.py", "server/doors/client_socket.py",
        "server/doors/packets.py", "server/rooms/patch.py",
    } <= set(MODULES)  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        "@dataclass\nclass Card:\n    number: int",
        "async def commit(): ...",
        "def rooms():\n    with opened() as store:\n        yield store",
        "def rooms():\n    try:\n        yield from store()\n    finally:\n        store.close()",
    ],
)
def test_kinds_of_data_and_what_waits_are_not_pure(source: str):
    assert not is_pure(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "class Slow(Exception): ...\nclass Hand:\n    def play(self): ...\ndef deal(): ...",
        "def cards():\n    for card in range(4):\n        yield card",
        "def play():\n    try:\n        put()\n    except ValueError:\n        return None",
    ],
)
def test_functions_generators_plain_classes_and_exceptions_are_pure(source: str):
    assert is_pure(ast.parse(source))


def test_a_class_is_compiled_together_with_its_parents_or_not_at_all(tmp_path: Path):
    sources = {
        "games/told.py": "",
        "server/base/durations.py": "",
        "server/rooms/hand.py": "class Hand(msgspec.Struct, array_like=True):\n    cards: list[int]",
        "server/rooms/big_hand.py": "class BigHand(Hand): ...",
        "server/rooms/color.py": "class Color(IntEnum):\n    red = 0",
        "server/rooms/table.py": "class Table: ...",
        "server/rooms/big_table.py": "class BigTable(Table): ...",
    }
    for name, source in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    assert [name for name in compiled_modules(tmp_path) if name.startswith("server/rooms")] == [
        "server/rooms/big_table.py", "server/rooms/table.py",
    ]  # fmt: skip


def test_no_interpreted_class_derives_from_a_compiled_one():
    """Python would refuse to make an object of it."""
    compiled = {n.name for module in MODULES for n in nodes(module) if isinstance(n, ast.ClassDef)}
    others = [str(path.relative_to(ROOT)) for place in ("server", "games") for path in (ROOT / place).rglob("*.py")]
    assert [
        (module, n.name)
        for module in others
        if module not in MODULES
        for n in nodes(module)
        if isinstance(n, ast.ClassDef) and {ast.unparse(base) for base in n.bases} & compiled
    ] == []
