"""Applies patches to views in the named form: the receiving end of docs/protocol.md."""

from __future__ import annotations

from typing import Any

Json = Any


def patched(document: Json, patch: list[Json] | None) -> Json:
    """The document after the patch. The old one is unchanged, so callers can keep it."""
    if patch is None:
        return document
    for name, op, *operands in patch:
        if name is None:
            document = operands[0]
            continue
        document = {**document, name: _changed(document[name], op, operands)}
    return document


def _changed(value: Json, op: str, operands: list[Json]) -> Json:
    if op == "set":
        return operands[0]
    if op == "splice":
        removed, appended = set(operands[0]), operands[1]
        return [item for i, item in enumerate(value) if i not in removed] + appended
    if op == "add":
        return value + operands[0]
    items = list(value)
    for i, patch in operands[0]:
        items[i] = patched(items[i], patch)
    return items
