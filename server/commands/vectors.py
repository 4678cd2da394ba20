"""`paiju vectors GAME FILE`: runs the scenarios of a page of rules."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import msgspec

from .choice import game_named


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("file", type=Path)


def run(chosen: Namespace) -> int:
    game = game_named(chosen.game)
    if game.run_vector is None:
        print(f"{game.id} has no vector runner", file=sys.stderr)
        return 2
    try:
        vectors = _vectors(chosen.file)
    except (OSError, msgspec.DecodeError, ValueError) as error:
        print(f"cannot read {chosen.file}: {error}", file=sys.stderr)
        return 2
    failed = 0
    for number, vector in enumerate(vectors):
        differences = _run(game.run_vector, vector)
        failed += bool(differences)
        if differences:
            print(f"FAILED {vector.get('name') or vector.get('id') or number}")
            print("".join(f"    {difference}\n" for difference in differences), end="")
    print(f"{len(vectors) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _vectors(file: Path) -> list[dict[str, Any]]:
    page = msgspec.json.decode(file.read_bytes())
    vectors = page.get("vectors") if isinstance(page, dict) else None
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        raise ValueError('there is no list of maps under "vectors"')
    return vectors


def _run(run_vector: Any, vector: dict[str, Any]) -> list[str]:
    try:
        differences: list[str] = run_vector(vector)
    except Exception as error:  # a scenario that crashes the rules has failed like any other
        return [f"{type(error).__name__}: {error}"]
    return differences
