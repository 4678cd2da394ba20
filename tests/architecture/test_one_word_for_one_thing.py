"""No public name in the server stands for two things, each says what it is, and the glossary's words are in use."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

import pytest

from tests.architecture.tree import ROOT

SERVER = sorted((ROOT / "server").rglob("*.py"))
WORDS = re.findall(r"^\| \*\*(\w+)\*\* \|", (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"), re.MULTILINE)


def public_classes() -> dict[str, list[tuple[str, ast.ClassDef]]]:
    found: dict[str, list[tuple[str, ast.ClassDef]]] = defaultdict(list)
    for path in SERVER:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append((str(path.relative_to(ROOT)), node))
    return found


def test_no_class_has_the_name_of_another():
    assert {name: [place for place, _ in places] for name, places in public_classes().items() if len(places) > 1} == {}


def test_no_module_has_the_name_of_another():
    places = defaultdict(list)
    for path in SERVER:
        if not path.stem.startswith("__"):
            places[path.stem].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def words_of(name: str) -> set[str]:
    """`FanOuts` → fan, out."""
    return {word.lower().rstrip("s") for word in re.findall(r"[A-Z]?[a-z]+", name)}


def test_every_public_class_is_a_word_of_the_glossary_or_says_what_it_is():
    known = {word.rstrip("s") for word in WORDS}
    unexplained = [
        f"{place}: {name}"
        for name, places in public_classes().items()
        for place, node in places
        if ast.get_docstring(node) is None and not words_of(name) & known and not is_message(node)
    ]
    assert unexplained == []


def is_message(node: ast.ClassDef) -> bool:
    """Kinds of messages and events are explained by the protocol's page and by their texts."""
    return any(keyword.arg == "tag" for keyword in node.keywords)


@pytest.mark.parametrize("word", WORDS)
def test_each_word_of_the_glossary_is_used(word: str):
    text = "\n".join(path.read_text(encoding="utf-8") for path in SERVER)
    assert re.search(rf"\b{word}", text, re.IGNORECASE), word
