"""Every code that the platform may send has texts in both languages."""

import ast
import json

import pytest

from tests.architecture.tree import ROOT, files

GONE = {  # docs/protocol.md, `gone`
    "seat.elsewhere", "room.kicked", "room.closed", "room.no_spectators", "room.password", "worker.leaving",
    "seat.moved",
}  # fmt: skip


@pytest.mark.parametrize("language", ["zh-CN", "en-US"])
def test_every_refusal_and_farewell_has_words(language):
    words, of_reviews = (
        json.loads((ROOT / "static" / "i18n" / place / f"{language}.json").read_text(encoding="utf-8"))
        for place in ("", "review")
    )
    # Who asks for a review fetches its words first.
    words |= {key: text for key, text in of_reviews.items() if key.startswith("code.review.")}
    codes = GONE | {code for path in files(".py") if path.parts[0] == "server" for code in _codes(path)}
    assert len(codes) > 25
    assert sorted(code for code in codes if f"code.{code}" not in words) == []
    # A page that a worker has sent away finds another one by itself, and says nothing.
    assert sorted(code for code in GONE - {"worker.leaving"} if f"gone.{code}" not in words) == []


def _codes(path):
    for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = {"Refused": 0, "need": 1}.get(node.func.id)
            if place is not None and len(node.args) > place:
                yield from _literals(node.args[place])


def _literals(node):
    if isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
