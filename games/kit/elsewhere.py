"""A check across processes: each plays the same matches, regardless of earlier matches and the order of its sets."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Final

from ..api import AnyGame
from ..catalog import CatalogError, installed
from .calls import called, watch
from .match import played
from .promise import Broken
from .setting import PONDERS, setting

MATCHES: Final = range(2, 8)
PATIENCE_S: Final = 120


def plays_the_same_elsewhere(game: AnyGame, seed: str) -> None:
    """A new process, in which sets of strings have another order, plays the same matches."""
    here = digests(game, seed)
    code = f"from games.kit.elsewhere import tell; tell({game.id!r}, {seed!r})"
    order = "1" if os.environ.get("PYTHONHASHSEED") == "2" else "2"
    run = subprocess.run(  # noqa: S603 - this program itself
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    if run.returncode:
        return  # other checks report matches that cannot be played
    there = json.loads(run.stdout.splitlines()[-1])
    for number, (one, other) in enumerate(zip(here, there, strict=True), MATCHES[0]):
        if one != other:
            raise Broken(
                f"match {number} goes differently in another process: something depends on the order of a set, on "
                "hash() or id(), or on a variable outside the state; sort the set, or keep it in the state"
            )


def tell(name: str, seed: str) -> None:
    """Print the digests of an installed game's matches."""
    try:
        print(json.dumps(digests(installed(only=[name])[name], seed)))  # noqa: T201 - the other process reads it
    except CatalogError:
        sys.exit(1)


def digests(game: AnyGame, seed: str) -> list[str]:
    """A digest of each match; empty if it cannot be played."""
    return [_digest(called(game), seed, number) for number in MATCHES]


def _digest(game: AnyGame, seed: str, number: int) -> str:
    with watch.running():
        try:
            match = played(game, setting(game, seed, number), PONDERS)
        except Broken as broken:
            if broken.match is None:
                return ""
            match = broken.match
        except Exception:
            return ""
    whole = hashlib.blake2b(match.first, digest_size=16)
    for moment in match.moments:
        whole.update(moment.after)
    return whole.hexdigest()
