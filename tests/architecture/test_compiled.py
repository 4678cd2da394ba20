"""What a release compiles can be compiled without losing anything, and without killing a worker."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from hatch_build import compiled_modules, is_pure
from tests.architecture.tree import ROOT, files

MODULES = compiled_modules(ROOT)


def nodes(module: str) -> Iterator[ast.AST]:
    return ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8")))


def stopped(node: ast.AST) -> bool:
    """May it be left in the middle, and resumed by whoever comes next?"""
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


def test_no_compiled_class_has_a_child_that_is_not():
    """It could not even be made: "interpreted classes cannot inherit from compiled"."""
    compiled = {n.name for module in MODULES for n in nodes(module) if isinstance(n, ast.ClassDef)}
    others = [str(path) for path in files(".py") if path.parts[0] in ("games", "server")]
    children = [n for module in others if module not in MODULES for n in nodes(module) if isinstance(n, ast.ClassDef)]
    assert {n.name for n in children for base in n.bases if ast.unparse(base).rpartition(".")[2] in compiled} == set()


def test_the_rules_and_what_every_message_is_made_of_are_compiled():
    assert {
        "games/told.py", "games/uno/rules.py", "games/shandong/playing.py", "server/base/durations.py",
        "server/rooms/decide.py", "server/rooms/pipeline.py", "server/rooms/frames.py",
        "server/store/entries.py", "server/doors/encoded_frame.py",
        "server/doors/packets.py", "server/views/patch.py",
    } <= set(MODULES)  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        "class Hand(msgspec.Struct, array_like=True):\n    cards: list[int]",
        "class Color(IntEnum):\n    red = 0",
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
